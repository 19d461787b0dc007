# waiting.sh - waiting for a condition; shared by the terminal tests and the tests over ssh.
#
# A successful test waits no longer than necessary. The limit only matters for failures, so it is
# long: busy machines and sanitizers are slow. After the first failure most later ones only follow
# from it, and get less time.
patience=$((2400 * ${CHESSCADE_PATIENCE:-1})) # looks, twenty a second at most

# becomes COMMAND...: wait until the command succeeds.
becomes() {
    looks=0
    until "$@" >/dev/null 2>&1; do
        looks=$((looks + 1))
        [ "$looks" -lt "$patience" ] || return 1
        sleep 0.05
    done
}
has_failed() { [ "$patience" -lt 200 ] || patience=200; }

# live_in FOLDER: from now on the files of the user are below FOLDER, whoever runs the test.
live_in() {
    HOME=$1
    export HOME
    unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME
    mkdir -p "$HOME"
}

# children PROCESS [NAME]: the process ids of its children, or of those with that name.
children() {
    ps -A -o pid= -o ppid= -o comm= | awk -v of="$1" -v name="${2:-}" '$2 == of && (name == "" || $3 ~ "(^|/)" name "$") { print $1 }'
}

ended() { ! kill -0 "$1" 2>/dev/null; }

# ports COUNT: port numbers to try, different for each process.
ports() { awk -v n="$1" -v seed="$$" 'BEGIN { for (i = 0; i < n; i++) print 20000 + (seed * 7 + i * 1009) % 12000 }'; }
