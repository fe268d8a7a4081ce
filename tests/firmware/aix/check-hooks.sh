#!/bin/sh
#
# check-hooks.sh - what macros and functions record: hook words, ids, words, bytes
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/aix/compile.sh"

compile "$top_srcdir/tests/firmware/aix/hooks.c" hooks

# Nobody listens, and arguments are evaluated all the same.
./hooks > out
has '^errno 99, 4 calls$' out
has '^on: 0 0 0 0 0$' out

record 0 'recording hooks' -q -o hooks.ptl -- ./hooks
has '^errno 99, 4 calls$' out
has '^on: 1 1 1 0 0$' out
show hooks.ptl -v
sed 's/0x78,\(0x78,\)*0x78/x.../' shown > cut
mv cut shown
shown_is 'other hooks were recorded' << 'END'
trc:010 flags=0x8000 length=8 id=0x100 subhook=0x0 d={0x0}
trc:010 flags=0x8000 length=8 id=0x100 subhook=0x0 d={0x1}
trc:010 flags=0x8000 length=8 id=0x100 subhook=0x0 d={0x2}
trc:010 flags=0x8000 length=0 id=0x100 subhook=0x0 d={}
trc:01E flags=0x8000 length=0 id=0x1e0 subhook=0xffff d={}
trc:011 flags=0x8000 length=40 id=0x110 subhook=0x5 d={0x1,0x2,0x3,0x4,0x5}
trc:7F0E flags=0x8000 length=40 id=0x7f0e subhook=0x7 d={0xffffffffffffffff,0x61,0x1,0x40000000000,0x1}
trc:123 flags=0x8000 length=16 id=0x1230 subhook=0x0 d={0x0,0x2}
trc:123 flags=0x8000 length=16 id=0x1230 subhook=0x0 d={0x3,0x1}
trc:123 flags=0x8000 length=24 id=0x1230 subhook=0x0 d={0x1,0x2,0x3}
trc:123 flags=0x8000 length=24 id=0x1230 subhook=0x0 d={0x1,0x2,0x3}
trc:123 flags=0x8000 length=32 id=0x1230 subhook=0x0 d={0x1,0x2,0x3,0x4}
trc:123 flags=0x8000 length=32 id=0x1230 subhook=0x0 d={0x1,0x2,0x3,0x4}
trc:FFFF flags=0x8000 length=8 id=0xffff subhook=0x0 d={0x0}
trc:011 flags=0x8000 length=0 id=0x110 subhook=0x1 d={}
trc:011 flags=0x8000 length=0 id=0x110 subhook=0x2 d={}
trc:011 flags=0x8000 length=8 id=0x110 subhook=0x3 d={0x1}
trc:011 flags=0x8000 length=8 id=0x110 subhook=0x4 d={0x1}
trc:011 flags=0x8000 length=40 id=0x110 subhook=0x5 d={0x1,0x2,0x3,0x4,0x5}
trc:7F0 flags=0x8000 length=40 id=0x7f00 subhook=0x6 d={0xffffffff,0x2,0x3,0x4,0x5}
trc:012 flags=0x8000 length=0 id=0x120 subhook=0x7 d={}
trc:012 flags=0x8000 length=24 id=0x120 subhook=0x8 d={0x1,0x2,0x3}
trc:7F01 flags=0x8000 length=40 id=0x7f01 subhook=0x9 d={0x1,0x2,0x3,0x4,0x5}
trc:012:chan0 flags=0xc000 length=19 id=0x120 subhook=0x0 d1=0x2a data={0x73,0x6f,0x6d,0x65,0x20,0x62,0x79,0x74,0x65,0x73,0x0}
trc:012:chan4 flags=0xc000 length=12 id=0x120 subhook=0x3 d1=0x2b data={0x73,0x6f,0x6d,0x65}
trc:013:chan1 flags=0xc000 length=12 id=0x130 subhook=0x0 d1=0x2c data={0x73,0x6f,0x6d,0x65}
trc:013:chan7 flags=0xc000 length=8 id=0x130 subhook=0x0 d1=0x2d data={}
trc:013:chan0 flags=0xc000 length=8 id=0x130 subhook=0x0 d1=0x2e data={}
trc:013:chan0 flags=0xc000 length=9 id=0x130 subhook=0x0 d1=0x2f data={0x73}
trc:014:chan2 flags=0xc000 length=4104 id=0x140 subhook=0x0 d1=0x32 data={x...}
trc:014:chan2 flags=0xc000 length=308 id=0x140 subhook=0x0 d1=0x33 data={x...}
END

# The caller's place, not the library's.
"$posixtrace" show -O name,func hooks.ptl > places
lines=$(grep -c '^trc:.* main' places)
[ "$lines" -eq 31 ] || fail "$lines hooks have their place" places

# Bytes of all lengths are copied whole, and none behind them is read.
compile "$top_srcdir/tests/firmware/aix/lengths.c" lengths
record 0 'recording lengths' -q -o lengths.ptl -- ./lengths
show lengths.ptl -v
awk -F '[{}]' '
	{
		len = NR <= 301 ? NR - 1 : NR + 3793
		n = split($2, byte, ",")
		wrong += n != (len < 4096 ? len : 4096)
		for (i = 1; i <= n; i++)
			wrong += byte[i] != sprintf("0x%x", ((i - 1) * 7 + len) % 256)
	}
	END { exit wrong || NR != 304 }' shown || fail 'other bytes were copied' shown

# Several streams get the same: long data is not made in their places.
record 0 'recording twice' -q -o outer.ptl -- "$posixtrace" record -q \
	-o inner.ptl -- ./hooks
show hooks.ptl -v
mv shown alone
for log in outer inner; do
	show $log.ptl -v
	diff alone shown > difference || fail "$log: other hooks" difference
done

# A filter of the recorder decides what is on.
record 0 'recording some' -q -e 'trc:010,trc:013:chan7' -o some.ptl -- ./hooks
has '^on: 1 0 1 0 0$' out
show some.ptl
lines_are 5 shown

# The same source is C++.
if [ -n "${CXX-}" ] && command -v "$CXX" > /dev/null; then
	CC="$CXX -x c++" compile "$top_srcdir/tests/firmware/aix/hooks.c" hooks++ \
		-Wno-narrowing
	record 0 'recording C++' -q -o hooks++.ptl -- ./hooks++
	cp shown before
	show hooks.ptl
	mv shown c
	show hooks++.ptl
	diff c shown > difference || fail 'C++ records other hooks' difference
fi

# Templates for AIX serve the events, by their ids.
cat > hooks.trcfmt << 'END'
010 1.0 L=APPL "USER1" W1 "i=" D8
011 1.0 L=SVC  "USER2" "sub=" D2 W1 LOOP 5 { D8 }
012 1.0 L=KERN "USER3" W1 "d1=" D8 LOOP 4 { A1 }
END
"$posixtrace" show --templates=hooks.trcfmt hooks.ptl > lines
has ' trc:010 +USER1 i=2( |$)' lines
has ' trc:011 +USER2 sub=4 1 ' lines
has ' trc:011 +USER2 sub=5 1 2 3 4 5( |$)' lines
has ' trc:012:chan4 +USER3 d1=43 s o m e( |$)' lines
has ' trc:7F0E +subhook=0x7 ' lines
"$posixtrace" show -f report --templates=hooks.trcfmt hooks.ptl > report
has '^010  .* USER1 i=2$' report
has '^7F0E  .* UNDEFINED TRACE ID 7F0E trc:7F0E, 40 bytes' report
ln -s "$top_builddir/tools/.libs/posixtrace" trcrpt
[ -x trcrpt ] || ln -sf "$top_builddir/tools/posixtrace" trcrpt
LD_LIBRARY_PATH=$top_builddir/.libs ./trcrpt -h -d 012,013 \
	-t hooks.trcfmt hooks.ptl > report
has '^012  .* USER3 d1=42 s o m e$' report
[ "$(grep -c '^01[23] ' report)" -eq 8 ] || fail 'other hooks are reported' report
finish
