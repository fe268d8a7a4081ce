#!/bin/sh
#
# check-liteos-all.sh - all captures of LiteOS there are go back as they were,
# also by way of a log, where these are at hand
. "${top_srcdir:?}/tests/tools/lib.sh"

data=$top_srcdir/../shared/data/liteos
[ -d "$data" ] || skip "no captures in $data"

# same FILE ARGUMENT...: converted it is what it was
same() {
	file=$1
	shift
	"$posixtrace" convert -q --force -t liteos "$@" -o out "$file" \
		2> err
	status_is 0 $? "convert $file" err
	cmp "$file" out || fail "$file is another one" err
	"$posixtrace" convert -q --force -o by.ptl "$file" 2> err
	status_is 0 $? "convert $file to a log" err
	"$posixtrace" convert -q --force -t liteos "$@" -o out by.ptl 2> err
	status_is 0 $? "convert the log of $file" err
	cmp "$file" out || fail "$file is another one by way of a log" err
}

for file in "$data"/*.raw; do
	case $file in
	*/damaged-* | */a32-empty.raw) ;;
	*) same "$file" -o kind=offline ;;
	esac
done
for file in "$data"/*online*.tlv; do
	same "$file"
done
finish
