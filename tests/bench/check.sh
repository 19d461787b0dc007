#!/usr/bin/env bash
# check.sh [--write] - instructions a unit of work, counted by callgrind, against those written down: noise cannot fool it.
#
# instructions.tsv has a row for each: name, units (plies counted), instructions a unit, the command. More than 5 % above
# fails; --write writes what was counted. Start-up is taken off: the same command at depth 1.
. "$(dirname "$0")/lib.sh"
table=$here/instructions.tsv
has valgrind || { echo 'bench-check: valgrind is absent, nothing is compared'; exit 0; }

# instructions ARGUMENT...: of one run.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$chesscade" "$@" 2>&1 >"$work/check.out" |
        sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}

worse=0
: >"$work/table"
while IFS=$'\t' read -r name units known command; do
    case $name in '#'* | '') echo "$name${units:+	$units	$known	$command}" >>"$work/table"; continue ;; esac
    read -r -a words <<<"$command"
    spent=$(instructions "${words[@]}") counted=$(tail -n 1 "$work/check.out")
    start=$(instructions "${words[@]/#[2-9]/1}")
    each=$(awk -v a="$spent" -v b="$start" -v n="$counted" 'BEGIN { printf "%.1f", (a - b) / n }')
    printf '%s\t%s\t%s\t%s\n' "$name" "$counted" "$each" "$command" >>"$work/table"
    verdict=$(awk -v a="$each" -v b="$known" 'BEGIN { print b == 0 || a <= b * 1.05 ? "ok" : "MORE THAN 5 % WORSE" }')
    [ "$counted" = "$units" ] || [ "${1:-}" = --write ] || verdict="COUNTS $counted, NOT $units"
    [ "$verdict" = ok ] || worse=1
    printf '%-28s %10s now, %10s written down: %s\n' "$name" "$each" "$known" "$verdict"
done <"$table"
if [ "${1:-}" = --write ]; then
    cp "$work/table" "$table"
    exit 0
fi
exit $worse
