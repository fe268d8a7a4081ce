#!/bin/sh
#
# check-locks.sh - stat tells which lock costs the most waiting, who had it
# meanwhile, and where
. "${top_srcdir:?}/tests/tools/lib.sh"

holder=$(tool tests/tools/figures/locks/holder) || exit 99
waiter=$(tool tests/wrap/waiter) || exit 99
has_sanitizer && skip 'sanitizers have wrappers of their own'

count() {
	"$posixtrace" stat --no-pager "$@" > counted 2> err
	status_is 0 $? "stat $*" err
}

# line_of TEXT: where the program says so
line_of() {
	grep -n "$1" "$top_srcdir/tests/tools/figures/locks/holder.c" | cut -d: -f1
}

# A lock is had for a while, and then for good.
record 0 'a lock' -q --wrap=all -o h.ptl -- "$holder"
count h.ptl
has '^LOCK +TAKEN +WAITED +NOT ENDED +WAITING +MEAN +MAX +FREE +HELD +MEAN +MAX$' counted
has '^mutex/[a-z0-9_]+ +3 +2 +1 +[0-9.]+ [mun]?s ' counted
has '^LOCK +HELD BY +SINCE +TIMES +OTHERS WAITED$' counted
has '^THREAD +SEEN FOR +WAITED +OF IT +MOST +FOR$' counted
if "$posixtrace" --version | grep -q 'with libdw'; then
	has "^mutex/[a-z0-9_]+ +holder/[0-9]+ +holder\\.c:$(line_of 'for a while \*/') +1 +[0-9.]+ ms\$" counted
	has "^mutex/[a-z0-9_]+: 1 waiting, and holder/[0-9]+ has it, since holder\\.c:$(line_of 'for good \*/')\$" counted
else
	has '^mutex/[a-z0-9_]+: 1 waiting, and holder/[0-9]+ has it, since holder\+0x' counted
fi

# The same for programs: who waits is waiting while the other one has it.
count -f csv h.ptl
sed -n '/^host,comm,pid,object,kind,number,taken,/{n;p;}' counted |
	tr -d '\r' > lock
awk -F, '$2 != "holder" || $5 != "mutex" || $7 != 3 || $8 != 2 ||
	$9 < 1000000 || $11 > $9 || $13 < $9 - $12 || $16 != 1 || $17 != 1 {
		exit 1
	}' lock || fail 'the lock' lock
sed -n '/^host,comm,pid,object,kind,number,tid,/{n;p;n;p;}' counted |
	tr -d '\r' > holders
lines_are 2 holders
awk -F, '{ cost += $12; holder[$7] } END {
		getline < "lock"
		exit !(cost + $12 == $9 && length(holder) == 1)
	}' holders || fail 'what others waited is not all' holders
# Nobody waits longer than it is there, if it waits in vain, too.
sed -n '/^host,comm,pid,tid,seen_ns,/,$p' counted | sed 1d > waiters
lines_are 3 waiters
awk -F, '$5 < $6 { exit 1 }' waiters || fail 'who waited too long' waiters
count -f json h.ptl
has '"locks":\[\{"host":"[^"]*","comm":"holder","pid":[0-9]+,"object":"mutex/[a-z0-9_]+' \
	counted
has '"waiters":\[\{' counted

# Conditions: the mutex is not had. Semaphores and files are not had by anybody.
record 42 'all' -q --wrap=all -o all.ptl -- "$waiter"
count all.ptl
has '^OBJECT +SPAN +AT ONCE +COUNT +TOTAL +MEAN +MAX$' counted
has '^cond/[a-z0-9_]+ +cond_wait +0 +4 ' counted
has '^sem/[a-z0-9_]+ +sem_wait ' counted
has '^fd/[0-9]+ +read +0 +[0-9]+ ' counted
has '^once/0x[0-9a-f]+ +1 +0 +- +- +- +- +[0-9.]+ [nu]s' counted

# Two descriptors of one file are told apart.
echo a > "$work/file"
record 0 'a file twice' -q --wrap=io -o twice.ptl -- \
	paste "$work/file" "$work/file"
count twice.ptl
has "^$work/file \(fd/[0-9]+\) +read " counted
awk '$3 == "read" { print $1, $2 }' counted | sort | uniq -d > same
lines_are 0 same
count -f json twice.ptl
grep -o "\"object\":\"$work/file (fd/[0-9]*)\"" counted | sort -u > objects
lines_are 2 objects
# One alone is called as it is.
record 0 'a file' -q --wrap=io -o once.ptl -- paste "$work/file"
count once.ptl
has "^$work/file +read " counted

# Memory that was not given back is told by where it was asked for.
if [ -x "$top_builddir/tests/wrap/allocator" ]; then
	record 42 'memory' -q --size=128MiB --wrap=mem -o mem.ptl -- \
		"$top_builddir/tests/wrap/allocator"
	count mem.ptl
	has '^SPAN +PROCESS +BEGUN AT +TIMES +NOT ENDED +AMOUNT +KEPT$' counted
	has '^memory +allocator \([0-9]+\) +[^ ]+ +[0-9]+ +[1-9][0-9,]* ' counted
fi

# It is not measured twice, nor what was not asked for.
count --pair mutex_lock,mutex_unlock all.ptl
lacks '^LOCK' counted
count -e 'sem_*' all.ptl
lacks '^LOCK' counted
has '^sem/0x' counted

# The same, live: one has it, and the other one waits.
"$posixtrace" record -q --wrap=mutex -o live.ptl -- \
	sh -c "echo \$\$ > pid; exec '$holder' forever" > out 2> err &
remember $!
wait_for 'a holder' [ -s pid ]
remember "$(cat pid)"
top_tells() {
	"$posixtrace" top -b -n 1 -d 0.3 -l -p "$(cat pid)" > live 2> err &&
		grep -Eq '^mutex/[a-z0-9_]+ +[0-9,]+ +[1-9][0-9,]* ' live
}
wait_for 'a lock that is waited for' top_tells
has '^LOCK +HELD BY +SINCE ' live
has '^mutex/[a-z0-9_]+ +holder/[0-9]+ ' live
"$posixtrace" top -b -n 1 -d 0.1 -f json -l -p "$(cat pid)" > live 2> err
status_is 0 $? 'json' err
has '^\{"deadlocks":\[\],"locks":\[\{' live
"$posixtrace" top -b -n 1 -l > out 2> err
status_is 2 $? 'of no process' err
has '^posixtrace top: -l: needs a process' err

# A log that lost its beginning: who had something then is not known.
"$posixtrace" cut --from '@mutex_unlock:1' -o part.ptl h.ptl > out 2> err
status_is 0 $? 'cut' err
count part.ptl
has '^mutex/[a-z0-9_]+ +2 +1 ' counted
finish
