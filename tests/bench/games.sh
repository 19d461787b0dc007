#!/usr/bin/env bash
# games.sh - the archive: importing with every ply checked, verifying, listing; and searching cascades.
. "$(dirname "$0")/lib.sh"
games=${BENCH_GAMES:-5000}

# Each import makes an archive of its own: if many files were removed just before, some file systems
# take ten times as long to create new ones, and users do not import in such a state. `n` is the
# number of games, `i` the round.
run_import() { "$chesscade" import "$work/archive.$n.$i" "$work/games.$n.pgn" --files; }
run_packed() { "$chesscade" import "$work/packed.$n.$i" "$work/games.$n.pgn"; } # the default: files of 64 KB or more become packs
run_checked() { "$chesscade" import --check "$work/games.$n.pgn"; }
run_pgn_extract() { pgn-extract -s -r "$work/games.$n.pgn"; }
run_verify() { "$chesscade" verify "$work/archive"; }
run_list() { "$chesscade" list "$work/archive"; }

# row TITLE NAME PROGRAM [BASE]
row() {
    echo "| $1 | $3 | $(seconds "$2") | $(number "$n / $(seconds "$2")") |" \
        "$([ -z "${4:-}" ] || number "$(seconds "$2") / $(seconds "$4")") |"
}

echo '`chesscade import`, `verify` and `list ARCHIVE text:nowhere` (which loads every game and searches all its fields), compared with'
echo '`pgn-extract -s -r` and with a loop that takes every event from libyaml and ignores it (`tests/bench/events.c`).'
echo
echo '| Work | Program | Processor s | Games/s | chesscade is × |'
echo '|---|---|---:|---:|---:|'
if peer mkgames; then
    for n in 100 1000 "$games"; do
        (cd "$work" && ./mkgames "$n" "$n" 1 "games.$n" p)
        race checked packed import $(has pgn-extract && echo pgn_extract)
        row "$n random classical games parsed, every move checked" checked chesscade
        row 'the same, and written to one pack' packed chesscade
        row 'the same, and written as files' import chesscade
        has pgn-extract && row 'every move checked' pgn_extract 'pgn-extract -r' checked
        has pgn-extract && row '... compared with the pack' pgn_extract 'pgn-extract -r' packed
        has pgn-extract && row '... compared with the files' pgn_extract 'pgn-extract -r' import
        has pgn-extract && goal "import of $n games into an archive: × \`pgn-extract -r\`" \
            "$(awk -v a="$(seconds pgn_extract)" -v b="$(seconds packed)" 'BEGIN { print a / b }')" least 1
    done
    mv "$work/archive.$games.0" "$work/archive"
    has pgn-extract && goal 'import --check (every move checked): × `pgn-extract -r`' \
        "$(awk -v a="$(seconds pgn_extract)" -v b="$(seconds checked)" 'BEGIN { print a / b }')" least 1.5
    race verify list
    row 'verify: schema, replay, end position' verify chesscade
    row 'list' list chesscade
else
    echo "| not measured: $(missing mkgames.c) | | | | |"
fi

# The same games as canonical files, as files with a comment, and in a different layout, with
# brackets over two lines. As separate files, and all in one stream.
if [ -d "$work/archive" ] && ${CC:-cc} -O2 -o "$work/events" "$here/events.c" -lyaml 2>/dev/null; then
    for kind in remarked foreign; do cp -r "$work/archive" "$work/$kind"; done
    rm -rf "$work"/{archive,remarked,foreign}/.index
    find "$work/remarked/games" -name '*.yaml' -exec sed -i '1s/^/# a comment\n/' {} +
    find "$work/foreign/games" -name '*.yaml' -exec sed -i 's/^event: {/event: {\n  /' {} +
    for kind in archive remarked foreign; do
        find "$work/$kind/games" -name '*.yaml' -exec sh -c 'for f; do echo ---; cat "$f"; done' sh {} + >"$work/$kind.yaml"
    done
    mapfile -t files < <(find "$work/foreign/games" -name '*.yaml')
    run_events() { "$work/events" "${files[@]}"; }
    run_stream_events() { "$work/events" "$work/foreign.yaml"; }
    for kind in archive remarked foreign; do
        eval "run_$kind() { \"\$chesscade\" list \"\$work/$kind\" text:nowhere; }"
        eval "run_stream_$kind() { \"\$chesscade\" list \"\$work/$kind.yaml\" text:nowhere; }"
    done
    race events archive remarked foreign
    race stream_events stream_archive stream_remarked stream_foreign
    row 'every event of the files' events 'bare libyaml loop' foreign
    row 'full-text search in files as other programs write them' foreign chesscade
    row 'the same, in files with a comment' remarked chesscade
    row 'the same, in canonical files' archive chesscade
    row 'every event of one stream' stream_events 'bare libyaml loop' stream_foreign
    row 'full-text search in a stream as other programs write it' stream_foreign chesscade
    row 'the same, with comments' stream_remarked chesscade
    row 'the same, canonical' stream_archive chesscade
elif [ -d "$work/archive" ]; then
    echo '| a bare libyaml loop: no libyaml to compile with | | | | |'
fi

# Positions of the book: its Wave example (8.1), the game of 17.1, a Pawn carried on by a Pyramid,
# and an opening. Then worst cases: for each number of Waves the position that kept the finder busy
# longest among some millions, with the same pieces in different places. None of the pieces can
# promote the Pawn in the corner, so everything is searched. The last one stops at the limit.
run_cascade() { "$chesscade" cascades "$variant" ${text:+--position "$text"} --goal "$goal" --cascade "$cap" 2>&1; }
run_cascade_memory() { # its largest memory, in kilobytes
    /usr/bin/time -f %M "$chesscade" cascades "$variant" ${text:+--position "$text"} --goal "$goal" --cascade "$cap" 2>&1 >/dev/null | tail -n 1
}
printf '\n## The cascade finder\n\n'
echo '`chesscade cascades VARIANT --position TEXT --goal GOAL --cascade N`. “all” means that the search visited every state, of any'
echo 'length.'
echo
echo '| Cascades | Goal | Most moves | Processor s | Peak MB | States | Plies found |'
echo '|---|---|---:|---:|---:|---:|---:|'
while IFS=: read -r title variant goal cell cap text; do
    goal=$goal${cell:+:$cell}
    rounds=1 race cascade
    awk -v t="$(seconds cascade)" 'BEGIN { exit t > 2 }' && race cascade # a long run is not repeated
    states=$(sed -nE -e 's/.*followed, ([0-9]+) partial.*/all \1/p;t' -e 's/.*given up: .*: ([0-9]+) partial.*/stopped at \1/p;t' \
        -e 's/.*: ([0-9]+) partial.*/at least \1/p' "$work/cascade.out")
    mb=$(has /usr/bin/time && run_cascade_memory | awk '{ printf "%.1f", $1 / 1024 }')
    echo "| $title | $goal | $cap | $(seconds cascade) | ${mb:-} | $states | $([ -n "$states" ] || wc -l <"$work/cascade.out") |"
    case $title in [0-9]*) echo "${title%% *} ${states##* } $(seconds cascade)" >>"$work/waves" ;; esac
done <<END
Waves without end (8.1):mirandas-veil:promote::1000:15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/16/W1Q1w11 w - - 0 1
the check of 17.1:mirandas-veil:check::3:16/16/16/16/16/16/16/16/16/16/16/16/3Q12/15r/14K1/W8k2B2q w - - 0 1
a Pawn carried on:mayan-ascendancy:reach:G@e8:5:11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1
opening of One:one:capture:f25:4:
1 Wave, eight other pieces:mirandas-veil:promote::100000:9R5k/16/16/4B11/10U5/16/16/16/2G5QW1N4/9R6/16/16/5B10/16/15P/K15 w - - 0 1
2 Waves, eight other pieces:mirandas-veil:promote::100000:15k/16/16/16/16/2B13/1B1U12/2RW1G10/2RW10Q1/4N11/16/16/16/16/15P/K15 w - - 0 1
3 Waves, eight other pieces:mirandas-veil:promote::100000:15k/16/16/16/16/16/16/16/16/16/12UN2/13B1W/1Q10WGR1/11B1WR1/15P/K15 w - - 0 1
4 Waves, eight other pieces:mirandas-veil:promote::100000:15k/16/16/16/16/16/16/14G1/12NW2/10B3B1/11W4/13UR1/11R1W2/Q13W1/15P/K15 w - - 0 1
5 Waves, eight other pieces:mirandas-veil:promote::100000:15k/16/16/16/16/16/4W1U1W7/5BG9/2BW12/1WR1R11/2N1W10Q/16/16/16/15P/K15 w - - 0 1
6 Waves, eight other pieces:mirandas-veil:promote::100000:15k/16/16/16/3R12/3WN9R1/1GW12W/1B1W12/2WW9Q2/1B14/U15/16/16/16/15P/K15 w - - 0 1
7 Waves, eight other pieces:mirandas-veil:promote::100000:15k/16/16/16/UW12Q1/1W3R10/2B2N10/2WW12/6W9/1B2G11/5W1R8/W15/16/16/15P/K15 w - - 0 1
fifteen Waves, fifteen other pieces:one:promote::100000:25k/18WW6/14N11/26/26/5W11U8/5W20/26/20R5/9R2W13/26/9W3NU7W3/26/6N15W3/13W12/12W1B5G5/24U1/19QW5/7B6R11/16W1Q7/21W4/14W11/14WB10/22Q3/25P/K25 w - - 0 1
END
echo
echo 'States searched and processor time, by the number of Waves:'
echo
echo '```'
most=$(awk '{ print $2 }' "$work/waves" | most)
awk -v most="$most" '{ printf "%d Waves %8d %6.2f s ", $1, $2, $3; for (i = 0; i < $2; i += most / 60) printf "#"; print "" }' "$work/waves"
echo '```'
