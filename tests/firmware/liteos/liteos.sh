# liteos.sh - what the tests of LiteOS's interface share; they read it behind
# lib.sh

. "$top_srcdir/tests/firmware/firmware.sh"
programs=$top_srcdir/tests/firmware/liteos

# build NAME SOURCE [FLAG]...: as a user would, with all warnings as errors
build() {
	local name=$1 source=$2 compiler=${CC:-cc}

	shift 2
	case $source in *.cc) compiler=${CXX:-c++} ;; esac
	# shellcheck disable=SC2046,SC2086
	$compiler -g -Wall -Wextra -Werror $(sanitizer) \
		$(pkg-config --cflags posixtrace-liteos) "$@" \
		-o "$name" "$programs/$source" \
		$(pkg-config --libs posixtrace-liteos) -pthread 2> built ||
		fail "$source with '$*' was not built" built
}
