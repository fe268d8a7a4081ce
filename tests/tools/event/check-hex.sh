#!/bin/sh
#
# check-hex.sh - bytes that are no text are shown in groups of four, all of them
. "${top_srcdir:?}/tests/tools/lib.sh"

carrier=$(tool tests/tools/event/carrier) || exit 99

# hex LENGTH BLANK: so many different bytes, the first of which is no text, with
# BLANK before each fourth of them
hex() {
	awk -v len="$1" -v blank="$2" 'BEGIN {
		for (i = 0; i < len; i++)
			printf "%s%02x", i % 4 ? "" : blank, (255 + 37 * i) % 256
	}'
}

set --
for len in 1 2 3 4 5 15 16 17 31 32 33 52 64 65 79 80 200 256; do
	set -- "$@" "event:e$len" "$(hex $len '')"
	echo "e$len hex$(hex $len ' ')" >> wanted
done
"$carrier" h.ptl "$@"
"$posixtrace" show -v h.ptl > shown 2> err
status_is 0 $? 'show' err
sed -n 's/.*  \(e[0-9]*\)  *\(hex .*\)/\1 \2/p' shown > got
cmp -s wanted got || fail 'bytes differ' got wanted

finish
