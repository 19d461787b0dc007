#!/bin/sh
# wire.sh - measures what a watched game costs in network traffic: a random legal game of 60 plies
# is played over the real sshd and watched by a third ssh at 80x24 in UTF-8 with 256 colours, which
# reports the bytes it received. A second run without plies measures login, lobby and the first
# picture. Prints figures; it is not a test.
#
#   CHESSCADE=build/chesscade sh tests/load/wire.sh [PLIES]
players='ana bob eve'
: "${CHESSCADE_SOURCE:=$(dirname "$0")/../..}"
. "$CHESSCADE_SOURCE/tests/terminal/ssh.sh"
limit=${1:-60}
set -- Pd2-d3 Pa7-a5 Pa2-a4 Nb8-c6 Bc1-f4 Ph7-h5 Bf4-d6 Pe7-e5 Pe2-e3 Bf8-e7 Qd1-h5xP Nc6-a7 Bd6-c5 Be7-f6 Pg2-g4 \
    Pg7-g5 Bc5-d4 Ng8-h6 Bf1-e2 Pe5-e4 Qh5-g5xP Bf6-e5 Qg5-h6xN Be5-f6 Nb1-d2 Rh8-h6xQ Bd4-c5 Ra8-b8 Ra1-d1 Pb7-b6 \
    Bc5-d4 Bf6-h4 Bd4-c3 Ke8-f8 Ke1-f1 Rh6-c6 Bc3-f6 Rb8-b7 Bf6-g7 Kf8-g7xB Pf2-f4 Kg7-h7 Nd2-b3 Pb6-b5 Pc2-c3 \
    Kh7-g6 Rd1-a1 Bh4-g3 Ph2-h4 Bg3-h2 Ra1-a2 Pf7-f6 Pd3-d4 Rc6-c3xP Pd4-d5 Pf6-f5 Rh1-h2xB Pd7-d6 Ng1-f3 Rc3-c5

watch() { # watch LOG: eve logs in; ssh reports its traffic at the end
    logout eve 2>/dev/null
    panes new-session -d -s eve -x 80 -y 24 \
        "ssh -v -tt -e none -F /dev/null -p $port -i $top/eve -o IdentitiesOnly=yes -o StrictHostKeyChecking=no \
         -o UserKnownHostsFile=/dev/null -o BatchMode=yes $(id -un)@127.0.0.1 2>$1; sleep 600"
    sees eve LOBBY && sees eve 'ana - bob' && types eve 1 && sees eve WATCH
}
received() { # received LOG: once eve has left
    types eve q && sees eve LOBBY && types eve Q && becomes grep -q '^Transferred' "$1" &&
        sed -n 's/^Transferred: sent [0-9]*, received \([0-9]*\) bytes.*/\1/p' "$1"
}
login ana 80 24 && login bob 80 24 && types ana ':new classical' Enter && sees ana 'you play' && types ana j l &&
    sees ana '\[white\]' && types ana j Enter && sees ana 'name:' && types ana bob Enter && sees ana 'against  *bob' &&
    types ana gg Enter && sees ana 'waits for bob' && sees bob 'WAITS FOR YOU' && types bob 1 && sees bob 'free seat' &&
    types bob y && sees bob 'ana to move' && sees ana 'your move' || exit 1
watch "$top/before" || exit 1
before=$(received "$top/before")
watch "$top/game" || exit 1
plies=0
for ply; do
    [ $plies -lt "$limit" ] || break
    plies=$((plies + 1))
    if [ $((plies % 2)) = 1 ]; then who=ana other=bob; else who=bob other=ana; fi
    plays $who "$ply" "$other to move" && sees $other 'your move' && sees eve "$plies/$plies" || exit 1
done
game=$(received "$top/game")
echo "login, lobby, first picture and goodbye: $before bytes received"
echo "the same with $plies plies watched at 80x24: $game bytes received, $(((game - before) / plies)) a ply"
