# session.sh - shared by the terminal tests: runs the program in a real tmux, and waits until the
# screen shows a text.
#
# A test sources this file after setting `plan`. No fixed sleeps: wait_for looks until the screen
# has the text or a time limit is reached (waiting.sh).
cd "${CHESSCADE_SOURCE:-.}" || exit 99
source=$PWD
program=${CHESSCADE:-$PWD/build/chesscade}
command -v tmux >/dev/null 2>&1 || { echo "1..0 # SKIP tmux is not installed"; exit 0; }
folder=$(mktemp -d) && folder=$(cd "$folder" && pwd -P) || exit 99
socket=$folder/tmux
starts=0
n=0
unset TMUX
. "$source/tests/terminal/waiting.sh"
live_in "$folder/home" || exit 99
# An interactive shell reads the file that ENV names. The function means that no system needs a
# clear program.
printf "clear() { printf '\\033[H\\033[2J'; }\n" >"$folder/shell"

mux() { tmux -S "$socket" -f /dev/null "$@"; }

finish() {
    mux kill-server 2>/dev/null
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 99' HUP INT TERM

# start COLUMNS ROWS: start a shell in a terminal of this size, in an empty home. Each has a server
# of its own, because the previous one may not have ended yet.
start() {
    starts=$((starts + 1))
    socket=$folder/tmux$starts
    cp "$source"/tests/screens/*.yaml "$folder/home"
    (cd "$folder/home" && env -u NO_COLOR -u COLORTERM CHESSCADE_SITE= \
        LC_ALL=C.UTF-8 SHELL=/bin/sh ENV="$folder/shell" PS1='shell> ' CHESSCADE_DATA="$source" CHESSCADE_USER=ana PROGRAM="$program" \
        tmux -S "$socket" -f /dev/null new-session -d -x "$1" -y "$2" /bin/sh) || exit 99
    mux set -g default-terminal tmux-256color
    wait_for 'shell>'
}

keys() { mux send-keys -- "$@"; } # key names of tmux; other words are typed literally
text() { mux send-keys -l -- "$1"; }
screen() { mux capture-pane -p; }

# wait_for TEXT: wait until the screen has TEXT (a basic regular expression).
wait_for() {
    becomes on_screen "$1" && return
    echo "# waited in vain for '$1'" # outside an assertion this only costs time
    return 1
}
on_screen() { screen | grep -q -- "$1"; }
not_on_screen() { ! on_screen "$1"; }

# run ARGUMENTS: run the program and store its process id for `process`.
run() { keys "sh -c 'echo \$\$ >pid; exec \"\$PROGRAM\" $*'" Enter; }
process() { cat "$folder/home/pid"; }

# gone PROCESS: wait until it has ended.
gone() { [ -n "$1" ] && becomes ended "$1"; }

# see NAME TEXT: ok when the screen shows TEXT.
see() {
    n=$((n + 1))
    if wait_for "$2"; then
        echo "ok $n - $1"
    else
        screen | sed 's/^/# /'
        echo "not ok $n - $1: no '$2'"
        has_failed
    fi
}

# check NAME COMMAND...: ok when the command succeeds.
check() {
    n=$((n + 1))
    name=$1
    shift
    if "$@"; then echo "ok $n - $name"; else
        screen 2>/dev/null | sed 's/^/# /'
        echo "not ok $n - $name"
        has_failed
    fi
}
echo "1..$plan"
