#!/bin/sh
#
# check-together.sh - flight recorders of several hosts save an incident together
. "${top_srcdir:?}/tests/tools/lib.sh"

command -v nats-server > out || skip 'no nats-server'
command -v python3 > out || skip 'no python3'
"$posixtrace" --version | grep -q '^without libnats' &&
	skip 'built without libnats'
unshare --uts true 2> out || skip 'no host names of their own (unshare --uts)'

# begin_server [PORT]: sets $server and $port
begin_server() {
	rm -f ports/*
	nats-server -V -a 127.0.0.1 -p "${1:--1}" --ports_file_dir "$work/ports" \
		> server.log 2>&1 &
	server=$!
	remember $server
	wait_for 'the server' sh -c 'ls ports/*.ports'
	port=$(sed -n 's/.*"nats:\/\/127.0.0.1:\([0-9]*\)".*/\1/p' ports/*.ports)
}

# say_there SUBJECT FILE: as anybody may
say_there() {
	python3 - "$port" "$1" "$2" << 'END'
import socket, sys
data = open(sys.argv[3], 'rb').read()
s = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
s.recv(65536)
s.sendall(b'CONNECT {"verbose":false}\r\n')
for message in data.split(b'\0'):
    s.sendall(b'PUB %s %d\r\n%s\r\n' % (sys.argv[2].encode(), len(message), message))
s.sendall(b'PING\r\n')
s.recv(65536)
END
}

# fly HOST ARGUMENT...: a flight recorder on that host; sets $recorder
fly() {
	host=$1
	shift
	mkdir -p "$host"
	# shellcheck disable=SC2016 # the inner shell's
	unshare --uts sh -c 'hostname "$1" && shift && exec "$@"' sh "$host" \
		"$posixtrace" record --flight=10s -o "$host/%c-%p.ptl" "$@" \
		> "$host/out" 2> "$host/err" &
	recorder=$!
	remember $recorder
	wait_for "the recorder of $host" grep -q 'keeping the last' "$host/err"
}


# saved HOST PATTERN: a line tells that
saved() {
	wait_for "$1 to save" grep -Eq "$2" "$1/err"
}

mkdir ports
begin_server
url=nats://127.0.0.1:$port
for host in h1 h2 h3; do
	"$ticker" -c $host.counts &
	eval "target_$host=$!"
	remember $!
	wait_for 'a ticker' both_tick $host.counts
done
for host in h1 h2 h3; do
	eval "fly $host --together=$url --group=shop -p \$target_$host"
	eval "recorder_$host=$recorder"
done
fly h4 --together="$url" -p "$target_h3"
recorder_h4=$recorder
wait_for 'listeners' sh -c \
	"[ \$(grep -c 'SUB posixtrace.incident' server.log) -ge 4 ]"

# One crash: three saves of one name, and none of another group
kill -SEGV "$target_h1"
saved h1 ' end -> h1/ticker-[0-9]+\.20[0-9]{6}T[0-9]{6}Z-h1-[0-9a-f]{8}\.ptl '
id=$(sed -En 's/.*ticker-[0-9]+\.(20.*Z-h1-[0-9a-f]{8})\.ptl .*/\1/p' h1/err)
for host in h2 h3; do
	saved $host " incident $id \\(end\\) -> $host/ticker-[0-9]+\\.$id\\.ptl "
done
wait "$recorder_h1"
status_is 0 $? 'the host of the incident' h1/err
"$posixtrace" merge h?/*."$id".ptl -o all.ptl > out 2> err
status_is 0 $? 'merging an incident' err
"$posixtrace" show all.ptl -H h2 > shown 2> err
has ' tick ' shown
for host in h1 h2 h3; do
	"$posixtrace" show all.ptl -H $host -e tick > shown 2> err
	[ -s shown ] || fail "nothing of $host" err
done
"$posixtrace" info h2/*."$id".ptl > info
has "incident.* $id: end\$" info
kill -TERM "$recorder_h4"
wait "$recorder_h4"
[ -z "$(ls h4/*.ptl 2> /dev/null)" ] || fail 'another group saved' h4/err

# A signal asks the others, too; an incident that is said again is one.
kill -USR1 "$recorder_h2"
saved h2 ' incident 20[0-9T]+Z-h2-[0-9a-f]{8} \(signal USR1\) -> '
saved h3 ' incident 20[0-9T]+Z-h2-[0-9a-f]{8} \(signal USR1\) -> '
again=$(sed -En 's/.*\.(20.*Z-h2-[0-9a-f]{8})\.ptl .*/\1/p' h2/err)
printf 'posixtrace-incident 1\n%s\nagain\n' "$again" > again
say_there posixtrace.incident.shop again

# Two incidents at once, as two hosts ask at the same time
kill -USR1 "$recorder_h2" "$recorder_h3"
for host in h2 h3; do
	wait_for "two more saves of $host" sh -c \
		"[ \$(grep -c ' -> $host/' $host/err) -ge 4 ]"
done
names() {
	ls "$1" | sed -En 's/^ticker-[0-9]+\.(.*)\.ptl$/\1/p' | sort
}
names h2 > names.h2
names h3 > names.h3
cmp -s names.h2 names.h3 || fail 'the hosts have other incidents' names.h2 names.h3
lines_are 4 names.h2

# Hostile messages: nothing of them becomes a file, and few of them a save.
{
	printf '\0x\0posixtrace-incident 1\n../../tmp/x\nwhy\n\0'
	printf 'posixtrace-incident 1\n20261123T204512Z-../x-0123abcd\nwhy\n\0'
	head -c 100000 /dev/zero | tr '\0' x
	for i in 1 2 3 4 5 6 7 8 9; do
		printf '\0posixtrace-incident 1\n20261123T204512Z-evil-0000000%s\n\033[2J\n' $i
	done
} > hostile
say_there posixtrace.incident.shop hostile
wait_for 'the last one that is taken' grep -q 'Z-evil-' h3/err
sleep 0.5
[ "$(grep -c 'Z-evil-.* -> ' h3/err)" -le 4 ] || fail 'too many saves' h3/err
grep -q "$(printf '\033')" h3/err && fail 'a message controls the terminal'

# The server goes, recording goes on; it comes back, and is used again.
kill -KILL $server
wait $server 2> /dev/null
wait_for 'the loss' grep -q 'the connection is lost' h3/err
kill -USR1 "$recorder_h3"
wait_for 'a save alone' sh -c "grep -q 'Z-h3-.*signal USR1.* -> ' h3/err"
begin_server "$port"
wait_for 'the return' grep -q 'is there again' h2/err
wait_for 'the return' grep -q 'is there again' h3/err

kill -TERM "$recorder_h2" "$recorder_h3"
wait "$recorder_h2"
status_is 0 $? 'the second host' h2/err
wait "$recorder_h3"
status_is 0 $? 'the third host' h3/err
has '^posixtrace: --together: 4 messages of others were no incidents$' h3/err
has '^posixtrace: --together: [0-9]+ incidents? of others came too fast$' h3/err

# Without a server it is one line, and the recorder does what it did.
kill -KILL $server
wait $server 2> /dev/null
record 139 'no server' --flight=1s --together="$url" -o 'alone-%I.ptl' \
	-- sh -c "'$ticker' -n 100; kill -SEGV \$\$"
[ "$(grep -c 'no server answers' err)" -eq 1 ] || fail 'it is not told once' err
has ' crash \(Segmentation fault\) -> alone-20[0-9T]+Z-.*-[0-9a-f]{8}\.ptl ' err
has '^posixtrace: --together: 1 incident of this host did not reach others$' err

for wrong in "--together=$url" '--flight=1s --together=http://x' \
	"--flight=1s --together=$url --group=a.b" \
	'--flight=1s --group=a' '--flight=1s --ca=x' '--creds=x' --plain \
	'--flight=1s --together=nats://me:secret@x' '--flight=1s -o %I'; do
	# shellcheck disable=SC2086 # words are wanted
	record 2 "$wrong" $wrong -- true
done

finish
