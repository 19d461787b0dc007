#!/usr/bin/env bash
# check.sh [--write] - instructions per unit of work, counted by callgrind and compared with the
# stored counts: noise does not matter.
#
# instructions.tsv has a row for each measurement: name, units (plies counted), instructions per
# unit, the command. It is a failure if a row needs over 5 % more, fails, counts other plies or
# costs nothing; --write stores the new counts. The start of the program is subtracted: the same
# command at depth 1, or no command at all. @games stands for a file of two hundred games, @archive
# for an archive of them, @screen for keys that draw the first screen. The C library must not choose
# its code by the processor. Another compiler gives other counts: they are printed, but not compared
# with those of the compiler named in the table.
. "$(dirname "$0")/lib.sh"
table=$here/instructions.tsv
has valgrind || { echo 'bench-check: valgrind is absent, nothing is compared'; exit 0; }
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-BMI2,-ERMS,-FSRM,-SSE4_2,-SSE4_1,-SSSE3
compiler="$(${CC:-cc} --version | head -n 1), ${CFLAGS:--g -O2}"

# instructions ARGUMENT...: the count of one run; nothing if it fails.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$chesscade" "$@" >"$work/check.out" 2>"$work/check.err" &&
        sed -nE 's/.*Collected : ([0-9]+).*/\1/p' "$work/check.err"
}

# A well-known game, two hundred times with different players.
for ((i = 1; i <= 200; i++)); do
    printf '[Event "Opera"]\n[Site "Paris"]\n[Date "1858.11.%02d"]\n[Round "%d"]\n[White "Morphy %d"]\n' $((i % 28 + 1)) "$i" "$i"
    printf '[Black "Duke"]\n[Result "1-0"]\n\n%s\n%s\n\n' '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6' \
        '7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0'
done >"$work/games.pgn"
export HOME=$work
"$chesscade" import "$work/archive" "$work/games.pgn" --pack games >/dev/null 2>&1
touch -d '1 minute ago' "$work/archive/packs/games.yaml" # the program caches no list of a file that was written just now
"$chesscade" list "$work/archive" >/dev/null
echo ':glyphs list' >"$work/screen"
bare=$(instructions --version)

was=$(sed -n 's/^# Compiler: //p' "$table")
other=
[ "$was" = "$compiler" ] || [ "${1:-}" = --write ] || {
    other=1
    echo "Written down with $was; this is $compiler, which counts other numbers: they are printed, not judged."
    echo "To judge with this one, write down what it counts before a change: tests/bench/check.sh --write."
}
worse=0
: >"$work/table"
while IFS=$'\t' read -r name units known command; do
    case $name in
    '# Compiler:'*) echo "# Compiler: $compiler" >>"$work/table"; continue ;;
    '#'* | '') echo "$name${units:+	$units	$known	$command}" >>"$work/table"; continue ;;
    esac
    read -r -a words <<<"$command"
    words=("${words[@]/@/$work/}")
    spent=$(instructions "${words[@]/%games/games.pgn}")
    counted=$(grep -hoE '^[0-9]+$|\b[0-9]+ (games|verified)' "$work/check.out" "$work/check.err" | tail -n 1)
    case $command in
    perft*) start=$(instructions "${words[@]/#[2-9]/1}") ;;
    *) start=$bare ;;
    esac
    each=$(awk -v a="$spent" -v b="$start" -v n="${counted%% *}" 'BEGIN { printf "%.1f", (n > 0 && b > 0 ? (a - b) / n : 0) }')
    printf '%s\t%s\t%s\t%s\n' "$name" "${counted%% *}" "$each" "$command" >>"$work/table"
    verdict=$(awk -v a="$each" -v b="$([ "${1:-}" = --write ] || [ -n "$other" ] && echo 0 || echo "$known")" 'BEGIN {
        print (a <= 0 ? "FAILS" : b == 0 || a <= b * 1.05 ? (b && a < b * 0.95 ? "ok, less: may be written down" : "ok") : "MORE THAN 5 % WORSE") }')
    [ "${counted%% *}" = "$units" ] || [ "${1:-}" = --write ] || verdict="COUNTS ${counted:-nothing}, NOT $units"
    [[ $verdict = ok* ]] || worse=1
    printf '%-28s %10s now, %10s written down: %s\n' "$name" "$each" "$known" "$verdict"
done <"$table"
if [ "${1:-}" = --write ] && [ $worse = 0 ]; then
    cp "$work/table" "$table"
fi
exit $worse
