# packed.sh - for scripts that run tests of logs with compressed ones
set -u

built=${top_builddir:-.}
status=0

grep '^#define HAVE_ZSTD 1' "$built/config.h" > /dev/null || {
	echo 'SKIPPED: built without zstd'
	exit 77
}
export PACKED_LOGS=1

# play TEST [CASE]: the test, or one case of it; its failure fails the script
play() {
	env ${2:+CK_RUN_CASE="$2"} "$built/tests/$1" || status=1
}
