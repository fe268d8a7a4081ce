#!/bin/sh
#
# check-otlp.sh - a collector gets the spans and records that convert makes
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/ship/otlp.sh"

drawing=$(tool tests/tools/bridge/drawing)
calls=$(tool tests/tools/bridge/calls)
extremes=$(tool tests/tools/bridge/extremes)
"$drawing" d.ptl || fail 'drawing failed'
"$calls" c.ptl || fail 'calls failed'
"$extremes" keyed 4000 k.ptl || fail 'extremes failed'
"$extremes" phases p.ptl || fail 'extremes failed'
"$extremes" fields f.ptl || fail 'extremes failed'
"$extremes" much m.ptl || fail 'extremes failed'
all='d.ptl c.ptl k.ptl p.ptl f.ptl m.ptl'
# shellcheck disable=SC2086
wants $all

# All of them: each span and record once, in requests that are not too large
begin_collector
# shellcheck disable=SC2086
ship 0 'logs' $all --once --metrics metrics --name one
# shellcheck disable=SC2086
arrived once $all
has ' spans, .* records, .* shipped; 0 sections, 0.0 s behind$' err
has 'd.ptl: texts with bytes that are not UTF-8: 1 time$' err
has '^posixtrace_ship_spans_total.name="one". [1-9]' metrics
has '^posixtrace_ship_records_total.name="one". [1-9]' metrics
has '^posixtrace_ship_refused_total.name="one". 0' metrics
[ "$(wc -l < c/requests)" -gt 8 ] || fail 'too few requests' c/requests

# Once more: nothing is sent.
cp c/requests before
# shellcheck disable=SC2086
ship 0 'logs that were shipped' -q $all --once --name one
lines_are 0 err
cmp -s before c/requests || fail 'sent again' c/requests

# A damaged checkpoint, and one of sections
head -c 40 d.ptl.ship-one > checkpoint
mv checkpoint d.ptl.ship-one
mkdir there
"$posixtrace" ship -q c.ptl --to there --once --name two
mv c.ptl.ship-two c.ptl.ship-one
ship 0 'damaged checkpoints' -q d.ptl c.ptl --once --name one
has '^posixtrace: d.ptl.ship-one: damaged; all of the log is sent again$' err
has '^posixtrace: c.ptl.ship-one: damaged; all of the log is sent again$' err
# shellcheck disable=SC2086
arrived least $all
end_collector

# A log that grows is that of convert in the end, and no span comes twice.
begin_collector
"$posixtrace" ship grow.ptl --name z --to "otlp+http://localhost:$port" \
	2> ship.err &
shipper=$!
remember $shipper
# shellcheck disable=SC2086
"$posixtrace" record -q $wrap -o grow.ptl -- \
	"$ticker" -n 1500 -s 100 -u 500 2> rec.err
status_is 0 $? 'a recording' rec.err
wait_for 'the end' grep -q '^ended 1$' grow.ptl.ship-z
kill -TERM $shipper
wait $shipper
status_is 0 $? 'a log that grows' ship.err
wants grow.ptl
arrived once grow.ptl
end_collector

# A log without an end: all that is there is sent at once, and nothing twice if it
# does not change; when it goes on, the rest is.
head -c "$(grep -abo PTLS k.ptl | sed -n '$s/:.*//p')" k.ptl > cut.ptl
begin_collector
ship 0 'a log without an end' cut.ptl --once
cp c/requests before
ship 0 'a log without an end, again' cut.ptl --once
cmp -s before c/requests || fail 'sent again' c/requests
cat k.ptl > cut.ptl
wants cut.ptl
ship 0 'a log that has gone on' cut.ptl --once
python3 "$here/otlp_same.py" least cut.ptl.otlp.json -- c/taken > same
lacks '^missing' same
end_collector

# Names and secrets are for files, and other machines for TLS.
printf 'machine 127.0.0.1 login anna password secret\n' > .netrc
chmod 600 .netrc
begin_collector
ship 0 'with a name' c.ptl --once --name netrc
has ' Basic YW5uYTpzZWNyZXQ=$' c/requests
end_collector
for url in otlp+http://anna:secret@localhost otlp+https://secret@host:1; do
	"$posixtrace" ship c.ptl --to $url 2> err
	status_is 2 $? "$url" err
	has 'names and secrets belong into ~/.netrc$' err
	lacks secret@ err
done
"$posixtrace" ship c.ptl --to otlp+http://collector.example 2> err
status_is 2 $? 'another machine' err
has 'another machine needs otlp.https://, or --plain$' err
for url in 'otlp+http://' 'otlp+http://:4318' 'otlp+http://h:0x1' \
	'otlp+http://localhost/v1/traces' 'otlp+http://localhost/x/v1/logs' \
	'otlp+http://localhost/v1/traces/' \
	'otlp+http://[::1' 'otlp+http://localhost/a b' 'otlp+http://h?x'; do
	"$posixtrace" ship c.ptl --plain --once --to "$url" 2> err
	status_is 2 $? "$url" err
done

# A certificate is checked, and the name in it.
if command -v openssl > /dev/null; then
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 \
		-nodes -days 2 -subj /CN=localhost \
		-addext subjectAltName=DNS:localhost \
		-keyout key -out cert 2> openssl.err ||
		fail 'no certificate' openssl.err
	cat key cert > both
	begin_collector ok 0 both
	url=otlp+https://localhost:$port
	"$posixtrace" ship c.ptl --to "$url" --once --name tls 2> err
	status_is 7 $? 'a certificate of nobody' err
	has 'certificate' err
	"$posixtrace" ship c.ptl --to "otlp+https://127.0.0.1:$port" \
		--ca cert --once --name tls 2> err
	status_is 7 $? 'a certificate of another name' err
	"$posixtrace" ship c.ptl --to "$url" --ca cert --once --name tls 2> err
	status_is 0 $? 'a certificate' err
	arrived once c.ptl
	end_collector
fi

finish
