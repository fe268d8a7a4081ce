# lib.sh - what the tests of the command share; they read it with "."
#
# Gives $posixtrace, $wordcount and $ticker, the programs, and $work, an empty
# directory of the test's own that is current and gone afterwards. A test says
# what it expects, goes on where that is wrong, and ends with "finish".
set -u
export LC_ALL=C
unset POSIXTRACE_OPTS POSIXTRACE_PAGER PAGER NO_COLOR DEBUGINFOD_URLS

test_name=$(basename "$0")
failures=0
children=
mounted=

# say LINE: what happened, on stdout as everything a test says
say() {
	printf '%s: %s\n' "$test_name" "$*"
}

# skip REASON: the rest is not possible here, and that must be seen. What failed
# before remains a failure.
skip() {
	say "SKIPPED: $*"
	[ "$failures" -eq 0 ] || exit 1
	exit 77
}

# fail LINE [FILE]...: something is wrong; the files are evidence
fail() {
	say "FAILED: $1"
	failures=$((failures + 1))
	shift
	for evidence; do
		printf -- '--- %s\n' "$evidence"
		head -n 20 "$evidence"
	done
}

finish() {
	[ "$failures" -eq 0 ] || exit 1
	exit 0
}

# tool NAME: a program of the build
tool() {
	[ -x "$top_builddir/$1" ] || {
		say "FAILED: there is no $top_builddir/$1: build it first"
		exit 99
	} >&2
	printf '%s\n' "$top_builddir/$1"
}

# copy_ticker NAME: the same program under another name, here
copy_ticker() {
	cp "$(dirname "$ticker")/.libs/ticker" "./$1" 2> /dev/null ||
		cp "$ticker" "./$1"
	LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
	export LD_LIBRARY_PATH
}

# The build has a race detector, which needs files of its own when a program
# starts.
finds_races() {
	[ "$(sanitizer)" = -fsanitize=thread ]
}

# sanitizer: what a program is compiled with that uses the library of a build
# with sanitizers, which have to be the first library loaded
sanitizer() {
	case $(ldd "$top_builddir/.libs/libposixtrace.so" 2> /dev/null) in
	*libasan*) echo -fsanitize=address,undefined ;;
	*libtsan*) echo -fsanitize=thread ;;
	esac
}

has_sanitizer() {
	[ -n "$(sanitizer)" ]
}

clean_up() {
	for pid in $children; do
		kill -KILL "$pid" 2> /dev/null
	done
	cd /
	[ -z "$mounted" ] || umount "$mounted" || umount -l "$mounted"
	rm -rf "$work"
}

# remember PID: to be killed, should the test end early
remember() {
	children="$children $1"
}

# status_is WANTED GOT WHAT [FILE]...
status_is() {
	[ "$2" -eq "$1" ] && return
	wanted="$3: exit status $2, not $1"
	shift 3
	fail "$wanted" "$@"
}

# record STATUS WHAT ARGUMENT...: into out and err
record() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" record "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
}

# record_overwritten LOG: a log that has overwritten its beginning; on a busy
# machine the stream may lose what would do that, and it is made again
record_overwritten() {
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		record 0 'a log that overwrites itself' -q --force --size=256K \
			--log-policy=loop --log-size=64K -o "$1" \
			-- "$ticker" -n 20000 -s 200 -u 10
		"$posixtrace" show -e posix_trace_start "$1" > out 2> err
		[ -s out ] || return
	done
	fail "$1 has not overwritten its beginning" out
}

# has PATTERN FILE: some line of it matches
has() {
	grep -Eq -e "$1" "$2" || fail "no line matches '$1'" "$2"
}

# lacks PATTERN FILE: none does, in a file that is there
lacks() {
	grep -Eq -e "$1" "$2"
	[ $? -eq 1 ] || fail "a line matches '$1', or $2 is not read" "$2"
}

# lines_are NUMBER FILE
lines_are() {
	count=$(wc -l < "$2")
	[ "$count" -eq "$1" ] || fail "$count lines, not $1" "$2"
}

# wait_for WHAT COMMAND...: until it succeeds, or two minutes are over
wait_for() {
	# What is waited for may wait itself.
	local what=$1 tries=0

	shift
	until "$@" > /dev/null 2>&1; do
		tries=$((tries + 1))
		if [ "$tries" -gt $((120 * 20)) ]; then
			fail "waited in vain for $what"
			return 1
		fi
		sleep 0.05
	done
}

# is_gone PID: no such process, or one that only waits to be collected
is_gone() {
	! kill -0 "$1" 2> /dev/null ||
		grep -q '^State:[[:space:]]*Z' "/proc/$1/status"
}

# counts FILE: what ticker stored there, a line for each thread
counts() {
	od -An -v -t u8 -w8 "$1" | tr -d ' '
}

# both_tick FILE: both threads of a ticker have recorded something
both_tick() {
	[ -s "$1" ] && ! counts "$1" | grep -qx 0
}

# ticks_follow LISTING THREAD [COUNT]: there are ticks of the thread, each the
# next one, and up to COUNT at least
ticks_follow() {
	sed -En "s/.* tick +$2 ([0-9]+)( .*)?\$/\\1/p" "$1" |
		awk -v count="${3:-1}" '
			NR > 1 && $1 != before + 1 { wrong = 1 }
			{ before = $1 }
			END { exit wrong || before < count }'
}

# check_ticks LISTING COUNTS: every tick that was counted is in the listing,
# once, and in the order of its thread. A listing may have one more of each
# thread: recorded, but not yet counted.
check_ticks() {
	counts "$2" | awk -v listing="$1" '
		{ counted[NR - 1] = $1 }
		END {
			while ((getline line < listing) > 0) {
				if (line !~ / tick +[01] [0-9]+/)
					continue
				sub(/.* tick +/, "", line)
				split(line, part, /[ .]/)
				if (part[2] != ++seen[part[1]]) {
					print "thread " part[1] ": " part[2] \
						" comes where " \
						seen[part[1]] " should"
					exit 1
				}
			}
			for (i in counted)
				if (seen[i] < counted[i]) {
					print "thread " i ": " counted[i] \
						" counted, " seen[i] + 0 \
						" recorded"
					exit 1
				}
		}' || fail "ticks are missing" "$1"
}

# nobody_reaches: the build is not below a folder that is closed to other users
nobody_reaches() {
	setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$posixtrace" --version > /dev/null 2>&1
}

# told_lost LISTING: events that it says are lost
told_lost() {
	awk '/ lost \((stream full|the log (was full|could not be written))\)/ {
		for (i = 2; i <= NF; i++)
			if ($i ~ /^events?$/) {
				gsub(",", "", $(i - 1))
				sum += $(i - 1)
			}
		}
		END { print sum + 0 }' "$1"
}

# ticks_and_losses_are MADE LISTING: whatever is missing is told, to the event
ticks_and_losses_are() {
	seen=$(grep -c ' tick  *[01] ' "$2")
	lost=$(told_lost "$2")
	[ $((seen + lost)) -eq "$1" ] ||
		fail "$seen ticks and $lost lost are not $1" "$2"
}

: "${top_builddir:?name the build directory}"
: "${top_srcdir:?name the source directory}"
top_builddir=$(cd "$top_builddir" && pwd) || exit 99
top_srcdir=$(cd "$top_srcdir" && pwd) || exit 99

posixtrace=$(tool tools/posixtrace) || exit 99
wordcount=$(tool examples/wordcount) || exit 99
ticker=$(tool tests/tools/ticker) || exit 99

# A script with JSON needs yajl, unless it says what happens without.
if grep -q json "$0" && ! grep -q yajl "$0" &&
	"$posixtrace" --version | grep -q '^without yajl'; then
	skip 'built without yajl'
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/posixtrace-test.XXXXXX") || exit 99
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$work" || exit 99
