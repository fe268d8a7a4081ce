#!/bin/sh
#
# check-speedscope-page.sh - speedscope shows what is written for it
#
# Its page is served on loopback, and drawn by Chromium without a screen.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/bridge/viewers.sh"

"$posixtrace" --version | grep -q 'with yajl' || skip 'built without yajl'
command -v chromium > /dev/null || skip 'there is no chromium'
command -v python3 > /dev/null || skip 'there is no python3'
page=$(viewer speedscope) ||
	skip 'speedscope cannot be fetched: no node, npm, or network'
drawing=$(tool tests/tools/bridge/drawing)
cp -r "$page/dist/release" served
"$drawing" d.ptl && "$drawing" many.ptl many || fail 'drawing failed'

python3 -u -m http.server 0 --bind 127.0.0.1 --directory served > served.out \
	2>&1 &
remember $!
wait_for 'the server' grep -q port served.out
server=http://127.0.0.1:$(sed -n 's/.* port \([0-9]*\) .*/\1/p' served.out)

# draw [FILE]: the page with it, as it is after a while, into page
draw() {
	chromium --headless --no-sandbox --use-gl=swiftshader \
		--enable-unsafe-swiftshader --user-data-dir="$work/profile" \
		--virtual-time-budget=60000 --dump-dom \
		"$server/index.html${1:+#profileURL=$server/$1}" \
		> page 2> chromium.err
}

# show LOG FORMAT FILE: what is written for it, in the page; the title, which
# profile it is, and all profiles with their times are in shown
show() {
	"$posixtrace" convert -q "$1" -t "$2" -o "served/$3" 2> err
	status_is 0 $? "convert $*" err
	draw "$3"
	{
		grep -o '<title>[^<]*' page
		grep -o '([0-9]*/[0-9]*)' page
		sed 's/<tr title="/\n&/g' page | grep -o "^<tr title=\"[^\"]*\"[^>]*>\
<td[^>]*>[0-9]*</td><td[^>]*><span>[^<]*</span></td><td[^>]*>[^<]*</td>"
	} | sed 's/<[^>]*>/ /g; s/  */ /g; s/^ //; s/ $//' > shown
}

draw
grep -q 'speedscope' page || skip 'chromium does not run here'

# is LINE...: so is what is shown
is() {
	printf '%s\n' "$@" | cmp -s - shown || fail "$1: not shown so" shown
}

show d.ptl speedscope x.speedscope.json
is 'shop/desk:4001 - speedscope' '(1/3)' '1 shop/desk:4001 12.00ms' \
	'2 shop/4002 500.00µs' '3 shop/- 500.00µs'
show many.ptl speedscope many.speedscope.json
is 'mill/5001 - speedscope' '(1/3)' '1 mill/5001 3.00s' '2 mill/5002 3.00s' \
	'3 mill/5003 3.00s'

# The other formats that it reads
show d.ptl chrome x.json
is 'x.json - speedscope'
grep -q '>shop (pid 4000), desk (tid 4001)' page || fail 'no thread' page
show many.ptl folded x.folded
is 'x.folded - speedscope'

finish
