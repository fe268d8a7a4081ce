#!/bin/sh
#
# check-learn.sh - rules are learned from good runs, hold in another good one, and
# are broken where the test has planted a fault
. "${top_srcdir:?}/tests/tools/lib.sh"

server=$(tool tests/tools/diff/server) || exit 99
service=$(tool tests/tools/query/service) || exit 99

# A recording of locks is not for sanitizers, which have wrappers of their own.
wrap=--wrap=mutex
has_sanitizer && wrap=

# serve LOG [CHANGES]
serve() {
	"$posixtrace" record -q $wrap -o "$1" -- "$server" ${2:+"$2"}
	status_is 0 $? "recording $1"
}

# learn STATUS ARGUMENT...: into rules and err
learn() {
	wanted_status=$1
	shift
	"$posixtrace" check --learn "$@" > rules 2> err
	status_is "$wanted_status" $? "learning from $*" rules err
}

# check STATUS ARGUMENT...: into out and err
check() {
	wanted_status=$1
	shift
	"$posixtrace" check "$@" > out 2> err
	status_is "$wanted_status" $? "check $*" out err
}

# breaks RULE LOG: this rule is broken there
breaks() {
	check 1 "$2" server.rules
	has "^FAILED   $1: " out
}

mkdir good
for i in 1 2 3 4 5; do
	serve good/$i.ptl
done

# A busy machine does not break rules with such a margin.
learn 0 --margin 1000000 good/1.ptl good/2.ptl good/3.ptl good/4.ptl good/5.ptl
cp rules server.rules
lines_are 0 err
has '^# .* what holds in 5 good runs\.$' rules
has '^# Limits of time are 1e\+06 times the worst; .* need 20 cases\.$' rules
has '^losses: no losses$' rules
has '^ended-request: unmatched\(span request\) == 0$' rules
has '^as-many-request_begin-request_end: count\(request_begin\) == count\(request_end\)$' rules
has '^order-request_begin-check: request_begin before check by id$' rules
has '^after-check-request_end: check -> request_end by id within [0-9.]+m?s$' rules
has '^some-tick: at least 1 of tick$' rules
has '^# 60 spans in 5 runs, the worst p99 is [0-9.]+ [mun]?s$' rules
has '^# 60 keys in 5 runs$' rules
# Two orders make the third, and ids of requests are no ids of ticks.
lacks 'request_begin before request_end' rules
lacks 'tick (before|->)' rules
if [ "$wrap" ]; then
	has '^released-mutex: every mutex is released$' rules
	lacks 'every lock is released' rules
	grep -B 1 '^released-mutex' rules | grep -q '^# [0-9]* holds in 5 runs$' ||
		fail 'the evidence of locks' rules
fi

# The same again, and in another way
learn 0 --margin 1000000 good
cmp -s rules server.rules || fail 'the rules differ' rules server.rules
"$posixtrace" check good/*.ptl --margin 1000000 --learn -o again.rules ||
	fail 'learning into a file'
cmp -s again.rules server.rules || fail 'the file differs' again.rules

# All of them hold where they come from, and in another good run.
serve sixth.ptl
for run in good/1.ptl good/2.ptl good/3.ptl good/4.ptl good/5.ptl sixth.ptl; do
	check 0 $run --strict server.rules
	lacks '^(FAILED|vacuous)' out
done

# Faults, one of each kind
serve missing.ptl m
breaks 'as-many-check-[a-z_]*' missing.ptl
breaks order-check-request_end missing.ptl
serve order.ptl o
breaks order-request_begin-check order.ptl
if [ "$wrap" ]; then
	serve kept.ptl k
	breaks released-mutex kept.ptl
	has ' has mutex/.* until the end of the trace$' out
fi

# Real losses: the rule names where they are, and over which time.
"$posixtrace" record -q --policy=loop --size=64K -o lost.ptl -- \
	"$ticker" -n 200000 -u 0 || fail 'a stream that loops'
breaks losses lost.ptl
breaks some-check lost.ptl
check 1 lost.ptl -a 'lost == 0'
has '^FAILED   lost == 0 \([1-9][0-9,]*\)$' out
has '^ +line [0-9]+ \(.* to .*\): -, [0-9]+ events lost( \(.*\))?$' out
command=$(sed -n 's/^           posixtrace show/show/p' out | head -n 1)
eval "\"\$posixtrace\" $command" > shown 2>&1
has ' events lost' shown
# What is learned from it has no rule about losses, and says so.
learn 0 lost.ptl sixth.ptl --cases 1
lacks '^losses:' rules
has '^# [0-9]+ events are lost in 1 run: ' rules
has '^posixtrace: [0-9]+ events are lost in 1 run: ' err

# Times: those of the trace, so that each limit is known
# trace FILE LONGEST: 25 spans in microseconds
trace() {
	{
		echo '{"traceEvents":['
		i=0
		while [ $i -lt 25 ]; do
			printf '{"name":"work","ph":"X","ts":%s,"dur":%s,"pid":1,"tid":1},\n' \
				$((i * 100000)) $((i == 7 ? $2 : 1000))
			i=$((i + 1))
		done
		echo '{"name":"end","ph":"i","ts":9000000,"pid":1,"tid":1}]}'
	} > "$1"
}
trace one.json 2000
trace two.json 2870
trace sixth.json 5700
trace slow.json 5900
learn 0 one.json two.json
has '^max-work: max\(span work\) <= 5\.8ms$' rules
has '^p99-work: p99\(span work\) <= 5\.[0-9]ms$' rules
has '^# 50 spans in 2 runs, the worst time is 2\.9 ms$' rules
cp rules times.rules
check 0 sixth.json times.rules
check 1 slow.json times.rules
has '^FAILED   max-work: ' out
learn 0 --margin 1 one.json
has '^max-work: max\(span work\) <= 2ms$' rules
# Too few cases for times, and enough with another number
learn 0 --cases 26 one.json
lacks 'span work' rules
has '^some-end: at least 1 of end$' rules
learn 0 --cases 51 one.json two.json
lacks 'span work' rules
learn 0 --cases 50 one.json two.json
has 'span work' rules

# Names that need quotation marks, and those that no rule can say
{
	echo '{"traceEvents":['
	for name in 'two words' 'no' 'a#b' '(x)' 'star*' "it's" 'a, b'; do
		printf '{"name":"%s","ph":"i","ts":1,"pid":1,"tid":1},\n' "$name"
	done
	echo '{"name":"end","ph":"i","ts":9000000,"pid":1,"tid":1}]}'
} > names.json
learn 0 names.json
has '^some-two_words: at least 1 of "two words"$' rules
has '^some-no: at least 1 of "no"$' rules
has '^# 3 names were not tried: no rule can say them$' rules
has '^posixtrace: 3 names were not tried: ' err
check 0 names.json rules
lacks 'vacuous ' out

# More pairs of events than are tried
{
	echo '{"traceEvents":['
	i=0
	while [ $i -lt 30 ]; do
		printf '{"name":"e%s","ph":"i","ts":%s,"pid":1,"tid":1,"args":{"id":%s}},\n' \
			$i $i 1 $i $((i + 100)) 2
		i=$((i + 1))
	done
	echo '{"name":"end","ph":"i","ts":9000000,"pid":1,"tid":1}]}'
} > many.json
learn 0 --cases 1 many.json
has '^# [0-9]+ orders were not tried: there are too many$' rules
has '^posixtrace: [0-9]+ orders were not tried: ' err
check 0 many.json rules

# Runs with more keys than are tried at first: a late break is found, and what
# holds is counted as a whole.
# keys FILE LAST: the last key has its first event only if LAST is something
keys() {
	awk -v last="$2" 'BEGIN {
		form = "{\"name\":\"%s\",\"ph\":\"i\",\"ts\":%d,\"pid\":1,\"tid\":1,\"args\":{\"id\":%d}}"
		print "{\"traceEvents\":["
		for (i = 0; i < 5000; i++) {
			if (i < 4999 || last)
				printf form ",\n", "first", 3 * i, i
			printf form ",\n", "second", 3 * i + 1, i
		}
		printf form "\n]}\n", "first", 20000, 6000
	}' > "$1"
}
keys whole.json yes
learn 0 whole.json
has '^order-first-second: first before second by id$' rules
has '^# 5,000 keys in 1 run$' rules
check 0 whole.json rules
keys broken.json ''
learn 0 broken.json
lacks 'first before second' rules

# Waits for locks, with times that are known
"$service" waits.ptl
learn 0 waits.ptl --cases 5
has '^released-mutex: every mutex is released$' rules
has '^waits-mutex: no thread waits more than 3ms for mutex$' rules
has '^# 20 waits in 1 run, the worst time is 1\.5 ms$' rules
check 0 waits.ptl rules
sed 's/3ms for mutex/1400us for mutex/' rules > short.rules
check 1 waits.ptl short.rules
has '^FAILED   waits-mutex: no thread waits more than 1400us for mutex' out
has '^1?[0-9]+ rules, 1 failed, ' out

# A rotated recording is a run, as a numbered set and as a folder of its logs.
mkdir parts.ptl.d
"$posixtrace" cut -q --to +9.9ms -o parts.000001.ptl waits.ptl
"$posixtrace" cut -q --from +9.9ms -o parts.000002.ptl waits.ptl
cp parts.00000?.ptl parts.ptl.d
cp rules whole.rules
learn 0 parts.ptl --cases 5
cmp -s whole.rules rules || fail 'a set is another run' whole.rules rules
learn 0 parts.ptl.d --cases 5
cmp -s whole.rules rules || fail 'a folder is another run' whole.rules rules
check 0 parts.ptl whole.rules
learn 0 parts.ptl waits.ptl --cases 5
has 'what holds in 2 good runs' rules
has '^# 40 waits in 2 runs' rules

# Boards
for capture in liteos/l64-ext-smp4.raw rkh/all-std.bin; do
	capture=$top_srcdir/tests/data/$capture
	learn 0 "$capture" --cases 3
	cp rules board.rules
	[ "$(grep -c '^some-' board.rules)" -ge 20 ] ||
		fail 'the rules of a board are few' board.rules
	check 0 "$capture" board.rules
	lacks '^(FAILED|vacuous)' out
done
check 1 "$top_srcdir/tests/data/liteos/l64-ext-smp4.raw" -a 'no losses' \
	-a 'HWI_RESPONSE_IN -> HWI_RESPONSE_OUT by hwiNum within 1us'
has '^FAILED   no losses \(109 lost\)$' out
has '^FAILED   HWI_RESPONSE_IN -> ' out

# A damaged run: what is readable is learned from.
head -c $(($(wc -c < sixth.ptl) - 100)) sixth.ptl > cut.ptl
learn 3 cut.ptl sixth.ptl
has '^# .* in 2 good runs' rules

# Misuse
learn 2
learn 2 missing.file
learn 2 good/1.ptl -a 'no losses'
learn 2 good/1.ptl --tap
learn 2 good/1.ptl --margin 0.5
learn 2 good/1.ptl --cases 0
check 2 good/1.ptl --margin 3 -a 'no losses'
learn 2 good/1.ptl -o good/1.ptl --force
# Nothing at all
learn 1 good/1.ptl -e nothing --cases 3
has '^posixtrace: no event matches, in none of these runs$' err
echo '{"traceEvents":[]}' > nothing.json
learn 1 nothing.json
has '^posixtrace: no event, in none of these runs$' err
# Names that no run has are told, once; those of one are not.
learn 0 good/1.ptl nothing.json -e request_begin,requst_end -w 'lenn > 1 || len >= 0'
has '^posixtrace: all runs: no event is called requst_end; did you mean request_end\?$' err
has '^posixtrace: all runs: no event has a field lenn; did you mean len\?$' err
lines_are 2 err

# What can be read once only is no run.
learn 2 - < whole.json
has '^posixtrace: -: a run is read several times: save it first$' err
mkfifo pipe
learn 2 whole.json pipe
has '^posixtrace: pipe: a run is read several times' err

finish
