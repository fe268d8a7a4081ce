#!/bin/sh
#
# check-mem.sh - memory: programs get what they always get, and events tell
# of each block how long it was theirs
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

allocator=$(tool tests/wrap/allocator) || exit 99

# show FILE [OPTION]...: its events, with all there is to say
show() {
	file=$1
	shift
	"$posixtrace" show --no-pager "$@" "$file" > shown 2> err
	status_is 0 $? "showing $file" err
}

record 42 'memory' --wrap=mem -o mem.ptl -- "$allocator"
has ' 0 lost$' err
has '^fine$' out
show mem.ptl
for size in 1001 128 1 1002 1003 1004 2001 200002 6009 3001 4001 5001; do
	has " malloc .* size=${size}B( |\$)" shown
done
has ' mem_fail .* error=ENOMEM( |$)' shown
has ' mem_fail .* size=4B error=EINVAL( |$)' shown
has ' mem_map .* size=12288B offset=0x0 protection=PROT_READ\|PROT_WRITE flags=MAP_PRIVATE\|MAP_ANONYMOUS fd=-1( |$)' shown
has ' mem_remap .* size=20480B .* was_size=12288B( |$)' shown
has ' mem_unmap .* size=36864B( |$)' shown
has ' mem_break ' shown

# Each block of the program, and of what it calls, is given back: all but what
# was printed into. A thread gives some back behind its last destructor.
"$posixtrace" show -f json mem.ptl > json 2> err
sed -n 's/.*"name":"\(malloc\|free\)","pid":\([0-9]*\).*"address":\([0-9]*\).*/\1 \2 \3/p' \
	json | awk '{ block = $2 " " $3 }
	$1 == "malloc" { had[block]++ }
	$1 == "free" { if (!had[block]--) print "nobody had " block }
	END { for (block in had) left += had[block]; print left " left" }
' > balance
has '^1 left$' balance
lacks 'nobody' balance

# Nothing of the dynamic linker's, and of libposixtrace's own.
lacks 'libposixtrace|ld-linux' json

"$posixtrace" stat --no-pager mem.ptl > stat 2> err
status_is 0 $? 'stat' err
has '^SPAN memory: malloc -> free by address' stat

# A program with other operators, an allocator in the program, and threads
record 0 'sort' -q --wrap=mem -o sort.ptl -- sort --parallel=2 shown
sort shown > sorted
cmp -s out sorted || fail 'sort sorts otherwise'

# A program that has an allocator inside itself, of which memory is had before
# anything else runs, and in a library's constructor
if [ -n "${CC-}" ]; then
	cat > own.c << 'END'
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char room[1 << 20];
static size_t used;

void *malloc(size_t size)
{
	used = (used + 31) & ~(size_t)15;
	*(size_t *)(room + used - 16) = size;
	used += size;
	return room + used - size;
}

void *calloc(size_t count, size_t size)
{
	return malloc(count * size);
}

void free(void *block)
{
	(void)block;
}

void *realloc(void *block, size_t size)
{
	char *other = malloc(size);
	size_t had = block ? ((size_t *)block)[-2] : 0;

	return had ? memcpy(other, block, had < size ? had : size) : other;
}

int main(void)
{
	char *text = reallocarray(realloc(strdup("its own"), 100), 50, 4);

	puts(text);
	return text >= room && text < room + sizeof(room) ? 42 : 1;
}
END
	cat > early.c << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* dlsym() keeps what it has to say, and the next one does away with it. */
__attribute__((constructor)) static void begin(void)
{
	dlsym(RTLD_DEFAULT, "none_such");
	free(realloc(strdup("early"), 1000));
}

int early(void)
{
	return 42;
}
END
	echo 'int early(void); int main(void) { return early(); }' > late.c
	$CC -O0 -fno-builtin -D_GNU_SOURCE -o own own.c > out 2>&1 &&
		$CC -O0 -fno-builtin -shared -fPIC -o libearly.so early.c \
			> out 2>&1 &&
		$CC -o late late.c -L. -learly -Wl,-rpath,"$work" \
			> out 2>&1 || fail 'the programs do not compile' out
	record 42 'an allocator of its own' -q --wrap=all -o own.ptl -- ./own
	has '^its own$' out
	show own.ptl
	lacks ' malloc ' shown
	for groups in all sem; do
		record 42 'memory before us' -q --wrap=$groups --force \
			-o late.ptl -- ./late
	done
	LD_PRELOAD=./libearly.so
	export LD_PRELOAD
	record 42 'memory before us' -q --wrap=all -o early.ptl -- "$allocator"
	unset LD_PRELOAD
fi

# What is asked for before the library is ready, and when nothing is recorded
LD_PRELOAD=$wrapper "$allocator" > out 2> err
status_is 42 $? 'no group' err
has '^fine$' out
record 42 'another group' -q --wrap=sem -o sem.ptl -- "$allocator"
show sem.ptl
lacks ' (malloc|free|mem_)' shown

record 2 'a group that is none' -q --wrap=memory -o no.ptl -- "$allocator"
has 'no such group' err
finish
