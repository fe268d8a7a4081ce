#!/bin/sh
#
# check-interrupts.sh - who interrupts a command finds no half output, and what was to
# be replaced is as it was
. "${top_srcdir:?}/tests/tools/lib.sh"

# A trace that goes on for long
awk 'BEGIN {
	printf "["
	for (i = 1; i <= 20000; i++)
		printf "{\"ph\":\"i\",\"name\":\"e%d\",\"ts\":%d,\"pid\":%d," \
			"\"tid\":1,\"args\":{\"user\":\"name%d\"}},\n", i % 3,
			i, 1 + i % 2, i
}' > begin.json
mkfifo late.json
echo 'drop field user' > rules

made() {
	find made -mindepth 1 ! -name old | grep -q .
}

# interrupted SIGNAL STATUS COMMAND...: while it writes into made
interrupted() {
	signal=$1
	wanted_status=$2
	shift 2
	(cat begin.json && exec sleep 60) > late.json &
	feeder=$!
	remember $feeder
	"$posixtrace" "$@" > out 2> err &
	writer=$!
	remember $writer
	wait_for "output of $*" made
	kill -s "$signal" "$writer"
	wait "$writer"
	status_is "$wanted_status" $? "$* and a signal" err
	kill "$feeder" 2> /dev/null
	wait "$feeder" 2> /dev/null
	find made -mindepth 1 ! -name old > left
	[ ! -s left ] || fail "$*: something is left" left
	rm -rf made/out* made/old.*
}

mkdir made
for type in ptl chrome otlp speedscope folded; do
	interrupted TERM 143 convert -q -t $type -o made/out late.json
done
for type in perfetto ctf sqlite; do
	"$posixtrace" convert --list | grep -q "^$type" || continue
	interrupted TERM 143 convert -q -t $type -o made/out late.json
done
interrupted HUP 129 cut -q -o made/out late.json
interrupted TERM 143 redact -q --rules=rules -o made/out late.json

# What is to be replaced stays, until the new one is whole
echo old > made/old
interrupted TERM 143 convert -q --force -t chrome -o made/old late.json
interrupted TERM 143 cut -q --force -o made/old late.json
echo old | cmp -s - made/old || fail 'a file was replaced by half another one'
finish
