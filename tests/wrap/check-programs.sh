#!/bin/sh
#
# check-programs.sh - real programs do with everything recorded what they
# do without, and their traces are plausible
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

# is_here PROGRAM: else it is said that it is not
is_here() {
	command -v "$1" > /dev/null && return
	say "SKIPPED: $1: it is not here"
	return 1
}

# is_plausible FILE: its locks, its blocks and its threads
is_plausible() {
	"$posixtrace" show -f json --no-symbols "$1" > json 2> err
	status_is 0 $? "showing $1" err
	awk -f "$top_srcdir/tests/wrap/wrap.awk" json > found
	lacks ': \{|nobody had|not given back' found
	has '^blocks [1-9]' found
}

# same STATUS COMMAND [ARGUMENT]...: it does the same with everything recorded
same() {
	wanted_status=$1
	shift
	"$@" > plain 2> plain_err
	status_is "$wanted_status" $? "$1 itself" plain_err
	record "$wanted_status" "$1" -q --wrap=all --force -o same.ptl -- "$@"
	cmp -s out plain || fail "$1 says something else" out
	cmp -s err plain_err || fail "$1 complains otherwise" err
	is_plausible same.ptl
}

seq 100000 | awk '{ print ($1 * 7919) % 100003 }' > numbers
size=$(wc -c < numbers)

if is_here xz; then
	same 0 xz -0 -T2 --block-size=64KiB -c numbers
	has "^read $size of numbers\$" found
	has '^threads 2 ' found
	xz -dc < out | cmp -s - numbers || fail 'xz has lost something'
	same 1 xz -t /none/such
fi

if is_here zstd; then
	same 0 zstd -q -T2 -B64KiB -c numbers
	has "^read $size of numbers\$" found
	has '^threads [2-9]' found
	zstd -qdc < out | cmp -s - numbers || fail 'zstd has lost something'
fi

same 0 sort -n --parallel=2 -S 1M numbers
has "^read $size of numbers\$" found
has '^locks [1-9]' found

if is_here python3; then
	cat > threads.py << 'END'
import os, queue, subprocess, sys, threading

jobs, done = queue.Queue(), []

def work():
    while (job := jobs.get()) is not None:
        done.append(sum(range(job)))

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for job in range(200):
    jobs.put(job)
for thread in threads:
    jobs.put(None)
for thread in threads:
    thread.join()
print(sum(done))
print(subprocess.run(["echo", "said"], capture_output=True).stdout)
child = os.fork()
if not child:
    os._exit(5)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
sys.exit(3)
END
	same 3 python3 threads.py
	has '^1313400$' out
	has '^threads 4 4$' found
	names_of same.ptl
	has ' proc_waited$' names
fi

if is_here git; then
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
	HOME=$work
	export HOME
	git config --global user.name somebody
	git config --global user.email somebody@example.org
	git config --global init.defaultBranch main
	mkdir tree
	cp "$top_srcdir"/wrap/*/*.[ch] tree
	record 0 'git init' -q --wrap=all -o init.ptl -- git -C tree init -q
	record 0 'git add' -q --wrap=all -o add.ptl -- git -C tree add .
	is_plausible add.ptl
	record 0 'git commit' -q --wrap=all -o commit.ptl -- \
		git -C tree commit -qm everything
	is_plausible commit.ptl
	record 0 'git repack' -q --wrap=all -o pack.ptl -- \
		git -C tree repack -qad --threads=2
	is_plausible pack.ptl
	git -C tree fsck --strict > out 2>&1 || fail 'the tree is damaged' out
	same 0 git -C tree log --stat
fi

if is_here make && [ -n "${CC-}" ]; then
	cat > Makefile << END
objects = $(basename -s .c "$top_srcdir"/wrap/calls/*.c | sed 's/$/.o/' |
	tr '\n' ' ')
all.a: \$(objects)
	ar rcD \$@ \$(objects)
%.o: $top_srcdir/wrap/calls/%.c
	$CC -std=gnu11 -D_GNU_SOURCE -O1 -c -I$top_srcdir \\
		-I$top_srcdir/include -o \$@ \$<
END
	make -j2 > plain 2>&1 || fail 'make itself' plain
	mv all.a plain.a
	rm ./*.o
	record 0 'make' -q --wrap=all -o make.ptl -- make -j2
	cmp -s all.a plain.a || fail 'it makes something else' out
	is_plausible make.ptl
	names_of make.ptl
	has ' proc_(exec|spawn)$' names
	has ' proc_waited$' names
fi

# The server needs a socket of its own, and no service: Debian has the program
# by another name, too, in a package that starts nothing.
redis() {
	redis-cli -s "$work/socket" "$@"
}

serves() {
	for _ in $(seq 2400); do
		[ "$(redis ping 2> /dev/null)" = PONG ] && return
		kill -0 "$server" 2> /dev/null || return
		sleep 0.05
	done
	return 1
}

if is_here redis-check-rdb && is_here redis-benchmark; then
	ln -s "$(command -v redis-check-rdb)" redis-server
	"$posixtrace" record -q --wrap=all -o redis.ptl -- ./redis-server \
		--port 0 --unixsocket "$work/socket" --dir "$work" \
		--save '' --appendonly no > server 2> err &
	server=$!
	remember $server
	serves || fail 'the server does not serve' server
	redis-benchmark -s "$work/socket" -q -n 400 -c 4 -P 4 -t set,get,lpush \
		> out 2>&1 || fail 'the benchmark fails' out
	redis set key value > out 2>&1
	[ "$(redis get key)" = value ] || fail 'it has forgotten' server
	redis bgsave > out 2>&1
	while redis info persistence |
		grep -q '^rdb_bgsave_in_progress:1'; do
		sleep 0.05
	done
	redis shutdown nosave > out 2>&1
	wait $server
	status_is 0 $? 'the server' server
	redis-check-rdb dump.rdb > out 2>&1 || fail 'what it saved' out
	is_plausible redis.ptl
	has '^locks [1-9]' found
	names_of redis.ptl
	has ' epoll_return$' names
	has ' proc_fork$' names
fi

# A sanitizer that is a library finds what it finds, if it is told not to mind.
cat > faulty.c << 'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	char *block = malloc(10);

	(void)argv;
	block[9 + argc] = 1;
	free(block);
	return 0;
}
END
if $CC -fsanitize=address -g -o faulty faulty.c 2> err &&
	ldd faulty | grep -q libasan; then
	ASAN_OPTIONS=verify_asan_link_order=0
	export ASAN_OPTIONS
	record 1 'a program with a sanitizer' -q --wrap=all -o faulty.ptl -- \
		./faulty
	has 'heap-buffer-overflow' err
	names_of faulty.ptl
	has ' malloc$' names
	unset ASAN_OPTIONS
else
	say 'SKIPPED: no sanitizer that is a library'
fi

# A program with the rights of somebody else is left alone.
if [ "$(id -u)" = 0 ] && chmod 755 "$work" &&
	install -m 4755 -o 65534 "$(command -v id)" other &&
	[ "$(./other -u)" = 65534 ]; then
	record 6 'a set-user-id program' -q --wrap=all -o other.ptl -- \
		./other -u
	has '^65534$' out
	has 'the wrapper could not be loaded' err
	names_of other.ptl
	lacks ' (malloc|proc_end|file_open)$' names
else
	say 'SKIPPED: set-user-id programs: only root can make one'
fi
finish
