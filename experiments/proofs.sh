#!/usr/bin/env bash
# Certificates of the starts of both games under every reading, each checked by the reference: a line of a table for each,
# with processor seconds. Takes some minutes; the files go to the folder that is named, or to results/runs/proofs.
#
#   cargo build --release
#   experiments/proofs.sh [FOLDER]
set -euo pipefail
pussa=${PUSSA:-target/release/pussa}
folder=${1:-results/runs/proofs}
mkdir -p "$folder"
TIMEFORMAT='%U %S'

# Runs a command on one thread; its standard output goes to the file named first, and its processor seconds to ours.
timed() {
    local out=$1
    shift
    { time "$@" --threads 1 >"$out" 2>"$out.notes"; } 2>&1 | awk '{ printf "%.2f", $1 + $2 }'
}

echo '| game, reading | value | records | bytes | seconds to make | to verify |'
echo '| --- | --- | --- | --- | --- | --- |'
readings='default endless=split origin=skipped endless=split+origin=skipped'
kept='last-four=kept endless=split+last-four=kept last-four=kept+origin=skipped endless=split+last-four=kept+origin=skipped'
for game in walak-pussa raja-pasu; do
    [ $game = walak-pussa ] || readings="$readings $kept"
    for reading in $readings; do
        file=$folder/$game.$reading.start.proof
        options=(--game $game)
        for option in ${reading//+/ }; do
            [ "$option" = default ] || options+=("--${option%=*}" "${option#*=}")
        done
        made=$(timed "$file.json" "$pussa" solve "${options[@]}" --certificate "$file" --format json)
        verified=$(timed "$file.verified" "$pussa" verify "$file")
        value=$(sed 's/^{"board":"[^"]*","value":\([-0-9]*\),.*/\1/' "$file.json")
        records=$(sed 's/.*"records":\([0-9]*\).*/\1/' "$file.json")
        printf '| %s, `%s` | %+d | %d | %d | %s | %s |\n' \
            $game "$reading" "$value" "$records" "$(wc -c <"$file")" "$made" "$verified"
    done
done
