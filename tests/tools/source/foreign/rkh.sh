# rkh.sh - what the tests of streams of RKH share; they read it after lib.sh

compare=$(tool tests/format/rkh/compare_rkh) || exit 99

# reads CAPTURE [ARGUMENT]...: as is expected of it, and its exit status says
# whether there was damage
reads() {
	capture=$1
	shift
	config=${capture%.bin}.cfg.json
	[ ! -e "$config" ] || set -- -o "config=$config" "$@"
	"$posixtrace" show -f json --from rkh "$@" "$capture" > shown 2> err
	status=$?
	wanted=0
	! grep -q '"err"\|"skip"' "${capture%.bin}.expected.jsonl" || wanted=3
	status_is $wanted $status "reading $(basename "$capture")" err
	"$compare" "${capture%.bin}.expected.jsonl" shown > differs ||
		fail "$(basename "$capture") is not as expected" differs
}

flag='\176'

# frame BYTE...: with its checksum, and escapes
frame() {
	sum=0
	for byte; do
		sum=$(((sum + byte) % 256))
	done
	set -- "$@" $(((256 - sum) % 256))
	for byte; do
		case $byte in
		125) printf '\175\135' ;;
		126) printf '\175\136' ;;
		*) printf "\\$(printf %03o "$byte")" ;;
		esac
	done
	printf "$flag"
}

# same_by_log CAPTURE: all views show of it what they show of a log of it
same_by_log() {
	capture=$1
	sidecar=${capture%.bin}.cfg.json
	set --
	[ ! -e "$sidecar" ] || set -- -o "config=$sidecar"
	cp "$capture" board
	"$posixtrace" convert -q --force --from rkh "$@" -o board.ptl board \
		2> err
	while read -r view; do
		# shellcheck disable=SC2086
		eval "set -- $view"
		compare_views "$@"
	done << END
show
show -v
show -f json
show -f csv
show -f report
show --templates='$top_srcdir/data/rkh.trcfmt'
stat
stat -f json
stat -g thread
END
}

compare_views() {
	sidecar=${capture%.bin}.cfg.json
	"$posixtrace" "$@" board.ptl > by_log 2> err
	[ ! -e "$sidecar" ] || set -- "$@" -o "config=$sidecar"
	"$posixtrace" "$@" --from rkh board > direct 2> err
	cmp -s direct by_log ||
		fail "$* of $(basename "$capture"): a log shows other things" \
			direct by_log
}

# reads_all DIRECTORY
reads_all() {
	for capture in "$1"/*.bin; do
		reads "$capture"
		same_by_log "$capture"
	done
}

"$compare" 2> /dev/null
[ $? -ne 77 ] || skip 'there is no yajl'
