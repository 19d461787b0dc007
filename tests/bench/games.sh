#!/usr/bin/env bash
# games.sh - the archive: import with every move checked, verify, list; and finding cascades.
. "$(dirname "$0")/lib.sh"
games=${BENCH_GAMES:-5000}

# Each import makes an archive of its own: where many files were removed just before, some file systems take ten times as
# long to make new ones, and no user imports there. `n` games; `i` is the round.
run_import() { "$chesscade" import "$work/archive.$n.$i" "$work/games.$n.pgn" --files; }
run_packed() { "$chesscade" import "$work/packed.$n.$i" "$work/games.$n.pgn" --pack games; }
run_checked() { "$chesscade" import --check "$work/games.$n.pgn"; }
run_pgn_extract() { pgn-extract -s -r "$work/games.$n.pgn"; }
run_verify() { "$chesscade" verify "$work/archive"; }
run_list() { "$chesscade" list "$work/archive"; }

# row TITLE NAME PROGRAM [BASE]
row() {
    echo "| $1 | $3 | $(seconds "$2") | $(number "$n / $(seconds "$2")") |" \
        "$([ -z "${4:-}" ] || number "$(seconds "$2") / $(seconds "$4")") |"
}

echo '| Work | Program | Processor s | Games/s | chesscade is × |'
echo '|---|---|---:|---:|---:|'
if peer mkgames; then
    for n in 100 1000 "$games"; do
        (cd "$work" && ./mkgames "$n" "$n" 1 "games.$n" p)
        race checked packed import $(has pgn-extract && echo pgn_extract)
        row "$n random classical games parsed, every move checked" checked chesscade
        row 'the same, and written into one pack' packed chesscade
        row 'the same, and written as files' import chesscade
        has pgn-extract && row 'every move of them checked' pgn_extract 'pgn-extract -r' checked
        has pgn-extract && row '... beside the pack' pgn_extract 'pgn-extract -r' packed
        has pgn-extract && row '... beside the files' pgn_extract 'pgn-extract -r' import
    done
    mv "$work/archive.$games.0" "$work/archive"
    race verify list
    row 'verify: schema, replay, end position' verify chesscade
    row 'list' list chesscade
else
    echo "| not measured: $(missing mkgames.c) | | | | |"
fi

# The same games as canonical files, as files with a comment, which libyaml has to read, and read by a bare event loop.
if [ -d "$work/archive" ] && ${CC:-cc} -O2 -o "$work/events" "$here/events.c" -lyaml 2>/dev/null; then
    rm -rf "$work/loose" && cp -r "$work/archive" "$work/loose" && rm -rf "$work/archive/.index" "$work/loose/.index"
    find "$work/loose/games" -name '*.yaml' -exec sed -i '1s/^/# a comment\n/' {} +
    for kind in loose archive; do
        find "$work/$kind/games" -name '*.yaml' -exec sh -c 'for f; do echo ---; cat "$f"; done' sh {} + >"$work/$kind.yaml"
    done
    run_events() { "$work/events" "$work/loose.yaml"; }
    run_stream() { "$chesscade" list "$work/loose.yaml" text:nowhere; }
    run_canonical_stream() { "$chesscade" list "$work/archive.yaml" text:nowhere; }
    run_canonical() { "$chesscade" list "$work/archive" text:nowhere; }
    run_parsed() { "$chesscade" list "$work/loose" text:nowhere; }
    race events stream canonical_stream canonical parsed
    row 'every event of all files with a comment, in one stream' events 'bare libyaml loop' stream
    row 'a text looked for in all fields of that stream' stream chesscade
    row 'the same, without the comments: canonical' canonical_stream chesscade
    row 'a text looked for in all fields, no index: files with a comment' parsed chesscade
    row 'the same: canonical files' canonical chesscade
elif [ -d "$work/archive" ]; then
    echo '| a bare libyaml loop: no libyaml to compile with | | | | |'
fi

# Positions of the book: its Wave example (8.1), the game of 17.1, a Pawn carried on by a Pyramid, and an opening.
# A row of more and more Waves below pieces of many kinds, and a Pawn that none of them can promote: everything is tried.
run_cascade() { "$chesscade" cascades "$variant" ${text:+--position "$text"} --goal "$goal" --cascade "$cap" 2>&1; }
waves() { # COUNT
    local row=$(printf 'W%.0s' $(seq "$1"))
    echo "15k/16/16/16/16/16/16/2R3B3N3G1/16/2U3A3r3b1/16/Q7$row$(($1 < 8 ? 8 - $1 : 0))" |
        sed 's/0$//; s,$,/16/2R3B3Q5/15P/K15 w - - 0 1,'
}
echo
echo '| Cascades | Goal | Moves at most | Processor s | Plies found, or states looked at |'
echo '|---|---|---:|---:|---:|'
while IFS=: read -r title variant goal cell cap text; do
    goal=$goal${cell:+:$cell}
    race cascade
    found=$(sed -nE 's/.* all ([0-9]+) states.*/\1 states/p' "$work/cascade.out")
    echo "| $title | $goal | $cap | $(seconds cascade) | ${found:-$(grep -c '\[\|-' "$work/cascade.out")} |"
    case $title in [0-9]*) echo "${title%% *} ${found% states}" >>"$work/waves" ;; esac
done <<END
Waves without end (8.1):mirandas-veil:promote::1000:15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/16/W1Q1w11 w - - 0 1
the check of 17.1:mirandas-veil:check::3:16/16/16/16/16/16/16/16/16/16/16/16/3Q12/15r/14K1/W8k2B2q w - - 0 1
a Pawn carried on:mayan-ascendancy:reach:G@e8:5:11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1
opening of One:one:capture:f25:4:
$(for count in 1 2 3 4 5 6 7 8; do echo "$count Waves among many pieces:mirandas-veil:promote::1000:$(waves $count)"; done)
END
echo
echo 'States looked at by the number of Waves:'
echo
echo '```'
awk '{ printf "%d Waves %6d ", $1, $2; for (i = 0; i < $2; i += 40) printf "#"; print "" }' "$work/waves"
echo '```'
