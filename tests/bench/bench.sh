#!/usr/bin/env bash
# bench.sh [OUT] - measure everything in one run, print it and write it down (docs/benchmarks.md by default).
#
# Peers are what Debian has of them (fairy-stockfish, stockfish, ethereal-chess, pgn-extract) and programs whose sources
# lie in the folder $BENCH_PEERS; what is absent is named so. $BENCH_ROUNDS runs of each, 3 unless said so.
# BENCH_LARGE=1000000 measures with so many games besides (a quarter of an hour rather than some minutes).
export BENCH_WORK=${BENCH_WORK:-$(mktemp -d)}
trap 'rm -rf "$BENCH_WORK"' EXIT
. "$(dirname "$0")/lib.sh"
out=${1:-$here/../../docs/benchmarks.md}

version_of() {
    has "$1" && echo "$1 $(dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo 'of unknown version')" || echo "$1: absent"
}

peers() {
    for name in ethereal-chess fairy-stockfish stockfish pgn-extract scid less tig; do version_of $name; done
    for name in refperft miniboard mkgames ptybench; do
        [ -n "$sources" ] && [ -f "$sources/$name.c" ] && echo "$name from source" || echo "$name: absent"
    done
}

{
    echo 'Speed and size, measured'
    echo '========================'
    echo
    echo "\`make bench\` wrote this page: $("$chesscade" --version | head -n 1), $(date -u +%F)," \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1). Processor time of whole processes, the median of $rounds" \
        'runs, programs taking turns; “×” is how many times faster this program is than the one named. Perft times are' \
        'without the start of the program. The load of the machine was' "$(cut -d ' ' -f 1 /proc/loadavg)."
    echo
    echo "Peers: $(peers | paste -sd ';' | sed 's/;/; /g')."
    for part in perft games many screen memory; do
        printf '\n## %s\n\n' "$(sed -n "2s/^# $part.sh - //p" "$here/$part.sh" | sed 's/[:;,.].*//')"
        bash "$here/$part.sh"
    done
} | tee "$BENCH_WORK/page"
cp "$BENCH_WORK/page" "$out"
