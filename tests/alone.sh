#!/bin/sh
#
# alone.sh - run one test with a runtime directory of its own
#
# Tests then run side by side, and beside whatever else this user traces,
# without sharing the limit on streams or clearing up each other's files.
# By hand:
#	sh tests/alone.sh build/tests/base/check_bytes
set -u

POSIXTRACE_DIR=$(mktemp -d /dev/shm/posixtrace-test.XXXXXX) || exit 99
export POSIXTRACE_DIR
# A race detector would end copies of programs with threads that make a thread,
# as every stream has one, and programs that ask for more memory than
# there can be.
export TSAN_OPTIONS="${TSAN_OPTIONS:-die_after_fork=0 allocator_may_return_null=1}"
# A limit of time ends a test that hangs; no test is to fail because the machine
# has much to do.
export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-60}"
trap 'rm -rf "$POSIXTRACE_DIR"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

"$@"
