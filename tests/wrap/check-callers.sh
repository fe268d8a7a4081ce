#!/bin/sh
#
# check-callers.sh - what the libraries of C and C++ call for a program is
# blamed on the line of the program
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

[ -n "${CC-}" ] || skip 'no C compiler'
case $(uname -m) in
x86_64) ;;
*) skip 'callers are those that call, on this machine' ;;
esac

# A line "/* N */" has what is had in N bytes.
# blames SOURCE: in the file shown each size is on its line, once at least
blames() {
	sed -n 's/.*size=\([0-9]*\)B.*/\1/p' shown | sort -u > sizes
	grep -n '/\* [0-9]* \*/' "$1" | sed 's|^\([0-9]*\):.*/\* \([0-9]*\) \*/.*|\1 \2|' > wanted
	[ -s wanted ] || fail "$1 has no lines" wanted
	while read -r line size; do
		grep -Eq " malloc .* size=${size}B( .*)? $1:$line\$" shown ||
			fail "$size bytes are not of line $line" shown
		grep -E " malloc .* size=${size}B( |\$)" shown |
			grep -Evq " $1:$line\$" &&
			fail "$size bytes are of another line, too" shown
	done < wanted
}

# trace NAME GROUPS [COMMAND]...: record ./NAME
trace() {
	record 0 "$1" -q --force --wrap="$2" -o "$1.ptl" -- ./"$1"
	"$posixtrace" show --no-pager "$1.ptl" > shown 2> err
	status_is 0 $? "showing $1" err
}

cat > text.c << 'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *volatile kept;
static const char *volatile letters = "0123456789abcdefghij";
static char *print(int width)
{
	char *text;

	if (asprintf(&text, "%0*d", width, 7) < 0) /* 301 */
		abort();
	return text;
}
int main(void)
{
	kept = strdup(letters); /* 21 */
	kept = strndup(letters, 12); /* 13 */
	kept = print(300);
	setvbuf(stdout, NULL, _IOFBF, 0);
	return 0;
}
END
$CC -g -O0 -fno-builtin -o text text.c > out 2>&1 ||
	fail 'the program does not compile' out
trace text mem
blames text.c

[ -n "$CXX" ] || {
	echo 'no C++ compiler: half of this is not tried' >&2
	finish
	exit
}

cat > news.cpp << 'END'
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>
#ifdef REPLACED
#include <cstdlib>
__attribute__((noinline)) void *operator new(std::size_t size)
{
	void *block = std::malloc(size);

	if (!block)
		throw std::bad_alloc();
	return block;
}
void operator delete(void *block) noexcept
{
	std::free(block);
}
void operator delete(void *block, std::size_t) noexcept
{
	std::free(block);
}
#endif
void *volatile kept;
struct Own {
	char is[61];
	static void *operator new(std::size_t size)
	{
		return ::operator new(size); /* 61 */
	}
};
template <int size> struct Big {
	char is[size];
};
__attribute__((noinline)) static void leak()
{
	kept = new Big<1001>; /* 1001 */
	kept = new char[1002]; /* 1002 */
	kept = new (std::nothrow) Big<1003>; /* 1003 */
	kept = new (std::nothrow) char[1004]; /* 1004 */
	kept = new Own;
	kept = std::make_unique<Big<1005>>().release(); /* 1005 */
	kept = std::make_shared<Big<1500>>().get();
	(new std::vector<char>)->reserve(1006); /* 1006 */
	kept = const_cast<char *>((new std::string(1006, 'x'))->data()); /* 1007 */
	kept = new Big<2000>; /* 2000 */
}
static void end()
{
	std::mutex lock;
	std::condition_variable wake;
	bool up = false;
	std::thread waiter([&] {
		std::unique_lock<std::mutex> guard(lock);
		while (!up)
			wake.wait(guard); /* wait */
	}); /* create */
	{
		std::lock_guard<std::mutex> guard(lock);
		up = true;
	}
	wake.notify_one(); /* notify */
	waiter.join(); /* join */
}
int main()
{
	leak();
	char *block = new char[1008]; /* 1008 */
	kept = block;
	delete[] block; /* free */
	end();
}
END
line_of() {
	grep -n "/\* $1 \*/" news.cpp | cut -d: -f1
}

for options in '' -DREPLACED '-DREPLACED -fno-omit-frame-pointer'; do
	# shellcheck disable=SC2086 # several words
	"$CXX" -std=c++17 -g -O2 $options -o news news.cpp -pthread \
		> out 2>&1 || fail 'the program does not compile' out
	trace news mem,thread,cond
	blames news.cpp
	has " free .* news.cpp:$(line_of free)\$" shown
	has " thread_create .* news.cpp:$(line_of create)\$" shown
	has " thread_join .* news.cpp:$(line_of join)\$" shown
	has " cond_signal .* news.cpp:$(line_of notify)\$" shown
	case $(grep -c ' cond_wait ' shown) in
	0) ;;
	*) has " cond_wait .* news.cpp:$(line_of wait)\$" shown ;;
	esac

	"$posixtrace" stat --no-pager news.ptl > stat 2> err
	status_is 0 $? stat err
	has "news.cpp:$(line_of 2000) " stat
	lacks '_Znwm|operator new' stat
done

cat > wide.cpp << 'END'
#include <new>
void *volatile kept;
struct alignas(64) Wide {
	char is[192];
};
int main()
{
	kept = new Wide; /* 192 */
	kept = new Wide[3]; /* 576 */
	kept = new (std::nothrow) Wide[4]; /* 768 */
	kept = new (std::nothrow) Wide[5]; /* 960 */
	::operator delete(kept, std::align_val_t(64)); /* free */
}
END
"$CXX" -std=c++17 -g -o wide wide.cpp > out 2>&1 ||
	fail 'the program does not compile' out
trace wide mem
blames wide.cpp
has " free .* wide.cpp:$(grep -n 'free' wide.cpp | cut -d: -f1)\$" shown

# A library of C++ that is loaded later, by a program that knows nothing of it
cat > plugin.cpp << 'END'
#include <new>
extern "C" void *(*plug())(std::size_t)
{
	return ::operator new;
}
END
cat > host.c << 'END'
#include <dlfcn.h>
#include <stddef.h>

void *volatile kept;

int main(void)
{
	void *plugin = dlopen("./plugin.so", RTLD_NOW);
	void *(*(*plug)(void))(size_t);

	if (!plugin)
		return 1;
	*(void **)&plug = dlsym(plugin, "plug");
	kept = plug()(1009); /* 1009 */
	return 0;
}
END
"$CXX" -g -O2 -shared -fPIC -o plugin.so plugin.cpp > out 2>&1 &&
	$CC -g -o host host.c -ldl > out 2>&1 ||
	fail 'the plugin does not compile' out
trace host mem
blames host.c
finish
