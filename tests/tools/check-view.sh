#!/bin/sh
#
# check-view.sh - a trace over time, on a terminal: its keys, sizes and counts
. "${top_srcdir:?}/tests/tools/lib.sh"
. "${top_srcdir:?}/tests/tools/screens.sh"

requests=$(tool tests/tools/requests)
drawing=$(tool tests/tools/bridge/drawing)
"$posixtrace" view --help > /dev/null || fail 'no help'
if ! "$posixtrace" --version | grep -q '^with  *ncurses '; then
	"$drawing" d.ptl || fail 'drawing failed'
	"$posixtrace" view d.ptl > out 2> err
	status_is 2 $? 'a build without ncurses' err
	has '^posixtrace: built without ncurses, which draws on terminals: ' err
	lines_are 1 err
	lines_are 0 out
	[ "$failures" -eq 0 ] || finish
	skip 'built without ncurses, as the command says'
fi
"$posixtrace" --version | grep -q '^without yajl' && skip 'built without yajl'
needs_screens

# A trace of which each column has a microsecond, on a screen of 100 columns.
cat > made.json <<'END'
[{"name":"work","ph":"B","ts":0,"pid":7,"tid":7},
{"name":"work","ph":"E","ts":0.5,"pid":7,"tid":7},
{"name":"tick","ph":"i","ts":2.25,"pid":7,"tid":7,"args":{"price":100}},
{"name":"order","ph":"b","cat":"o","id":"1","ts":3,"pid":7,"tid":7},
{"name":"tick","ph":"i","ts":10.5,"pid":7,"tid":7,"args":{"price":200}},
{"name":"order","ph":"e","cat":"o","id":"1","ts":13,"pid":7,"tid":7},
{"name":"work","ph":"B","ts":20,"pid":7,"tid":7},
{"name":"work","ph":"E","ts":40,"pid":7,"tid":7},
{"name":"tick","ph":"i","ts":55.999,"pid":7,"tid":7,"args":{"price":300}}]
END
"$posixtrace" convert made.json -o made.ptl 2> err || fail 'no trace' err

# count_of LOG: events by stat, as one number
count_of() {
	"$posixtrace" stat -f csv "$1" | awk -F , '
	NR > 1 { n += $2 }
	!$0 { exit }
	END { print n }'
}

open_screen 100 30 C.UTF-8 view made.ptl
wait_for 'the trace' on_screen "^made.ptl .* \\+56 us  $(count_of made.ptl) events  1 us/col"
wait_for 'half a column' on_screen '7: 2 events, 50\.0 % work'
wait_for 'cells' on_screen '▄ ··      ·  ·      ████████████████████·'
on_screen '^order  *████|^order .*██████████ ' || fail 'no span with a key' screen
on_screen '^[0-9:.]*  \+0.000us  .* work' || fail 'no event' screen

# Events and columns
press Down Down
wait_for 'the event at 2.25 us' on_screen '^[0-9:.]*  \+0.000us .*tick .*price=100'
press Up
wait_for 'the one before' on_screen '7: 2 events, 50\.0 % work'
press Right Right Right
wait_for 'a column' on_screen '7: 1 event '
press Tab
wait_for 'another strip' on_screen ' order: 0 events, 100\.0 % order'

# Zoom to the nanosecond, and back
press Home
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	press +
done
wait_for 'a nanosecond' on_screen ' \+56 ns .* 1 ns/col'
press f
wait_for 'all' on_screen ' 1 us/col'

# Searches
press / 'price > 150' Enter
wait_for 'a condition' on_screen '\+0.000us .*tick .*price=200'
press n
wait_for 'the next one' on_screen '\+0.000us .*tick .*price=300'
press n
wait_for 'no more' on_screen 'no price > 150 behind the cursor'
press Home / ord Enter
wait_for 'a name' on_screen '\+0.000us .* order_begin '
press / 'price >' Enter
wait_for 'what is wrong' on_screen 'price >: column [0-9]*: '

# A range as a log is what cut writes
press Home Right Right Enter
wait_for 'one end' on_screen 'the range begins here'
for i in 1 2 3 4 5 6 7 8 9; do
	press Right
done
press Enter
wait_for 'the other end' on_screen 'the range is set'
press s part.ptl Enter
wait_for 'a log' on_screen '^part.ptl .* 3 events'
first=$("$posixtrace" show --time raw made.ptl | sed -n '1s/ .*//p')
"$posixtrace" cut -q made.ptl -o cut.ptl \
	--range "@${first%?????????}.000002000..@${first%?????????}.000011000" ||
	fail 'no cut'
"$posixtrace" show part.ptl > saved
"$posixtrace" show cut.ptl | cmp - saved || fail 'another part' saved
press z
wait_for 'the range' on_screen ' [0-9.]+ ns/col'
press s part.ptl Enter
wait_for 'no second time' on_screen 'part.ptl: .*exists'

# Without a range it is what is in view
press Escape
wait_for 'no range' on_screen '^h help'
press f s all.ptl Enter
wait_for 'all of it' on_screen '^all.ptl .* 9 events'

# Help, and sizes
press h
wait_for 'help' on_screen '^keys of posixtrace view'
press x f
wait_for 'the picture' on_screen ' 1 us/col'
resize 20 8
wait_for 'a narrow screen' on_screen '^made.ptl  9 events$'
resize 60 20
wait_for 'a wider one' on_screen '^made.ptl .* us'
resize 3 2
resize 100 30
wait_for 'the first size' on_screen ' 1 us/col'
press q
wait_for 'the end' on_screen '^status 0'
close_screen

# ASCII, for who has no more
open_screen 100 30 C view made.ptl
wait_for 'ASCII' on_screen "= ''      '  '      ####################'"
has_only_ascii || fail 'more than ASCII' screen
press q
wait_for 'the end in ASCII' on_screen '^status 0'
close_screen

# Objects with those who have them, and losses with their numbers
"$drawing" d.ptl || fail 'drawing failed'
open_screen 100 30 C.UTF-8 view d.ptl
wait_for 'all of it' on_screen '^d.ptl .* 22 events  7 lost\+'
on_screen '^shop/4002 .*░7 ' || fail 'no number of the events lost' screen
on_screen '^shop/- .*░░' || fail 'no loss of the process' screen
on_screen '^mutex/till  *▅████▃ ▃██▂' || fail 'no time of the lock' screen
press BTab
wait_for 'the lock' on_screen '─ mutex/till: 0 events ─'
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do
	press Down
done
wait_for 'who has it' on_screen '^mutex/till .*  shop/4002$'
on_screen '─ mutex/till: 0 events, [0-9.]+ % shop/4002 ─' ||
	fail 'nobody has the lock' screen
press BTab BTab BTab End Up Up
wait_for 'the loss' on_screen '─ shop/4002: 0 events, 7 lost ─'
press q
wait_for 'its end' on_screen '^status 0'
close_screen

# Counts and losses are those of stat, of many events
"$requests" > /dev/null 2>&1
record 0 requests -o requests.ptl -- "$requests"
counted=$(count_of requests.ptl)
shown=$(printf '%d' "$counted" | sed 's/...$/,&/')
open_screen 100 30 C.UTF-8 view requests.ptl made.ptl -p requests
wait_for "$shown" on_screen " $shown events  "
press q
close_screen

# While a log is read slowly, or not at all: a library before the C library's reads
if has_sanitizer; then
	say 'SKIPPED: slow reads: a sanitizer has to be the first library'
else
	cat > slow.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

enum { LARGE = 100000, TURN_US = 10000, TURNS = 50 };

/* No read ends while there is a file "hold", and no large one for half a second
 * while there is a file "slow". */
static void wait(size_t len)
{
	while (!access("hold", F_OK))
		usleep(TURN_US);
	for (int i = 0; i < TURNS && len > LARGE && !access("slow", F_OK); i++)
		usleep(TURN_US);
}

#define READ(name) \
	ssize_t name(int fd, void *data, size_t len, off_t at) \
	{ \
		static ssize_t (*read)(int, void *, size_t, off_t); \
\
		wait(len); \
		if (!read) \
			*(void **)&read = dlsym(RTLD_NEXT, #name); \
		return read(fd, data, len, at); \
	}
READ(pread)
READ(pread64)
END
	${CC:-cc} -shared -fPIC -o slow.so slow.c -ldl > out 2>&1 ||
		fail 'slow.c does not compile' out
	awk 'BEGIN {
		text = sprintf("%900s", "")
		gsub(/ /, "x", text)
		for (i = 0; i < 20000; i++)
			printf "%s{\"name\":\"tick\",\"ph\":\"i\",\"ts\":%d,\"pid\":7,\"tid\":7,\"args\":{\"text\":\"%s\"}}", i ? ",\n" : "[", i, text
		print "]"
	}' > large.json
	"$posixtrace" convert -q large.json -o large.ptl || fail 'no large log'

	# The picture follows a key before anything is read for it.
	open_screen 100 30 C.UTF-8 env LD_PRELOAD="$PWD/slow.so" \
		"$posixtrace" view made.ptl
	wait_for 'the trace' on_screen '7: 2 events, 50\.0 % work'
	wait_for 'its first event' on_screen '^[0-9:.]*  \+0.000us .* work'
	true > hold
	press Right Right Right
	wait_for 'a column, while nothing is read' on_screen '7: 1 event '
	rm hold
	wait_for 'its event' on_screen '\+0.000us .* order_begin '
	press q
	wait_for 'the end' on_screen '^status 0'
	close_screen

	# A range is given up while it is being saved, and nothing of it is left.
	open_screen 100 30 C.UTF-8 env LD_PRELOAD="$PWD/slow.so" \
		"$posixtrace" view large.ptl
	wait_for 'a large trace' on_screen '^large.ptl .* 20,000 events'
	tries=0
	while :; do
		tries=$((tries + 1))
		true > slow
		press s given-up-$tries.ptl Enter
		wait_for 'saving' on_screen "saving given-up|^given-up-$tries.ptl .* events"
		press Escape
		rm slow
		wait_for 'the end of it' on_screen "not saved|^given-up-$tries.ptl .* events"
		grep -q 'not saved' screen && break
		[ $tries -lt 5 ] && continue
		fail 'nothing is given up' screen
		break
	done
	[ -z "$(find . -name "*given-up-$tries*")" ] ||
		fail 'a part that was given up is left' screen
	press s whole.ptl Enter
	wait_for 'a range after that' on_screen '^whole.ptl .* 20,000 events'
	press q
	wait_for 'its end' on_screen '^status 0'
	close_screen
fi

# Names cannot drive the terminal
printf '[{"name":"\\u001b]2;owned\\u0007\\u001b[31mred","ph":"i","ts":0,"pid":7,"tid":7},
{"name":"\\u001b[2J\\u009b5mx","ph":"B","ts":1,"pid":7,"tid":8},
{"name":"\\u202eevil","ph":"E","ts":2,"pid":7,"tid":8}]' > hostile.json
open_screen 100 30 C.UTF-8 view hostile.json
wait_for 'a hostile trace' on_screen '^hostile.json .* 3 events'
wait_for 'its name' on_screen 'owned.*red'
[ "$(screen_title)" != owned ] || fail 'a name became the title'
press q
wait_for 'its end' on_screen '^status 0'
close_screen

# No terminal
"$posixtrace" view made.ptl > out 2> err < /dev/null
status_is 2 $? 'no terminal' err
has '^posixtrace: this is no terminal that can be drawn on: posixtrace show' err
lines_are 1 err
open_screen 80 24 C.UTF-8 env TERM=dumb "$posixtrace" view made.ptl
wait_for 'a dumb terminal' on_screen '^status 2'
on_screen 'no terminal that can be drawn on' || fail 'no reason' screen
close_screen

# What cannot be shown
printf 'nothing' > bad.ptl
open_screen 80 24 C.UTF-8 view bad.ptl
wait_for 'no log' on_screen '^status 3'
close_screen
open_screen 80 24 C.UTF-8 view -
wait_for 'standard input' on_screen 'a timeline is made of files'
close_screen

# Damage is told at the end
head -c 3000 requests.ptl > cut-off.ptl
size=$(wc -c < requests.ptl)
head -c $((size - 3000)) requests.ptl > cut-off.ptl
open_screen 100 30 C.UTF-8 view cut-off.ptl
wait_for 'the readable part' on_screen 'cut-off.ptl .* events  '
press q
wait_for 'the damage' on_screen '^status 3'
close_screen
finish
