#!/bin/sh
#
# check-damage-status.sh - of a damaged capture all commands say the same, with
# status 3, from a file and from a pipe
. "${top_srcdir:?}/tests/tools/lib.sh"

ln -s "$posixtrace" trcrpt

# gives COMMAND...: its exit status is the one that is due
gives() {
	"$@" > out 2> err
	status_is "$due" $? "$*" err
}

# agrees CAPTURE [SETTING]: what sees most of it
agrees() {
	capture=$1
	shift
	gives "$posixtrace" stat "$@" "$capture"
	gives "$posixtrace" convert --force -q -o x.ptl "$@" "$capture"
}

# all_agree FORMAT CAPTURE: all that reads it
all_agree() {
	agrees "$2"
	gives "$posixtrace" show -f tsv "$2"
	gives "$posixtrace" info "$2"
	gives ./trcrpt "$2"
	for command in cut merge; do
		gives "$posixtrace" $command --force -q -o x.ptl "$2"
	done
	gives "$posixtrace" split --force -q --time 10s -o 'part.%n.ptl' "$2"
	[ -s "$2" ] || return
	gives sh -c 'cat "$3" | "$1" show --from "$2" -' sh "$posixtrace" "$@"
	gives sh -c 'cat "$3" |
		"$1" record --force -q -o y.ptl --from "$2" -' sh \
		"$posixtrace" "$@"
}

# What is in tests/data, and damaged
due=3
data=$top_srcdir/tests/data
for capture in damaged-flipped.tlv damaged-short.raw damaged-head-only.raw; do
	all_agree liteos "$data/liteos/$capture"
done
for capture in truncated-events bad-truncated-header bad-empty; do
	all_agree threadx "$data/threadx/$capture.trx"
done
all_agree rkh "$data/rkh/odd-frames.bin"
head -c 4000 "$data/liteos/a32-online-2sessions.tlv" > cut.tlv
all_agree liteos cut.tlv
head -c 4000 "$data/liteos/m32-default-wrapped.txt" > cut.txt
all_agree liteos cut.txt

# What ends anywhere: from a pipe it is read as from a file, but for names in the
# data of RKH, which a file has before they are told.
for capture in liteos/a32-online-2sessions.tlv liteos/m32-default-wrapped.txt \
	liteos/damaged-flipped.tlv rkh/all-std.bin; do
	size=$(wc -c < "$data/$capture")
	format=${capture%/*}
	columns='-f tsv -O ts,name,pid,tid,data,lost'
	[ $format != rkh ] || columns='-f tsv -O ts,name,pid,tid,seq,off,lost'
	for part in 3 7; do
		head -c $((size * part / 10)) "$data/$capture" > cut
		"$posixtrace" show $columns --from $format cut > shown 2> err
		due=$?
		cat cut | "$posixtrace" show $columns --from $format - \
			> piped 2> err
		status_is $due $? "$part tenths of $capture from a pipe" err
		cmp -s shown piped ||
			fail "$part tenths of $capture are another from a pipe" \
				shown piped
	done
done

# All others of which somebody has told what is in them
others=$top_srcdir/../shared/data
[ -d "$others" ] || {
	[ $failures -eq 0 ] || exit 1
	skip 'there are no other captures'
}
damaged=0
for capture in "$others"/rkh/dmg-*.bin "$others"/liteos/damaged-* \
	"$others"/threadx/bad-*.trx "$others"/threadx/truncated-*.trx; do
	config=${capture%.bin}.cfg.json
	[ -e "$config" ] && set -- -o "config=$config" || set --
	"$posixtrace" show "$@" "$capture" > out 2> err
	due=$?
	[ $due -eq 3 ] || continue
	damaged=$((damaged + 1))
	agrees "$capture" "$@"
done
[ "$damaged" -ge 20 ] || fail "only $damaged of the others are damaged"

finish
