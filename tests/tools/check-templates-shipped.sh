#!/bin/sh
#
# check-templates-shipped.sh - the events of other systems have templates, which
# say what is shown without them
. "${top_srcdir:?}/tests/tools/lib.sh"

make_templates=$(tool tests/format/make_templates) || exit 99

HOME=$work/home
XDG_CONFIG_HOME=
POSIXTRACE_FORMATS=$top_srcdir/data
export HOME XDG_CONFIG_HOME POSIXTRACE_FORMATS
samples=$top_srcdir/tests/data

# They are made, not written, and sound.
for each in threadx liteos rkh; do
	file=$top_srcdir/data/$each.trcfmt
	"$make_templates" "$each" > made 2> err
	status_is 0 $? "make_templates $each" err
	cmp -s made "$file" || fail "$file is not what make_templates says"
	"$posixtrace" fmt check "$file" > shown 2> err
	status_is 0 $? "fmt check $file" err
	lines_are 0 err
done
"$make_templates" > shown 2> err
status_is 2 $? 'make_templates without a system' err

# compare PLAIN SHOWN: both views have the same fields, with the same values. All
# that differs, as no item of the language can print it otherwise, is
#
#	objects		"queue/queue 0": their address, or number, which is in
#			hex where it has no name
#	hex		0x80: all digits, upper case, 0x00000080
#	units		3ticks: behind a blank, 3 ticks
#	texts		"two words": without quotation marks
#	status		of LiteOS, running: hex, as kernels differ in its bits
cat > compare.awk << 'END'
# Words with a sign of equality, and what follows each up to the next one
function take(line, key, value, n, i, count, words) {
	n = split(line, words, " ")
	count = 0
	for (i = 1; i <= n; i++)
		if (match(words[i], /^[A-Za-z_][A-Za-z_0-9]*=/)) {
			key[++count] = substr(words[i], 1, RLENGTH - 1)
			value[count] = substr(words[i], RLENGTH + 1)
		} else if (count) {
			value[count] = value[count] " " words[i]
		}
	return count
}

function wrong() {
	print "line " FNR ": " plain ": " other
	failed = 1
}

function number(text) {
	sub(/^0x0*/, "", text)
	return tolower(text == "" ? "0" : text)
}

function is_address(text) {
	return text ~ /^(0x[0-9A-F]+|-?[0-9]+)$/
}

function check(key, old, new) {
	if (old ~ /^"?[a-z_0-9]+\//) {
		if (!is_address(new))
			wrong()
		differ["objects"]++
	} else if (key ~ /[sS]tatus$/ && new ~ /^0x/) {
		differ["status"]++
	} else if (old ~ /^0x/ && new ~ /^0x/) {
		if (number(old) != number(new))
			wrong()
		differ["hex"] += old != new
	} else if (old ~ /^0x/ && new ~ /^[0-9]+$/) {
		if (number(old) != sprintf("%x", new))
			wrong()
		differ["objects"]++
	} else if (old ~ /^-?[0-9.]+[A-Za-z]+$/ && new ~ / /) {
		sub(/ /, "", new)
		if (old != new)
			wrong()
		differ["units"]++
	} else if (old ~ /^"/) {
		if (substr(old, 2, length(old) - 2) != new)
			wrong()
		differ["texts"]++
	} else if (old != new) {
		wrong()
	}
}

{
	getline plain < before
	other = $0
	if (other ~ / USR_[0-9]+ /)
		next
	fields = take(plain, oldkey, old)
	if (take(other, newkey, new) != fields)
		wrong()
	for (i = 1; i <= fields; i++) {
		if (oldkey[i] != newkey[i])
			wrong()
		else
			check(oldkey[i], old[i], new[i])
		compared++
	}
}

END {
	printf "%d events, %d fields", FNR, compared > "/dev/stderr"
	for (i in differ)
		printf ", %d %s", differ[i], i > "/dev/stderr"
	print "" > "/dev/stderr"
	exit failed || !compared
}
END

# agrees FILE OPTION...: each event has a template, which says what it says
# without.
agrees() {
	file=$samples/$1
	shift
	"$posixtrace" show --no-symbols "$@" "$file" > before 2> err
	status=$?
	"$posixtrace" show --no-symbols --templates "$@" "$file" > after 2> err
	status_is "$status" $? "show --templates $file" err
	case $status in
	0 | 3) ;;
	*) fail "show $file: exit status $status" err ;;
	esac
	lacks '\[(truncated|error)' after
	LC_ALL=C awk -v before=before -f compare.awk after > differ 2> count ||
		fail "templates say something else of $file" differ count
	"$posixtrace" show -f report -O exec=on "$@" "$file" > report 2> err
	lacks 'UNDEFINED TRACE ID' report
}

agrees threadx/ulong64-basic.trx
agrees threadx/cross-4gib.trx
agrees threadx/sched-bigendian.trx
agrees threadx/demo_threadx.trx
agrees threadx/init-only.trx
agrees threadx/priority-1024-levels.trx --hook=USER_5000=DFF0
agrees threadx/dirty-memory.trx
agrees threadx/filter-changes.trx
agrees threadx/filter-changes-asciihex.txt
agrees threadx/filter-changes-intelhex.hex
agrees threadx/filter-changes-srecord.mot
agrees threadx/name-size-30.trx
agrees threadx/one-entry.trx
agrees threadx/registry-odd-names.trx
agrees threadx/truncated-events.trx
agrees liteos/a32-default-partial.hex
agrees liteos/damaged-flipped.tlv
agrees liteos/m32-objs-partial.dump.tlv
agrees liteos/synthetic-be-a32-ext.raw
agrees liteos/a32-ooo-wrapped.raw
agrees liteos/a32-ext-allmods.raw
agrees liteos/l64-ext-smp4.raw
agrees liteos/m32-default-wrapped.raw
agrees liteos/m32-default-wrapped.txt
agrees liteos/m32-al4-p4.raw
agrees liteos/a64-online-nopid.tlv
agrees liteos/a32-online-2sessions.tlv
agrees rkh/all-std.bin
agrees rkh/long-frames.bin
agrees rkh/ptr64-lie.bin
agrees rkh/two-sessions.bin
agrees rkh/odd-frames.bin
agrees rkh/overrun-128.bin
agrees rkh/split-symbols.bin

# A stamp of two bytes is not usual: better nothing than another value.
printf '\176\002\000\001\000\020\040\000\040\007\246\176' > narrow.bin
"$posixtrace" show --from rkh -o ts=2 narrow.bin > shown 2> err
has ' MP_PUT +mp=0x20002010 nfree=7$' shown
"$posixtrace" show --templates --from rkh -o ts=2 narrow.bin > shown 2> err
has ' MP_PUT +\[not of the usual widths\]$' shown

# So it is where a text follows, whose length nobody knows: FWK_ACTOR has an
# address and a name. Words of 16 bits are none that a template can have.
narrow() {
	# shellcheck disable=SC2059
	printf "$1" > narrow.bin
	"$posixtrace" show --no-symbols --templates --from rkh -o "$2" \
		narrow.bin > shown 2> err
	has "$3" shown
}

narrow '\176\264\000\005\000\170\126\064\022\141\142\000\160\176' \
	ts=2 ' FWK_ACTOR +\[not of the usual widths\]$'
narrow '\176\264\000\005\000\000\000\064\022\141\142\000\076\176' \
	ptr=2 ' FWK_ACTOR +obj=actor/ab nm=ab$'
narrow '\176\264\000\005\000\000\000\170\126\064\022\000\000\000\000\141\142\000\160\176' \
	ptr=8 ' FWK_ACTOR +obj=0x0000000012345678 nm=ab$'

# They are of their systems: a program here may have events of such names.
"$posixtrace" fmt show MEM_ALLOC > shown 2> err
has '^#!posix event "MEM_ALLOC" hook E0[0-9A-F]{2} kind=words system=LiteOS$' shown

finish
