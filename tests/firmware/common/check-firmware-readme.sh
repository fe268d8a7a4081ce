#!/bin/sh
#
# check-firmware-readme.sh - the lines of README for firmware run as they stand,
# with the programs of examples/
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

command -v pkg-config > /dev/null || skip 'there is no pkg-config'

export PKG_CONFIG_PATH="$top_builddir" PATH="$top_builddir/tools:$PATH"
for program in aix_pump liteos_motor rkh_lamp threadx_line; do
	cp "$top_srcdir/examples/$program.c" "${program#*_}.c"
done
cp "$top_srcdir/examples/aix_pump.trcfmt" pump.trcfmt
cp "$top_srcdir/examples/rkh/rkhcfg.h" .

# The compiler that was configured
mkdir bin
printf '#!/bin/sh\nexec %s "$@"\n' "${CC:-cc}" > bin/cc
chmod +x bin/cc
PATH=$PWD/bin:$PATH
sed -n '/^Firmware$/,/^Conformance$/s/^    //p' "$top_srcdir/README" > steps
[ "$(wc -l < steps)" -eq 12 ] || fail 'README has not three lines for each' steps
for system in aix liteos rkh threadx; do
	[ "$(grep -c "posixtrace-$system)" steps)" -eq 1 ] ||
		fail "README has no line for $system" steps
done
POSIXTRACE_PAGER= sh -e -x ./steps > out 2> err || fail 'a step fails' err
has 'pump' out
has ' SEM_POST ' out
has '^EVENT ' out
[ -s line.trx ] || fail 'nothing was written for TraceX'
finish
