# lib.sh - shared by the benchmarks: find peers, time runs in turn, medians, table rows. The other
# scripts source it.
#
# Times are processor seconds (user and system) of a process, including its start, as the median of
# $rounds runs. Every program runs once per round, so that a busy machine slows all of them alike.
# Nothing here fails a build.
set -u
export LC_ALL=C
TIMEFORMAT='%U %S'
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
chesscade=${CHESSCADE:-$here/../../build/chesscade}
sources=${BENCH_PEERS:-} # sources of peers that no package has; without it they are left out
rounds=${BENCH_ROUNDS:-3}
work=${BENCH_WORK:-$(mktemp -d)}
# However the script ends, its background processes end, too, and clear_up runs.
clear_up() { :; }
trap 'clear_up; kill $(jobs -p) 2>/dev/null; [ -n "${BENCH_WORK:-}" ] || rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
PATH=$PATH:/usr/games

# peer NAME [LIBRARY...]: compile a peer from its source, once; fails if there is none.
peer() {
    [ -x "$work/$1" ] && return
    [ -n "$sources" ] && [ -f "$sources/$1.c" ] || return 1
    ${CC:-cc} -O3 -o "$work/$1" "$sources/$1.c" "${@:2}" 2>/dev/null
}

# missing FILE: why the measurements that need the file are skipped.
missing() { [ -n "$sources" ] && echo "$1 is not in $sources." || echo "BENCH_PEERS names no folder with $1."; }

# has PROGRAM: true if it can be run.
has() { command -v "$1" >/dev/null; }

# goal TEXT VALUE least|most LIMIT [UNIT]: a goal and its result, for the table of goals. No value:
# not measured.
goal() {
    awk -v text="$1" -v value="$2" -v way="$3" -v limit="$4" -v unit="${5:-}" 'BEGIN {
        unit = unit == "" ? "" : " " unit
        met = value != "" && (way == "least" ? value + 0 >= limit : value + 0 <= limit)
        printf "%s| %s | at %s %s%s | %s |\n", met ? "met" : "missed", text, way, limit, unit,
            value == "" ? "not measured" : sprintf("%.3g", value) unit }' \
        >>"$work/goals"
}

# least, most: the smallest or largest of numbers, one per line.
least() { sort -g | head -n 1; }
most() { sort -g | tail -n 1; }

# median: of numbers, one per line.
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# race NAME...: run each function run_NAME in turn, $rounds times. Leaves seconds in $work/NAME.cpu, the last output in
# $work/NAME.out.
race() {
    local name i
    for name; do : >"$work/$name.cpu"; done
    for ((i = 0; i < rounds; i++)); do
        for name; do
            { time "run_$name" >"$work/$name.out" 2>/dev/null; } 2>&1 |
                awk '{ spent = $1 + $2; print (spent > 0.001 ? spent : 0.001) }' >>"$work/$name.cpu"
        done
    done
}

# seconds NAME: the median of the race.
seconds() { median <"$work/$1.cpu"; }

# number EXPRESSION: an awk expression, printed with three digits, or all before the decimal point.
number() { awk "BEGIN { v = ($1); printf(v < 1000 ? \"%.3g\" : \"%.0f\", v) }"; }
