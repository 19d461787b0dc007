# ssh.sh - what the tests of playing over SSH share: a real sshd on a port of the loopback with its own keys and
# configuration, players who log in with ssh in a tmux pane each, and waiting by looking.
#
# A test sets `players` (names) before it sources this file. Every wait is for something to be seen, with a limit;
# nothing sleeps in place of a condition.
set -u
program=${CHESSCADE:-./build/chesscade}
case $program in /*) ;; *) program=$PWD/$program ;; esac

skip() {
    echo "1..0 # SKIP $*"
    exit 0
}
for tool in ssh ssh-keygen tmux timeout; do
    command -v $tool >/dev/null 2>&1 || skip "$tool is not installed"
done
sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd) || skip 'sshd is not installed (openssh-server)'
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd 2>/dev/null || skip 'sshd has no folder for its privileges'

top=$(mktemp -d "${TMPDIR:-/tmp}/chesscade-ssh.XXXXXX") || exit 99
chmod 755 "$top"
mkdir -m 700 "$top/tmux" # sockets have short paths only
unset TMUX
panes() { TMUX_TMPDIR=$top/tmux tmux -L t -f /dev/null "$@"; }
tidy() {
    panes kill-server 2>/dev/null
    [ ! -f "$top/sshd.pid" ] || kill "$(cat "$top/sshd.pid")" 2>/dev/null
    becomes rm -rf "$top" # clients that were cut off write a last word
}
trap tidy EXIT
trap 'exit 99' HUP INT PIPE TERM

# ---------------------------------------------------------------- what is asserted

n=0
ok() { # ok STATUS NAME
    n=$((n + 1))
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else
        echo "not ok $n - $2"
        [ ! -s "$top/verify" ] || sed 's/^/# verify: /' "$top/verify"
        for who in $logged_in; do panes capture-pane -p -t "$who" 2>/dev/null | sed "s/^/# $who: /"; done
    fi
}
logged_in=
shown() { panes capture-pane -p -t "$1" 2>/dev/null; }
sees() { # sees WHO PATTERN: within twenty seconds
    tries=0
    until shown "$1" | grep -a -q -- "$2"; do
        tries=$((tries + 1))
        [ $tries -lt $((400 * ${CHESSCADE_PATIENCE:-1})) ] || return 1
        sleep 0.05
    done
}
becomes() { # becomes COMMAND...: true within twenty seconds
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt $((400 * ${CHESSCADE_PATIENCE:-1})) ] || return 1
        sleep 0.05
    done
}
types() { # types WHO KEY...
    who=$1
    shift
    panes send-keys -t "$who" "$@"
}
plays() { # plays WHO PLY SEEN: types it, and waits until it is on the board
    types "$1" m
    typed=$(printf '%s' "$2" | sed 's/[][\\.*^$]/\\&/g')
    sees "$1" 'move:' && types "$1" -l "$2" && sees "$1" "move: *$typed" && types "$1" Enter && sees "$1" "$3"
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
begin_sshd() {
    for port in 20221 20322 21422 22522 23622 24722 25822 26922; do
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
SetEnv LANG=C.UTF-8
${alive:-}
END
        "$sshd" -f "$top/sshd_config" -E "$top/sshd.log" 2>/dev/null || continue
        becomes test -s "$top/sshd.pid" && return 0
    done
    return 1
}
begin_sshd || skip "sshd does not start here: $(tail -n 1 "$top/sshd.log" 2>/dev/null)"
ssh_as() { # ssh_as WHO OPTIONS-AND-COMMAND...
    key=$top/$1
    shift
    timeout 20 ssh -F /dev/null -p "$port" -i "$key" -o IdentitiesOnly=yes -o StrictHostKeyChecking=no \
        -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes "$@"
}
login() { # login WHO COLUMNS ROWS
    panes new-session -d -s "$1" -x "$2" -y "$3" \
        "ssh -tt -e none -F /dev/null -p $port -i $top/$1 -o IdentitiesOnly=yes -o StrictHostKeyChecking=no \
         -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes $(id -un)@127.0.0.1; sleep 60"
    case " $logged_in " in *" $1 "*) ;; *) logged_in="$logged_in $1" ;; esac
    sees "$1" LOBBY
}
logout() { panes kill-session -t "$1"; }
process_of() { ls "$archive/here" 2>/dev/null | sed -n "s/^$1\.\([0-9]*\)\..*/\1/p" | head -n 1; }
away() { ! process_of "$1" | grep -q .; }

# serves WHO COLUMNS ROWS: logs in, and out of whatever was before.
again() {
    logout "$1" 2>/dev/null
    login "$1" "$2" "$3"
}
journal() { ls "$archive"/live/*.jnl 2>/dev/null | tail -n 1; }
no_journal() { ! ls "$archive"/live/*.jnl >/dev/null 2>&1; }
# ticks PROCESS: processor time used so far.
ticks() { cut -d' ' -f14,15 "/proc/$1/stat" 2>/dev/null | tr ' ' '+' | sed 's/$//' | xargs -I{} sh -c 'echo $(({}))'; }
