# threadx.sh - what the tests of firmware of ThreadX share

PKG_CONFIG_PATH=$top_builddir${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
programs=$top_srcdir/tests/firmware/threadx

# build PROGRAM [NAME [FLAG]...]: as a user would, here
build() {
	source=$programs/$1.c
	result=${2:-$1}
	shift "$(($# > 1 ? 2 : 1))"
	# shellcheck disable=SC2046
	${CC:-cc} -Wall -Wextra -Werror -O1 -g $(sanitizer_flag) -o "$result" \
		"$source" $(pkg-config --cflags posixtrace-threadx) "$@" \
		-lpthread $(pkg-config --libs posixtrace-threadx) 2> err ||
		fail "$source is not compiled" err
}

sanitizer_flag() {
	has_sanitizer && sanitizer
}

# events FILE: names, data and objects, as JSON
events() {
	"$posixtrace" show -v -f json --no-symbols "$1" 2> err |
		grep -v '"name":"posix_trace_' |
		sed -n 's/.*"name":"\([^"]*\)".*"args":\(.*\)}$/\1 \2/p'
}

# same_events FILE OTHER WHAT [EDIT]: the script for sed turns what the one has
# into what the other has room for
same_events() {
	events "$1" | sed "${4:-}" > one.events
	events "$2" > other.events
	[ -s one.events ] || fail "$3: no events" err
	diff one.events other.events > differ || fail "$3" differ
}
