#!/usr/bin/env bash
# many.sh - very many games: opening, filtering and searching, compared with Scid; the first screen, compared with tig.
#
# BENCH_LARGE gives the number of games, 100 000 by default: twenty thousand random games, repeated
# with different headers. Both programs are timed as whole processes, including opening. tig reads a
# repository with as many commits.
. "$(dirname "$0")/lib.sh"
export HOME=$work/home TERM=xterm-256color LC_ALL=C.UTF-8
mkdir -p "$HOME"
many=${BENCH_LARGE:-100000}
archive=$work/a.$many

if ! peer mkgames; then
    echo "Not measured: $(missing mkgames.c)"
    exit 0
fi
(cd "$work" && ./mkgames $((many < 20000 ? many : 20000)) "$many" 1 many p >/dev/null)
run_import() { "$chesscade" import "$archive" "$work/many.pgn" --pack all; }
run_index() {
    if [ -x /usr/bin/time ]; then /usr/bin/time -o "$work/index.time" -f '%e %M' "$chesscade" index "$archive"; else "$chesscade" index "$archive"; fi
}
rounds=1 race import
touch -d '1 minute ago' "$archive/packs/all.yaml" # an index does not trust a file that was written just now
rounds=1 race index
find=$(dirname "$chesscade")/tests/bench/find
question() { "$find" -1 "$archive" "$@"; }
run_start() { "$find"; }
run_open() { question; }
run_name() { question 'white:"horvat, ana b"'; }
run_part() { question white:horvat; }
run_several() { question 'white:horvat date:2010..2026'; }
run_common() { question pos:e4,e5; }
run_rare() { question pos:e4,e5,d4,Nf6; }
run_listed() { "$chesscade" list "$archive" white:horvat; }
rounds=1 race open # from now on the file is in the cache of the system, as for Scid
rounds=15 race start open name part several common rare listed # these are short, and Scid repeats its part twenty times
: >"$work/scid.out" >"$work/beside_scid"
if has tkscid; then # tkscid ignores Ctrl-C, so this shell handles it and stops tkscid
    tkscid "$here/scid.tcl" "$work/many.pgn" "$work/scid" >"$work/scid.out" 2>/dev/null &
    wait $!
fi
of_scid() { awk -F '\t' -v name="$1" -v field="$2" '$1 == name { print $field }' "$work/scid.out"; }

# row TITLE NAME [ALONE]: print a line; ALONE, the search without opening, goes into the second pair
# of columns.
row() {
    local ours theirs found= count alone= alone_scid=
    ours=$(seconds "$2")
    case $2 in import | index | listed) ;; *) ours=$(number "$ours > $(seconds start) ? $ours - $(seconds start) : 0.001") ;; esac
    theirs=$(of_scid "$2" 2) count=$(of_scid "$2" 3)
    if [ -n "${3:-}" ]; then
        read -r alone found <<<"$(tail -n 2 "$work/$2.out" | head -n 1 | awk '{ print $(NF - 3), $NF }')"
        [ -n "$theirs" ] && alone_scid=$(number "$theirs > $(of_scid open 2) ? ($theirs - $(of_scid open 2)) * 1000 : 0")
        [ -z "$count" ] || [ "$count" = "$found" ] || found="DIFFERENT: $found, $count"
    fi
    [ -n "$theirs" ] && echo "$2 $(number "$theirs / $ours")" >>"$work/beside_scid"
    echo "| $1 | $(number "$ours * 1000") | ${theirs:+$(number "$theirs * 1000")} | ${theirs:+$(number "$theirs / $ours")} |" \
        "$alone | $alone_scid | $found |"
}
echo "$many games, $(number "$(stat -c %s "$work/many.pgn") / 1e6") MB of PGN, imported with \`chesscade import ARCHIVE FILE.pgn --pack all\` and"
echo 'indexed with `chesscade index ARCHIVE`. Each row is a process that opens the archive, searches, counts the games found and'
echo 'closes it: `tests/bench/find -1 ARCHIVE QUESTION`, compared with `tkscid tests/bench/scid.tcl`. Start-up time is subtracted,'
echo 'because Scid answers everything in one process. “Alone” excludes opening and closing. Times are milliseconds of processor time.'
echo
echo '| Work | chesscade ms | Scid ms | chesscade is × | alone ms | Scid alone ms | Games |'
echo '|---|---:|---:|---:|---:|---:|---:|'
row 'import, every move checked' import
row 'index of positions and texts' index
row 'open' open
row 'a player' name alone
row 'part of a name' part alone
row 'part of a name, and years' several alone
row 'the position after 1.e4 e5' common alone
row 'the position after 1.e4 e5 2.d4 Nf6' rare alone
row "\`chesscade list ARCHIVE white:horvat\`: every game printed" listed
has tkscid || echo '| Scid: tkscid is absent | | | | | | |'
goal "opening $many games: × Scid" "$(sed -n 's/^open //p' "$work/beside_scid" | least)" least 1
goal "filters by headers, $many games: × Scid, the lowest of three" \
    "$(sed -nE 's/^(name|part|several) //p' "$work/beside_scid" | least)" least 1
goal "search for a position, $many games: × Scid, the lowest of two" \
    "$(sed -nE 's/^(common|rare) //p' "$work/beside_scid" | least)" least 0.2

# Searches for plies and positions, each in a new process.
echo
echo 'Searches inside the games, each in a new process: milliseconds of processor time without start-up, the median of 15, with the'
echo 'files in memory. The games have no comments, so `text:` measures a search of every part. The index is one SQLite file; the list of'
echo 'games beside it is shared by all programs.'
echo
echo '| Question | ms | Games |'
echo '|---|---:|---:|'
# asked TITLE QUERY [GOAL]: GOAL is in milliseconds, and is checked only with a million games.
asked() {
    local ms games
    for ((i = 0; i < 15; i++)); do
        question "$2" | awk '/^open/ { open = $(NF - 3); next } / ms cpu / { asked += $(NF - 3); games = $NF } END { print open + asked, games }'
    done | sort -g >"$work/asked"
    read -r ms games <<<"$(sed -n 8p "$work/asked")"
    echo "| $1 | $ms | $games |"
    [ -z "${3:-}" ] || goal "$1, $many games, in a new process" "$ms" most "$3" ms
}
asked 'the position after 1.e4 e5' pos:e4,e5 15
asked 'the opening tree after 1.e4' tree:e4 25
asked 'the opening tree from the start' tree: 25
asked 'a ply found in nearly half of the games' ply:Nf3 30
asked 'a text in comments' text:zugzwang 25
asked 'a word anywhere' zugzwang
asked 'positions near the one after 1.e4 e5' near:e4,e5 1500
if [ -s "$work/index.time" ]; then
    read -r took most_kb <"$work/index.time"
    goal "building the index of $many games" "$took" most 90 s
    goal "memory for building it" "$(number "$most_kb / 1024")" most 200 MB
fi
[ "$many" != 1000000 ] || # the index of an earlier version had 541 MB
    goal 'size of the index of 1000000 games' "$(du -k "$archive/.index" | awk '{ print $1 * 1024 / 1e6 }')" most 1082 MB

# The first screen. tig draws as soon as it knows the first commits: 5000 bytes are a screen of
# them. Without a commit graph it must read all of them to know which is first; git writes a graph
# when it collects garbage, not when it clones or imports.
watch=$work/watch
[ -x "$watch" ] || ${CC:-cc} -O2 -o "$watch" "$here/watch.c" -lutil 2>/dev/null || exit 0
screen() { # TITLE PROGRAM ENOUGH COMMAND...
    rm -f "$work"/see.*
    for ((i = 0; i < rounds; i++)); do "$watch" -b "$3" wait:1 -- "${@:4}" >"$work/see.$i" 2>/dev/null; done
    drawn=$(sed -sn 1p "$work"/see.* | cut -f 3 | median)
    [ "$2" = chesscade ] && first=$drawn
    for f in 4 5; do sed -sn 1p "$work"/see.* | cut -f $f | median; done | paste -s |
        awk -F '\t' -v title="$1" -v program="$2" -v us="$drawn" -v ours="$first" '{
            printf "| %s | %s | %.1f | %s | %.1f | %.1f |\n", title, program, us / 1000,
                program == "chesscade" ? "" : sprintf("%.3g", us / ours), $1 / 1000, $2 / 1024 }'
}
echo
echo 'The first screen of `chesscade ARCHIVE`, compared with `tig` in a git repository of as many commits (`git fast-import`). Without a'
echo 'commit graph, git reads every commit before it shows the first one; `git gc` writes a commit graph, and tig then shows the first'
echo 'commits while it reads on.'
echo
echo '| First screen | Program | ms | chesscade is × | processor ms | Resident MB |'
echo '|---|---|---:|---:|---:|---:|'
screen "a list of $many games, packed and indexed" chesscade 5000 "$chesscade" "$archive"
goal "first screen of $many games" "$(number "$first / 1000")" most 50 ms
if has tig && has git; then
    repository=$work/commits
    git init -q "$repository" 2>/dev/null
    awk -v n="$many" 'BEGIN {
        for (i = 1; i <= n; i++) {
            m = "Game " i ": a message of one line"
            printf "commit refs/heads/many\nmark :%d\ncommitter Player %d <p@example.org> %d +0000\n", i, i % 5000, 1e9 + i * 60
            printf "data %d\n%s\n%s\n", length(m), m, (i > 1 ? "from :" (i - 1) "\n" : "")
        }
    }' | git -C "$repository" fast-import --quiet --force
    git -C "$repository" symbolic-ref HEAD refs/heads/many
    cd "$repository" || exit 0
    screen "a list of $many commits, as imported" tig 5000 tig
    goal "first screen of $many games: share of the time of tig with as many commits" \
        "$(awk -v a="$first" -v b="$drawn" 'BEGIN { print a / b }')" most 0.3
    git gc --quiet 2>/dev/null
    screen 'the same after `git gc` (commit graph): the first commits are drawn while tig reads on' tig 5000 tig
    goal 'the same, if the commits have a commit graph' "$(awk -v a="$first" -v b="$drawn" 'BEGIN { print a / b }')" most 0.3
else
    echo '| a list of commits | tig: absent | | | | |'
fi
