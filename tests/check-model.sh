#!/bin/sh
#
# check-model.sh - the models and the code speak of the same clauses, and each
# mistake that a model can make is looked for
#
# A clause is a line "R1  what" of a header's comment. Before the tree, the
# check is tried on copies with something planted in them. Where Spin is
# installed the smallest configurations are searched, too.
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

clauses_told() {
	sed -n "s/^ \*	\($2[0-9][0-9]*\)  *[a-z].*/\1/p" "$1" | sort -u
}

clauses_cited() {
	cat "$1"/docs/model/*.pml "$1/docs/model/README" |
		grep -ow "$2[0-9][0-9]*" | sort -u
}

# compare DIR HEADER LETTER
compare() {
	clauses_told "$1/$2" "$3" > "$tmp/told"
	clauses_cited "$1" "$3" > "$tmp/cited"
	comm -23 "$tmp/told" "$tmp/cited" |
		sed "s,.*,docs/model: & of $2 is not cited,"
	comm -13 "$tmp/told" "$tmp/cited" |
		sed "s,.*,docs/model: & is cited; $2 does not tell it,"
	[ -s "$tmp/told" ] || echo "$2: no clauses"
}

# Lines that go on count as one.
faults_tried() {
	sed -e :a -e '/\\$/N; s/\\\n//; ta' "$1/docs/model/check.sh" |
		grep "^fails[a-z_]* $2 " | grep -o 'FAULT_[A-Z_]*[A-Z]' | sort -u
}

faults_made() {
	grep -o 'FAULT_[A-Z_]*[A-Z]' "$1/docs/model/$2.pml" | sort -u
}

scan() {
	compare "$1" lib/stream/ring.h R
	compare "$1" lib/stream/filter.h C
	compare "$1" lib/stream/objects.h O
	compare "$1" lib/stream/process.h P
	compare "$1" lib/stream/unreached.h U
	compare "$1" lib/session/traced/attach.h A
	compare "$1" lib/session/traced/homeless.h H
	compare "$1" lib/session/traced/index.h I
	compare "$1" firmware/liteos/buffer.h B
	compare "$1" firmware/threadx/exclusion.h X
	for model in attach choice favourite homeless index leave objects places \
		ring tagged unreached; do
		faults_made "$1" $model > "$tmp/made"
		faults_tried "$1" $model > "$tmp/tried"
		comm -3 "$tmp/made" "$tmp/tried" | tr -d '\t' |
			sed "s,.*,docs/model/$model.pml: & is in one of the model and check.sh,"
	done
}

# plant FILE LINE WHAT: is found
plant() {
	rm -rf "${tmp:?}/lib" "$tmp/firmware" "$tmp/docs"
	mkdir -p "$tmp/lib/stream" "$tmp/lib/session/traced" \
		"$tmp/firmware/liteos" "$tmp/firmware/threadx" "$tmp/docs"
	cp "$top/lib/stream/ring.h" "$top/lib/stream/process.h" \
		"$top/lib/stream/filter.h" "$top/lib/stream/objects.h" \
		"$top/lib/stream/unreached.h" \
		"$tmp/lib/stream"
	cp "$top/lib/session/traced/attach.h" "$top/lib/session/traced/homeless.h" \
		"$top/lib/session/traced/index.h" \
		"$tmp/lib/session/traced"
	cp "$top/firmware/liteos/buffer.h" "$tmp/firmware/liteos"
	cp "$top/firmware/threadx/exclusion.h" "$tmp/firmware/threadx"
	cp -R "$top/docs/model" "$tmp/docs"
	chmod -R u+w "$tmp/lib" "$tmp/firmware" "$tmp/docs"
	printf '%s\n' "$2" >> "$tmp/$1"
	scan "$tmp" | grep "$3" > /dev/null || {
		echo "check-model: did not find $2 in $1"
		exit 1
	}
}

plant docs/model/ring.pml '/* R99 */' 'R99 is cited'
plant docs/model/attach.pml '/* A99 */' 'A99 is cited'
plant docs/model/choice.pml '/* C99 */' 'C99 is cited'
plant docs/model/homeless.pml '/* H99 */' 'H99 is cited'
plant docs/model/index.pml '/* I99 */' 'I99 is cited'
plant docs/model/objects.pml '/* O99 */' 'O99 is cited'
plant docs/model/unreached.pml '/* U99 */' 'U99 is cited'
plant docs/model/favourite.pml '/* X99 */' 'X99 is cited'
plant docs/model/places.pml '/* B99 */' 'B99 is cited'
plant firmware/threadx/exclusion.h ' *	X98 what nobody models' 'X98 of'
plant lib/stream/objects.h ' *	O98 what nobody models' 'O98 of'
plant lib/stream/ring.h ' *	R98 what nobody models' 'R98 of'
plant lib/stream/process.h ' *	P98 what nobody models' 'P98 of'
plant docs/model/ring.pml '#ifdef FAULT_NOT_TRIED' 'FAULT_NOT_TRIED'
plant docs/model/check.sh 'fails attach -DFAULT_NOT_MADE' 'FAULT_NOT_MADE'

found=$(scan "$top")
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi

if command -v spin > /dev/null; then
	sh "$top/docs/model/check.sh" -s "$tmp"
else
	echo "check-model: SKIPPED: spin is missing, no model was searched"
fi
