#!/bin/sh
#
# check-rkh-captures.sh - all captures of RKH that lie beside the tree
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/source/foreign/rkh.sh"

captures=$top_srcdir/../shared/data/rkh
[ -d "$captures" ] || skip "there is no $captures"

reads_all "$captures"

# What is sound is written as it was.
for capture in "$captures"/*.bin; do
	! grep -q '"err"\|"skip"' "${capture%.bin}.expected.jsonl" || continue
	config=${capture%.bin}.cfg.json
	set --
	[ ! -e "$config" ] || set -- -o "config=$config"
	rm -f again
	"$posixtrace" convert -q --from rkh "$@" "$capture" -t rkh -o again 2> err
	status_is 0 $? "writing $(basename "$capture")" err
	cmp -s "$capture" again ||
		fail "$(basename "$capture") is written in another way"
done
finish
