#!/bin/sh
#
# check-otlp-trouble.sh - collectors that are away, refuse, or are hostile
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/ship/otlp.sh"

kills=12
OTEL_EXPORTER_OTLP_TIMEOUT=700
export OTEL_EXPORTER_OTLP_TIMEOUT

extremes=$(tool tests/tools/bridge/extremes)
"$extremes" keyed 3000 k.ptl || fail 'extremes failed'
"$extremes" phases p.ptl || fail 'extremes failed'
wants k.ptl p.ptl

# Nobody there, and then somebody
begin_collector
end_collector
ship 7 'nobody there' k.ptl --once
has "^posixtrace: otlp.http://127.0.0.1:$port: .*connect" err
"$posixtrace" ship k.ptl --name z --to "otlp+http://127.0.0.1:$port" \
	2> ship.err &
shipper=$!
remember $shipper
wait_for 'the failure' grep -q 'it is tried again until it succeeds$' ship.err
go_on_collector ok "$port"
wait_for 'the end' grep -q '^ended 1$' k.ptl.ship-z
kill -TERM $shipper
wait $shipper
status_is 0 $? 'somebody there' ship.err
has ': is there again$' ship.err
arrived once k.ptl
end_collector

# It is busy for a while, and says how long; it hangs up.
rm -f ./*.ship-*
begin_collector 503+1,429+1,hangup,502,ok
"$posixtrace" ship p.ptl --name z --to "otlp+http://127.0.0.1:$port" \
	2> ship.err &
shipper=$!
remember $shipper
wait_for 'the end' grep -q '^ended 1$' p.ptl.ship-z
kill -TERM $shipper
wait $shipper
status_is 0 $? 'a busy collector' ship.err
has ': status 503; it is tried again until it succeeds$' ship.err
arrived once p.ptl
awk 'NR > 1 && NR < 4 && $3 - before < 1 { bad = 1 } { before = $3 }
	END { exit bad }' c/requests || fail 'not as late as told' c/requests
end_collector

# It does not know who sends: nothing is lost.
rm -f ./*.ship-*
begin_collector 401,ok
ship 7 'a secret that is wrong' k.ptl --once --name one
has ': status 401: the collector wants a name and a secret$' err
lacks 'refused' err
ship 0 'a secret that was mended' k.ptl --once --name one
arrived once k.ptl
end_collector

# It refuses, all or a part: that is counted, told, and not sent again.
rm -f ./*.ship-*
begin_collector 400,ok
ship 7 'a refusal' k.ptl --once --metrics metrics --name one
has ': status 400; [1-9][0-9]* [a-z]*s refused, and not sent again$' err
has '^posixtrace: [1-9][0-9]* spans and records were refused$' err
has '^posixtrace_ship_refused_total.name="one". [1-9]' metrics
sent=$(sed -n 's/^posixtrace_ship_\(spans\|records\|refused\)_total{.*} //p' metrics |
	awk '{ sum += $1 } END { print sum }')
[ "$sent" -eq "$(python3 -c 'import json, sys
print(sum(len(next(iter(json.loads(one).values()))[0][kind][0][kinds])
	for one in open(sys.argv[1])
	for kind, kinds in (("scopeSpans", "spans"), ("scopeLogs", "logRecords"))
	if kind in one))' k.ptl.otlp.json)" ] || fail "$sent were counted"
cp c/requests before
ship 0 'what was refused' k.ptl --once --name one
cmp -s before c/requests || fail 'sent again' c/requests
end_collector
mkdir set
cp k.ptl set/k.000001.ptl
cp p.ptl set/k.000002.ptl
begin_collector 400,ok
ship 7 'a log of several' set/k.ptl --once --remove --name one
ship 0 'a log of several, once more' set/k.ptl --once --remove --name one
cmp -s k.ptl set/k.000001.ptl || fail 'what was refused is removed' err
rm set/*.ship-*
ship 0 'a log that is not refused' set/k.ptl --once --remove --name one
[ ! -e set/k.000001.ptl ] || fail 'what was taken is not removed' err
end_collector
begin_collector partial,ok
ship 7 'a refusal of a part' p.ptl --once
has ': 1 of [0-9]* [a-z]*s refused, and not sent again: too .\[31mred$' err
lacks "$(printf '\033')" err
has '^posixtrace: 1 spans and records were refused$' err
arrived once p.ptl
end_collector

# Hostile ones: no harm is done, and nothing hangs.
for how in head drip hangup 500 elsewhere body; do
	rm -f ./*.ship-*
	begin_collector $how
	status=7
	[ $how = body ] && status=0
	ship $status "a hostile collector: $how" p.ptl --once
	[ -s c/requests ] || fail "$how: no request"
	lacks GET c/requests
	end_collector
done
rm -f ./*.ship-*

# Killed at any instant, each span arrives, and all have the same ids.
begin_collector
# shellcheck disable=SC2086
"$posixtrace" record -q $wrap -o grow.ptl -- \
	"$ticker" -n 2500 -s 100 -u 500 2> rec.err &
recorder=$!
remember $recorder
wait_for 'the log' test -s grow.ptl
killed=0
while [ $killed -lt $kills ]; do
	"$posixtrace" ship grow.ptl k.ptl --name x \
		--to "otlp+http://127.0.0.1:$port" 2> err &
	shipper=$!
	remember $shipper
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 * 3 }')"
	kill -KILL $shipper
	wait $shipper 2> /dev/null
	killed=$((killed + 1))
done
wait $recorder
status_is 0 $? 'the recording' rec.err
ship 0 'the rest' grow.ptl k.ptl --name x --once
wants grow.ptl
arrived least grow.ptl k.ptl
end_collector

finish
