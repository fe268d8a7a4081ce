#!/bin/sh
#
# check-page.sh - the page of a report, in Chromium without a screen and network
#
# What it shows is what stat and show say of the same trace.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/bridge/viewers.sh"

command -v chromium > /dev/null || skip 'there is no chromium'
"$posixtrace" --version | grep -Eq '^without (yajl|zlib)' &&
	skip 'built without yajl or zlib'
puppeteer=$(viewer puppeteer-core) ||
	skip 'puppeteer-core cannot be fetched: no node, npm, or network'
drawing=$(tool tests/tools/bridge/drawing)

# tell LOG: its report, what stat and show say of it
tell() {
	"$posixtrace" report -q "$1.ptl" -o "$1.html" 2> err
	status_is 0 $? "report $1" err
	"$posixtrace" stat -f json "$1.ptl" > "$1.stat" 2> err &&
		"$posixtrace" show -f json "$1.ptl" > "$1.json" 2> err &&
		"$posixtrace" show "$1.ptl" > "$1.txt" 2> err ||
		fail "stat or show of $1 failed" err
}

record 0 'wordcount' -q -o wc.ptl -- "$wordcount" "$top_srcdir/lib/model"
"$drawing" d.ptl && "$drawing" more.ptl more || fail 'drawing failed'
for log in wc d more; do
	tell $log
done

cat > stock.trcfmt <<'END'
#!posix event "stock" hook 7F02
7F02 1.0 L=APPL "" W1 "there are " D4 "boxes"
END
"$posixtrace" show --templates=stock.trcfmt d.ptl > templates.txt 2> err &&
	"$posixtrace" report -q --templates=stock.trcfmt d.ptl \
		-o templates.html 2> err &&
	"$posixtrace" report -q --max-events=3 d.ptl -o few.html 2> err ||
	fail 'show or report failed' err
has 'there are 12 boxes' templates.txt

# A trace that carries templates needs no option.
"$posixtrace" convert -q --templates=stock.trcfmt d.ptl -o carries.ptl 2> err &&
	"$posixtrace" report -q carries.ptl -o carries.html 2> err ||
	fail 'convert or report failed' err

# A log with a chunk that is damaged has the others. Names of files are in chunks.
size=$(grep -abo 'lib/model/record\.c' wc.ptl | head -n 1 | cut -d : -f 1)
{ head -c $size wc.ptl; printf 'damaged'; tail -c +$((size + 8)) wc.ptl; } > bad.ptl
"$posixtrace" report -q bad.ptl -o bad.html 2> err
status_is 3 $? 'a damaged log' err
has 'checksum does not match, [0-9]* events dropped' err

cat > scenes <<END
damaged $work/bad.html
words $work/d.html
room $work/d.html
figures $work/wc.html wc.stat wc.json
figures $work/d.html d.stat d.json
lines $work/d.html d.stat d.txt
lines $work/more.html more.stat more.txt
lines $work/templates.html d.stat templates.txt
lines $work/carries.html d.stat templates.txt
leftOut $work/few.html d.stat
old $work/d.html
keyboard $work/wc.html
narrow $work/d.html
pointer $work/d.html
fingers $work/wc.html
END

if "$posixtrace" --version | grep -q 'with yajl'; then
	cat > hostile.json <<-'END'
	{"traceEvents": [
	{"name": "</script><img src=x onerror=alert(1)>", "ph": "B", "ts": 1,
		"pid": 1, "tid": 1},
	{"name": "</script><img src=x onerror=alert(1)>", "ph": "E", "ts": 9,
		"pid": 1, "tid": 1},
	{"name": "plain", "ph": "i", "ts": 12, "pid": 1, "tid": 2,
		"args": {"text": "</script><script>alert(2)</script>"}}]}
	END
	"$posixtrace" report -q hostile.json -o hostile.html 2> err
	status_is 0 $? 'a hostile name' err
	echo "hostile $work/hostile.html" >> scenes
	awk 'BEGIN {
		for (i = 0; i < 250; i++)
			long = long "y"
		turn = "\\u202e"
		print "{\"traceEvents\": ["
		print "{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": 1,"
		print "\"args\": {\"name\": \"" turn long "\"}},"
		print "{\"name\": \"" turn "gnp.exe\", \"ph\": \"B\", \"ts\": 1,"
		print "\"pid\": 1, \"tid\": 1, \"args\": {\"name\": \"" turn "gnp.exe x\"}},"
		print "{\"name\": \"" turn "gnp.exe\", \"ph\": \"E\", \"ts\": 9,"
		print "\"pid\": 1, \"tid\": 1}]}"
	}' > turned.json
	"$posixtrace" report -q turned.json -o turned.html 2> err
	status_is 0 $? 'a name that turns' err
	echo "turned $work/turned.html" >> scenes
fi

node "$top_srcdir/tests/tools/report/page.mjs" "$puppeteer" "$work/profile" \
	< scenes > out 2>&1
status=$?
[ $status -ne 77 ] || skip "chromium does not run here: $(cat out)"
status_is 0 $status 'what the pages show' out

# The page without its data is small.
size=$(($(wc -c < d.html) - $(grep -E 'id="(p[0-9]+|log)"' d.html | wc -c)))
[ "$size" -le 61440 ] || fail "the page without data has $size bytes"

finish
