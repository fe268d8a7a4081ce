# wrap.sh - what the tests of wrapping share; they read it behind lib.sh

wrapper=$top_builddir/.libs/libposixtrace-wrap.so

# The sanitizers stand in front of the same functions, and want to be the first.
has_sanitizer && skip 'sanitizers have wrappers of their own'

# names_of FILE: how many events there are of each name
names_of() {
	"$posixtrace" show -O name --no-pager "$1" > shown 2> err
	status_is 0 $? "showing $1" err
	sed 's/ *$//' shown | sort | uniq -c | sed 's/^ *//' > names
}

# names_are FILE: exactly those of stdin, besides what the system tells
names_are() {
	names_of "$1"
	cat > wanted
	grep -v ' posix_trace_' names | diff wanted - > difference ||
		fail "other events in $1" difference
}
