#!/bin/sh
#
# check-options.sh - what options have in common: those from the environment,
# and names of files
. "${top_srcdir:?}/tests/tools/lib.sh"

speaker=$(tool tests/tools/speaker) || exit 99

"$posixtrace" record -q -o t.ptl -- "$speaker" hello 'two words' 2> err
status_is 0 $? 'recording' err

# show_with OPTIONS [ARGUMENT...]: into shown and err; the status
show_with() {
	options=$1
	shift
	POSIXTRACE_OPTS=$options "$posixtrace" show "$@" t.ptl > shown 2> err
}

# They count, in all the forms that options have.
for options in '-f csv' '-fcsv' '--format=csv' '--format csv' \
	'  -v   -f	csv ' '-vfcsv' "-f 'csv'" '-f "csv"' '-f c\sv' \
	"--'format'=\"cs\"v"; do
	show_with "$options"
	status_is 0 $? "$options" err
	has '^ts,name,' shown
done

# What is given comes last.
show_with '-f csv -O name' -O data
status_is 0 $? 'both' err
has '^data' shown
lacks 'name' shown

# Blanks and quotes in values
show_with "-w 'data == \"two words\"' -e say"
status_is 0 $? 'a value with blanks' err
has 'two words' shown
lacks 'hello' shown
show_with '-w data\ ==\ \"two\ words\"'
has 'two words' shown
lacks 'hello' shown
show_with '-w "data == \"two words\""'
has 'two words' shown
lacks 'hello' shown

# What this command does not know is for others, with its value.
show_with '--flight 30s --rotate=1M -d 5s --verify -f csv'
status_is 0 $? 'options of other commands' err
lines_are 0 err
has '^ts,name,' shown
POSIXTRACE_OPTS='-O name -q' "$posixtrace" record -o q.ptl -- \
	"$speaker" -q > out 2> err
status_is 0 $? 'options of record' err
lines_are 0 err
"$posixtrace" show q.ptl > shown
has ' say +-q( |$)' shown
show_with ''
has ' hello( |$)' shown

# A name of a file tells what is read.
TZ=UTC "$posixtrace" show -o '%c_%p_%t_%h%%.txt' t.ptl 2> err
status_is 0 $? 'a name with percent signs' err
pid=$("$posixtrace" show -O pid -f csv t.ptl | sed -n 2p | tr -d '\r')
set -- speaker_"${pid}"_20[0-9][0-9][0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9][0-9][0-9]_*%.txt
[ -s "$1" ] || fail "there is no file $1"
"$posixtrace" show t.ptl > shown
cmp -s "$1" shown || fail 'what is in it differs' "$1" shown
for wrong in '%n' '%' 'a%x'; do
	"$posixtrace" show -o "$wrong" t.ptl 2> err
	status_is 2 $? "-o $wrong" err
	has "^posixtrace show: -o '$wrong': not a file name with " err
done

# Misuse
show_with "-f 'csv"
status_is 2 $? 'a quote without end' err
has "^posixtrace: POSIXTRACE_OPTS: -f 'csv: a quote has no end$" err
for wrong in '--no-such' '-@' '--' '--=x' 't.ptl' '-' '-f'; do
	show_with "$wrong"
	status_is 2 $? "$wrong" err
	lines_are 1 err
	has "^posixtrace: POSIXTRACE_OPTS: $wrong: " err
	lines_are 0 shown
done
show_with '-f \'
status_is 2 $? 'a backslash without end' err
show_with '-f nothing'
status_is 2 $? 'a value that is none' err

finish
