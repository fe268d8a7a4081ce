# threadx.sh - what the tests of ThreadX traces share; they read it after lib.sh
golden=$(tool tests/tools/source/foreign/threadx_golden)

# trace_of NAME.json: the trace that it is about, in whatever form
trace_of() {
	for suffix in trx hex mot txt; do
		[ -e "${1%.json}.$suffix" ] || continue
		printf '%s\n' "${1%.json}.$suffix"
	done
}

# figures_agree FOLDER: stat has what TraceX shows of all traces there
figures_agree() {
	checked=0
	"$golden" 2> /dev/null
	[ $? -ne 77 ] || skip 'built without yajl'
	for expected in "$1"/*.json; do
		case $expected in */bad-*) continue ;; esac
		traced=$(trace_of "$expected")
		"$posixtrace" stat -f json "$traced" > stat.json 2> err
		case $?,$traced in
		0,* | 3,*/truncated-*) ;;
		*) fail "stat -f json $traced" err ;;
		esac
		"$golden" "$expected" stat.json > differences
		case $? in
		0) checked=$((checked + 1)) ;;
		*) fail "figures of $traced" differences ;;
		esac
	done
	[ "$checked" -gt 5 ] || fail "only $checked traces in $1"
}

# goes_back FOLDER: a trace that is read, and written again, is the same; so it
# is if it was a log in between. What memory had before, a dump alone can tell,
# and what was cut off, nobody.
goes_back() {
	for traced in "$1"/*.trx; do
		case $traced in
		*/bad-[!c]* | */dirty-memory.trx | */truncated-*) continue ;;
		esac
		rm -f back.trx back.trxc log.ptl
		"$posixtrace" convert -q -t threadx -o back.trx "$traced" \
			2> err
		cmp -s "$traced" back.trx ||
			fail "$traced is not what it was" err
		"$posixtrace" convert -q -t ptl -o log.ptl "$traced" 2> err
		rm -f back.trx
		"$posixtrace" convert -q -t threadx -o back.trx log.ptl 2>> err
		cmp -s "$traced" back.trx ||
			fail "$traced is not what it was before the log" err
	done
}
