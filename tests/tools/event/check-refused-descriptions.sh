#!/bin/sh
#
# check-refused.sh - a description that is none is refused by the compiler, or
# told, and what was recorded by it is there as bytes
. "${top_srcdir:?}/tests/tools/lib.sh"

cat > orders.c << 'END'
#include <trace_np.h>
#include <unistd.h>

/* The compiler does not know them. */
static char wrong[] = "unsigned id, char *s";
static char short_by_one[] = "unsigned id";

int main(int argc, char **argv)
{
	struct { int a; } object = { 0x11223344 };

	POSIX_TRACE_RECORD_NP("order_sent", wrong, 7u, "peter");
	POSIX_TRACE_RECORD_NP("order_held", short_by_one, 8u, "paul");
	POSIX_TRACE_RECORD_STRUCT_NP("order_kept", wrong, object);
	POSIX_TRACE_RECORD_NP("order_done", "unsigned id; char *s", 9u, "ann");
	(void)argv;
	if (argc > 1)
		pause();
	return 0;
}
END
# shellcheck disable=SC2086 # words are wanted
$CC $(sanitizer) -I"$top_srcdir/include" -o orders orders.c \
	-L"$top_builddir/.libs" -Wl,-rpath,"$top_builddir/.libs" \
	-lposixtrace > out 2>&1 || fail 'the program does not compile' out

# Whoever records, shows or counts is told, once of each
told() {
	lines_are 3 "$1"
	has 'order_sent .* refused: "unsigned id, char \*s": character 14, at "char \*s": expected a name: behind a comma .* semicolon$' \
		"$1"
	has 'order_held .* refused: "unsigned id /\* not what is recorded \*/": character 13' \
		"$1"
	has 'order_kept .* refused: ' "$1"
}

"$posixtrace" record -q -o o.ptl -- ./orders 2> err
status_is 0 $? 'recording it' err
told err
"$posixtrace" show -f tsv -O name,hex,args -e 'order_*' o.ptl > shown 2> err
status_is 0 $? 'showing it' err
told err
has '^order_sent	0700000000000000706574657200	' shown
has '^order_held	08000000000000007061756c00	' shown
has '^order_kept	44332211	' shown
has '^order_done	09000000616e6e00	id=9 s=ann$' shown
"$posixtrace" show -e order_sent o.ptl > shown 2> err
has 'order_sent +hex 07000000' shown
"$posixtrace" stat o.ptl > shown 2> err
status_is 0 $? 'counting it' err
told err

# Whoever writes it elsewhere is told as well, and so is who reads that.
"$posixtrace" cut -q -o cut.ptl o.ptl > out 2> err
status_is 0 $? 'cutting it' err
told err
"$posixtrace" merge -q -o merged.ptl o.ptl cut.ptl > out 2> err
status_is 0 $? 'merging it' err
told err
"$posixtrace" split -q --by thread -o part.%n.ptl o.ptl > out 2> err
status_is 0 $? 'splitting it' err
told err
"$posixtrace" convert -q -t ptl -o made.ptl o.ptl > out 2> err
status_is 0 $? 'converting it' err
told err
"$posixtrace" convert -q -t threadx -o made.trx o.ptl > out 2> err
status_is 0 $? 'converting it to another system' err
has 'order_held .* refused: ' err
"$posixtrace" show -e 'order_*' made.ptl > shown 2> err
told err

# What a program described by itself, and nobody may read so
cat > says.c << 'END'
#include <trace_np.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	trace_event_id_t wrong, mended;

	(void)argv;
	if (posix_trace_eventid_open("wrong", &wrong) ||
	    posix_trace_eventid_open("mended", &mended) ||
	    !(posix_trace_eventid_describe_np)(wrong, "unsigned id, char *s") ||
	    !(posix_trace_eventid_describe_np)(mended, "integer id") ||
	    (posix_trace_eventid_describe_np)(mended, "int id"))
		return 1;
	posix_trace_event(wrong, "abcd", 4);
	posix_trace_event(mended, "\7\0\0", 4);
	if (argc > 1)
		pause();
	return 0;
}
END
# shellcheck disable=SC2086 # words are wanted
$CC $(sanitizer) -I"$top_srcdir/include" -o says says.c \
	-L"$top_builddir/.libs" -Wl,-rpath,"$top_builddir/.libs" \
	-lposixtrace > out 2>&1 || fail 'the program does not compile' out
said() {
	lines_are 1 "$1"
	has 'wrong .* refused: "unsigned id, char \*s": character 14, at "char \*s": ' "$1"
}
"$posixtrace" record -q -o s.ptl -- ./says 2> err
status_is 0 $? 'what says so itself' err
said err
"$posixtrace" show -f tsv -O name,hex,args -e wrong,mended s.ptl > shown 2> err
said err
has '^wrong	61626364	' shown
has '^mended	07000000	id=7$' shown
./says stay &
remember $!
wait_for 'its description' sh -c '"$0" doctor -p "$1" | grep -q "of wrong is refused"' \
	"$posixtrace" $!
kill $!

# A process is asked before it is recorded, too.
./orders stay &
remember $!
wait_for 'its events' sh -c '"$0" doctor -p "$1" | grep -q "of order_kept is refused"' \
	"$posixtrace" $!
"$posixtrace" doctor -p $! > shown 2> err
has 'of order_sent is refused: "unsigned id, char \*s"   try: at character 14 a name: ' \
	shown
has 'of order_held is refused: ' shown
lacks 'order_done' shown
kill $!

# compiles EXPRESSION: a status for each compiler and level
compiles() {
	printf '#include <trace_np.h>\nint f(const char *);\nint f(const char *s)\n{ (void)s; return %s; }\n' \
		"$1" > part.c
	for compiler in "$CC -x c -std=c11" "$CXX -x c++ -std=c++11"; do
		case $compiler in " "*) continue ;; esac
		for level in -O0 -O2; do
			# shellcheck disable=SC2086 # words are wanted
			$compiler $level -Wall -Wextra -pedantic -Werror \
				-D_POSIX_C_SOURCE=200809L \
				-I"$top_srcdir/include" -c -o part.o part.c \
				> out 2>&1
			echo $?
		done
	done
}

# The compiler refuses a comma for a semicolon
refused() {
	compiles "$1" > statuses
	lacks '^0$' statuses
	has 'semicolon' out
}

# ... and nothing that is right
taken() {
	compiles "$1" > statuses
	! grep -qv '^0$' statuses || fail "$1: is refused" out
}

refused 'POSIX_TRACE_RECORD_NP("a", "unsigned id, char *s", 1u, s)'
refused 'POSIX_TRACE_RECORD_NP("a", "int a, b, uint64_t c", 1, 2, 3)'
refused 'POSIX_TRACE_RECORD_NP("a", "double p,int q;", 1., 2)'
refused 'POSIX_TRACE_RECORD_NP("a", "int a [[key]], char *s [[hex]]", 1, s)'
refused 'POSIX_TRACE_RECORD_STRUCT_NP("a", "int a, char *s", *s)'
taken 'POSIX_TRACE_RECORD_NP("a", "unsigned id; char *s", 1u, s)'
taken 'POSIX_TRACE_RECORD_NP("a", "int a, b; char *c", 1, 2, s)'
taken 'POSIX_TRACE_RECORD_NP("a", "int a,b , c", 1, 2, 3)'
taken 'POSIX_TRACE_RECORD_NP("a", "void *a, *const b;", s, s)'
taken 'POSIX_TRACE_RECORD_NP("a", "int a,  b [[key, hex]]; int c", 1, 2, 3)'
taken 'POSIX_TRACE_RECORD_NP("a", "enum { x = 1, y } a; int b", 1, 2)'
taken 'POSIX_TRACE_RECORD_NP("a", "[[key, hex]] int a; char *b", 1, s)'
taken 'POSIX_TRACE_RECORD_NP("a", "int a [[unit(m, int s)]]; int b", 1, 2)'
taken 'POSIX_TRACE_RECORD_NP("a", "[[begin(a, int b)]]; int a, b", 1, 2)'
taken 'POSIX_TRACE_RECORD_NP("a", "")'
taken 'posix_trace_eventid_describe_np(1, s)'
taken 'posix_trace_eventid_describe_np(1, "int a, b; char *c")'
printf '#include <trace_np.h>\nint f(void);\nint f(void)\n{ return posix_trace_eventid_describe_np(1, "int a, char *b"); }\n' \
	> part.c
# shellcheck disable=SC2086 # words are wanted
! $CC -I"$top_srcdir/include" -c -o part.o part.c > out 2>&1 ||
	fail 'describing is not refused'
has 'semicolon' out

finish
