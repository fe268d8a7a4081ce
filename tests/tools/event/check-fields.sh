#!/bin/sh
#
# check-fields.sh - events that were described are shown by their fields
. "${top_srcdir:?}/tests/tools/lib.sh"

orders=$(tool tests/tools/orders)
"$posixtrace" record -q -o o.ptl -- "$orders"
status_is 0 $? 'recording orders'

# What is shown of the data of each event
shown_of() {
	sed -n "s/.*orders\/[0-9]*  $1 *//p" shown
}

"$posixtrace" show --no-symbols o.ptl > shown 2> err
status_is 0 $? 'show' err
shown_of order_received > received
cat > wanted <<'END'
id=81723 side=buy price=101.25 symbol=ACME
id=81724 side=sell price=-0.1 symbol="two words"
id=81725 side=7 price=1e+100 symbol="\e[31m\"=\""
id=81726 side=buy price=0 symbol=hex fffe
END
cmp -s wanted received || fail 'lists of values' received
shown_of order_sent > sent
echo 'id=81723 bytes=64B levels={1,-2,3} last=true' > wanted
cmp -s wanted sent || fail 'a struct' sent

# More data than described, and less
shown_of odd > odd
cat > wanted <<'END'

flags=0x7 name=abc + hex 00
flags=0x7 name=abc f=0 + hex 6d6f7265 00
END
tail -n 2 odd > ends
tail -n 2 wanted | cmp -s - ends || fail 'data that is not as described' odd

# In columns, all of them or one in each
table() {
	"$posixtrace" show "$@" o.ptl > shown 2> err
	status_is 0 $? "show $*" err
	lines_are 0 err
	tr -d '\r' < shown > table
}

table -f csv -O name,args -e 'order_*'
cat > wanted <<'END'
name,args
order_received,id=81723 side=buy price=101.25 symbol=ACME
order_received,"id=81724 side=sell price=-0.1 symbol=""two words"""
order_received,"id=81725 side=7 price=1e+100 symbol=""\e[31m\""=\"""""
order_received,id=81726 side=buy price=0 symbol=hex fffe
order_sent,"id=81723 bytes=64B levels={1,-2,3} last=true"
END
grep -v '^order_sent.* + ' table > these
cmp -s wanted these || fail 'a column of fields' table
table -f csv -O id,args.side,symbol,price,bytes,levels,last -e 'order_*'
cat > wanted <<'END'
id,args.side,symbol,price,bytes,levels,last
81723,buy,ACME,101.25,,,
81724,sell,two words,-0.1,,,
81725,7,"\e[31m""=""",1e+100,,,
81726,buy,hex fffe,0,,,
81723,,,,64,"{1,-2,3}",true
END
cmp -s wanted table || fail 'a column for each field' table
table -f tsv -O flags,args.name,f -e odd
printf 'flags\targs.name\tf\n\t\t\n0x7\tabc\t\n0x7\tabc\t0\n' > wanted
cmp -s wanted table || fail 'fields of data that is not as described' table
table -O name,args,side -e order_received,posix_trace_start
head -n 2 table | tail -n 1 > first
has '^order_received {5}id=81723 .*=ACME  buy$' first
table -f csv -O data -e order_received
has '^id=81723 side=buy price=101.25 symbol=ACME$' table

# As JSON, with all their digits
if "$posixtrace" show -f json --no-symbols o.ptl > shown 2> err; then
	grep -v posix_trace shown | sed 's/.*"addr":"0x[0-9a-f]*"//' > table
	cat > wanted <<'END'
,"args":{"id":81723,"side":"buy","price":101.25,"symbol":"ACME"},"numbers":{"side":0}}
,"args":{"id":81724,"side":"sell","price":-0.1,"symbol":"two words"},"numbers":{"side":1}}
,"args":{"id":81725,"side":7,"price":1e+100,"symbol":"\u001B[31m\"=\""}}
,"args":{"id":81726,"side":"buy","price":0,"symbol":{"text":"��","b64":"//4="}},"numbers":{"side":0}}
,"args":{"id":81723,"bytes":64,"levels":[1,-2,3],"last":true}}
,"args":{"huge":18446744073709551615,"least":-9223372036854775808,"none":"NaN","endless":"-Infinity","narrow":0.1,"letter":"B","null":"","mode":255,"few":[-1,127]}}
}
,"args":{"flags":7,"name":"abc"},"rest":"00"}
,"args":{"flags":7,"name":"abc","f":0},"rest":"6d6f726500"}
END
	cmp -s wanted table || fail 'JSON' table
else
	has 'built without yajl' err
	say 'SKIPPED: JSON: built without yajl'
fi

# The symbols that come, of orders for which a condition holds
chosen() {
	"$posixtrace" show -w "$1" o.ptl > shown 2> err
	status_is "$([ -n "$2" ] && echo 0 || echo 1)" $? "-w $1" err
	sed -n 's/.*  id=\(8172[0-9]\) .*/\1/p' shown | tr '\n' ' ' > ids
	[ "$(cat ids)" = "$2" ] || fail "-w $1" shown ids
}

chosen 'price > 100' '81723 81725 '
chosen 'price > 100 && side == "buy"' '81723 '
chosen 'side == 0 && name =~ "order_*"' '81723 81726 '
chosen 'side != "buy"' '81724 81725 '
chosen 'side =~ "s*"' '81724 '
chosen 'args.id == 81724' '81724 '
chosen 'id == 81723 && bytes == 64' '81723 '
chosen 'last == "true" && last == 1 && last' '81723 '
chosen 'symbol =~ "two *"' '81724 '
chosen 'symbol < "B"' '81723 81725 '
chosen '!price && price >= 0' '81726 '
chosen 'levels == 1 || levels != 1' ''
lines_are 1 err
chosen 'name == 81723' ''

# A name that no event has is told, one that some have is not.
chosen 'prize > 100 || args.pid == 1 || price > 1e101' ''
cat > wanted <<'END'
posixtrace: o.ptl: no event has a field prize; did you mean price?
posixtrace: o.ptl: no event has a field args.pid; did you mean id?
posixtrace: o.ptl: no event matches
END
cmp -s wanted err || fail 'fields that are not there' err
"$posixtrace" show -w 'id != 1 || prize == 2' o.ptl > shown 2> err
status_is 0 $? 'a field of which there is none' err
lines_are 1 err
lines_are 6 shown
"$posixtrace" show -w 'id == buy' -e nothing o.ptl > shown 2> err
has 'no event has a field buy$' err
lacks 'field id' err

# A log without its end has them all the same, and so has one that is cut
# behind the first events.
size=$(wc -c < o.ptl)
head -c $((size - 8)) o.ptl > cut.ptl
"$posixtrace" show --no-symbols cut.ptl > shown 2> err
status_is 3 $? 'show of a log that was cut' err
shown_of order_sent > sent
has '^id=81723 bytes=64B ' sent

# Who recorded is killed, and so is the program: what it said is in memory.
"$posixtrace" record -q -o r.ptl -- "$orders" stay &
recorder=$!
remember "$recorder"
wait_for 'the program' pgrep -P "$recorder" -x orders
wait_for 'its events' sh -c '
	"$0" show r.ptl 2> /dev/null | grep -q order_sent' "$posixtrace"
program=$(pgrep -P "$recorder" -x orders)
kill -KILL "$recorder" "$program"
wait "$recorder" 2> /dev/null
"$posixtrace" recover r.ptl > recovered 2> err
status_is 0 $? 'recover' err
"$posixtrace" show --no-symbols r.ptl > shown 2> err
status_is 0 $? 'show of what was recovered' err
shown_of order_received > again
cmp -s received again || fail 'lists of values, recovered' again

# A program that says nothing is shown as ever.
"$posixtrace" record -q -o t.ptl -- "$ticker" -n 2
"$posixtrace" show t.ptl > shown 2> err
status_is 0 $? 'show of a ticker' err
lacks '=' shown

finish
