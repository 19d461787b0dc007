#!/usr/bin/env bash
# games.sh - the archive: import with every move checked, verify, list; and finding cascades.
. "$(dirname "$0")/lib.sh"
games=${BENCH_GAMES:-2000}

run_import() {
    rm -rf "$work/archive"
    "$chesscade" import "$work/archive" "$work/games.pgn"
}
run_pgn_extract() { pgn-extract -s -r "$work/games.pgn"; }
run_verify() { "$chesscade" verify "$work/archive"; }
run_list() { "$chesscade" list "$work/archive"; }

# row TITLE NAME PROGRAM [BASE]
row() {
    echo "| $1 | $3 | $(seconds "$2") | $(number "$games / $(seconds "$2")") |" \
        "$([ -z "${4:-}" ] || number "$(seconds "$2") / $(seconds "$4")") |"
}

echo '| Work | Program | Processor s | Games/s | chesscade is × |'
echo '|---|---|---:|---:|---:|'
if peer mkgames; then
    (cd "$work" && ./mkgames "$games" "$games" 1 games p)
    race import $(has pgn-extract && echo pgn_extract)
    row "import of $games random classical games, written to disk" import chesscade
    has pgn-extract && row 'the same parsed and checked' pgn_extract 'pgn-extract -r' import
    race verify list
    row 'verify: schema, replay, end position' verify chesscade
    row 'list' list chesscade
else
    echo "| no games: mkgames.c is not in $(basename "$sources") | | | | |"
fi

# Positions of the book: its Wave example (8.1), the game of 17.1, a Pawn carried on by a Pyramid, and an opening.
run_cascade() { "$chesscade" cascades "$variant" ${text:+--position "$text"} --goal "$goal" --cascade "$cap"; }
echo
echo '| Cascades | Goal | Moves at most | Processor s | Plies found |'
echo '|---|---|---:|---:|---:|'
while IFS=: read -r title variant goal cell cap text; do
    goal=$goal${cell:+:$cell}
    race cascade
    echo "| $title | $goal | $cap | $(seconds cascade) | $(grep -c '\[\|-' "$work/cascade.out") |"
done <<'END'
Waves without end (8.1):mirandas-veil:promote::1000:15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/16/W1Q1w11 w - - 0 1
the check of 17.1:mirandas-veil:check::3:16/16/16/16/16/16/16/16/16/16/16/16/3Q12/15r/14K1/W8k2B2q w - - 0 1
a Pawn carried on:mayan-ascendancy:reach:G@e8:5:11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1
opening of One:one:capture:f25:4:
END
