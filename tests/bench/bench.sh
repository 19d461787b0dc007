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
    for part in perft games many screen memory; do
        printf '\n## %s\n\n' "$(sed -n "2s/^# $part.sh - //p" "$here/$part.sh" | sed 's/[:;,.].*//; s/^./\U&/')"
        bash "$here/$part.sh"
        [ $? != 130 ] || exit 130
    done
} | tee "$BENCH_WORK/parts"
[ "${PIPESTATUS[0]}" = 0 ] || exit 130
{
    echo 'Speed and size, measured'
    echo '========================'
    echo
    echo "\`make bench\` wrote this page: $("$chesscade" --version | head -n 1), $(date -u +%F)," \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(uname -sr | sed "s|\(\.[0-9]*\)[-.].*|\1|"), $(${CC:-cc} --version | head -n 1)." \
        "Processor time of whole processes, the median of $rounds runs, programs taking turns; “×” is how many times faster" \
        'this program is than the one named. Perft times are without the start of the program. The load of the machine was' \
        "$load when it began (1 is one processor busy), $(nproc) processors."
    echo
    echo "Peers: $(peers | paste -sd ';' | sed 's/;/; /g'). Sources of peers that no package has lie in the folder BENCH_PEERS names."
    printf '\n## Goals\n\n| Goal | | Measured | Holds |\n|---|---|---:|---|\n'
    cat "$BENCH_WORK/goals"
} >"$BENCH_WORK/page"
sed -n '/^## Goals/,$p' "$BENCH_WORK/page"
cat "$BENCH_WORK/page" "$BENCH_WORK/parts" >"$out"
