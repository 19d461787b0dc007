# session.sh - what the terminal tests share: a real tmux, the program in it, waiting by looking.
#
# A test sources this file after setting `plan`. Nothing sleeps blindly: wait_for looks until the screen has the text
# or patience is over (waiting.sh).
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
# What ENV names, an interactive shell reads: no system need have a program for it.
printf "clear() { printf '\\033[H\\033[2J'; }\n" >"$folder/shell"

mux() { tmux -S "$socket" -f /dev/null "$@"; }

finish() {
    mux kill-server 2>/dev/null
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 99' HUP INT TERM

# start COLUMNS ROWS: a shell in a terminal of that size, in an empty home. Each has a server of its own: the one before may
# not have ended yet.
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

keys() { mux send-keys -- "$@"; } # by tmux's names, words as they are
text() { mux send-keys -l -- "$1"; }
screen() { mux capture-pane -p; }

# wait_for TEXT: until the screen has it (a basic regular expression).
wait_for() {
    becomes on_screen "$1" && return
    echo "# waited in vain for '$1'" # where nothing is asserted it only costs time
    return 1
}
on_screen() { screen | grep -q -- "$1"; }
not_on_screen() { ! on_screen "$1"; }

# run ARGUMENTS: the program, its process number kept for `process`.
run() { keys "sh -c 'echo \$\$ >pid; exec \"\$PROGRAM\" $*'" Enter; }
process() { cat "$folder/home/pid"; }

# gone PROCESS: until it has ended.
gone() { [ -n "$1" ] && becomes ended "$1"; }

# see NAME TEXT: an ok when the screen comes to have the text.
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

# check NAME COMMAND...: an ok when the command succeeds.
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
