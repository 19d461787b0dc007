#!/bin/sh
# make.sh PROGRAM - the pictures of docs/look.md, made anew: what the program shows, with its colours. `make pictures` runs it.
set -eu
program=$1
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home"
cp -R samples "$folder/home/samples"
chmod -R u+w "$folder/home/samples"
here=$PWD

# picture NAME SIZE KEYS ARGUMENTS...
picture() {
    name=$1 size=$2
    printf '%s\n:snapshot\n' "$3" >"$folder/keys"
    shift 3
    rm -rf "$folder/home/.local" # so that home has no games opened before
    (cd "$folder/home" && HOME=$folder/home CHESSCADE_DATA=$here CHESSCADE_SITE='' CHESSCADE_NOW=2026-11-26T12:00:00 LC_ALL=C.UTF-8 \
        "$program" snapshot --size "$size" --format svg --keys "$folder/keys" "$@") |
        # the folder of the samples, as it is after an installation
        sed "s|textLength='[0-9]*'\\([^>]*\\)>$here/samples<|textLength='224'\\1>/usr/share/chesscade/samples<|" >"docs/pictures/$name.svg"
}
game() { echo "samples/games/2026/11/$1.yaml"; }

for size in 80x24 132x43; do
    picture "home-$size" $size ''
    picture "croatian-$size" $size 'llllllllllllllllllllllll' "$(game 01M80DAFQ8EWQ2AVGTMJ5VD4WX)"
    picture "turning-$size" $size 'llllllllllll' "$(game 01M808C880D99BYGAS7A1BD7Q6)"
    picture "turnover-$size" $size 'lllllllllllllllll' "$(game 01M8088K20K55BPGKPBYXNWKV4)"
    picture "triangles-$size" $size 'llllllllllllllllllllllll' "$(game 01M804DZ7X5B9V4JMHTHREEARM)"
done
picture home-200x60 200x60 ''
picture classical-132x43 132x43 'llllllllllllllllllll' "$(game 01M813G080MFHJ6Z5J7C7P7WTQ)"
