#!/bin/sh
#
# check-firefox.sh - Firefox shows the page of a report, too
. "${top_srcdir:?}/tests/tools/lib.sh"

command -v firefox-esr > /dev/null || skip 'there is no firefox-esr'
command -v node > /dev/null || skip 'there is no node'
"$posixtrace" --version | grep -Eq '^without (yajl|zlib)' &&
	skip 'built without yajl or zlib'
drawing=$(tool tests/tools/bridge/drawing)
"$drawing" d.ptl || fail 'drawing failed'
"$posixtrace" report -q d.ptl -o d.html 2> err
status_is 0 $? 'report' err

port=$(node -e "const server = require('net').createServer();
	server.listen(0, '127.0.0.1', () => {
		console.log(server.address().port);
		server.close();
	})")
mkdir profile
echo "user_pref('marionette.port', $port);" > profile/user.js
timeout 120 node "$top_srcdir/tests/tools/report/firefox.mjs" \
	"$work/profile" "$port" "$work/d.html" > out 2> err ||
	skip "firefox-esr does not run here: $(tail -n 1 err)"
echo 'ready {"events":22,"lost":7,"errors":[],"draws":true}' | cmp -s - out ||
	fail 'not what the log has' out err

finish
