#!/bin/bash
# archive.sh [FILE.pgn] - how fast games are checked, imported, listed, found: `make bench-archive`.
#
# Every row is the best of three runs by processor time, with its wall time beside it; pgn-extract,
# if it is installed, does the same work on the same file. Give a PGN file of many games
# (BENCH_PGN): with a small one the start of the program dominates.
set -u
pgn=${1:-${BENCH_PGN:-}}
chesscade=${CHESSCADE:-./chesscade}
if [ -z "$pgn" ] || [ ! -r "$pgn" ]; then
    echo "archive.sh: name a PGN file: make bench-archive BENCH_PGN=games.pgn" >&2
    exit 2
fi
where=$(mktemp -d "${TMPDIR:-/tmp}/chesscade-bench.XXXXXX") || exit 1
trap 'rm -rf "$where"' EXIT

# row NAME COMMAND...: run the command three times and print a row
row() {
    local name=$1 best="" line
    shift
    for _ in 1 2 3; do
        made=$((made + 1))
        line=$( { TIMEFORMAT='%U %S %R'; time "$@" >/dev/null 2>&1; } 2>&1 | tail -1)
        best=$(printf '%s\n%s\n' "$best" "$line" | awk 'NF == 3 {print $1 + $2, $3}' RS='\n' | sort -n | head -1 |
               awk '{print $1, 0, $2}')
    done
    echo "$best" | awk -v name="$name" '{printf "%-44s %8.2f s cpu %8.2f s\n", name, $1, $3}'
}

# Never use a folder where files were removed just before: some file systems then take ten times as
# long to create new ones.
made=0
fresh_import() { "$chesscade" import "$where/new.$made" "$pgn" --files; }
fresh_pack() { "$chesscade" import --pack games "$where/packed.$made" "$pgn"; }
fresh_index() { rm -rf "$where/archive/.index"; "$chesscade" index "$where/archive"; }

"$chesscade" import "$where/archive" "$pgn" --files || exit 1
if command -v pgn-extract >/dev/null; then
    row "pgn-extract: every move checked" pgn-extract -s -r "$pgn"
fi
row "every move checked" "$chesscade" import --check "$pgn"
row "import into a pack, every move checked" fresh_pack
row "import into an archive, durably" fresh_import
row "list, without an index" "$chesscade" list "$where/archive"
row "a text, without an index" "$chesscade" list "$where/archive" text:nowhere
row "verify" "$chesscade" verify "$where/archive"
sleep 3 # an index does not trust files that were written just now
row "make the index" fresh_index
row "list" "$chesscade" list "$where/archive"
row "a header filter" "$chesscade" list "$where/archive" "player:smith result:1-0"
row "a text" "$chesscade" list "$where/archive" text:nowhere
row "a position" "$chesscade" list "$where/archive" \
    'pos:"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"'
row "the opening tree" "$chesscade" tree "$where/archive"

# The same games as a pack. `nothing` opens the archive and reads every header; compare the other
# rows with it. Give a million games (mkgames makes them: see bench.sh): BENCH_PGN=million.pgn.
pack=$where/pack
fresh_headers() { rm -f "$pack/.index/all.headers"; "$chesscade" list "$pack" id:Z; }
"$chesscade" import "$pack" --pack all "$pgn" || exit 1
row "import into a pack" fresh_pack
row "pack: the header index made anew" fresh_headers
row "pack: nothing" "$chesscade" list "$pack" id:Z
row "pack: a header filter" "$chesscade" list "$pack" "player:smith result:1-0 date:1999..2001"
"$chesscade" index "$pack" || exit 1
row "pack: a position" "$chesscade" list "$pack" \
    'pos:"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"'
if [ -x /usr/bin/time ]; then
    games=$("$chesscade" list "$pack" | wc -l)
    /usr/bin/time -f %M "$chesscade" list "$pack" id:Z 2>&1 >/dev/null | tail -1 |
        awk -v n="$games" '{printf "%-44s %8.1f MB, %d bytes a game\n", "pack: memory", $1 / 1024, $1 * 1024 / n}'
fi
