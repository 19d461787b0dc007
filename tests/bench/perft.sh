#!/usr/bin/env bash
# perft.sh - generating plies: this program and engines that know the board, with their counts compared.
#
# Stockfish is so fast that its start dominates the time: it counts $often times in one run.
. "$(dirname "$0")/lib.sh"

kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
position4='r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1'
position5='rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8'
opening='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
ties='rgnbqkbngr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RGNBQKBNGR w - - 0 1'

run_bulk() { "$chesscade" perft "$variant" "$depth" ${fen:+--position "$fen"} --bulk; }
run_made() { "$chesscade" perft "$variant" "$depth" ${fen:+--position "$fen"}; }
often=10
uci() { # PROGRAM TIMES
    { printf 'position fen %s\n' "$fen" && for ((n = 0; n < $2; n++)); do printf 'go perft %s\n' "$depth"; done && echo quit; } | "$1"
}
run_stockfish() { uci stockfish $often; }
run_fairy_stockfish() { uci fairy-stockfish 1; }
run_ethereal_chess() { printf 'position fen %s\nperft %s\nquit\n' "$fen" "$depth" | ethereal-chess; }
run_refperft() {
    case $variant in
    classical) "$work/refperft" -c 2 "$fen" "$depth" ;;
    custom:*) "$work/refperft" -r 11 -c 0 -e "$(echo "$fen" | tr gG eE)" "$depth" ;;
    *) "$work/refperft" -r 3 -c 0 -e "$(echo "$fen" | tr gG eE)" "$depth" ;; # there a Pegasus is an e
    esac
}

# The count in a program's output: its last whole number, or the one that it labels.
count_of() {
    sed -nE 's/.*nodes=([0-9]+).*/\1/p; s/^Nodes searched: *([0-9]+)/\1/p; s/^([0-9]+)$/\1/p' "$work/$1.out" | tail -n 1
}

# A number that cannot be separated from the start of the program is not printed.
figure() { [ "$1" = 0 ] && echo 'too short' || number "$1"; }
ratio() { [ "$1" = 0 ] || [ "$2" = 0 ] || number "$1/$2"; }

# row TITLE HOW OURS PEER...: race the programs and print a line for each. The start of an engine is
# not part of its speed, so the time of depth 1 is subtracted.
row() {
    local title=$1 how=$2 ours=$3 name full=$depth present=("$3") base speed count expected before
    for name in "${@:4}"; do
        case $name in
        refperft) peer refperft && present+=("$name") ;;
        *) has "${name//_/-}" && present+=("$name") ;;
        esac
    done
    depth=1
    race "${present[@]}"
    for name in "${present[@]}"; do seconds "$name" >"$work/$name.start"; done
    depth=$full
    race "${present[@]}"
    expected=$(count_of "$ours")
    before=$(awk -F '\t' -v title="$title" -v depth="$depth" '$1 == title && $2 == depth { print $3 }' "$work/counts" 2>/dev/null)
    printf '%s\t%s\t%s\n' "$title" "$depth" "$expected" >>"$work/counts"
    for name in "${present[@]}"; do
        count=$(count_of "$name")
        speed=$(awk -v n="$((expected * ($([ "$name" = stockfish ] && echo $often || echo 1))))" -v s="$(seconds "$name")" -v b="$(cat "$work/$name.start")" \
            'BEGIN { t = s - b; print (t > 0.01 ? n / t / 1e6 : 0) }') # 0: too small to separate from the start of the program
        [ "$name" = "$ours" ] && base=$speed
        [ "$count" = "$expected" ] && count=equal || count="DIFFERENT: $count"
        [ "$name" = "$ours" ] && count=$expected
        [ -z "$before" ] || [ "$expected" = "$before" ] || count="$count, DIFFERENT: $before when they were made"
        printf '%s\t%s\t%s\t%s\n' "$name" "$title" "$speed" "$(ratio "$base" "$speed")" >>"$work/ratios"
        echo "| $title, depth $depth | $how | $([ "$name" = "$ours" ] && echo chesscade || echo "${name//_/-}") |" \
            "$(figure "$speed") | $([ "$name" = "$ours" ] || ratio "$base" "$speed") | $count |"
    done
}

echo '`chesscade perft VARIANT DEPTH` makes every last ply, like `perft` of Ethereal and refperft. With `--bulk` it counts the last'
echo 'plies as a set, like `go perft` of the two Stockfishes. Start-up time is subtracted. “equal” means that both programs count the'
echo 'same number of plies.'
echo
echo '| Position | Last plies | Program | Million plies/s | chesscade is × | Plies |'
echo '|---|---|---|---:|---:|---:|'
variant=classical
while IFS=: read -r title deep fen; do
    depth=$deep
    row "classical $title" made made ethereal_chess refperft
    row "classical $title" bulk bulk fairy_stockfish stockfish
done <<END
opening:5:$opening
Kiwipete:4:$kiwipete
position 4:5:$position4
position 5:4:$position5
END
variant=croatian-ties fen=$ties depth=4
row 'croatian-ties without castling' made made refperft
row 'croatian-ties without castling' bulk bulk
# The pieces of Croatian Ties in the middle of 26 files, so that the generator for boards with
# cascades is used.
variant="custom:size=26;ranks=........RGNBQKBNGR......../........PPPPPPPPPP........;castle=R"
fen="8rgnbqkbngr8/8pppppppppp8/$(printf '26/%.0s' {1..22})8PPPPPPPPPP8/8RGNBQKBNGR8 w - - 0 1" depth=3
row '26 × 26 with ten pieces' made made refperft
row '26 × 26 with ten pieces' bulk bulk
fen=
while read -r variant deep; do
    depth=$deep
    row "$variant" made made
    row "$variant" bulk bulk
done <<END
mayan-ascendancy 4
nineteen 3
one 2
turning-chess 4
turnover 4
triangle-corners-3 7
triangle-corners-2 6
triangle-sides-2 6
grand-triangle 4
END

# Every variant with bulk counting, at the first depth that takes long enough to time.
echo
echo '| Variant | Depth | Plies | Million plies/s in bulk |'
echo '|---|---:|---:|---:|'
for variant in $("$chesscade" variants | awk '$1 != "custom" { print $1 }'); do
    depth=1
    rounds=1 race bulk
    start=$(seconds bulk)
    while awk -v t="$(seconds bulk)" -v s="$start" 'BEGIN { exit t - s > 0.03 }' && [ "$depth" -lt 8 ]; do
        depth=$((depth + 1))
        rounds=1 race bulk
    done
    awk -v t="$(seconds bulk)" 'BEGIN { exit t > 0.5 }' && race bulk # a long run is not repeated
    plies=$(count_of bulk) speed=$(number "$(count_of bulk) / ($(seconds bulk) - $start + 0.000001) / 1e6")
    echo "| $variant | $depth | $plies | $speed |"
    echo "$speed $variant" >>"$work/speeds"
done
echo
echo "The slowest variant is $(sort -g "$work/speeds" | head -n 1 | awk '{ print $2 " with " $1 " million plies a second" }')."
# ratios PEER TITLE: how many times faster than the peer, for every row whose title starts like
# this.
ratios() { awk -F '\t' -v name="$1" -v title="$2" '$1 == name && index($2, title) == 1 && $4 != "" { print $4 }' "$work/ratios"; }
goal 'perft, every last ply made, classical: × Ethereal, the lowest of four' "$(ratios ethereal_chess classical | least)" least 1
goal 'perft, every last ply made, 26 × 26: × refperft' "$(ratios refperft '26 ×' | least)" least 2
goal 'perft in bulk, classical: × Fairy-Stockfish, the lowest of four' "$(ratios fairy_stockfish classical | least)" least 1.8
goal 'perft in bulk, Croatian Ties without castling' \
    "$(awk -F '\t' '$1 == "bulk" && index($2, "croatian-ties") == 1 { print $3 }' "$work/ratios")" least 30 'million/s'
goal 'perft in bulk, the slowest variant from its opening' "$(cut -d ' ' -f 1 "$work/speeds" | least)" least 20 'million/s'
