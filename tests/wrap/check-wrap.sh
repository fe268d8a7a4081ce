#!/bin/sh
#
# check-wrap.sh - programs that know nothing of tracing do what they always do,
# and events tell what they asked of the C library
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

waiter=$(tool tests/wrap/waiter) || exit 99

# It exports what it stands in front of.
sed -n 's/^FUNCTION(\([A-Za-z0-9_]*\),.*/\1/p' "$top_srcdir/wrap/calls/functions.h" |
	sort > listed
${NM:-nm} -D --defined-only "$wrapper" |
	awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort > exported
diff listed exported > difference || fail 'other functions are there' difference

# Everything, once. Whatever the program sees is as without us.
record 42 'all' -q --wrap=all -o all.ptl -- "$waiter"
has '^fine$' out
names_of all.ptl
while read -r line; do
	has "^$line\$" names
done << 'END'
1 barrier_destroy
1 barrier_init
2 barrier_leave
2 barrier_wait
1 cond_broadcast
1 cond_signal
4 cond_wait
4 cond_wake
2 file_close
1 file_open
5 file_read
5 file_read_wait
1 mutex_busy
1 mutex_destroy
4 mutex_fail
2 mutex_init
1 rwlock_busy
1 rwlock_destroy
2 rwlock_fail
1 rwlock_init
3 rwlock_lock
3 rwlock_unlock
2 rwlock_wait
1 sem_busy
1 sem_close
1 sem_destroy
3 sem_fail
2 sem_init
1 sem_open
2 sem_post
4 sem_take
3 sem_wait
1 spin_busy
1 spin_lock
1 spin_unlock
1 thread_affinity
3 thread_cancel
7 thread_create
7 thread_exit
7 thread_join
7 thread_joined
1 thread_name
1 thread_priority
7 thread_start
END
has '^[0-9]+ mutex_wait$' names

# One mutex was unlocked by who had not got it; all else is in pairs.
locks=$(sed -n 's/ mutex_lock$//p' names)
unlocks=$(sed -n 's/ mutex_unlock$//p' names)
[ "$unlocks" -eq $((locks + 1)) ] ||
	fail "$locks times locked, $unlocks times unlocked" names
begun=$(sed -n 's/ once_begin$//p' names)
has "^$begun once_end\$" names
[ "$begun" -ge 2 ] || fail "$begun times once" names

# Events say who called, and what with.
"$posixtrace" show --no-pager all.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' cond_wake .* result=ECANCELED( |$)' shown
has ' sem_fail .* result=ETIMEDOUT( |$)' shown
has ' sem_fail +sem=none result=ENOENT call=open name=/posixtrace-waiter-' shown
has ' mutex_fail .* result=EPERM call=unlock( |$)' shown
has ' mutex_fail .* result=EDEADLK call=lock( |$)' shown
has ' barrier_fail .* error=EINVAL call=init( |$)' shown
has ' thread_fail .* error=ERANGE call=name( |$)' shown
has ' sem_open .* name="?/posixtrace-waiter-' shown
has ' file_open .* path="?waiter.out' shown
has ' file_read .* error=EBADF ' shown
has ' file_read .* error=ECANCELED ' shown
has ' file_write .* error=0 size=8B result=8B( |$)' shown
has ' barrier_leave .* serial=true( |$)' shown
has ' thread_name .* name="?waits' shown
has ' rwlock_busy .* access=write( |$)' shown
has ' mutex_wait .* owner=[1-9]' shown
"$posixtrace" show -f json all.ptl > json 2> err &&
	lacks 'libposixtrace' json
has '"name":"thread_start".*"func":"contend"' json
has '"name":"thread_exit".*"func":"contend"' json

# Waiting is a span.
"$posixtrace" stat --no-pager all.ptl > stat 2> err
status_is 0 $? 'stat' err
has '^SPAN lock: mutex_wait' stat
has '^SPAN cond_wait: cond_wait -> cond_wake' stat
has '^SPAN sem_wait: sem_wait -> ' stat
has '^  n 3   at once 4   unmatched 0 ' stat
has '^  n [0-9]+   at once 1[0-9]   unmatched 0 ' stat

# Groups, and single events
record 42 'a group' -q --wrap=sem -o sem.ptl -- "$waiter"
names_of sem.ptl
lacks ' (mutex|cond|thread|rwlock)_' names
has '^4 sem_take$' names
record 42 'two groups' -q --wrap=cond,thread -o two.ptl -- "$waiter"
names_of two.ptl
lacks ' (mutex|sem)_' names
has '^4 cond_wait$' names
has '^7 thread_exit$' names
record 42 'single events' -q --wrap=all -e 'sem_*,!sem_take' -o few.ptl -- \
	"$waiter"
names_of few.ptl
lacks ' (mutex_|sem_take)' names
has '^1 sem_open$' names

# Without it there is nothing.
record 42 'no group' -q -o none.ptl -- "$waiter"
names_of none.ptl
lacks ' (mutex|cond|sem|thread)_' names

# A program's own events stand beside these, and so does what is preloaded
# already.
record 0 'own events' -q --wrap=all -o own.ptl -- "$wordcount" "$top_srcdir/wrap"
names_of own.ptl
has ' wordcount_file_end$' names
LD_PRELOAD=$top_builddir/.libs/libposixtrace.so \
	"$posixtrace" record -q --wrap=sem -o other.ptl -- \
	sh -c 'echo "$LD_PRELOAD"' > out 2> err
status_is 0 $? 'something else to preload' err
has '^/.*/libposixtrace.so:/.*/libposixtrace-wrap.so$' out

# Programs execute others, fork and fail.
record 7 'a shell' -q --wrap=all -o shell.ptl -- \
	sh -c "'$waiter'; [ \$? = 42 ] && exit 7"
names_of shell.ptl
has '^2 sem_post$' names
record 139 'a crash' -q --wrap=all -o crash.ptl -- sh -c 'kill -SEGV $$'

# What is read is what there is.
seq 100000 > read
record 0 'cat' -q --wrap=io -o cat.ptl -- cat read
cmp -s out read || fail 'cat gives something else'
"$posixtrace" show -f json -e file_read --no-pager cat.ptl > shown 2> err
sum=$(sed -n 's/.*"result":\([0-9]*\).*/\1/p' shown |
	awk '{ sum += $1 } END { print sum + 0 }')
[ ! -s shown ] || [ "$sum" -eq "$(wc -c < read)" ] ||
	fail "$sum bytes were read" shown

# Real ones, where they are
seq 100000 | awk '{ print ($1 * 7919) % 100003 }' > numbers
sort -n numbers > sorted
record 0 'sort' -q --wrap=all -o sort.ptl -- sort -n --parallel=2 numbers
diff out sorted > difference || fail 'sort sorts otherwise' difference
names_of sort.ptl
locks=$(sed -n 's/ mutex_lock$//p' names)
has "^$locks mutex_unlock\$" names
if command -v xz > /dev/null; then
	xz -0 -T2 --block-size=64KiB -c numbers > plain.xz
	record 0 'xz' -q --wrap=all -o xz.ptl -- \
		xz -0 -T2 --block-size=64KiB -c numbers
	cmp -s out plain.xz || fail 'xz compresses otherwise'
	names_of xz.ptl
	has '^2 thread_start$' names
else
	say 'SKIPPED: xz: it is not here'
fi

# What the dynamic linker does not load is not wrapped, which is said.
echo 'int main(void) { return 3; }' > static.c
if ${CC:-cc} -static -o static static.c 2> err; then
	record 3 'a static program' --wrap=mem -o static.ptl -- ./static
	has '^posixtrace: --wrap: \./static is linked statically: ' err
	PATH=$PWD:$PATH "$posixtrace" record --wrap=mem -o path.ptl -- static \
		> out 2> err
	status_is 3 $? 'one in PATH' err
	has '^posixtrace: --wrap: static is linked statically: ' err
fi
record 0 'a dynamic program' --wrap=mem -o true.ptl -- true
lacks 'statically' err

# Misuse
for groups in nonsense '' mutex, mutex,,sem ,sem 'mutex sem' MUTEX al alls; do
	record 2 "the groups '$groups'" "--wrap=$groups" -o no.ptl -- true
	has '^posixtrace.*--wrap=.*no such group' err
done
record 2 'a process that runs' --wrap=all -o no.ptl -p $$
has '^posixtrace.*--wrap: records a command' err
[ ! -e no.ptl ] || fail 'there is a log of nothing'
LD_PRELOAD=$wrapper POSIXTRACE_WRAP=mutex,none "$waiter" > out 2> err
status_is 42 $? 'a group that is none' err
has '^posixtrace: POSIXTRACE_WRAP: none: no such group$' err
LD_PRELOAD=$wrapper "$waiter" > out 2> err
status_is 42 $? 'no group' err
[ ! -s err ] || fail 'it talks' err
LD_PRELOAD=$wrapper POSIXTRACE_WRAP=all POSIXTRACE_DISABLE=1 \
	"$waiter" > out 2> err
status_is 42 $? 'disabled' err
finish
