# ssh.sh - shared by the tests of playing over SSH: a real sshd on a loopback port with its own keys
# and configuration, players who log in with ssh in one tmux pane each, and waiting for text on
# their screens.
#
# A test sets `players` (names) before it sources this file. Every wait is for a condition, with a
# time limit; no sleep stands in for a condition.
set -u
program=${CHESSCADE:-./build/chesscade}
case $program in /*) ;; *) program=$PWD/$program ;; esac

skip() {
    echo "1..0 # SKIP $*"
    exit 0
}
for tool in ssh ssh-keygen tmux timeout ps id; do
    command -v $tool >/dev/null 2>&1 || skip "$tool is not installed"
done
id -un >/dev/null 2>&1 || skip 'the user has no name here, and ssh wants one'
sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd) || skip 'sshd is not installed (openssh-server)'
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd 2>/dev/null || skip 'sshd has no folder for its privileges'

case $program in *[!A-Za-z0-9/._+@-]*) skip 'the file of keys takes a program only in a folder of plain letters' ;; esac

place=${TMPDIR:-/tmp}
case $place in *[!A-Za-z0-9/._+@-]*) place=/tmp ;; esac # the file of keys allows no other characters
top=$(mktemp -d "$place/chesscade-ssh.XXXXXX") || exit 99
chmod 755 "$top"
mkdir -m 700 "$top/tmux" # paths of sockets must be short
unset TMUX
. "${CHESSCADE_SOURCE:-.}/tests/terminal/waiting.sh"
live_in "$top/home" || exit 99
panes() { TMUX_TMPDIR=$top/tmux tmux -L t -f /dev/null "$@"; }
panes start-server \; set-option -s exit-empty off || exit 99 # otherwise the server would end when all have left, just as somebody logs in
tidy() {
    panes kill-server 2>/dev/null
    [ ! -f "$top/sshd.pid" ] || kill "$(cat "$top/sshd.pid")" 2>/dev/null
    becomes rm -rf "$top" # clients that were cut off may still be writing
}
trap tidy EXIT
trap 'exit 99' HUP INT PIPE TERM

# ---------------------------------------------------------------- assertions

n=0
ok() { # ok STATUS NAME
    n=$((n + 1))
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else
        echo "not ok $n - $2"
        has_failed
        [ ! -s "$top/verify" ] || sed 's/^/# verify: /' "$top/verify"
        for who in $logged_in; do panes capture-pane -p -t "$who" 2>/dev/null | sed "s/^/# $who: /"; done
    fi
}
logged_in=
shown() { panes capture-pane -p -t "$1" 2>/dev/null; }
has() { shown "$1" | grep -a -q -- "$2"; }
in_ascii() { ! shown "$1" | LC_ALL=C grep -q '[^ -~]'; }
lacks() { ! has "$1" "$2"; }
sees() { becomes has "$1" "$2"; } # sees WHO PATTERN
types() { # types WHO KEY...
    who=$1
    shift
    panes send-keys -t "$who" "$@"
}
plays() { # plays WHO PLY SEEN: type the ply, and wait until it is on the board
    types "$1" m
    typed=$(printf '%s' "$2" | sed 's/[][\\.*^$]/\\&/g')
    sees "$1" 'move:' && types "$1" -l "$2" && sees "$1" "move: *$typed" && types "$1" Enter && sees "$1" "$3"
}

# answers WHO KEY...: type an answer to an offer. An offer that has just arrived cannot be answered,
# so that keys meant for something else do not; ssh_offers.test tests that time, here it is set to 0.
answers() { types "$1" ':set answer 0' Enter && types "$@"; }

# begins CLOCK [VARIANT]: ana, White, starts a game against bob, who sits down.
begins() {
    types ana ":new ${2:-classical}" Enter && sees ana 'you play' && types ana j l && sees ana '\[white\]' && types ana j Enter &&
        sees ana 'name:' && types ana bob Enter && sees ana 'against  *bob' && types ana j Enter && sees ana 'clock:' &&
        { [ -z "$1" ] || types ana -l "$1"; } && types ana Enter && types ana gg Enter && sees ana 'waits for bob' &&
        sees bob 'WAITS FOR YOU' && types bob 1 && sees bob 'free seat' && types bob y && sees bob 'ana to move' && sees ana 'your move'
}

# floods WHO: send line after line without a pause, until told to wait. Each burst is one line more
# than the limit for ten seconds.
floods() {
    for burst in 1 2 3 4 5; do
        types "$1" C 'spam 1' Enter C 'spam 2' Enter C 'spam 3' Enter C 'spam 4' Enter C 'spam 5' Enter C 'spam 6' Enter \
            C 'spam 7' Enter C 'spam 8' Enter C 'spam 9' Enter C 'spam 10' Enter C "last $burst" Enter
        sees "$1" "wait a little\|: last $burst" && has "$1" 'wait a little' && return 0
    done
    return 1
}
# most_in SECONDS FILE PATTERN: the largest number of matching records within so many seconds.
most_in() {
    grep "$3" "$2" | sed -n "s/.*at: '[0-9]*-[0-9]*-\([0-9]*\)T\([0-9]*\):\([0-9]*\):\([0-9.]*\)Z.*/\1 \2 \3 \4/p" |
        awk -v span="$1" '{ t[NR] = (($1 * 24 + $2) * 60 + $3) * 60 + $4; for (i = NR; i > 0 && t[i] > t[NR] - span; i--) {}
                            if (NR - i > most) most = NR - i } END { print most + 0 }'
}

# grown FILE SIZE: wait until the file has a different size, and no longer.
grown() {
    looks=0
    while [ "$(wc -c 2>/dev/null <"$1" || echo 0)" = "$2" ]; do
        looks=$((looks + 1))
        [ $looks -lt 100000 ] || return 1
    done
}

# ---------------------------------------------------------------- a host

archive=$top/club
mkdir "$archive"
cat >"$archive/archive.yaml" <<END
chesscade: 1
kind: 'archive'
id: '01JD9TD0V4Z8C2F6J0M4Q8T2W6'
title: 'Club archive'
layout: 'month'
END
ssh-keygen -q -t ed25519 -N '' -f "$top/host" </dev/null
touch "$top/keys"
for who in $players; do
    ssh-keygen -q -t ed25519 -N '' -C "$who's key" -f "$top/$who" </dev/null
    "$program" players add $who "$(cat "$top/$who.pub")" --keys "$top/keys" --archive "$archive" || exit 99
done
# Below the ports that the system assigns itself. Other tests may run at the same time; if the port
# is taken, the next one is tried.
begin_sshd() {
    for port in $(ports 20); do
        cat >"$top/sshd_config" <<END
Port $port
ListenAddress 127.0.0.1
HostKey $top/host
PidFile $top/sshd.pid
AuthorizedKeysFile $top/keys
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin forced-commands-only
SetEnv LANG=C.UTF-8 HOME=$top/home
${alive:-}
END
        # Newer versions refuse logins for a while after sessions that ended badly, and here
        # sessions are killed on purpose.
        ! "$sshd" -T -f "$top/sshd_config" 2>/dev/null | grep -qi '^persourcepenalties' || echo 'PerSourcePenalties no' >>"$top/sshd_config"
        "$sshd" -f "$top/sshd_config" -E "$top/sshd.log" 2>/dev/null || continue
        becomes test -s "$top/sshd.pid" && return 0
    done
    return 1
}
begin_sshd || skip "sshd does not start here: $(tail -n 1 "$top/sshd.log" 2>/dev/null)"
ssh_as() { # ssh_as WHO OPTIONS-AND-COMMAND...
    key=$top/$1
    shift
    timeout 600 ssh -F /dev/null -p "$port" -i "$key" -o IdentitiesOnly=yes -o StrictHostKeyChecking=no \
        -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes "$@"
}
# visits WHO OPTIONS-AND-COMMAND...: the same, and ask the program to exit, on a screen or in a
# dialogue, until it has.
visits() { { while printf 'Q\nquit\n'; do sleep 0.2; done; } 2>/dev/null | ssh_as "$@"; }
# An sshd without root rights can give out terminals only where they belong to its user anyway, for
# example with the group tty.
[ "$(id -u)" = 0 ] || printf 'quit\n' | TERM=dumb ssh_as "${players%% *}" -tt "$(id -un)@127.0.0.1" 2>/dev/null | grep -q 'plain mode' ||
    skip "sshd can give no terminal here: $(grep -a chown "$top/sshd.log" | tail -n 1)"
login() { # login WHO COLUMNS ROWS
    login_begins "$1" "$2" "$3"
    sees "$1" LOBBY
}
login_begins() {
    panes new-session -d -s "$1" -x "$2" -y "$3" \
        "ssh -tt -e none -F /dev/null -p $port -i $top/$1 -o IdentitiesOnly=yes -o StrictHostKeyChecking=no \
         -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes $(id -un)@127.0.0.1; sleep 600"
    case " $logged_in " in *" $1 "*) ;; *) logged_in="$logged_in $1" ;; esac
}
logout() { panes kill-session -t "$1"; }
process_of() { ls "$archive/here" 2>/dev/null | sed -n "s/^$1\.\([0-9]*\)\..*/\1/p" | head -n 1 | grep .; }
away() { ! process_of "$1" >/dev/null; }

# cut WAY WHO: end the session of a player in one of four ways; its client is gone within seconds.
cut() {
    client=$(process_of "$2")
    [ -n "$client" ] || return 1
    server=$(ps -o ppid= -p "$client" | tr -d ' ')
    case $1 in
    client) kill -KILL "$client" ;;
    sshd) kill -KILL "$server" ;;
    both) kill -KILL "$client" "$server" ;;
    line) panes kill-session -t "$2" ;; # ssh ends with its terminal, and the connection with it
    esac
    becomes ended "$client" && becomes away "$2"
}

# serves WHO COLUMNS ROWS: log in, after logging out of whatever was before.
again() {
    logout "$1" 2>/dev/null
    login "$1" "$2" "$3"
}
journal() { ls "$archive"/live/*.jnl 2>/dev/null | tail -n 1; }
no_journal() { ! ls "$archive"/live/*.jnl >/dev/null 2>&1; }
# ticks PROCESS: processor time used so far.
ticks() { cut -d' ' -f14,15 "/proc/$1/stat" 2>/dev/null | tr ' ' '+' | sed 's/$//' | xargs -I{} sh -c 'echo $(({}))'; }
