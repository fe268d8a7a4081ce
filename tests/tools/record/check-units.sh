#!/bin/sh
#
# check-units.sh - units of systemd are sound, and run what they say
. "${top_srcdir:?}/tests/tools/lib.sh"

# unit KIND NAME: the file that is installed
unit() {
	echo "$top_builddir/data/systemd/$1/$2.service"
}

# command_of UNIT KEY: what systemd would run of that key, for the program
# "worker", with a state directory here
command_of() {
	settings=$(sed -n 's/^Environment=//p' "$1" | tr ' ' '\n')
	line=$(sed -n "s/^$2=-\\{0,1\\}//p" "$1")
	line=${line#*/posixtrace }
	for setting in TO=there $settings; do
		line=$(printf '%s\n' "$line" | sed "s,\${${setting%%=*}},${setting#*=},g")
	done
	printf '%s\n' "$line" | sed -e "s,%S,$work/state,g" -e 's,%I,worker,g' \
		-e 's,\$OPTIONS,,' -e 's,%%,%,g'
}

for name in posixtrace-flight@ posixtrace-record@ posixtrace-ship; do
	for kind in system user; do
		[ -s "$(unit $kind $name)" ] || fail "no unit $kind/$name"
	done
	lacks '^@' "$(unit system $name)"
	lacks '^@|Capability|Slice=' "$(unit user $name)"
	for limit in MemoryMax CPUQuota TasksMax StateDirectory; do
		has "^$limit=" "$(unit user $name)"
	done
done

# What the units run, runs.
mkdir -p state/posixtrace there
copy_ticker worker
./worker -c counts &
target=$!
remember $target
wait_for 'the program' both_tick counts
for name in posixtrace-flight@ posixtrace-record@; do
	before=$(command_of "$(unit system $name)" ExecStartPre)
	# shellcheck disable=SC2086 # words are wanted
	(cd state/posixtrace && "$posixtrace" $before) 2> err
	status_is 1 $? "nothing is left of before" err
	line=$(command_of "$(unit user $name)" ExecStart)
	# shellcheck disable=SC2086 # words are wanted
	"$posixtrace" $line > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recorder' grep -q ' worker ' err
	case $name in
	*flight*)
		kill -USR1 $recorder
		wait_for 'the save' grep -q ' signal USR1 -> ' err
		;;
	esac
	kill -TERM $recorder
	wait $recorder
	case $name in
	*flight*) has ' signal USR1 -> .*/state/posixtrace/worker-[0-9]+\.[0-9-]+\.ptl ' err ;;
	*) [ -s "$(ls "$work"/state/posixtrace/worker-*.000001.ptl)" ] ||
		fail 'no log' err ;;
	esac
done
line=$(command_of "$(unit system posixtrace-ship)" ExecStart)
# shellcheck disable=SC2086 # words are wanted
"$posixtrace" $line --once 2> err
status_is 0 $? 'shipping' err
[ "$(ls there/*.ptl | wc -l)" -eq "$(ls state/posixtrace/*.ptl | wc -l)" ] ||
	fail 'not all logs were shipped' err
has '^posixtrace_ship_sections_total' state/posixtrace/ship.prom

# systemd reads the units as they are meant.
command -v systemd-analyze > out || {
	[ "$failures" -eq 0 ] || exit 1
	skip 'no systemd-analyze: the units are not verified'
}
mkdir runtime
export XDG_RUNTIME_DIR="$work/runtime" HOME="$work"
for kind in system user; do
	mkdir $kind
	cp "$top_srcdir/data/systemd/posixtrace.slice" $kind
	for name in posixtrace-flight@ posixtrace-record@ posixtrace-ship; do
		sed "s,^\\(Exec[A-Za-z]*=-*\\)[^ ]*/posixtrace,\\1/bin/true," \
			"$(unit $kind $name)" > $kind/$name.service
	done
	systemd-analyze verify --man=no --$kind $kind/* > out 2>&1
	status=$?
	if grep -q 'Failed to initialize manager' out; then
		say "units of a $kind are not verified: $(cat out)"
		continue
	fi
	status_is 0 $status "units of a $kind" out
	lines_are 0 out
done

finish
