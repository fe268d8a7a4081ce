#!/bin/sh
#
# check-symbols-cxx.sh - functions of C++ have the names of the source, and what
# is inlined is blamed on the line that asked for it
. "${top_srcdir:?}/tests/tools/lib.sh"

has_sanitizer && skip 'sanitizers have wrappers of their own'
[ -n "$CXX" ] || skip 'no C++ compiler'
for library in libdw libiberty yajl; do
	"$posixtrace" --version | grep -q "with $library " ||
		skip "built without $library"
done

cat > lk.cpp << 'END'
#include <cstdlib>
#include <mutex>
#include <vector>
void *volatile kept;
namespace shop {
struct Item { int number; };
template <class T> struct Pool {
	std::mutex lock;
	std::vector<T *> all;
	__attribute__((noinline)) void grab(int n)
	{
		std::lock_guard<std::mutex> guard(lock); /* grab's */
		all.reserve(n);
		kept = std::malloc(10); /* never freed */
	}
};
Pool<Item> pool;
}
static std::mutex other;
__attribute__((noinline)) static void work()
{
	other.lock(); /* work's */
	shop::pool.grab(1);
	other.unlock();
}
int main()
{
	work();
}
END
line_of() {
	grep -n "$1" lk.cpp | cut -d: -f1
}
leak=lk.cpp:$(line_of 'never freed')
grab=lk.cpp:$(line_of "grab's")
work=lk.cpp:$(line_of "work's")

"$CXX" -std=c++11 -g -O2 -o lk lk.cpp -pthread > out 2>&1 ||
	fail 'the program does not compile' out
record 0 'a program of C++' -q --wrap=mutex,mem -o lk.ptl -- ./lk

# In text: the line of the program, and not that of <mutex>
"$posixtrace" show -e mutex_lock lk.ptl > shown 2> err
status_is 0 $? 'showing it' err
has "mutex_lock .*mutex/other.* $work\$" shown
has "mutex_lock .*mutex/shop::pool.* $grab\$" shown
lacks 'gthr-default\.h|_Z' shown

# In columns, with the linker's name and all that was inlined
"$posixtrace" show -f tsv -O func,mangled,src -e mutex_lock lk.ptl > shown
has "^shop::Pool<shop::Item>::grab\(int\)	_ZN4shop4PoolINS_4ItemEE4grabEi	$grab\$" shown
has "^work(\(\)	_ZL4workv|	)	$work\$" shown
"$posixtrace" show -f tsv -O inlined -e mutex_lock lk.ptl > shown
has "std::mutex::lock\(\) std_mutex\.h:[0-9]+ < .*::grab\(int\) $grab\$" shown

"$posixtrace" show -f json -e mutex_lock lk.ptl > shown
has "\"func\":\"shop::Pool<shop::Item>::grab\(int\)\",\"mangled\":\"_ZN4shop4PoolINS_4ItemEE4grabEi\",\"src\":\"$grab\",\"inlined\":\[\{" shown
has '"func":"std::mutex::lock\(\)","mangled":"_ZNSt5mutex4lockEv","src":"std_mutex' shown

# A program of C has no other names.
"$posixtrace" record -q -o c.ptl -- "$wordcount" "$top_srcdir/README" > out 2>&1
"$posixtrace" show -f tsv -O mangled c.ptl | sort -u > shown
printf '%s\n' '' mangled | cmp -s - shown || fail 'names of C' shown

# Without debugging information: the function, readable
strip -g -o bare lk
record 0 'a program without lines' -q --wrap=mutex -o bare.ptl -- ./bare
"$posixtrace" show -e mutex_lock bare.ptl > shown
has 'mutex_lock .* shop::Pool<shop::Item>::grab\(int\)\+0x[0-9a-f]+$' shown

# In tables, for programs with both names
"$posixtrace" stat -f json lk.ptl > shown
has '"function":"[^"_]+",.*"mangled":"_Z[^"]+"' shown
"$posixtrace" stat lk.ptl > shown
lacks '_Z' shown
has "memory .* $leak +1 +1 " shown
finish
