#!/bin/sh
#
# check-objects.sh - events of programs that know nothing of tracing have
# the names of what was there at their time
. "${top_srcdir:?}/tests/tools/lib.sh"

program=$(tool tests/wrap/objects) || exit 99
wrapper=$top_builddir/.libs/libposixtrace-wrap.so

# The sanitizers stand in front of the same functions, and want to be the first.
has_sanitizer && skip 'sanitizers have wrappers of their own'

echo first > one
echo second > two

# fields_of FILE EVENT: its last column, one line for each
fields_of() {
	"$posixtrace" show --no-pager -f tsv -O name,args -e "$2" "$1" \
		2> err | sed 1d | cut -f 2-
}

# are WHAT FILE EVENT: its fields are the lines on stdin
are() {
	cat > wanted
	fields_of "$2" "$3" > got
	cmp -s wanted got || fail "$1" wanted got err
}

# One number is one file after the other.
record 0 'things' -q --wrap=all -o all.ptl -- "$program" one two
are 'files' all.ptl file_read_wait << 'END'
fd=fd/one size=1B
fd=fd/two size=1B
END
are 'closing' all.ptl file_close << 'END'
fd=fd/one
fd=fd/two
END

# Threads have the name they got later; and what was at an address is what was
# there at the time.
fields_of all.ptl thread_start > got
has '^thread=thread/worker ' got
fields_of all.ptl thread_joined > got
has '^thread=thread/worker result=0' got
fields_of all.ptl 'barrier_*' > got
has '^barrier=barrier/0x' got
fields_of all.ptl sem_take > got
has '^sem=/posixtrace-things$' got

# The parameters are told as well.
"$posixtrace" info -v all.ptl > info 2> err
status_is 0 $? 'info' err
has ' type=recursive inheritance=0( |$)' info
has ' count=1( |$)' info
has ' start=0x' info

# A variable has the name that it has in the program, wherever it is asked for.
"$posixtrace" --version > version
if ! grep -q 'without libdw' version; then
	"$posixtrace" show --no-pager -w 'mutex == "jobs_lock"' all.ptl > got
	lines_are 3 got
	has ' mutex=mutex/jobs_lock( |$)' got
	"$posixtrace" show -f json -e mutex_lock all.ptl > got
	has '"objects":\{"mutex":"mutex/jobs_lock"\}' got
	"$posixtrace" stat --no-pager all.ptl > got
	has '(^| )mutex/jobs_lock ' got
	"$posixtrace" convert -t threadx -o all.trx all.ptl > out 2> err
	status_is 0 $? 'to ThreadX' err
	"$posixtrace" info -v all.trx > got 2> err
	has ' mutex +jobs_lock ' got
	has ' thread +worker ' got
	for format in text json csv; do
		"$posixtrace" show --no-pager -f $format --no-symbols \
			-O name,args all.ptl > got 2> err ||
			"$posixtrace" show --no-pager -f $format --no-symbols \
				all.ptl > got
		lacks jobs_lock got
		has 'mutex_lock' got
	done
fi

# Also when nothing could be told at the end,
record 137 'killed' -q --wrap=all -o killed.ptl -- "$program" one two killed
are 'files of who was killed' killed.ptl file_read_wait << 'END'
fd=fd/one size=1B
fd=fd/two size=1B
END

# or the recorder was killed,
"$posixtrace" record -q --wrap=all -o lost.ptl -- sh -c \
	'"$0" one two; kill -KILL $PPID; sleep 0.2' "$program" 2> err
"$posixtrace" recover -q lost.ptl > out 2> err
are 'files of a log that was recovered' lost.ptl file_read_wait << 'END'
fd=fd/one size=1B
fd=fd/two size=1B
END

# in a child, which goes its own way,
record 0 'forks' -q --wrap=all -o forks.ptl -- "$program" one two forks
are 'files of parent and child' forks.ptl file_read_wait << 'END'
fd=fd/one size=1B
fd=fd/two size=1B
fd=fd/one size=1B
fd=fd/two size=1B
fd=fd/one size=1B
END

# and in a program that takes this one's place: the mutexes are gone.
record 0 'executes' -q --wrap=all -o exec.ptl -- "$program" one two executes
are 'files of two programs' exec.ptl file_read_wait << 'END'
fd=fd/one size=1B
fd=fd/two size=1B
fd=fd/two size=1B
fd=fd/one size=1B
END

# Who has ended, and whose copy a process is, is not for lists.
"$posixtrace" info -v forks.ptl > info 2> err
status_is 0 $? 'info of forks' err
lacks ' fd +0x3' info
lacks ' process ' info
has ' fd +two +0x3 ' info

# A program can help: what was made long before gets a name, and what it does
# not want is not recorded.
record 0 'helps' -q --wrap=io,mutex -o helps.ptl -- "$program" one two helps
are 'files of who decides himself' helps.ptl file_read_wait << 'END'
fd=fd/one size=1B
fd=fd/two size=1B
END
"$posixtrace" show --no-pager -e mutex_lock helps.ptl > got
has ' mutex=mutex/pool( |$)' got
"$program" one two helps || fail 'nobody is there to be helped'

# However it is closed, what comes to its number is another.
record 0 'closes' -q --wrap=io -o closes.ptl -- "$program" one two closes
are 'numbers of files' closes.ptl 'file_read' << 'END'
fd=fd/one error=0 size=1B result=1B
fd=fd/two error=0 size=1B result=1B
fd=fd/one error=0 size=1B result=1B
fd=fd/3 error=0 size=8B result=8B
fd="fd/echo said" error=0 size=1B result=5B
fd=fd/4 error=0 size=8B result=8B
fd=fd/3 error=0 size=8B result=8B
END
fields_of closes.ptl file_close > got
has '^fd="fd/echo said"$' got

# What has come and gone before anybody looked has no name, rather than another's:
# of_many LOG: how many files have their own name, another's, and none
of_many() {
	fields_of "$1" file_open > got
	sed -n 's|^fd=\([^ ]*\) .* path=\(many-[0-9]*\)\( .*\)*$|\1 \2|p' got |
		awk '$1 == "fd/" $2 { own++; next }
		     $1 ~ /many/ { other++; next }
		     { none++ }
		     END { print own + 0, other + 0, none + 0 }'
}

# missed_by LOG: the note about what it missed
missed_by() {
	"$posixtrace" info -v "$1" 2> err |
		sed -n 's/^ *objects_missed  *//p'
}

# a flight recorder looks when it saves: it has the last 16384 objects, of which
# some are the program's others;
record 3 'many in flight' -q --wrap=io --flight=1h --max-mem=64M --save-on=exit \
	-o flight.ptl -- sh -c '"$0" one two many; exit 3' "$program"
# shellcheck disable=SC2046
set -- $(of_many flight.*.ptl)
[ "$2" = 0 ] || fail "$2 files of flight.ptl have another's name" got
[ "$1" -gt 16000 ] && [ "$1" -lt 16385 ] ||
	fail "$1 files of flight.ptl have a name" got
[ $(($1 + $3)) = 20000 ] || fail "not all files are in flight.ptl: $*" got
missed=$(missed_by flight.*.ptl)
[ "${missed:-0}" -ge "$3" ] && [ "$missed" -lt $(($3 + 100)) ] ||
	fail "$missed of $3 objects are told to be missed"

# other recorders look when they can.
for events in 'file_*' file_open,file_read; do
	record 0 'many' -q --force --wrap=io --size=64M -e "$events" \
		-o many.ptl -- "$program" one two many
	# shellcheck disable=SC2046
	set -- $(of_many many.ptl)
	[ "$2" = 0 ] || fail "$2 files of many.ptl have another's name" got
	[ $(($1 + $3)) = 20000 ] || fail "not all files are in many.ptl" got
	missed=$(missed_by many.ptl)
	[ "$3" = 0 ] || [ "${missed:-0}" -gt 0 ] ||
		fail "$3 files have no name, and none is told to be missed"
done

# Of some kinds only some, of others all
record 0 'only' -q --wrap=io,mutex,barrier '--wrap-only=fd/*w*,!mutex/*' \
	-o only.ptl -- "$program" one two
are 'files that are wanted' only.ptl file_open << 'END'
fd=fd/two flags=O_RDONLY path=two
END
are 'the end of them' only.ptl file_close << 'END'
fd=fd/two
END
"$posixtrace" show --no-pager -O name only.ptl > got
lacks '^mutex_' got
has '^barrier_wait' got

# It is checked early, and in the program once more.
record 2 'no pattern' -q --wrap=io --wrap-only=fd -o bad.ptl -- \
	"$program" one two
has '^posixtrace record: --wrap-only=fd: not KIND/NAME' err
record 2 'no kind' -q --wrap=io --wrap-only=/a -o bad.ptl -- "$program" one two
record 2 'nothing' -q --wrap=io --wrap-only= -o bad.ptl -- "$program" one two
record 2 'two commas' -q --wrap=io --wrap-only=fd/a,,fd/b -o bad.ptl -- \
	"$program" one two
record 2 'no groups' -q --wrap-only=fd/a -o bad.ptl -- "$program" one two
LD_PRELOAD=$wrapper POSIXTRACE_WRAP=io POSIXTRACE_WRAP_ONLY=nothing \
	"$program" one two 2> err
status_is 0 $? 'what is none' err
has '^posixtrace: POSIXTRACE_WRAP_ONLY: nothing: not KIND/PATTERN' err

finish
