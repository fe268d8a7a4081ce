#!/bin/sh
#
# check-top-keys.sh - top on a terminal: sorting, histories, and a look into a row
. "${top_srcdir:?}/tests/tools/lib.sh"
. "${top_srcdir:?}/tests/tools/screens.sh"

holder=$(tool tests/tools/figures/locks/holder)
needs_screens
"$posixtrace" --version | grep -q '^with  *ncurses ' ||
	skip 'built without ncurses'

"$ticker" -t -c slow -u 50000 &
slow=$!
remember $slow
"$ticker" -t -c fast -u 500 &
fast=$!
remember $fast
wait_for 'two tickers' both_tick slow
wait_for 'two tickers' both_tick fast

# first_of TITLE: the first row below these titles begins with a pattern
first_row() {
	on_tmux capture-pane -p > screen
	grep -A 1 -e "$1" screen | sed -n 2p | grep -Eq -e "$2"
}

open_screen 120 30 C.UTF-8 top -d 0.1
wait_for 'two streams' on_screen '^2 processes  2 streams  [0-9.]+( k)? events/s  0 lost/s'
wait_for 'the slow one' on_screen " $slow +$slow +loop +256 KiB +[0-9]+%"
wait_for 'a bar' on_screen " $fast +$fast +loop +256 KiB +[0-9]+% +(█|░){8} "
wait_for 'a history' on_screen "^ *$fast .* ticker .*[▁▂▃▄▅▆▇█]{6}"
wait_for 'a process' first_row '^ *PID' "^ *$slow "

# Processes by their numbers, one way and the other, and as they come
press Tab '>'
if [ "$slow" -gt "$fast" ]; then
	first=$slow last=$fast
else
	first=$fast last=$slow
fi
wait_for 'the higher number' first_row '^ *PID' "^ *$first "
press r
wait_for 'the lower number' first_row '^ *PID' "^ *$last "
press '<'

# By rates, the highest first
for i in 1 2 3 4 5 6; do
	press '>'
done
wait_for 'the faster one' first_row '^ *PID' "^ *$fast "

# A look into it, and back
press Tab Tab Enter
wait_for 'a process' on_screen '^COMMAND +ticker'
wait_for 'its history' on_screen '^HISTORY +.*[▁▂▃▄▅▆▇█]'
wait_for 'its stream' on_screen '^ *[0-9]+ +[0-9]+ +[0-9]+ +loop '
press Enter
wait_for 'all' on_screen '^2 processes  2 streams'
press h
wait_for 'help' on_screen '^keys of posixtrace top'
press x
resize 20 8
wait_for 'a narrow screen' on_screen '^2 processes  2 strea'
press Home
wait_for 'its columns' on_screen '^STREAM  TARGET'
press Right Right Right
wait_for 'columns behind' on_screen '^STREAM  SIZE'
press Right Right Right Right Right Right Right Right Right Right Right
wait_for 'the last column' on_screen '^STREAM  LOG'
press Left Left Left Left Left Left Left Left Left Left Left Left Left Left
wait_for 'columns before' on_screen '^STREAM  TARGET'
press End
wait_for 'the last row' on_screen '^ *PID  USER'
press Home
wait_for 'the first row' on_screen '^STREAM  TARGET'
resize 120 30
wait_for 'a wide one' on_screen '^2 processes  2 streams  .* lost/s'
press q
wait_for 'the end' on_screen '^status 0'
close_screen

# ASCII; and a dumb terminal gets lines
open_screen 120 30 C top -d 0.1
wait_for 'a bar of ASCII' on_screen "% [#.]{8} "
wait_for 'nothing else' has_only_ascii
press q
wait_for 'its end' on_screen '^status 0'
close_screen
open_screen 100 30 C.UTF-8 env TERM=dumb "$posixtrace" top -d 0.1 -n 1
wait_for 'lines' on_screen '^TIME +PROCESSES  STREAMS  EVENTS/S  LOST/S'
wait_for 'their end' on_screen '^status 0'
close_screen

# What ends leaves no blank screen above what is left
for i in 1 2 3 4 5 6; do
	"$ticker" -c more$i -u 50000 &
	remember $!
	extra="${extra-} $!"
	wait_for 'one more ticker' both_tick more$i
done
open_screen 120 12 C.UTF-8 top -d 0.1
wait_for 'many processes' on_screen '^8 processes  2 streams'
press End
wait_for 'the last of them' on_screen '^  *PID  USER'
# shellcheck disable=SC2086
kill -KILL $extra
wait_for 'two again' on_screen '^2 processes  2 streams'
wait_for 'all that is left' on_screen '^STREAM  TARGET'
press q
wait_for 'its end' on_screen '^status 0'
close_screen
kill -KILL $slow $fast

# A lock, and who waits for it: recorded by a library that cannot be preloaded
# before a sanitizer's
has_sanitizer && finish
"$posixtrace" record -q --wrap=mutex -o held.ptl -- \
	sh -c 'echo $$ > pid; exec "$0" forever' "$holder" 2> err.record &
remember $!
wait_for 'a holder' [ -s pid ]
remember "$(cat pid)"
"$posixtrace" info held.ptl > /dev/null 2>&1
open_screen 120 30 C.UTF-8 top -l -d 0.1 -p "$(cat pid)"
wait_for 'who waits' on_screen '^holder/[0-9]+ .* mutex/wanted'
press Enter
wait_for 'a lock' on_screen '^LOCK +mutex/wanted'
wait_for 'its waiter' on_screen '^holder/[0-9]+ .* mutex/wanted'
press Enter q
wait_for 'the end of locks' on_screen '^status 0'
close_screen
finish
