#!/bin/sh
#
# check-cxx.sh - exceptions of C++ pass through functions that are recorded
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

[ -n "$CXX" ] || skip 'no C++ compiler'

cat > thrower.cpp << 'END'
#include <mutex>
#include <thread>

int main()
{
	std::once_flag flag;
	int tries = 0, caught = 0;

	while (tries < 3) {
		try {
			std::call_once(flag, [&] {
				if (++tries < 3)
					throw tries;
			});
		} catch (int) {
			caught++;
		}
	}
	std::thread([&] { caught += 40; }).join();
	return caught;
}
END
"$CXX" -std=c++11 -o thrower thrower.cpp -pthread > out 2>&1 ||
	fail 'the program does not compile' out

record 42 'exceptions' -q --wrap=mutex,thread -o thrower.ptl -- ./thrower
"$posixtrace" show -O name --no-pager thrower.ptl > shown 2> err
status_is 0 $? 'showing them' err
# The first time that something is thrown, the C library does something once.
for name in once_begin once_end; do
	times=$(grep -c "^$name" shown)
	[ "$times" = 3 ] || [ "$times" = 4 ] || fail "not 3 of $name" shown
done
finish
