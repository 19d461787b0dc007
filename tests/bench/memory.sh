#!/usr/bin/env bash
# memory.sh - memory and start: the client without an archive and with growing ones, and games of growing length.
#
# BENCH_LARGE=1000000 adds an archive of that many games (some minutes), packed and indexed as in
# many.sh.
. "$(dirname "$0")/lib.sh"
export HOME=$work/home TERM=xterm-256color LC_ALL=C.UTF-8
mkdir -p "$HOME"
watch=$work/watch
[ -x "$watch" ] || ${CC:-cc} -O2 -o "$watch" "$here/watch.c" -lutil 2>/dev/null
: >"$work/plot"

# row TITLE GAMES COMMAND...: print a row, and add a point to the plot.
row() {
    local field=()
    rm -f "$work"/see.*
    for ((i = 0; i < rounds; i++)); do "$watch" key:j wait:1000 -- "${@:3}" >"$work/see.$i" 2>/dev/null; done
    for f in 3 4; do field+=("$(sed -sn 1p "$work"/see.* | cut -f $f | median | awk '{ printf "%.1f", $1 / 1000 }')"); done
    kb=$(sed -sn 3p "$work"/see.* | cut -f 5 | median) # when everything is read
    mb=$(awk -v kb="$kb" 'BEGIN { printf "%.1f", kb / 1024 }')
    echo "| $1 | $mb | ${field[0]} | ${field[1]} |"
    printf '%-28s %s\n' "$1" "$mb" >>"$work/plot"
}

# archive_of GAMES: made once in $work/a.GAMES, by many.sh or here.
archive_of() {
    [ ! -d "$work/a.$1" ] || return 0
    (cd "$work" && ./mkgames $(($1 < 20000 ? $1 : 20000)) "$1" 1 m p >/dev/null) &&
        "$chesscade" import "$work/a.$1" "$work/m.pgn" --pack all >/dev/null 2>&1 &&
        touch -d '1 minute ago' "$work/a.$1/packs/all.yaml" && # an index does not trust files that were written just now
        "$chesscade" index "$work/a.$1" >/dev/null 2>&1
}

echo '`chesscade new BOARD`, `chesscade ARCHIVE` (packed and indexed) and `chesscade FILE` in a terminal of 60 lines and 160 columns.'
echo 'Resident memory is measured one second after the first frame, when the whole list has been read.'
echo
echo '| Client | Resident MB | First frame ms | processor ms |'
echo '|---|---:|---:|---:|'
row 'no archive, a new game' 0 "$chesscade" new classical
goal 'memory of the client without an archive' "$mb" most 8 MB
row 'no archive, a game of One' 0 "$chesscade" new one
if peer mkgames; then
    for games in 1000 100000 ${BENCH_LARGE:-}; do
        archive_of "$games" && row "$games games" "$games" "$chesscade" "$work/a.$games"
    done
    goal "memory of the client with $games games" "$mb" most 64 MB
else
    echo "| archives not measured: $(missing mkgames.c) | | | |"
fi
[ -n "${BENCH_LARGE:-}" ] || echo '| 1000000 games: with BENCH_LARGE=1000000 | | | |'
for plies in 100 1000 4000; do
    { # Knights out and back again
        printf '[Event "?"]\n[Site "?"]\n[Date "2020.01.01"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n'
        awk -v n="$plies" 'BEGIN { split("Nf3 Nf6 Ng1 Ng8", p, " ")
            for (i = 0; i < n; i++) printf "%s%s%s", i % 2 ? "" : i / 2 + 1 ". ", p[i % 4 + 1], i % 12 == 11 ? "\n" : " "; print "*" }'
    } >"$work/long.pgn"
    rm -rf "$work/long"
    "$chesscade" import "$work/long" "$work/long.pgn" >/dev/null 2>&1
    row "a game of $plies plies" 0 "$chesscade" "$(find "$work/long/games" -name '*.yaml' 2>/dev/null | head -n 1)"
    [ "$plies" = 100 ] && short=$kb
done
echo
echo "Each further ply of a game takes $(((kb - short) * 1024 / 3900)) bytes."
echo
echo '```'
awk -v most="$(awk '{ print $NF }' "$work/plot" | most)" '{
    mb = $NF; line = $0; sub(/ [^ ]*$/, "", line); printf "%-28s %6.1f MB ", line, mb
    for (i = 0; i < mb * 60 / most; i++) printf "#"; print "" }' "$work/plot"
echo '```'
