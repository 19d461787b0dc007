#!/usr/bin/env bash
# loose.sh - games in single files: the first rows, the whole list, and the first screen.
#
# BENCH_LOOSE gives the number of files, 100 000 by default: random classical games, imported with
# --files, indexed, and listed once before anything is measured.
. "$(dirname "$0")/lib.sh"
export HOME=$work/home TERM=xterm-256color LC_ALL=C.UTF-8
mkdir -p "$HOME"
loose=${BENCH_LOOSE:-100000}
archive=$work/loose.$loose
find=$(dirname "$chesscade")/tests/bench/find

if ! peer mkgames; then
    echo "Not measured: $(missing mkgames.c)"
    exit 0
fi
(cd "$work" && ./mkgames $((loose < 20000 ? loose : 20000)) "$loose" 1 loose p >/dev/null)
"$chesscade" import "$archive" "$work/loose.pgn" --files >/dev/null
find "$archive/games" -exec touch -d '1 minute ago' {} + # files and folders just written are read again
"$chesscade" index "$archive" >/dev/null

# opened FIELD: milliseconds of the line of tests/bench/find that begins with it, the median.
opened() {
    for ((i = 0; i < rounds; i++)); do "$find" -1 "$archive"; done | awk -v name="$1" 'index($0, name "  ") == 1 { print $(NF - 5) }' | median
}
# row TITLE MS LIMIT: print a line and note whether the goal is met.
row() {
    echo "| $1 | $2 |"
    goal "$loose single files: $1" "$2" most "$3" ms
}
echo "$loose games, one file each (\`chesscade import ARCHIVE FILE.pgn --files\`), indexed, and unchanged since: milliseconds of elapsed"
echo 'time, the median. The first screen includes the start of the program.'
echo
echo '| Work | ms |'
echo '|---|---:|'
row 'open, and the first rows' "$(opened 'open, and the first headers')" 50
row 'open, and check every file against the list' "$(opened 'open, and all headers')" 500
watch=$work/watch
[ -x "$watch" ] || ${CC:-cc} -O2 -o "$watch" "$here/watch.c" -lutil 2>/dev/null || exit 0
screen=$(for ((i = 0; i < rounds; i++)); do "$watch" -b 600 wait:1 -- "$chesscade" "$archive" 2>/dev/null | head -n 1 | cut -f 3; done | median)
echo "| \`chesscade ARCHIVE\`: first screen | $(number "$screen / 1000") |"
