#!/bin/sh
#
# check-symbols.sh - show tells function, file and line of an event, from
# whatever is left of the program that recorded it
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" record -q -o t.ptl -- "$ticker" -n 1
if "$posixtrace" --version | grep -q 'without libdw'; then
	for column in func src; do
		"$posixtrace" show -O $column t.ptl > shown 2> err
		status_is 2 $? "-O $column without libdw" err
		has "^posixtrace show: -O $column: built without libdw$" err
	done
	"$posixtrace" show --no-symbols t.ptl > shown 2> err
	status_is 0 $? '--no-symbols without libdw' err
	finish
fi

# Without data it stands where data would.
"$posixtrace" record -q -o said.ptl -- "$(tool tests/tools/speaker)" hello ''
"$posixtrace" show -e say said.ptl > shown
awk '/ say / {
	text = index($0, "hello")
	place = index($0, "speaker.c:")
	if (text)
		column = text
	else if (place != column)
		exit 1
	found += place > 0
} END { exit found != 2 }' shown || fail 'a place is not in line' shown
"$posixtrace" show said.ptl > shown
grep -Eq '  say {15,}speaker\.c:[0-9]+$' shown ||
	fail 'a place is not in line with longer names' shown

for command in objcopy strip; do
	command -v $command > /dev/null || skip "there is no $command"
done

cat > main.c << 'END'
#include <trace.h>
void speak(trace_event_id_t event);
int main(void)
{
	trace_event_id_t event;

	if (posix_trace_eventid_open("said", &event))
		return 1;
	posix_trace_event(event, "by main", 7);
	speak(event);
	return 0;
}
END
cat > speak.c << 'END'
#include <trace.h>
void speak(trace_event_id_t event);
static inline __attribute__((always_inline)) void mutter(trace_event_id_t event)
{
	posix_trace_event(event, "muttered", 8);
}
void speak(trace_event_id_t event)
{
	posix_trace_event(event, "spoken", 6);
	mutter(event);
}
END
by_main=main.c:$(grep -n '"by main"' main.c | cut -d: -f1)
spoken=speak.c:$(grep -n '"spoken"' speak.c | cut -d: -f1)
muttered=speak.c:$(grep -n '"muttered"' speak.c | cut -d: -f1)

# compile ARGUMENT...
compile() {
	${CC:-cc} -g -O1 -I"$top_srcdir/include" "$@" \
		-L"$top_builddir/.libs" -Wl,-rpath,"$top_builddir/.libs" \
		-Wl,-rpath,"$work" -Wl,--build-id -lposixtrace
}

# record PROGRAM: into PROGRAM.ptl
record() {
	"$posixtrace" record -q -o "$1.ptl" -- "./$1" > out 2> err
	status_is 0 $? "recording $1" err
}

# shows PROGRAM HOW: all of its places are told
shows() {
	"$posixtrace" show "$1.ptl" > shown 2> err
	status_is 0 $? "$1, $2" err
	lines_are 0 err
	grep ' said ' shown | sed 's/.* said *//' > said
	printf '%s\n' "by main  $by_main" "spoken  $spoken" \
		"muttered  $muttered" > wanted
	cmp -s wanted said || fail "$1, $2" said
}

# hides PROGRAM HOW LINES: nothing is made up, and so many lines on stderr
hides() {
	"$posixtrace" show "$1.ptl" > shown 2> err
	status_is 0 $? "$1, $2" err
	lines_are "$3" err
	grep ' said ' shown | sed 's/.* said *//' > said
	printf '%s\n' 'by main' spoken muttered | cmp -s - said ||
		fail "$1, $2" said
}

compile -fPIE -pie main.c speak.c -o pie > out 2>&1 ||
	skip "nothing can be compiled"
./pie > out 2>&1 || skip "what is compiled does not run"
compile -fno-pie -no-pie main.c speak.c -o fixed ||
	skip "programs with fixed addresses cannot be linked"
compile -fPIC -shared speak.c -o libspeak.so
compile main.c -L. -lspeak -o linked

# They have all ended by now, and were loaded somewhere else.
for program in pie fixed linked; do
	record $program
	shows $program 'that is there'
done
"$posixtrace" show --no-symbols pie.ptl > shown
lacks 'main\.c' shown

# In columns, and in JSON
"$posixtrace" show -f tsv -O data,func,src -e said pie.ptl > shown 2> err
status_is 0 $? 'columns' err
{
	printf 'data\tfunc\tsrc\n'
	printf 'by main\tmain\t%s\n' "$by_main"
	printf 'spoken\tspeak\t%s\n' "$spoken"
	printf 'muttered\tmutter\t%s\n' "$muttered"
} > wanted
cmp -s wanted shown || fail 'columns' shown
"$posixtrace" show -f csv pie.ptl > shown
lacks '\.c:' shown
if "$posixtrace" show -f json pie.ptl > shown 2> err; then
	has "\"addr\":\"0x[0-9a-f]+\",\"func\":\"mutter\",\"src\":\"$muttered\",(\"inlined\":\[[^]]*\],)?\"data\":\"muttered\"}\$" shown
	has '"name":"posix_trace_stop",.*"addr":"0x0","data"' shown
else
	has 'built without yajl' err
fi
"$posixtrace" show -O src --no-symbols pie.ptl > shown 2> err
status_is 0 $? '-O src --no-symbols' err
lacks 'main\.c' shown

# Not every compiler makes a table of addresses.
cp pie whole
objcopy --remove-section=.debug_aranges pie
shows pie 'without a table of addresses'
mv whole pie

# Stripped; and with what was stripped in a file of its own
for program in pie fixed; do
	cp $program whole
	mkdir .debug elsewhere
	objcopy --only-keep-debug $program elsewhere/symbols
	strip $program
	hides $program 'without symbols' 0
	objcopy --add-gnu-debuglink=elsewhere/symbols $program
	hides $program 'with symbols elsewhere' 0
	mv elsewhere/symbols .
	shows $program 'with symbols in another file'
	mv symbols .debug
	rmdir elsewhere
	shows $program 'with symbols in .debug'
	rm -r .debug
	mv whole $program
	shows $program 'as it was'
done

# Without servers nothing is loaded that asks them.
cp pie whole
strip pie
LD_DEBUG=files DEBUGINFOD_URLS=http://127.0.0.1:9/ \
	"$posixtrace" show pie.ptl > shown 2> asked
LD_DEBUG=files "$posixtrace" show pie.ptl > shown 2> err
grep -q 'libdebuginfod' asked || say 'not told: nothing here asks servers'
lacks 'libdebuginfod' err
mv whole pie

# What a shared object exports is known without any.
cp libspeak.so whole
strip libspeak.so
"$posixtrace" show linked.ptl > shown
has " by main  $by_main\$" shown
has ' spoken  speak\+0x[0-9a-f]+$' shown
"$posixtrace" show -f tsv -O data,func,src linked.ptl > shown
has '^spoken	speak	$' shown
mv whole libspeak.so
shows linked 'as it was'

# Whatever else has its name by now is not taken for it, and that is told once.
# What can be no program is not even opened.
cp pie whole
rm pie
hides pie 'that is gone' 0
cp fixed pie
hides pie 'under whose name there is another' 1
has '^posixtrace: .*/pie: is another build than was traced: ' err
echo 'no program' > pie
hides pie 'under whose name there is a text' 1
: > pie
hides pie 'under whose name there is nothing' 1
head -c 3000 whole > pie
hides pie 'that was cut' 0
rm pie
mkfifo pie
hides pie 'under whose name there is a pipe' 0
rm pie
mkdir pie
hides pie 'under whose name there is a directory' 0
rmdir pie
mv whole pie
shows pie 'as it was'

# Of several logs each knows its own, where the same program lay elsewhere, too.
"$posixtrace" record -q -o again.ptl -- ./pie
"$posixtrace" show --time=raw linked.ptl pie.ptl again.ptl > shown 2> err
status_is 0 $? 'several logs' err
for place in "by main  $by_main" "spoken  $spoken" "muttered  $muttered"; do
	[ "$(grep -c " $place\$" shown)" -eq 3 ] ||
		fail "not three times: $place" shown
done

# A log that is cut knows its programs as well.
size=$(wc -c < pie.ptl)
head -c $((size - 8)) pie.ptl > cut.ptl
"$posixtrace" show cut.ptl > shown 2> err
status_is 3 $? 'a log that was cut' err
has " muttered  $muttered\$" shown

finish
