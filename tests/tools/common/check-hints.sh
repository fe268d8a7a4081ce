#!/bin/sh
#
# check-hints.sh - what is misspelt is told, with what may have been meant
. "${top_srcdir:?}/tests/tools/lib.sh"

orders=$(tool tests/tools/orders)
"$posixtrace" record -q -o o.ptl -- "$orders"
status_is 0 $? 'recording orders'

# misspelt STATUS MEANT ARGUMENT...: what the command says of it
misspelt() {
	wanted=$1
	meant=$2
	shift 2
	"$posixtrace" "$@" > out 2> err
	status_is "$wanted" $? "posixtrace $*" err
	if [ "$meant" ]; then
		has "; did you mean $meant\\?\$" err
	else
		lacks 'did you mean' err
	fi
}

# Options, wherever they are, and whatever has a value before them
misspelt 2 --follow show --flolow o.ptl
misspelt 2 --columns show o.ptl --colunms=time
misspelt 2 --columns show -e --flolow -vf text --color never --colunms o.ptl
misspelt 2 --full show --FULL o.ptl
misspelt 2 --wrap record --wrpa=io -- true
misspelt 2 --version --versoin
misspelt 2 '' show --no-such-option o.ptl
misspelt 2 --no-pager show --no-paegr o.ptl
misspelt 0 '' show --colo=never --full o.ptl
misspelt 1 '' show -e --flolow o.ptl
misspelt 2 '' show -- --flolow
misspelt 0 '' show --help --flolow
misspelt 7 '' record -q -o t.ptl -- sh -c 'exit 7' --wrpa
lines_are 1 err
POSIXTRACE_OPTS=--flolow "$posixtrace" show o.ptl > out 2> err
status_is 2 $? 'POSIXTRACE_OPTS' err
has 'did you mean --follow\?$' err
POSIXLY_CORRECT=1 "$posixtrace" show o.ptl --flolow > out 2> err
status_is 2 $? 'POSIXLY_CORRECT' err
has '^posixtrace: --flolow: No such file' err

# Words, formats, settings, groups
misspelt 2 show shwo
misspelt 2 show help shwo
misspelt 2 json show -f josn o.ptl
misspelt 2 never show --color=nevr o.ptl
misspelt 2 threadx convert -t treadx -o x.trx o.ptl
misspelt 2 threadx show --from treadx o.ptl
misspelt 2 liteos info --from likos o.ptl
misspelt 2 rkh record --from=rhk -o x.ptl ./line
misspelt 2 epoch show -o epch=3 o.ptl
misspelt 2 mutex record --wrap=io,mutx -- true
misspelt 2 '' record --wrap=nonsense -- true
has 'posixtrace-wrap' err

# Events, which the log knows
misspelt 1 order_received show -e ordr_received o.ptl
misspelt 1 order_sent show --from @ordr_sent:1 o.ptl
misspelt 1 '' show -e nothing_like_it o.ptl
misspelt 1 '' show -e 'ordr_*' o.ptl
"$posixtrace" show -e 'odd,!ordr_sent' o.ptl > out 2> err
status_is 0 $? 'one that is there, and one that is not' err
has 'no event is called ordr_sent; did you mean order_sent\?$' err
lines_are 1 err

# Fields: what is no column and no field is nothing, or a column's name
misspelt 1 order_sent stat -e oder_sent o.ptl
"$posixtrace" show -w 'prize > 3' o.ptl > out 2> err
status_is 1 $? 'a field that no event has' err
has 'a field prize; did you mean price\?$' err
misspelt 1 price show -O id,prize o.ptl
[ -s out ] || fail 'the columns that are there are not shown'
misspelt 2 time show -O tme o.ptl
misspelt 2 time show -f csv -O tiem,prize o.ptl
misspelt 1 '' show -O args.tme o.ptl
misspelt 1 '' show -O wombat o.ptl
misspelt 0 '' show -O time,price o.ptl
head -c $(($(wc -c < o.ptl) - 8)) o.ptl > cut.ptl
misspelt 3 time show -O tme cut.ptl

finish
