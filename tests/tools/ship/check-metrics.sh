#!/bin/sh
#
# check-metrics.sh - figures are written while a long log is being shipped
. "${top_srcdir:?}/tests/tools/lib.sh"

command -v python3 > /dev/null || skip 'there is no python3'

# Instead of ssh, a slow line to a gatherer here; to all of it when it may
mkdir bin there
cat > bin/ssh << END
#!/bin/sh
exec python3 "$work/line.py" "$posixtrace" gather - -q --to "$work/there" \\
	--metrics "$work/gathered"
END
cat > line.py << 'END'
import os, subprocess, sys, time

there = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)
while True:
    some = os.read(0, 4096)
    if not some:
        break
    there.stdin.write(some)
    there.stdin.flush()
    if not os.path.exists("fast"):
        time.sleep(0.05)
there.stdin.close()
sys.exit(there.wait())
END
chmod +x bin/ssh
PATH=$work/bin:$PATH

# value NAME FILE
value() {
	sed -n "s/^posixtrace_$1{.*} //p" "$2" 2> /dev/null
}

# is_between NAME FILE: some sections, and not all
is_between() {
	local sections=$(value "$1_sections_total" "$2")

	[ "${sections:-0}" -gt 0 ] && [ "$sections" -lt "$last" ]
}

# Many small sections, and 80 KB a second. On a busy machine most events may be
# lost.
events=30000 size=0
while [ $size -lt 1000000 ] && [ $events -lt 1000000 ]; do
	record 0 'a ticker' -q --force --size=64K -o a.ptl -- \
		"$ticker" -n $events -s 200 -u 0
	size=$(stat -c %s a.ptl)
	events=$((events * 2))
done
last=$(grep -aob PTLS a.ptl | wc -l)
[ "$size" -gt 1000000 ] || fail "the log has $size bytes only"

"$posixtrace" ship a.ptl --to "ssh:there:$work/there" --metrics metrics \
	2> ship.err &
shipper=$!
remember $shipper
wait_for 'figures of the shipper in between' is_between ship metrics
wait_for 'figures of the gatherer in between' is_between gather gathered
[ "$(value ship_behind_sections metrics)" -gt 0 ] ||
	fail 'nothing is behind' metrics
: > fast
wait_for 'the rest' grep -q '^ended 1$' a.ptl.ship-*
kill -TERM $shipper
wait $shipper
status_is 0 $? 'shipping on a slow line' ship.err
find there -name '*.ptl' -exec cmp -s a.ptl {} \; -print > found
lines_are 1 found

# A log that was not recorded has no time of its creation: what waits counts from
# its first event.
printf '[%s,%s]' \
	'{"name":"a","ph":"i","ts":1700000000000000,"pid":1,"tid":1}' \
	'{"name":"b","ph":"i","ts":1700000002000000,"pid":1,"tid":1}' > made.json
if "$posixtrace" convert -q made.json -o made.ptl 2> err; then
	"$posixtrace" ship made.ptl --to nowhere --once --metrics metrics 2> err
	status_is 7 $? 'shipping what was made to nowhere' err
	has '; [0-9]* sections, 2.0 s behind, ' err
	has '^posixtrace_ship_behind_seconds.* 2$' metrics
else
	has 'built without' err
fi

finish
