#!/usr/bin/env bash
# screen.sh - what a terminal sees of the client: first frame, bytes, keys, processor time and memory in a pseudo-terminal.
#
# watch.c runs each program in a pseudo-terminal, $rounds times in turn; figures are medians. Peers:
# miniboard (the smallest possible ncurses board), less, tig, ssh cat.
. "$(dirname "$0")/lib.sh"
samples=$here/../../samples
export HOME=$work/home TERM=xterm-256color LC_ALL=C.UTF-8
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
mkdir -p "$HOME"
watch=$work/watch
${CC:-cc} -O2 -o "$watch" "$here/watch.c" -lutil 2>/dev/null || ${CC:-cc} -O2 -o "$watch" "$here/watch.c" 2>/dev/null || {
    echo 'Not measured: no pseudo-terminals here.'
    exit 0
}

# see ARGUMENT...: run watch.c $rounds times, each time without remembered reading positions:
# otherwise a game would open where it was left, with no ply to step to.
see() {
    rm -f "$work"/see.*
    for ((i = 0; i < rounds; i++)); do
        rm -rf "$HOME" && mkdir -p "$HOME"
        "$watch" "$@" >"$work/see.$i" 2>/dev/null
    done
}
# of LINE FIELD [DIVIDE]: the median of a field: 2 bytes, 3 microseconds until drawn, 4 microseconds
# of processor time, 5 kilobytes.
of() { for seen in "$work"/see.*; do sed -n "$1p" "$seen" | cut -f "$2"; done | median | awk -v by="${3:-1}" '{ printf by == 1 ? "%d" : "%.1f", $1 / by }'; }

# mean FIRST LAST FIELD: of the actions in these lines, over all rounds.
mean() {
    for seen in "$work"/see.*; do sed -n "$1,$2p" "$seen" | cut -f "$3"; done |
        awk '{ sum += $1 } END { if (NR) printf "%d", sum / NR }'
}

# middle FIRST LAST FIELD: the median of the same.
middle() { for seen in "$work"/see.*; do sed -n "$1,$2p" "$seen" | cut -f "$3"; done | median; }

# game_of VARIANT: a file with a game of eight plies without notes or cascades, each ply further
# from the end of the list.
game_of() {
    local file=$work/$1.yaml text= ply i
    {
        printf "chesscade: 1\nid: '01M80D4X0G9JE61NP9CAR2TY5F'\nrev: 1\nvariant: '%s'\nnotation: 'long'\nplayers: " "$1"
        echo "[{side: 'w', name: 'White'}, {side: 'b', name: 'Black'}$(case $1 in *-3) echo ", {side: 'r', name: 'Red'}" ;; esac)]"
        printf "result: {score: '*'}\nmoves:\n"
        for i in 1 2 3 4 5 6 7 8; do
            ply=$("$chesscade" moves "$1" ${text:+--position "$text"} | grep -v '~' | tail -n $((3 * i)) | head -n 1)
            text=$("$chesscade" play "$1" ${text:+--position "$text"} "$ply" | head -n 1)
            echo "- '$ply'"
        done
    } >"$file"
    echo "$file"
}

enter=$'\n'
echo 'Each program runs in a pseudo-terminal of 60 lines and 160 columns (`tests/bench/watch`). `chesscade new BOARD --colors N`: the'
echo 'first frame, one cursor move, a flip of the board, and a resize to 40 × 120. “Ply” is the mean of five plies replayed in a game'
echo 'without notes (`chesscade FILE --colors N`). “First frame ms” is elapsed time from exec to the last byte of the frame; all other'
echo 'times are processor time.'
echo
echo '| Board | Palette | Program | First frame ms | processor ms | bytes | Cursor bytes | µs | Ply bytes | µs | Flip bytes | Resize bytes | Resident MB |'
echo '|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|'
board_row() { # BOARD PALETTE PROGRAM FIRST CURSOR TURNED RESIZED: the lines of what was seen
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$(of "$4" 3)" "$(of "$4" 4)" "$ply_bytes" "$(of "$5" 2)" >>"$work/first"
    echo "| $1 | $2 | $3 | $(of "$4" 3 1000) | $(of "$4" 4 1000) | $(of "$4" 2) | $(of "$5" 2) | $(of "$5" 4) |" \
        "$ply_bytes | $ply_us | $(of "$6" 2) | $(of "$7" 2) | $(of "$7" 5 1024) |"
}
for board in classical one turning-chess turnover triangle-corners-3 grand-triangle; do
    game=$(game_of $board)
    for colors in 256 8 none; do
        see key:l key:l key:l key:l key:l key:l -- "$chesscade" "$game" --colors $colors
        ply_bytes=$(mean 3 7 2) ply_us=$(mean 3 7 4)
        see key:"$enter" key:j key:f size:40x120 -- "$chesscade" new $board --colors $colors
        board_row $board $colors chesscade 1 3 4 5
    done
done
for size in 8 26; do
    for colors in 256 8 mono; do
        if peer miniboard -lncursesw; then
            see key:m key:m key:m key:m key:m key:$'\033OA' key:$'\033OB' key:f wait:1 size:40x120 -- \
                env MB_PAL=$colors "$work/miniboard" $size s
            ply_bytes=$(mean 2 6 2) ply_us=$(mean 2 6 4)
            board_row "$size × $size" ${colors/mono/none} miniboard 1 8 9 11
        else
            echo "| $size × $size | | miniboard: $(missing miniboard.c) | | | | | | | | | | |"
            break
        fi
    done
done
echo
echo 'A board of 26 × 26 that does not fit on 24 lines of 80 columns: fifteen plies of a game in which the players alternately move'
echo 'Pawns (the first ply scrolls the board), and the cursor moved from the lower edge to the upper one. miniboard cannot scroll; its'
echo 'columns show what it sends when the whole board fits.'
echo
echo '| Palette | Ply bytes, mean | highest | miniboard, whole board | Cursor bytes, mean | highest | miniboard, whole board |'
echo '|---|---:|---:|---:|---:|---:|---:|'
{
    printf "chesscade: 1\nid: '01M80D4X0G9JE61NP9CAR2TY5G'\nrev: 1\nvariant: 'one'\nnotation: 'long'\nplayers: "
    echo "[{side: 'w', name: 'White'}, {side: 'b', name: 'Black'}]"
    printf "result: {score: '*'}\nmoves:\n"
    for file in a h o v c j q x; do printf -- "- 'P%s2-%s4'\n- 'P%s25-%s23'\n" $file $file $file $file; done
} >"$work/pawns.yaml"
largest() { for seen in "$work"/see.*; do sed -n "$1,$2p" "$seen" | cut -f "$3"; done | most; }
steps() { for ((i = 0; i < $2; i++)); do echo "key:$1"; done; }
for colors in 256 8 none; do
    mapfile -t actions < <(steps l 16)
    see -r 24 -c 80 "${actions[@]}" -- "$chesscade" "$work/pawns.yaml" --colors $colors
    plies="$(mean 3 17 2) | $(largest 3 17 2)"
    mapfile -t actions < <(steps k 22)
    see -r 24 -c 80 key:"$enter" "${actions[@]}" -- "$chesscade" new one --colors $colors
    beside=$(awk -F '\t' -v palette=$colors '$1 == "26 × 26" && $2 == palette { print $5 "\t" $6 }' "$work/first" | tail -n 1)
    echo "| $colors | $plies | ${beside%	*} | $(mean 3 24 2) | $(largest 3 24 2) | ${beside#*	} |"
done
# For all boards and palettes: the cost of the first frame, as a multiple of miniboard with that
# palette and about that size.
beside_miniboard() { # FIELD: 3 the clock, 4 a processor
    awk -F '\t' -v field="$1" '
        $1 == "8 × 8" { small[$2] = $field; next } $1 == "26 × 26" { large[$2] = $field; next } { ours[$1, $2] = $field }
        END { for (key in ours) { split(key, of, SUBSEP); than = of[1] == "one" ? large[of[2]] : small[of[2]]
              if (than) print ours[key] / than } }' "$work/first" | most
}
goal 'exec to first frame, elapsed time: × miniboard, the highest of all boards and palettes' "$(beside_miniboard 3)" most 1.5
goal 'the same in processor time' "$(beside_miniboard 4)" most 1.5
# The only board that both draw alike, with one line a rank: elsewhere our squares use as many lines
# as there is room for.
cursor_beside() {
    awk -F '\t' '$1 == "one" { ours[$2] = $6 } $1 == "26 × 26" { theirs[$2] = $6 }
        END { for (palette in ours) if (theirs[palette]) print ours[palette] / theirs[palette] }' "$work/first" | most
}
goal 'a cursor move, 26 × 26, bytes sent: × miniboard, the highest of all palettes' "$(cursor_beside)" most 1.2

printf '\nLists and files:\n\n'
echo '| Work | Palette | Program | First frame ms | processor ms | bytes | Bytes a key | µs | Resident MB |'
echo '|---|---|---|---:|---:|---:|---:|---:|---:|'
list_row() { echo "| $1 | $2 | $3 | $(of 1 3 1000) | $(of 1 4 1000) | $(of 1 2) | $(of 3 2) | $(of 3 4) | $(of 3 5 1024) |"; }
page=$'\x1b[6~'
game=$(grep -rlx "variant: *'classical'" "$samples/games" | sort | head -n 1)
for colors in 256 8 none; do
    see key:j key:j -- "$chesscade" "$samples" --colors $colors
    list_row 'list of the sample games, one line down' $colors chesscade
    see -r 20 key:"$page" key:"$page" -- "$chesscade" "$samples" --colors $colors
    list_row 'the same on 20 lines, a page down' $colors chesscade
done
if has less; then
    see key:j key:j -- less "$game"
    list_row 'a file, one line down' none less
    see -r 20 key:' ' key:' ' -- less "$game"
    list_row 'the same on 20 lines, a page down' none less
else
    echo '| a file, one line down | | less: absent | | | | | | |'
fi
if has tig && git -C "$here" rev-parse 2>/dev/null; then
    cd "$here" && see key:j key:j -- tig
    list_row 'list of commits, one line down' 256 tig
else
    echo '| list of commits | | tig: absent | | | | | | |'
fi

echo
echo '`chesscade new classical` idle, and `chesscade FILE` after the space bar:'
echo
echo '| Processor | per cent |'
echo '|---|---:|'
share() { echo "| $1 | $(number "$(of "$2" 4) / $3") |"; }
see key:"$enter" wait:2000 -- "$chesscade" new classical
share 'an idle client, 2 s' 3 20000
goal 'output of an idle client in 2 s' "$(of 3 2)" most 0 bytes
see key:' ' wait:3000 -- "$chesscade" "$game"
share 'a game replaying automatically, 3 s' 3 30000

# Over ssh on the loopback interface, with its own keys and configuration.
echo
echo 'From a key to the last byte that follows, over ssh on loopback with its own sshd: `ssh 127.0.0.1 chesscade new BOARD` and'
echo '`ssh 127.0.0.1 cat`.'
echo
echo '| Program | µs to the last byte |'
echo '|---|---:|'
sshd=$(PATH=$PATH:/usr/sbin command -v sshd)
ready=
if [ -n "$sshd" ] && has ssh-keygen; then
    port=$((20000 + $$ % 20000))
    ssh-keygen -q -t ed25519 -N '' -f "$work/host" && ssh-keygen -q -t ed25519 -N '' -f "$work/key"
    cp "$work/key.pub" "$work/authorized"
    [ "$(id -u)" = 0 ] && mkdir -p /run/sshd
    printf '%s\n' "Port $port" 'ListenAddress 127.0.0.1' "HostKey $work/host" "AuthorizedKeysFile $work/authorized" \
        'StrictModes no' 'UsePAM no' 'PermitRootLogin prohibit-password' "PidFile $work/sshd.pid" >"$work/sshd_config"
    clear_up() { kill "$(cat "$work/sshd.pid")" 2>/dev/null; } # it leaves this process group, so Ctrl-C does not reach it
    "$sshd" -f "$work/sshd_config" 2>/dev/null
    to=(ssh -tt -p "$port" -i "$work/key" -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR
        "$(id -un)@127.0.0.1")
    for _ in 1 2 3 4 5 6 7 8 9 10; do "${to[@]/-tt/-T}" true 2>/dev/null && ready=1 && break; done
fi
if [ -n "$ready" ]; then
    see key:j key:j key:j key:j key:j key:j -- "${to[@]}" 'echo; exec cat'
    echo "| cat | $(middle 3 7 3) |"
    for board in classical one; do
        see key:"$enter" key:j key:k key:j key:k key:j key:k -- "${to[@]}" env TERM=$TERM HOME="$HOME" "$chesscade" new $board
        echo "| chesscade, cursor on the $(case $board in one) echo 'board of `one`' ;; *) echo "$board board" ;; esac) | $(middle 4 8 3) |"
    done
else
    echo '| not measured: no sshd that starts here | |'
fi
