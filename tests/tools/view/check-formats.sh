#!/bin/sh
#
# check-formats.sh - the formats and columns in which show prints a log
. "${top_srcdir:?}/tests/tools/lib.sh"

speaker=$(tool tests/tools/speaker) || exit 99

# What the formats have to take care of: separators, quotes, controls, bytes
# that are no text, and nothing at all.
"$posixtrace" record -q -o t.ptl -- "$speaker" 'id=81723 side=buy' 'a,b' \
	'say "hi"' "$(printf 'two\nlines')" "$(printf 'tab\there')" \
	"$(printf 'gr\303\274n')" "$(printf 'bad\377')" 'back\slash' '' \
	"$(printf '\001\002\003')"
status_is 0 $? 'recording a speaker'

# show ARGUMENT...
show() {
	"$posixtrace" show "$@" t.ptl > shown 2> err
	status_is 0 $? "show $*" err
}

# same WHAT: shown is what standard input has
same() {
	cat > wanted
	cmp -s wanted shown || fail "$1 differs" wanted shown
}

"$posixtrace" show --time=raw -e say t.ptl > raw
pid=$(sed -n '1s|.*/\([0-9]*\) .*|\1|p' raw)
host=$(uname -n)

# JSON: an object a line, as the product has it
if "$posixtrace" show -f json t.ptl > shown 2> err; then
	"$posixtrace" show -f json --no-symbols -e say t.ptl |
		sed 's/^{"ts":[0-9]\{19\},/{/; s/"addr":"0x[0-9a-f]*"/"addr":A/' \
		> shown
	sed "s|^|{\"name\":\"say\",\"pid\":$pid,\"tid\":$pid,\"comm\":\"speaker\",\"host\":\"$host\",\"addr\":A|; s|\$|}|" \
		> said << 'END'
,"data":"id=81723 side=buy"
,"data":"a,b"
,"data":"say \"hi\""
,"data":"two\nlines"
,"data":"tab\there"
,"data":"grün"
,"data":{"text":"bad�","b64":"YmFk/w=="}
,"data":"back\\slash"

,"data":{"text":"\u0001\u0002\u0003","b64":"AQID"}
END
	sed 's/"comm":"lt-speaker"/"comm":"speaker"/' shown > named
	mv named shown
	same 'JSON' < said
	show -f json
	head -n 1 shown > first
	has '"name":"posix_trace_start",.*"data":"filter: none"}$' first
	[ "$(sed -n '2s/{"ts":\([0-9]*\),.*/\1/p' shown)" = \
		"$(awk 'NR == 1 { print $1 }' raw)" ] ||
		fail 'ts is another time' shown raw
else
	has 'built without yajl' err
	say 'SKIPPED: JSON: built without yajl'
fi

# CSV as RFC 4180 has it, with a line of names
show -f csv -O name,data,hex,lost -e say
tr -d '\r' < shown > lines
[ "$(tr -cd '\r' < shown | wc -c)" -eq 11 ] || fail 'not all lines end so' shown
mv lines shown
same 'CSV' << 'END'
name,data,hex,lost
say,id=81723 side=buy,69643d383137323320736964653d627579,
say,"a,b",612c62,
say,"say ""hi""",7361792022686922,
say,two\nlines,74776f0a6c696e6573,
say,tab\there,7461620968657265,
say,grün,6772c3bc6e,
say,hex 626164ff,626164ff,
say,back\\slash,6261636b5c736c617368,
say,,,
say,hex 010203,010203,
END
show -f csv
head -n 1 shown | tr -d '\r' > first
has '^ts,name,pid,tid,comm,addr,data,lost$' first
lines_are $(($(wc -l < raw) + 3)) shown

# A cell that is longer than any buffer is quoted as well as a short one.
long=$(awk 'BEGIN { for (i = 0; i < 11000; i++) printf "\"long\"" }')
"$posixtrace" record -q -o long.ptl -- "$speaker" "$long"
"$posixtrace" show -f csv -O data,name -e say long.ptl | sed 1d |
	tr -d '\r' > shown
{
	printf '"'
	printf '%s' "$long" | head -c 65536 | sed 's/"/""/g'
	printf ' (cut when recorded)",say\n'
} > wanted
cmp -s shown wanted || fail 'a long cell differs'

show -f tsv -O tid,name,data -e say
{
	printf 'tid\tname\tdata\n'
	sed "s|^|$pid	say	|" << 'END'
id=81723 side=buy
a,b
say "hi"
two\nlines
tab\there
grün
hex 626164ff
back\\slash

hex 010203
END
} > said
same 'TSV' < said

# Columns of text are aligned, the last one is not.
show -O name,len -e say,posix_trace_stop
[ "$(head -n 1 shown)" = 'say  17' ] || fail 'the first line' shown
[ "$(tail -n 1 shown)" = 'posix_trace_stop  4' ] || fail 'the last line' shown
show --time=raw -O time,delta,thread,comm,host,addr -e say
has "^[0-9]{19}  .{8}  [a-z-]*speaker/$pid  [a-z-]*speaker  $host  0x[0-9a-f]+$" \
	shown

# A column of which there is nothing is empty, and told, by the status, too.
"$posixtrace" show -f tsv -O name,nonsense,args -e say t.ptl > shown 2> err
status_is 1 $? 'a column of which there is nothing' err
has '^name	nonsense	args$' shown
has '^say		$' shown
lines_are 1 err
has '^posixtrace: -O nonsense: no event has such a field$' err

# Losses are in every format, and of the same number.
"$posixtrace" record -q -o lost.ptl -- "$ticker" -n 20000 -u 0 -s 2000
"$posixtrace" show lost.ptl > shown
lost=$(told_lost shown)
[ "$lost" -gt 0 ] || say 'SKIPPED: losses: none were made'
"$posixtrace" show -f json lost.ptl > shown 2> err &&
	[ "$(sed -n 's/.*"lost":\([0-9]*\).*/\1/p' shown |
		awk '{ sum += $1 } END { print sum + 0 }')" -eq "$lost" ] ||
	has 'built without yajl' err
"$posixtrace" show -f csv lost.ptl | tr -d '\r' |
	awk -F, '{ sum += $NF } END { print sum + 0 }' > sum
[ "$(cat sum)" -eq "$lost" ] || fail "$(cat sum) lost in CSV, not $lost"
"$posixtrace" show -f tsv -O name,lost -e nothing lost.ptl > shown 2> err
awk -F '\t' '$1 ~ /lost$/ { sum += $2 } END { print sum + 0 }' shown > sum
[ "$(cat sum)" -eq "$lost" ] || fail "$(cat sum) lost in TSV, not $lost"
"$posixtrace" show -O ts lost.ptl > shown 2> err
[ "$lost" -eq 0 ] ||
	has "^posixtrace: $lost events? (is|are) lost, and no column" err
"$posixtrace" show --strict lost.ptl > shown 2> err
status_is $((lost ? 4 : 0)) $? '--strict with losses' err
"$posixtrace" show --strict t.ptl > shown 2> err
status_is 0 $? '--strict without losses' err

# Into a file: texts are replaced, logs are not.
show -o out.txt
lines_are 0 shown
"$posixtrace" show t.ptl > shown
cmp -s out.txt shown || fail '-o writes something else' out.txt
show -e say -O data -o out.txt
lines_are 10 out.txt
show -o - -e say -O data
cmp -s out.txt shown || fail '-o - is not standard output' shown
cp t.ptl keep.ptl
for file in t.ptl long.ptl; do
	"$posixtrace" show -o $file t.ptl > shown 2> err
	status_is 2 $? "replacing $file" err
	lines_are 1 err
done
cmp -s t.ptl keep.ptl || fail 'the log was overwritten'
"$posixtrace" show --force -o t.ptl t.ptl > shown 2> err
status_is 2 $? 'replacing the log itself' err
show --force -o long.ptl
cmp -s long.ptl out.txt && fail '--force writes something else'
"$posixtrace" show -o no/such/file t.ptl > shown 2> err
status_is 7 $? 'a directory that is not there' err
has '^posixtrace: no/such/file: No such file or directory$' err

# misuse WHAT ARGUMENT...
misuse() {
	what=$1
	shift
	"$posixtrace" show "$@" t.ptl > shown 2> err
	status_is 2 $? "show $*" err
	has "^posixtrace show: $what" err
	lines_are 0 shown
}

misuse '-f xml: expected text, json, csv, tsv or report$' -f xml
misuse '-O no sense: no sense: neither a column' -O 'no sense'
misuse '-O 1st: 1st: neither a column' -O 1st
misuse '-O args\.: args\.: neither a column' -O args.
misuse '-O args\.args\.x: args\.args\.x: neither' -O args.args.x
misuse '-O id,args\.id: args\.id: given twice' -O id,args.id
long=$(awk 'BEGIN { for (i = 0; i < 80; i++) printf "x" }')
misuse "-O $long: $long: no field has a name as long" -O "$long"
many=$(awk 'BEGIN { for (i = 0; i < 65; i++) printf "%sx%d", i ? "," : "", i }')
misuse "-O $many: .*: too many columns" -O "$many"
misuse '-O name,: a name is empty' -O name,
misuse '-O time,,name: a name is empty' -O time,,name
misuse '-O pid,name,pid: pid: given twice' -O pid,name,pid
misuse '--time=now: expected local, utc, elapsed, delta, raw or auto' \
	--time=now
misuse '--color=red: expected auto, always or never' --color=red
"$posixtrace" show -f json t.ptl > shown 2> err &&
	misuse '-O: JSON has no columns' -f json -O name

finish
