#!/bin/sh
#
# report.sh - how large a report is, how fast it is written, opened and drawn
#
#	report.sh [TURNS]
#
# A program of Python is recorded whose four threads take and give a lock: two
# events a turn. The aims: 10 bytes an event, a million events a second
# of processor time, opened in less than 5 s, frames of less than 16 ms.
set -eu

top_builddir=${top_builddir:-build}
top_srcdir=${top_srcdir:-.}
posixtrace=$(realpath "$top_builddir/tools/posixtrace")
turns=${1:-2400000}
. "$top_srcdir/tests/tools/bridge/viewers.sh"

puppeteer=$(viewer puppeteer-core)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

"$posixtrace" record -q --wrap=mutex,cond,sem -o "$work/busy.ptl" -- python3 -c "
import threading
lock = threading.Lock()
def work():
	for i in range($turns // 4):
		with lock:
			pass
threads = [threading.Thread(target=work) for i in range(4)]
for thread in threads:
	thread.start()
for thread in threads:
	thread.join()
" > /dev/null
bash -c 'TIMEFORMAT="%U %S"; time "$@" 2> /dev/null' - \
	"$posixtrace" report "$work/busy.ptl" -o "$work/busy.html" \
	2> "$work/times" > "$work/out"
events=$(grep -o '"events":[0-9]*,"lost"' "$work/busy.html" |
	grep -o '[0-9]*' | head -n 1)
awk -v events="$events" -v bytes="$(stat -c %s "$work/busy.html")" '{
	printf "%d events, %.2f bytes an event, ", events, bytes / events
	printf "%.2f million a second\n", events / ($1 + $2) / 1000000
}' "$work/times"
echo "pace $work/busy.html" |
	node "$top_srcdir/tests/tools/report/page.mjs" "$puppeteer" "$work/profile"
