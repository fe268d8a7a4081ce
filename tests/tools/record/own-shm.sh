# own-shm.sh - root's test goes on with a /dev/shm of its own
#
# Read with "." before lib.sh, by tests that look into /dev/shm or have streams
# of other users made there. Where that cannot be had, the test sees the
# machine's.
own_shm='mount -t tmpfs -o mode=1777 posixtrace-test /dev/shm'
if [ "$(id -u)" -eq 0 ] && [ -z "${has_own_shm:-}" ] &&
	unshare -m sh -c "$own_shm" 2> /dev/null; then
	export has_own_shm=yes
	exec unshare -m sh -ec "$own_shm"'; exec sh "$0"' "$0"
fi
unset has_own_shm
