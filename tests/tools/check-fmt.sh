#!/bin/sh
#
# check-fmt.sh - fmt checks, lists, shows, adds and removes templates
. "${top_srcdir:?}/tests/tools/lib.sh"

HOME=$work/home
XDG_CONFIG_HOME=
POSIXTRACE_FORMATS=$top_srcdir/data
export HOME XDG_CONFIG_HOME POSIXTRACE_FORMATS
mine=$HOME/.config/posixtrace/formats

# fmt STATUS ARGUMENT...: into shown and err
fmt() {
	wanted=$1
	shift
	"$posixtrace" fmt "$@" > shown 2> err
	status_is "$wanted" $? "fmt $*" err
}

cat > good.trcfmt << 'END'
#!posix event "order received" hook 7F01
7F01 1.0 L=SVC "order" "id=" $D1%D8 \
	# a comment inside
	" side=" $D2, 0 "buy", 1 "sell"
7F02 1.2 "" $7F03
END
cat > bad.trcfmt << 'END'
7F01 1.0 "" D3
7F02 1.0 "" { "a"
7F03 1.0 "" "a
END

# Check
fmt 0 check good.trcfmt
has '^good.trcfmt: 2 templates, 1 event by name$' shown
has "^good.trcfmt:5:[0-9]*: warning: '[$]7F03': there is no template of that id" err
fmt 2 check bad.trcfmt good.trcfmt
has "^bad.trcfmt:1:13: 'D3': 'D1', 'D2', 'D4', 'D8' or 'DW' was expected$" err
has "^bad.trcfmt:2:13: '\{': " err
has "^bad.trcfmt:3:13: '\"a': a string ends with '\"'$" err
has '^good.trcfmt: ' shown
fmt 2 check none.trcfmt
has '^posixtrace: none.trcfmt: No such file' err
fmt 2 check
awk 'BEGIN { for (i = 0; i < 300000; i++) print "# too long" }' > long.trcfmt
fmt 7 check long.trcfmt
has '^posixtrace: long.trcfmt: File too large' err
fmt 0 check "$top_srcdir/data/posix.trcfmt"
lines_are 0 err

# What is built in counts only with the option.
printf '%s\n' '001 1.0 "" "mine"' '007 1.0 "" "nobody" $TRACEID' \
	'7F01 1.0 ""' > builtin.trcfmt
fmt 0 check builtin.trcfmt
has '^builtin.trcfmt: 3 templates, ' shown
has "^builtin.trcfmt:1:1: warning: '001': is built in: this does not count without --replace-builtin$" err
has "^builtin.trcfmt:2:1: warning: '007': is built in" err
lines_are 2 err

# What is replaced in the same file does not count.
cat > twice.trcfmt << 'END'
#!posix event "order" hook 7F01
#!posix event "order" hook 7F02
7F01 1.0 "first"
7F01 1.0 "second"
END
fmt 0 check twice.trcfmt
has '^twice.trcfmt: 1 template, 1 event by name$' shown
has '^twice.trcfmt:4:1: warning: ' err

# An update is checked as such, with the functions of the file that it is for.
printf '%s\n' '* /etc/trcfmt' '+ 7F01 1.0 "a"' '- 7F02' '- 7F03' > sound.trc
fmt 0 check sound.trc
has '^sound.trc: an update of 1 template, 2 deletions$' shown
lines_are 0 err
printf '%s\n' '* /etc/trcfmt' '+ 7F01 1.0 "" half(4)' > calls.trc
fmt 2 check calls.trc
has "^calls.trc:2:15: 'half'" err
echo '7F02 1.0 "" {{ half(a) {{ $h = $a / 2 }} $h }}' > half.trcfmt
fmt 0 check -t half.trcfmt calls.trc
has '^calls.trc: an update of 1 template, 0 deletions$' shown
printf '%s\n' '* /etc/trcfmt' '+ 7F01 1.0 D3' > wrong.trc
fmt 2 check wrong.trc
has "^wrong.trc:2:12: 'D3': " err
lines_are 0 shown
[ ! -e "$HOME/.config" ] || fail 'checking has made folders'

# List and show
fmt 0 ls -f tsv good.trcfmt
printf 'id\tversion\tlevel\tlabel\tevents\tfile\n7F01\t1.0\tSVC\torder\torder received\tgood.trcfmt\n7F02\t1.2\tAPPL\t\t\tgood.trcfmt\n' > wanted
cmp -s shown wanted || fail 'another list' shown wanted
fmt 0 ls
has '^001 +1\.0 +APPL ' shown
fmt 1 ls /dev/null
has 'there is no template' err
POSIXTRACE_FORMATS=$work/none
fmt 0 ls
has '^00F +1\.0 +APPL +built in$' shown
fmt 0 show 001
has '^# built in, line [0-9]+$' shown
has '^001 1\.0 L=APPL "" "trace on, " \\$' shown
fmt 1 show 008
has '^posixtrace: 008: built in, and not written as a template$' err
fmt 1 show -t good.trcfmt 001
has '^posixtrace: 001: no template has that id' err
POSIXTRACE_FORMATS=$work/builtin
mkdir builtin
cp builtin.trcfmt builtin/b.trcfmt
fmt 0 show 001
has 'trace on' shown
has '^posixtrace: .*/builtin/b.trcfmt: 001 and 1 more are built in: these do not count without --replace-builtin$' err
lines_are 1 err
fmt 0 ls
has '^001 .* built in$' shown
lacks '^007 ' shown
lines_are 1 err
fmt 0 ls --replace-builtin
has '^001 .* [^ ]*/builtin/b.trcfmt$' shown
has '^007 ' shown
lines_are 0 err
fmt 0 show --replace-builtin 001 007
has '^001 1.0 "" "mine"$' shown
has '^007 1.0 "" "nobody" ' shown
lines_are 0 err
POSIXTRACE_FORMATS=$top_srcdir/data
fmt 0 show -t good.trcfmt 'order received'
has '^# good.trcfmt, line 2$' shown
has '^#!posix event "order received" hook 7F01 kind=words$' shown
has '^7F01 1.0 L=SVC "order" "id=" \$D1%D8 \\$' shown
has '" side=" ' shown
fmt 0 show 006
has '^006 1.0 ' shown
fmt 0 show posix_trace_overflow
has '^006 1.0 ' shown
fmt 1 show 7F01
has '^posixtrace: 7F01: no template has that id' err
fmt 2 show

# A file is copied to the folder of the user, and removed there.
fmt 0 add good.trcfmt
cmp -s good.trcfmt "$mine/good.trcfmt" || fail 'another file was added'
fmt 0 ls
has 'order received .*formats/good.trcfmt$' shown
fmt 2 add bad.trcfmt
[ ! -e "$mine/bad.trcfmt" ] || fail 'a wrong file was added'
echo '7F05 1.0 "five"' > new
fmt 0 add -t "$mine/good.trcfmt" new
has 'the old file is .*good.trcfmt~ now' err
cmp -s good.trcfmt "$mine/good.trcfmt~" || fail 'what it was is lost'
echo '7F06 1.0 "six"' > newer
fmt 0 add -t "$mine/good.trcfmt" newer
has 'the old file is .*good.trcfmt\.2~ now' err
cmp -s good.trcfmt "$mine/good.trcfmt~" || fail 'what it was at first is lost'
cmp -s new "$mine/good.trcfmt.2~" || fail 'what it was then is lost'
fmt 0 rm good
cmp -s newer "$mine/good.trcfmt.3~" || fail 'what was removed is lost'
[ ! -e "$mine/good.trcfmt" ] || fail 'it is there still'
fmt 0 show -t "$mine/good.trcfmt.2~" 7F05
fmt 1 rm good

# Updates, with the way back
cat > up.trc << 'END'
* /etc/trcfmt
# a comment
+ 7F01 1.1 L=APPL "one" \
	"two"
+ 7F02 1.0 "two"
- 7F09
END
fmt 0 add up.trc
has 'user.trcfmt: 2 added, 0 replaced, 0 deleted$' err
has 'undo with: posixtrace fmt add -o -t .*/user.trcfmt up.undo.trc$' err
cp "$mine/user.trcfmt" before
cat > up.trc << 'END'
* /etc/trcfmt
+ 7F01 1.0 "older"
+ 7F02 1.0 "same"
- 7F02
+ 7F03 1.0 "three"
END
fmt 0 add up.trc
has 'user.trcfmt: 1 added, 1 replaced, 1 deleted$' err
has '1 template is newer, and kept' err
has 'undo with: .* up\.undo\.2\.trc$' err
fmt 0 ls -f csv "$mine/user.trcfmt"
tr -d '\r' < shown > lines
has '^7F01,1.1,APPL,one,' lines
has '^7F03,1.0,APPL,three,' lines
lines_are 3 lines
grep -q '^- 7F01$' up.undo.trc || fail 'the first undo is lost' up.undo.trc
fmt 0 add -o -t "$mine/user.trcfmt" up.undo.2.trc
fmt 0 ls -f csv "$mine/user.trcfmt"
sed 's/,[^,]*$//' shown | sort > after
fmt 0 ls -f csv before
sed 's/,[^,]*$//' shown | sort > wanted
cmp -s after wanted || fail 'it was not taken back' after wanted
printf '* /etc/trcfmt\n+ 7F01 1.0 "older"\n' > up.trc
fmt 1 add up.trc
has 'nothing changes: the present templates are newer, -o replaces them$' err
fmt 0 add -o up.trc
fmt 0 show 7F01
has '"older"' shown
fmt 0 rm 7F01
has 'undo with: .*/user.trcfmt .*/formats/7F01.undo.trc$' err
fmt 0 add -o "$mine/7F01.undo.trc"
fmt 0 rm 7F01
fmt 1 rm 7F01
has 'no file and no id' err
fmt 1 rm -t "$mine/user.trcfmt" 7F01
fmt 2 rm -t "$mine/user.trcfmt" zzz

# What is wrong changes nothing.
cp "$mine/user.trcfmt" before
for wrong in '+ 7F01 1.0 D3' '7F01 1.0' '- zzz' '- 7F01 7F02' '+' '+ # a'; do
	printf '* /etc/trcfmt\n+ 7F08 1.0 "a"\n%s\n' "$wrong" > up.trc
	fmt 2 add up.trc
	has '^up.trc:3:' err
	cmp -s before "$mine/user.trcfmt" || fail "changed by $wrong"
done
printf '* /etc/trcfm\n' > up.trc
fmt 2 add up.trc
has "^up.trc:1:1: '\*': the id of a template" err

# What is described is a template, too, whoever described it.
samples=$top_srcdir/tests/data
orders=$(tool tests/tools/orders) || exit 99
"$posixtrace" record -q -o orders.ptl -- "$orders" 2> err
for trace in "$samples/threadx/cross-4gib.trx" "$samples/rkh/all-std.bin" \
	"$samples/liteos/l64-ext-smp4.raw" orders.ptl; do
	"$posixtrace" fmt make "$trace" > made.trcfmt 2> err
	status_is 0 $? "fmt make $trace" err
	fmt 0 check made.trcfmt
	lines_are 0 err
	# What was cut, and texts with signs of equality, are left out.
	"$posixtrace" show --no-symbols -e '!odd,!order_received' "$trace" \
		> before 2> err
	"$posixtrace" show --no-symbols -e '!odd,!order_received' \
		--templates=made.trcfmt "$trace" > shown 2> err
	lacks '\[(truncated|error)' shown
	lines_are "$(wc -l < before)" shown
	# The fields are the same, and stand in the same order.
	for each in before shown; do
		grep -v posix_trace_ $each | grep -o '[a-z_]*=' > $each.fields
	done
	cmp -s before.fields shown.fields ||
		fail "other fields of $trace" before.fields shown.fields
done
"$posixtrace" show --templates=made.trcfmt orders.ptl > shown
has ' id=81723 side=buy price=1\.01250000E\+02 symbol=ACME' shown

# Two files that were made are of use beside each other.
cp made.trcfmt first.trcfmt
"$posixtrace" fmt make "$samples/threadx/cross-4gib.trx" > made.trcfmt 2> err
"$posixtrace" show --templates=first.trcfmt --templates=made.trcfmt orders.ptl \
	> both
cmp -s shown both || fail 'templates of other events are in the way' both
fmt 2 make
fmt 2 make none.ptl

# A long list of events is cut for people, and whole for programs.
fmt 0 ls "$top_srcdir/data/threadx.trcfmt"
has ' USER_4096,[^ ]*\.\.\.  ' shown
fmt 0 ls -f json "$top_srcdir/data/threadx.trcfmt"
has '"USER_4096,.*USER_4110' shown

# What others need is not deleted.
rm -rf "$mine"
printf '7F11 1.0 "" {{ f(a) $a }}\n7F12 1.0 "" f(1)\n' > needs.trcfmt
fmt 0 add needs.trcfmt
fmt 2 rm 7F11
has "'f': " err
has 'nothing changes, as the result would be wrong$' err
cmp -s needs.trcfmt "$mine/needs.trcfmt" || fail 'it was deleted nevertheless'
fmt 0 rm 7F12

# What does not count is told.
mkdir first
echo '7F21 1.0 "" "of the first folder"' > first/f.trcfmt
printf '#!posix event "ordered" hook 7F22\n7F22 1.0 ""\n' > first/g.trcfmt
printf '#!posix event "ordered" hook 7F21\n7F21 1.0 "" "mine"\n' > late.trcfmt
fmt 0 add late.trcfmt
lacks 'does not count' err
fmt 0 add builtin.trcfmt
has 'builtin.trcfmt: 001 is built in: this does not count without --replace-builtin$' err
has 'builtin.trcfmt: 007 is built in: ' err
lacks '7F01|that of' err
fmt 0 rm builtin
fmt 0 add "$top_srcdir/data/posix.trcfmt"
lacks 'built in|count' err
fmt 0 rm posix
POSIXTRACE_FORMATS=$work/first
fmt 0 add late.trcfmt
has 'late.trcfmt: 7F21 does not count: that of .*/first/f.trcfmt does$' err
has 'late.trcfmt: 7F21 for event ordered does not count: .* says 7F22$' err
printf '* /etc/trcfmt\n+ 7F21 1.0 "mine"\n' > up.trc
fmt 0 add up.trc
has 'user.trcfmt: 7F21 does not count: that of .*/first/f.trcfmt does$' err
POSIXTRACE_FORMATS=$top_srcdir/data

# What comes through a pipe has no place of its own.
printf '* /etc/trcfmt\n+ 7F32 1.0 "mine"\n' |
	"$posixtrace" fmt add /dev/stdin 2> err
has 'undo with: .*/formats/stdin\.undo\.trc$' err

# Where nobody may write beside the update, its undo is beside the file.
if [ "$(id -u)" -eq 0 ]; then
	say 'SKIPPED: root may write anywhere'
else
	mkdir closed
	printf '* /etc/trcfmt\n+ 7F31 1.0 "mine"\n' > closed/it.trc
	chmod a-w closed
	fmt 0 add closed/it.trc
	has 'undo with: .*/formats/it\.undo\.trc$' err
	chmod u+w closed
fi

# Misuse
fmt 2
has 'expected check, ls, show, add, rm or make' err
fmt 2 list
has 'list: expected check, ls, show, add, rm or make' err
fmt 2 ls -f xml
unset HOME
fmt 2 add good.trcfmt
has '^posixtrace: HOME: ' err

finish
