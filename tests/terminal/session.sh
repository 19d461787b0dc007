# session.sh - what the terminal tests share: a real tmux, the program in it, waiting by looking.
#
# A test sources this file after setting `plan`. Nothing sleeps blindly: wait_for looks until the screen has the text
# or its time is over.
cd "${CHESSCADE_SOURCE:-.}" || exit 99
source=$PWD
program=${CHESSCADE:-$PWD/build/chesscade}
command -v tmux >/dev/null 2>&1 || { echo "1..0 # SKIP tmux is not installed"; exit 0; }
folder=$(mktemp -d) && folder=$(cd "$folder" && pwd -P) || exit 99
socket=$folder/tmux
n=0

mux() { tmux -S "$socket" -f /dev/null "$@"; }

finish() {
    mux kill-server 2>/dev/null
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 99' HUP INT TERM

# start COLUMNS ROWS: a shell in a terminal of that size, in an empty home.
start() {
    mkdir -p "$folder/home"
    cp "$source"/tests/screens/*.yaml "$folder/home"
    (cd "$folder/home" && env -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u NO_COLOR -u COLORTERM HOME="$folder/home" \
        LC_ALL=C.UTF-8 SHELL=/bin/sh ENV= PS1='shell> ' CHESSCADE_DATA="$source" CHESSCADE_USER=ana PROGRAM="$program" \
        tmux -S "$socket" -f /dev/null new-session -d -x "$1" -y "$2" /bin/sh) || exit 99
    mux set -g default-terminal tmux-256color
    wait_for 'shell>'
}

keys() { mux send-keys -- "$@"; } # by tmux's names, words as they are
text() { mux send-keys -l -- "$1"; }
screen() { mux capture-pane -p; }

# wait_for TEXT: until the screen has it (a basic regular expression), 8 seconds at most, or so many times as long as
# CHESSCADE_PATIENCE says: sanitizers are slow.
wait_for() {
    tries=0
    until screen | grep -q -- "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt $((160 * ${CHESSCADE_PATIENCE:-1})) ] || return 1
        sleep 0.05
    done
}

# run ARGUMENTS: the program, its process number kept for `process`.
run() { keys "sh -c 'echo \$\$ >pid; exec \$PROGRAM $*'" Enter; }
process() { cat "$folder/home/pid"; }

# gone PROCESS TENTHS: until it has ended, so many tenths of a second at most.
gone() {
    tries=0
    [ -n "$1" ] || return 1
    while kill -0 "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt "$2" ] || return 1
        sleep 0.1
    done
}

# see NAME TEXT: an ok when the screen comes to have the text.
see() {
    n=$((n + 1))
    if wait_for "$2"; then
        echo "ok $n - $1"
    else
        screen | sed 's/^/# /'
        echo "not ok $n - $1: no '$2'"
    fi
}

# check NAME COMMAND...: an ok when the command succeeds.
check() {
    n=$((n + 1))
    name=$1
    shift
    if "$@"; then echo "ok $n - $name"; else
        screen 2>/dev/null | sed 's/^/# /'
        echo "not ok $n - $name"
    fi
}
echo "1..$plan"
