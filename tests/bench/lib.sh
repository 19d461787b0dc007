# lib.sh - what the measurements share: peers looked up, runs timed in turn, medians, table rows. Sourced by the others.
#
# Times are processor seconds (user and system) of a process, start-up included, the median of $rounds runs; within a
# round every program runs once, so that a busy machine slows them alike. Nothing here fails a build.
set -u
export LC_ALL=C
TIMEFORMAT='%U %S'
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
chesscade=${CHESSCADE:-$here/../../build/chesscade}
sources=${BENCH_PEERS:-} # sources of peers that are in no package; without it they are left out
rounds=${BENCH_ROUNDS:-3}
work=${BENCH_WORK:-$(mktemp -d)}
# However it ends, what was begun ends too: in the background, and what clear_up is made to do besides.
clear_up() { :; }
trap 'clear_up; kill $(jobs -p) 2>/dev/null; [ -n "${BENCH_WORK:-}" ] || rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
PATH=$PATH:/usr/games

# peer NAME [LIBRARY...]: compile a peer from its own source once; fails when there is none.
peer() {
    [ -x "$work/$1" ] && return
    [ -n "$sources" ] && [ -f "$sources/$1.c" ] || return 1
    ${CC:-cc} -O3 -o "$work/$1" "$sources/$1.c" "${@:2}" 2>/dev/null
}

# missing FILE: why what needs it is not measured.
missing() { [ -n "$sources" ] && echo "$1 is not in $sources." || echo "BENCH_PEERS names no folder with $1."; }

# has PROGRAM: whether it can be run.
has() { command -v "$1" >/dev/null; }

# goal TEXT VALUE least|most LIMIT [UNIT]: what was aimed at and what came of it, for the table of goals. No value: not measured.
goal() {
    awk -v text="$1" -v value="$2" -v way="$3" -v limit="$4" -v unit="${5:-}" 'BEGIN {
        unit = unit == "" ? "" : " " unit
        holds = value == "" ? "not measured" : (way == "least" ? value + 0 >= limit : value + 0 <= limit) ? "yes" : "**no**"
        printf "| %s | at %s %s%s | %s | %s |\n", text, way, limit, unit, value == "" ? "" : sprintf("%.3g", value) unit, holds }' \
        >>"$work/goals"
}

# least, most: of numbers, one a line.
least() { sort -g | head -n 1; }
most() { sort -g | tail -n 1; }

# median: of numbers, one a line.
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

# number EXPRESSION: of awk; three digits, or all before the point.
number() { awk "BEGIN { v = ($1); printf(v < 1000 ? \"%.3g\" : \"%.0f\", v) }"; }
