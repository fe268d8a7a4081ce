#!/bin/sh
#
# check-liteos-captures.sh - all captures of LiteOS there are go back as they were,
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
# frames FILE: what is in each frame, but pointers, of which a text has 32 bits
frames() {
	"$posixtrace" show -f csv --time=raw -O \
		time,name,curTask,curPid,cpuid,hwiActive,lost,eventCount "$1" \
		2> err
}

# A buffer, what was printed of it, and what was sent of it, begin with the same
# loss, and have the same events
for file in "$data"/*.txt; do
	frames "${file%.txt}.raw" > want
	frames "$file" > got
	cmp -s want got || fail "$file is not as its buffer" got want
	[ -e "${file%.txt}.dump.tlv" ] || continue
	frames "${file%.txt}.dump.tlv" > got
	cmp -s want got || fail "$file is not as its messages" got want
done

for file in "$data"/*online*.tlv; do
	same "$file"
done
finish
