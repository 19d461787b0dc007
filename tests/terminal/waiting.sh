# waiting.sh - waiting for something to be so: what the terminal tests and the tests over ssh share.
#
# A test that succeeds waits no longer than it must. The limit is there for one that fails, so it is a long one: a machine
# that has other work and sanitizers take their time. After the first failure most others only follow from it and are
# given less.
patience=$((2400 * ${CHESSCADE_PATIENCE:-1})) # looks, twenty a second at most

# becomes COMMAND...: until it succeeds.
becomes() {
    looks=0
    until "$@" >/dev/null 2>&1; do
        looks=$((looks + 1))
        [ "$looks" -lt "$patience" ] || return 1
        sleep 0.05
    done
}
has_failed() { [ "$patience" -lt 200 ] || patience=200; }

# live_in FOLDER: what is a user's own is below it from now on, whoever runs the test.
live_in() {
    HOME=$1
    export HOME
    unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME
    mkdir -p "$HOME"
}

# children PROCESS [NAME]: the numbers of its children, of those of that name.
children() {
    ps -A -o pid= -o ppid= -o comm= | awk -v of="$1" -v name="${2:-}" '$2 == of && (name == "" || $3 ~ "(^|/)" name "$") { print $1 }'
}

ended() { ! kill -0 "$1" 2>/dev/null; }

# ports COUNT: so many port numbers to try, others for each process.
ports() { awk -v n="$1" -v seed="$$" 'BEGIN { for (i = 0; i < n; i++) print 20000 + (seed * 7 + i * 1009) % 12000 }'; }
