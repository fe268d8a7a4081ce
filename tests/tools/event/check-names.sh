#!/bin/sh
#
# check-names.sh - numbers are shown by the names that descriptions say
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/event/views.sh"

value_names=$(tool tests/tools/event/value_names) || exit 99
"$posixtrace" record -q -o c.ptl -- "$value_names"
status_is 0 $? 'recording' err

"$posixtrace" show -f tsv -O data -e coded c.ptl > shown 2> err
status_is 0 $? 'show' err
cat > wanted <<'END'
data
flags=WRONLY|CREAT|TRUNC error=ENOENT signal=SIGINT mode=0644 size="no limit" until=forever result=-1 side=sell
flags=RDONLY error=0 signal=0 mode=00 size=5B until=6ns result=7B side=buy
flags=RDONLY|0x8000 error=99999 signal=99 mode=01777 size=0B until=0ns result=0B side=9
END
cmp -s wanted shown || fail 'names' shown

"$posixtrace" show -f tsv -O data -e row c.ptl > shown 2> err
has '^few=\{one,one\|two,0\}$' shown

# In columns, without quotation marks
"$posixtrace" show -f csv -O flags,error,size,side -e coded c.ptl > shown 2> err
tr -d '\r' < shown > table
cat > wanted <<'END'
flags,error,size,side
WRONLY|CREAT|TRUNC,ENOENT,no limit,sell
RDONLY,0,5,buy
RDONLY|0x8000,99999,0,9
END
cmp -s wanted table || fail 'columns' table

# In JSON both numbers and names
if "$posixtrace" show -f json --no-symbols -e coded c.ptl > shown 2> err; then
	sed 's/.*,"args"/"args"/' shown > table
	cat > wanted <<'END'
"args":{"flags":577,"error":2,"signal":2,"mode":420,"size":18446744073709551615,"until":-1,"result":-1,"side":"sell"},"names":{"flags":"WRONLY|CREAT|TRUNC","error":"ENOENT","signal":"SIGINT","size":"no limit","until":"forever"},"numbers":{"side":1}}
"args":{"flags":0,"error":0,"signal":0,"mode":0,"size":5,"until":6,"result":7,"side":"buy"},"names":{"flags":"RDONLY"},"numbers":{"side":0}}
"args":{"flags":32768,"error":99999,"signal":99,"mode":1023,"size":0,"until":0,"result":0,"side":9},"names":{"flags":"RDONLY|0x8000"}}
END
	cmp -s wanted table || fail 'JSON' table
	"$posixtrace" show -f json -e row c.ptl > shown 2> err
	has '"few":\[1,3,0\]},"names":{"few":\["one","one\|two",""\]}}' shown
else
	has 'built without yajl' err
	say 'SKIPPED: JSON: built without yajl'
fi

# chosen CONDITION COUNT
chosen() {
	"$posixtrace" show -f tsv -O name -e coded -w "$1" c.ptl > shown 2> err
	[ "$(grep -c coded shown)" -eq "$2" ] || fail "-w $1" shown err
}

chosen 'error == "ENOENT"' 1
chosen 'error == 2' 1
chosen 'error =~ "E*"' 1
chosen 'error' 2
chosen 'flags =~ "*CREAT*"' 1
chosen 'flags == "RDONLY"' 1
chosen 'flags == 0x8000' 1
chosen 'signal == "SIGINT"' 1
chosen 'mode == 0x1a4' 1
chosen 'size == "no limit"' 1
chosen 'until == "forever" && until == -1' 1
chosen 'side == "sell" && side == 1' 1

# Templates that are made of it say the same.
mkdir formats
"$posixtrace" fmt make c.ptl > formats/made.trcfmt 2> err
status_is 0 $? 'fmt make' err
"$posixtrace" fmt check formats/made.trcfmt > shown 2> err
status_is 0 $? 'fmt check' err
POSIXTRACE_FORMATS=$work/formats
agrees c.ptl -e coded

finish
