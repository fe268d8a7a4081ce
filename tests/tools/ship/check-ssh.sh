#!/bin/sh
#
# check-ssh.sh - logs that go through ssh are the logs that were written
#
# A server of ssh listens on a free port of loopback, with keys of its own.
. "${top_srcdir:?}/tests/tools/lib.sh"

kills=10
sshd=$(command -v sshd || ls /usr/sbin/sshd 2> /dev/null) ||
	skip 'there is no server of ssh'
command -v ssh-keygen > /dev/null || skip 'there is no ssh'
command -v python3 > /dev/null || skip 'there is no python3'
me=$(id -un)
chmod 700 .
mkdir there bin
ssh-keygen -q -t ed25519 -N '' -f host
ssh-keygen -q -t ed25519 -N '' -f mine
port=$(python3 -c 'import socket
one = socket.socket()
one.bind(("127.0.0.1", 0))
print(one.getsockname()[1])')
printf '#!/bin/sh\nexec "%s" "$@"\n' "$posixtrace" > bin/posixtrace
cat > sshd_config << END
ListenAddress 127.0.0.1
Port $port
HostKey $work/host
AuthorizedKeysFile $work/mine.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
SetEnv PATH=$work/bin:/usr/bin:/bin POSIXTRACE_DIR=$work
END
cat > ssh_config << END
Host there
	HostName 127.0.0.1
	Port $port
	User $me
	IdentityFile $work/mine
	IdentitiesOnly yes
	UserKnownHostsFile $work/known
	LogLevel ERROR
END
printf '[127.0.0.1]:%s %s\n' "$port" "$(cut -d ' ' -f 1,2 host.pub)" > known
# shellcheck disable=SC2016
printf '#!/bin/sh\nexec /usr/bin/ssh -F "%s/ssh_config" "$@"\n' "$work" > bin/ssh
chmod +x bin/ssh bin/posixtrace
PATH=$work/bin:$PATH
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd

"$sshd" -t -f sshd_config 2> sshd.err ||
	skip "the server of ssh does not start: $(head -n 1 sshd.err)"
"$sshd" -D -e -f "$work/sshd_config" 2> sshd.err &
server=$!
remember $server
wait_for 'the server of ssh' ssh -oBatchMode=yes there true

# ship STATUS WHAT ARGUMENT...: into err
ship() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" ship "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
	lines_are 0 out
}

# same LOG FOLDER: some log below the folder is that one
same() {
	find "$2" -name '*.ptl' -exec cmp -s "$1" {} \; -print > found
	lines_are 1 found
}

record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 400 -s 200
record 0 'another' -q -o b.ptl -- "$ticker" -n 10
ship 0 'logs' a.ptl b.ptl --to "ssh:there:$work/there" --once --name one
has ' sections, .* shipped; 0 sections, 0.0 s behind$' err
same a.ptl there
same b.ptl there
rm a.ptl.ship-one
ship 0 'logs that are there' -q a.ptl b.ptl --to "ssh:there:$work/there" \
	--once --name one
lines_are 0 err
same a.ptl there

# What is there ends with a section that has other bytes here: nothing follows it.
set -- $(python3 "$top_srcdir/tests/tools/ship/spoil.py" a.ptl twin.ptl 3)
python3 "$top_srcdir/tests/tools/ship/cut.py" a.ptl part.ptl "$1"
mkdir twin
ship 0 'a part of a log' part.ptl --to "ssh:there:$work/twin" --once
ship 3 'a log that has another twin' twin.ptl --to "ssh:there:$work/twin" --once
has '^posixtrace: twin.ptl: its last section there has other bytes than the one here, ' \
	err
same part.ptl twin
ship 0 'the log of which a part is there' a.ptl --to "ssh:there:$work/twin" \
	--once --name twin
same a.ptl twin

# What is there is the log itself: it is no copy, and its end may be in work.
mkdir self
ship 0 'a log' a.ptl --to "ssh:there:$work/self" --once --name self
mine=$(find self -name '*.ptl')
head -c 40 a.ptl >> "$mine"
cp "$mine" unfinished.ptl
ln -s "$(dirname "$mine")" other_way
for log in "$mine" "other_way/$(basename "$mine")"; do
	ship 7 'a log to where it is' "$log" --to "ssh:there:$work/self" --once \
		--remove
	has "^posixtrace: $log: is in ssh:there:$work/self itself, and has no copy there\$" \
		err
	cmp -s unfinished.ptl "$mine" || fail "$log was changed"
done

# The name of a directory is nothing but that.
odd="$work/it's \$(touch $work/harm); touch $work/harm #\`touch $work/harm\`"
mkdir -p "$odd" || fail 'no such directory'
ship 0 'an odd name' b.ptl --to "ssh:there:$odd" --once
same b.ptl "$odd"
[ ! -e harm ] || fail 'a shell has read the name of a directory'
for where in ssh:there ssh::x ssh:there: 'ssh:-oProxyCommand=x:y' \
	'ssh:a b:c' 'ssh:a;b:c' ; do
	ship 2 "$where" b.ptl --to "$where" --once
	has 'ssh:HOST:DIR names a host and a directory' err
done
ship 7 'no directory' b.ptl --to "ssh:there:$work/nowhere" --once --name no
has "^posixtrace: ssh:there:$work/nowhere: " err
mv bin/posixtrace hidden
ship 7 'no posixtrace there' b.ptl --to "ssh:there:$work/there" --once --name no
has ': there is no posixtrace, or no ssh here$' err
mv hidden bin/posixtrace

# Connections are lost, and ship is killed, at random: nothing is missing, and
# the file is a log at each instant.
"$posixtrace" record -q -o grow.ptl -- "$ticker" -n 5000 -s 500 -u 500 \
	2> rec.err &
recorder=$!
remember $recorder
wait_for 'the log' test -s grow.ptl
mkdir grown
killed=0
while [ $killed -lt $kills ]; do
	"$posixtrace" ship grow.ptl --to "ssh:there:$work/grown" --name x \
		2> ship.err &
	shipper=$!
	remember $shipper
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 * 3 }')"
	# shellcheck disable=SC2046
	kill -KILL $(ps -o pid= --ppid "$shipper") 2> /dev/null
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 * 2 }')"
	kill -KILL $shipper
	wait $shipper 2> /dev/null
	killed=$((killed + 1))
	for there in $(find grown -name '*.ptl'); do
		cmp -s -n "$(stat -c %s "$there")" grow.ptl "$there" ||
			fail "after $killed kills there is something else"
	done
done
wait $recorder
status_is 0 $? 'the recording' rec.err
ship 0 'the rest' grow.ptl --to "ssh:there:$work/grown" --name x --once
same grow.ptl grown

# What was damaged before a connection was lost is known to the next start: the log
# stays.
mkdir set
record 0 'a ticker' -q --size=64K -o set/a.000001.ptl -- "$ticker" -n 4000 -s 200
cp a.ptl set/a.000002.ptl
size=$(stat -c %s set/a.000001.ptl)
printf 'damaged!' | dd of=set/a.000001.ptl bs=1 seek=$((size / 4)) conv=notrunc 2> dd
mv bin/ssh bin/whole
cat > bin/ssh << END
#!/bin/sh
dd bs=512 count=$((size / 1024)) 2> /dev/null | whole "\$@"
END
chmod +x bin/ssh
ship 7 'a connection that ends' set/a.ptl --to "ssh:there:$work/there" --once \
	--remove
mv bin/whole bin/ssh
ship 0 'the rest of a damaged log' set/a.ptl --to "ssh:there:$work/there" --once \
	--remove
has '^lacks 1$' set/a.000001.ptl.ship-*
[ -e set/a.000001.ptl ] || fail 'a damaged log was removed'

# A connection that is lost while ship goes on is made again.
"$posixtrace" record -q -o lost.ptl -- "$ticker" -n 6000 -s 500 -u 500 \
	2> rec.err &
recorder=$!
remember $recorder
"$posixtrace" ship lost.ptl --to "ssh:there:$work/there" --name x 2> ship.err &
shipper=$!
remember $shipper
wait_for 'the log there' test -s lost.ptl.ship-x
# shellcheck disable=SC2046
kill -KILL $(ps -o pid= --ppid "$shipper")
wait $recorder
status_is 0 $? 'the recording' rec.err
wait_for 'the end' grep -q '^ended 1$' lost.ptl.ship-x
kill -TERM $shipper
wait $shipper
status_is 0 $? 'a connection that was lost' ship.err
same lost.ptl there

# Without a server
kill -TERM $server
wait $server 2> /dev/null
ship 7 'no server' b.ptl --to "ssh:there:$work/there" --once --name no
has ': ssh has no connection, or lost it$' err

finish
