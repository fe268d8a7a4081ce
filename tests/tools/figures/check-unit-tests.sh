#!/bin/sh
#
# check-unit-tests.sh - what an RKH target under unit test expects, and what came
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/source/foreign/rkh.sh"

ao='0 16 0 32'
s1='16 16 0 32'
s2='32 16 0 32'
seq=0

# record ID [BYTE]...: with the next number, and a stamp
record() {
	id=$1
	shift
	frame "$id" $seq $seq 0 0 0 "$@"
	seq=$(((seq + 1) % 256))
}

# step ID LINE [BYTE]...: of the test helper
step() {
	id=$1
	line=$2
	shift 2
	record "$id" "$line" 0 0 0 "$@"
}

begin='step 224'
verify='step 226'
ignore_group='step 227'
expect='step 228'
expect_any='step 229'
ignore='step 230'
ignore_argument='step 231'

# shown_of FILE: what is shown, without times and columns
shown_of() {
	"$posixtrace" show -O name,data --from rkh "$1" 2> err |
		tr -s ' ' | sed 's/ $//'
}

# is FILE TEXT...: lines are shown
is() {
	shown_of "$1" > shown
	file=$1
	shift
	for text; do
		grep -qxF -- "$text" shown || fail "$file: no $text" shown
	done
}

names() {
	printf "$flag"
	record 174 $ao 97 111 0       # ao
	record 175 $ao $s1 38 115 49 0 # &s1
	record 175 $ao $s2 38 115 50 0 # &s2
}

# What is expected comes, and besides it what is ignored
{
	names
	$begin 10
	$ignore_group 11 2
	$ignore 12 99
	$expect 13 98 $s1 $s2
	$expect_any 14 100
	$expect 15 102 1 2
	$ignore_argument 15 102 1
	record 69 $ao 7     # SMA_REG: of the group
	record 98 $ao $s1 $s2
	record 99 $ao $s2   # SM_STATE
	record 100 $ao $s2
	record 102 $ao 1 1
	$verify 20
	record 105 $ao      # belongs to no test
} > passed.bin
is passed.bin \
	'UT_EXPECT line=13 te=event/SM_TRN expects="SM_TRN sst:s1 tst:s2"' \
	'UT_EXPECT_ANYARGS line=14 te=event/SM_ENSTATE expects="SM_ENSTATE with any arguments"' \
	'SMA_REG ao=ao/ao prio=7 verdict=ignored' \
	'SM_TRN ao=ao/ao sst=state/s1 tst=state/s2 verdict=expected at=13' \
	'SM_STATE ao=ao/ao st=state/s2 verdict=ignored' \
	'SM_ENSTATE ao=ao/ao st=state/s2 verdict=expected at=14' \
	'SM_NENEX ao=ao/ao nen=1 nex=1 verdict=expected at=15' \
	'UT_VERIFY line=20 expected=3 came=3 outcome=passed' \
	'SM_EVT_PROC ao=ao/ao'

# It is the same stream again, also by way of a log
"$posixtrace" convert -q -t ptl -o passed.ptl passed.bin 2> err
status_is 0 $? 'a log of tests' err
"$posixtrace" convert -q -t rkh -o again.bin passed.ptl 2> err
status_is 0 $? 'a stream of that log' err
cmp -s passed.bin again.bin || fail 'the stream is another one'

# Another argument, another event, none, and one too many
{
	names
	$begin 30
	$expect 31 98 $s1 $s2
	record 98 $ao $s1 $s1
	$verify 33
	$begin 40
	$expect 41 96 $s1
	record 100 $ao $s1
	$verify 43
	$begin 50
	$expect 51 96 $s1
	$expect 52 100 $s1
	record 100 $ao $s1
	$verify 53
	$begin 60
	record 100 $ao $s1
	record 192 1 5          # the user's
	record 169 $s1          # FWK_EXE_FUN: no filter keeps it back
	$verify 63
} > failed.bin
is failed.bin \
	'SM_TRN ao=ao/ao sst=state/s1 tst=state/s1 verdict=different at=31 why="tst:s1, not s2"' \
	'UT_VERIFY line=33 expected=1 came=0 outcome="failed: line 31: SM_TRN came with tst:s1, not s2"' \
	'SM_ENSTATE ao=ao/ao st=state/s1 verdict=unexpected at=41 why="SM_INIT ist:s1 was expected"' \
	'UT_VERIFY line=43 expected=1 came=0 outcome="failed: line 41: SM_ENSTATE came, SM_INIT ist:s1 was expected"' \
	'SM_ENSTATE ao=ao/ao st=state/s1 verdict=expected at=52' \
	'UT_VERIFY line=53 expected=2 came=1 outcome="failed: line 51: SM_INIT ist:s1 did not come"' \
	'SM_ENSTATE ao=ao/ao st=state/s1 verdict=unexpected at=0 why="nothing was expected"' \
	'USR_0 ut=0x0 u8_0=5' \
	'FWK_EXE_FUN fn=state/s1' \
	'UT_VERIFY line=63 expected=0 came=0 outcome="failed: SM_ENSTATE came, nothing was expected"'

# Who did not see all of it cannot say that it failed
{
	names
	$expect 7 98 $s1 $s2
	record 98 $ao $s1 $s1
	$verify 9
	$begin 70
	$expect_any 71 100
	seq=$((seq + 3))
	$verify 73
} > lost.bin
is lost.bin \
	'UT_EXPECT line=7 te=event/SM_TRN expects="SM_TRN sst:s1 tst:s2"' \
	'SM_TRN ao=ao/ao sst=state/s1 tst=state/s1' \
	'UT_VERIFY line=9 expected=0 came=0 outcome="unknown: it did not begin"' \
	'UT_VERIFY line=73 expected=1 came=0 outcome="unknown, as records were lost: line 71: SM_ENSTATE with any arguments did not come"'

# Of a wider id a byte is told, which is that of several events: it is none's
# name, and counts as it is
"$posixtrace" convert -q -t rkh -o te_id=2 -o wide.bin failed.bin 2> err
status_is 0 $? 'wider ids' err
"$posixtrace" show -O name,data --from rkh -o te_id=2 wide.bin 2> err |
	tr -s ' ' > shown
has '^UT_EXPECT line=31 te=98 expects="0x62 ' shown

# What no event can be, is expected all the same
{
	names
	$begin 80
	$expect 81 255 1
	$expect 82 98 1         # ends within its first argument
	record 98 $ao $s1 $s1
	$verify 84
} > odd.bin
is odd.bin \
	'UT_EXPECT line=81 te=0xff expects="0xff 01"' \
	'SM_TRN ao=ao/ao sst=state/s1 tst=state/s1 verdict=unexpected at=81 why="0xff 01 was expected"' \
	'UT_VERIFY line=84 expected=2 came=0 outcome="failed: line 81: SM_TRN came, 0xff 01 was expected"'

# As tables
rows() {
	"$posixtrace" stat -f csv --from rkh failed.bin 2> err | tr -d '\r' |
		sed -n "/^host,comm,pid,$1/,/^\$/p" | sed 's/^[^,]*,[^,]*,[^,]*,//'
}
rows line > shown
cat > wanted << 'END'
line,last_line,expected,came,outcome,why,host_says
30,33,1,0,failed,"line 31: SM_TRN came with tst:s1, not s2",
40,43,1,0,failed,"line 41: SM_ENSTATE came, SM_INIT ist:s1 was expected",
50,53,2,1,failed,line 51: SM_INIT ist:s1 did not come,
60,63,0,0,failed,"SM_ENSTATE came, nothing was expected",
END
grep . shown | cmp -s - wanted || fail 'the table of tests' shown wanted
rows test_line > shown
cat > wanted << 'END'
test_line,line,expected,outcome,came
30,31,SM_TRN sst:s1 tst:s2,different,"SM_TRN: tst:s1, not s2"
40,41,SM_INIT ist:s1,missing,
40,41,,unexpected,SM_ENSTATE: SM_INIT ist:s1 was expected
50,51,SM_INIT ist:s1,missing,
50,52,SM_ENSTATE st:s1,expected,SM_ENSTATE
60,,,unexpected,SM_ENSTATE: nothing was expected
END
grep . shown | cmp -s - wanted || fail 'what was expected' shown wanted

# For people: what went well is not listed
"$posixtrace" stat passed.ptl > shown 2> err
status_is 0 $? 'stat of a log' err
has '^     10  20         3     3  passed   -' shown
lacks 'SM_NENEX nen' shown
"$posixtrace" stat lost.bin > shown 2> err
has '^      -   9         0     0  unknown: it did not begin' shown
has '^     70    71  SM_ENSTATE with any arguments  missing  -' shown

# What a host says is there beside
{
	names
	$begin 90
	$verify 91
	step 233 91 110 255 10 111 0 # n?o
	$begin 92
	$expect_any 93 100
} > host.bin
"$posixtrace" stat -f json --from rkh host.bin > shown 2> err
has '"line":90,"last_line":91,"expected":0,"came":0,"outcome":"passed","why":"","host_says":"failed: n..o"' shown
has '"line":92,"last_line":null,"expected":1,"came":0,"outcome":"open"' shown
has '"line":93,"expected":"SM_ENSTATE with any arguments","outcome":"open"' shown

# Where there are none, nothing is said of them
"$posixtrace" stat -f json "$top_srcdir/tests/data/rkh/two-sessions.bin" \
	> shown 2> err
lacks '"tests"' shown

finish
