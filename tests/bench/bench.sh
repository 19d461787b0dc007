#!/usr/bin/env bash
# bench.sh [OUT] - measure everything in one run, print it and write it down (docs/benchmarks.md by default).
#
# Peers are programs that Debian packages (fairy-stockfish, stockfish, ethereal-chess, pgn-extract)
# and programs whose sources are in the folder $BENCH_PEERS; missing ones are listed as absent. Each
# runs $BENCH_ROUNDS times, 3 by default. BENCH_LARGE=1000000 also measures with that many games:
# this takes half an hour instead of ten minutes, and 5 GB in $TMPDIR.
export BENCH_WORK=${BENCH_WORK:-$(mktemp -d)}
. "$(dirname "$0")/lib.sh"
clear_up() { rm -rf "$BENCH_WORK"; }
commit=$(git -C "$here" log -1 --format=' (commit %h)' 2>/dev/null)
load=$(cut -d ' ' -f 1 /proc/loadavg)
out=${1:-$here/../../docs/benchmarks.md}

version_of() {
    local version
    version=$(dpkg-query -W -f '${Version}' "$1" 2>/dev/null) && [ -n "$version" ] && echo "$1 $version" && return
    has "$1" && echo "$1 of unknown version" || echo "$1: absent"
}

peers() {
    for name in ethereal-chess fairy-stockfish stockfish pgn-extract scid less tig; do version_of $name; done
    for name in git openssh-client libyaml-0-2; do version_of $name | grep -v absent; done
    for name in refperft miniboard mkgames; do
        [ -n "$sources" ] && [ -f "$sources/$name.c" ] && echo "$name from source" || echo "$name: absent"
    done
}

# After Ctrl-C nothing is written to the file.
{
    for part in perft games many loose screen memory; do
        printf '\n## %s\n\n' "$(sed -n "2s/^# $part.sh - //p" "$here/$part.sh" | sed 's/[:;.].*//; s/^./\U&/')"
        bash "$here/$part.sh"
        [ $? != 130 ] || exit 130
    done
} | tee "$BENCH_WORK/parts"
[ "${PIPESTATUS[0]}" = 0 ] || exit 130
{
    cat <<'END'
# Speed and size, measured

This page is for developers: how to measure the program, what was measured, and which figures miss their goals.

## How to measure

| command, in the build folder | what it does |
|---|---|
| `make bench` | measure everything beside other programs and write this page (about ten minutes) |
| `BENCH_LARGE=1000000 make bench` | also measure a million games (about half an hour; 5 GB in `$TMPDIR`) |
| `make bench-check` | count instructions with callgrind and compare them with `tests/bench/instructions.tsv`; fails above 5 % |
| `make bench-archive BENCH_PGN=games.pgn` | measure the archive with your own games |
| `make bench-engine` | measure the engine; see docs/engine.md |

`BENCH_ROUNDS` sets the number of runs (3). `BENCH_PEERS` names a folder with the sources of other programs that have no package
(refperft, miniboard, mkgames). `make bench` reports a program that is missing as absent.

END
    echo "The figures are of $("$chesscade" --version | head -n 1) on $(date -u +%F):" \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors," \
        "$(uname -sr | sed "s|\(\.[0-9]*\)[-.].*|\1|"), $(${CC:-cc} --version | head -n 1), load $load at the start (1 means one busy" \
        'processor).'
    echo
    echo "Times are processor time of whole processes, the median of $rounds runs, with the programs taking turns. “×” says how many" \
        'times faster chesscade is than the other program.'
    echo
    echo "Other programs: $(peers | paste -sd ';' | sed 's/;/; /g')."
    for kind in missed met; do
        printf '\n## Goals %s\n\n| Figure | Goal | Measured |\n|---|---|---:|\n' $kind
        sed -n "s/^$kind|/|/p" "$BENCH_WORK/goals"
    done
} >"$BENCH_WORK/page"
sed -n '/^## Goals missed/,$p' "$BENCH_WORK/page"
cat "$BENCH_WORK/page" "$BENCH_WORK/parts" >"$out"
