#!/bin/sh
#
# check-links.sh - where others can put links, none of them leads an output to
# another file
. "${top_srcdir:?}/tests/tools/lib.sh"

POSIXTRACE_DIR=$work/run
export POSIXTRACE_DIR

mkdir own shared
chmod 700 own
chmod 1777 shared
"$posixtrace" record -q -o log.ptl -- "$ticker" -n 5 > out 2> err
status_is 0 $? 'recording' err

# link FROM TO: both anew
link() {
	echo precious > "$2"
	ln -sfn "$work/$2" "$1"
}

# refuses LINK WHAT COMMAND...: what the link leads to stays as it was
refuses() {
	link=$1
	what=$2
	shift 2
	link "$link" victim
	! "$@" > out 2> err || fail "$what ended well" err
	has "^posixtrace: $link: a link in a directory that others can write to" err
	[ "$(cat victim)" = precious ] || fail "$what followed a link"
	rm -f "$link"
}

# follows LINK WHAT COMMAND...: the caller's own link stays, and leads there
follows() {
	link=$1
	what=$2
	shift 2
	link "$link" victim
	"$@" > out 2> err
	status_is 0 $? "$what" err
	[ -L "$link" ] || fail "$what replaced the link"
	[ "$(cat victim)" != precious ] || fail "$what followed no link"
	rm -f "$link"
}

for where in own shared; do
	[ $where = own ] && must=follows || must=refuses
	$must $where/a 'recording' \
		"$posixtrace" record -q --force -o $where/a -- "$ticker" -n 5
	$must $where/b 'cutting' \
		"$posixtrace" cut -q --force -o $where/b log.ptl
	$must $where/c 'merging' \
		"$posixtrace" merge -q --force -o $where/c log.ptl
	$must $where/d 'converting' "$posixtrace" convert -q --force -t liteos \
		-o $where/d log.ptl
	$must $where/e 'showing' "$posixtrace" show -o $where/e log.ptl
	$must $where/f 'showing with --force' \
		"$posixtrace" show --force -o $where/f log.ptl
done

# By way of a link of one's own.
link shared/far victim
ln -s "$work/shared/far" own/near
"$posixtrace" show -o own/near log.ptl > out 2> err
status_is 2 $? 'showing by two links' err
[ "$(cat victim)" = precious ] || fail 'the second link was followed'

# Writable for a group is writable for others.
mkdir group
chmod 775 group
refuses group/a 'recording for a group' \
	"$posixtrace" record -q --force -o group/a -- "$ticker" -n 5

# A file is replaced, wherever it is; and standard output is a link, too.
echo old > shared/file
"$posixtrace" record -q --force -o shared/file -- "$ticker" -n 5 > out 2> err
status_is 0 $? 'replacing a file' err
"$posixtrace" show shared/file > shown 2> err
has ' tick ' shown
"$posixtrace" show -o /dev/stdout log.ptl > shown 2> err
status_is 0 $? 'showing on /dev/stdout' err
has ' tick ' shown

finish
