#!/usr/bin/env bash
# screen.sh - what a terminal sees of the client, through a pseudo-terminal: first frame, bytes, keys, memory. Beside the
# smallest ncurses board there can be.
. "$(dirname "$0")/lib.sh"
samples=$here/../../samples
export HOME=$work/home TERM=xterm-256color
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
mkdir -p "$HOME"

# see TITLE PROGRAM KEYS COMMAND...: one row; the harness gives medians itself.
see() {
    "$work/ptybench" -n 3 -r 60 -c 160 -i 100 -g 30 -q ":q\nq" -k "$3" -- "${@:4}" >"$work/see.out" 2>/dev/null
    awk -v title="$1" -v program="$2" '
        /^start:/ { match($0, /frame done [0-9.]+/); ms = substr($0, RSTART + 11, RLENGTH - 11)
                    match($0, /bytes [0-9]+/); bytes = substr($0, RSTART + 6, RLENGTH - 6)
                    match($0, /rss [0-9]+/); rss = substr($0, RSTART + 4, RLENGTH - 4) }
        /^keys:/ { match($0, /last byte median [0-9]+/); us = substr($0, RSTART + 17, RLENGTH - 17)
                   match($0, /bytes median [0-9]+/); key = substr($0, RSTART + 13, RLENGTH - 13) }
        END { printf "| %s | %s | %s | %s | %s | %s | %.1f |\n", title, program, ms, bytes, key, us, rss / 1024 }' \
        "$work/see.out"
}

echo '| Screen | Program | First frame ms | Bytes | Bytes a key | µs a key | Resident MB |'
echo '|---|---|---:|---:|---:|---:|---:|'
if peer ptybench -lutil; then
    board=$work/miniboard
    for row in 'classical 8' 'one 26'; do
        set -- $row
        for colors in 256 8 none; do
            see "$1, cursor moves, $colors colours" chesscade '\nkhjlkhjl' "$chesscade" new "$1" --colors $colors
        done
        peer miniboard -lncursesw && see "$2 × $2, cursor moves, 256 colours" miniboard '{UP}{LEFT}{DOWN}{RIGHT}' "$board" "$2" s
    done
    for variant in turning-chess turnover triangle-corners-3; do
        see "$variant, cursor moves, 256 colours" chesscade '\nkhjlkhjl' "$chesscade" new $variant --colors 256
    done
    game=$(ls "$samples"/games/*/*/*.yaml | head -n 1)
    see 'replay step' chesscade 'llllllll' "$chesscade" "$game"
    see 'list of games, one down' chesscade 'jjjjjjjj' "$chesscade" "$samples"
    has less && see 'a file, one line down' less 'jjjjjjjj' less "$game"
else
    echo "| not measured: ptybench.c is not in $(basename "$sources") | | | | | | |"
fi
