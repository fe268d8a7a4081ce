#!/bin/sh
#
# check-dl.sh - objects that are loaded: found where they always are, as
# the caller says, and known by name to those who look at the trace
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

[ -n "${CC-}" ] || skip 'there is no compiler'
case $(uname -m) in
x86_64 | aarch64) ;;
*) skip 'dlopen() is not wrapped on this machine' ;;
esac

mkdir beside
cat > plugin.c << 'END'
#include <stdlib.h>

void *volatile kept;

void plugin_works(void)
{
	kept = malloc(7777);
	free(kept);
}
END
cat > loader.c << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define MUST(condition)                                                 \
	do {                                                            \
		if (!(condition)) {                                     \
			printf("line %d: %s: %s\n", __LINE__, #condition, \
			       dlerror());                              \
			return 1;                                       \
		}                                                       \
	} while (0)

int main(void)
{
	void (*works)(void);
	void *object;

	MUST(dlopen(NULL, RTLD_NOW));
	object = dlopen("./plugin.so", RTLD_NOW);
	MUST(object);
	*(void **)&works = dlsym(object, "plugin_works");
	MUST(works);
	works();
	MUST(!dlclose(object));

	/* In the directories of whoever calls */
	MUST(dlopen("found.so", RTLD_NOW));
	MUST(dlopen("$ORIGIN/beside/origin.so", RTLD_NOW | RTLD_GLOBAL));

	MUST(!dlopen("/none/such.so", RTLD_NOW));
	MUST(strstr(dlerror(), "/none/such.so"));
	MUST(!dlopen("none-such.so", RTLD_NOW));
	MUST(strstr(dlerror(), "none-such.so"));
	MUST(dlmopen(LM_ID_BASE, "./plugin.so", RTLD_LAZY));
	MUST(dlmopen(LM_ID_NEWLM, "./plugin.so", RTLD_LAZY));
	puts("fine");
	return 42;
}
END
$CC -g -shared -fPIC -o plugin.so plugin.c > out 2>&1 ||
	fail 'the plugin does not compile' out
cp plugin.so beside/found.so
cp plugin.so beside/origin.so
for tags in enable disable; do
	$CC -g -o loader-$tags loader.c -ldl \
		-Wl,-rpath,'$ORIGIN/beside',--$tags-new-dtags > out 2>&1 ||
		fail 'the program does not compile' out
	./loader-$tags > out 2>&1
	status_is 42 $? 'the program itself' out
done

record 42 'objects' -q --wrap=dl,mem -o dl.ptl -- ./loader-enable
has '^fine$' out
"$posixtrace" show -e 'dl_*' -O name,data --no-pager dl.ptl > shown 2> err
status_is 0 $? 'showing' err
[ "$(grep -c '^dl_open ' shown)" = 5 ] || fail 'not 5 were opened' shown
[ "$(grep -c '^dl_opened ' shown)" = 5 ] || fail 'not 5 are open' shown
[ "$(grep -c '^dl_search ' shown)" = 3 ] || fail 'not 3 were searched' shown
has '^dl_open +flags=RTLD_NOW path=./plugin.so( |$)' shown
has '^dl_search .*path=found.so( |$)' shown
has '^dl_search .*path="?\$ORIGIN/beside/origin.so' shown
has '^dl_opened +handle=0x0( |$)' shown
[ "$(grep -c '^dl_close ' shown)" = 1 ] || fail 'not one was closed' shown
lacks '^dl_fail' shown
# The texts that the program asked for, which saw them as ever
[ "$(grep -c '^dl_error ' shown)" = 2 ] || fail 'not 2 texts' shown
has '^dl_error +message=.*/none/such.so: cannot open' shown
has '^dl_error +message=.*none-such.so: cannot open' shown
"$posixtrace" show -f json -e malloc dl.ptl > json 2> err
grep '"size":7777' json > works
has '"func":"plugin_works"' works

# What dlerror() said is the dynamic linker's, and so is its end.
"$posixtrace" show -f json -e malloc,free dl.ptl |
	awk '{ match($0, "\"address\":[0-9]+"); at = substr($0, RSTART, RLENGTH) }
		/"name":"malloc"/ { had[at] = 1 }
		/"name":"free"/ && !had[at] { print }
		/"name":"free"/ { delete had[at] }' > strangers
lines_are 0 strangers

# Where somebody has an RPATH, which those inherit that are loaded
record 42 'an RPATH' -q --wrap=all -o rpath.ptl -- ./loader-disable
has '^fine$' out
"$posixtrace" show -e 'dl_*' -O name,data --no-pager rpath.ptl > shown 2> err
lacks '^dl_open .*path=./plugin.so' shown
has '^dl_search .*path=./plugin.so' shown

# Where nothing is recorded
LD_PRELOAD=$wrapper ./loader-enable > out 2>&1
status_is 42 $? 'no group' out
finish
