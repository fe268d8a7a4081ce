#!/bin/sh
#
# check-nats.sh - logs sent to a stream of NATS are there, section by section
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/ship/nats.sh"

# ship STATUS WHAT ARGUMENT...: into err
ship() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" ship "$@" 2> err
	status_is "$wanted_status" $? "$what" err
}

set -- $(free_ports 1)
port=$1
to=nats://127.0.0.1:$port
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 400 -s 200

# Nobody is there, and then somebody is, who has no stream.
ship 7 'no server' a.ptl --to $to --once
has '^posixtrace: nats://127.0.0.1:[0-9]*: no server answers$' err
start_nats bare "$port"
bare=$server
ship 7 'no stream' a.ptl --to $to --once
has ': there is no stream posixtrace; --create makes it$' err
stop_nats $bare
nats-server -a 127.0.0.1 -p "$port" 2> plain.log &
bare=$!
remember $bare
wait_for 'a server without streams' grep -q 'Server is ready' plain.log
ship 7 'no JetStream' a.ptl --to $to --once
has ': no JetStream there, at present$' err
stop_nats $bare

# It is waited for, and then for the stream.
"$posixtrace" ship a.ptl --to $to,127.0.0.1:1 --create \
	--name x 2> ship.err &
shipper=$!
remember $shipper
wait_for 'the failure' grep -q \
	'no server answers; it is tried again until it succeeds$' ship.err
start_nats one "$port"
one=$server
wait_for 'the log' grep -q '^ended 1' a.ptl.ship-x
kill -TERM $shipper
wait $shipper
status_is 0 $? 'a server that comes later' ship.err
has ': is there again$' ship.err
messages "$port"
arrived a.ptl
has "^[0-9a-f]* posixtrace\.[0-6][0-9]\.[^.]*\.ticker\.$(uuid a.ptl) " there/facts

# Once more, with its checkpoint, without it, and with an old one
ship 0 'a log that is there' a.ptl --to $to --once --name x
has ': 0 sections, 0 B shipped' err
rm a.ptl.ship-x
ship 0 'a log without its checkpoint' a.ptl --to $to --once --name x
sed 's/^section .*/section 2/' a.ptl.ship-x > checkpoint
mv checkpoint a.ptl.ship-x
ship 0 'a damaged checkpoint' a.ptl --to $to --once --name x
messages "$port"
arrived a.ptl

# Logs of several kinds, some with large sections, and a name to be escaped
copy_ticker 'a tick*r.>'
record 0 'a log that overwrites itself' -q --log-policy=loop --log-size=64K \
	-o loop.ptl -- "./a tick*r.>" -n 2000 -s 200 -u 0
record 0 'large sections' -q --size=64M -o large.ptl -- "$ticker" -n 3000 \
	-s 4000 -u 0
ship 0 'three logs' a.ptl loop.ptl large.ptl --to $to --once
messages "$port"
arrived a.ptl
arrived large.ptl
has '\.a%20tick%2Ar%2E%3E\.' there/facts
lines_are 3 there/facts
grep "^$(uuid large.ptl)" there/facts > fact
awk '{ exit !($4 > $8 + 1) }' fact || fail 'no section is in parts' fact

# What names things is there again, for who comes later.
record 0 'many sections' -q -o many.ptl -- sh -c \
	'i=0; while [ $i -lt 550 ]; do "$0" -n 1; i=$((i + 1)); done' "$ticker"
ship 0 'many sections' many.ptl --to $to --once
messages "$port"
arrived many.ptl
grep "^$(uuid many.ptl)" there/facts > fact
awk '{ exit !($8 > 520 && $16 > 0) }' fact ||
	fail 'names are not repeated' fact

# A stream that was made anew has nothing of what another one had.
stop_nats $one
start_nats anew "$port"
one=$server
ship 7 'no stream any more' a.ptl --to $to --once --name x
has ' behind, as far as is known$' err
ship 0 'a stream that was made anew' a.ptl --to $to --create --once --name x
has '^posixtrace: a.ptl: nats:.* has less of it than it had, and gets it again$' err
messages "$port"
arrived a.ptl

# A stream that is full keeps what it has; the rest waits in the log.
stop_nats $one
cat > small.conf << 'END'
jetstream { max_file_store: 100K }
END
rm -f *.ship-*
nats-server -a 127.0.0.1 -p "$port" -c small.conf -js -sd "$work/small.js" \
	2> small.log &
small=$!
remember $small
wait_for 'a small server' grep -q 'Server is ready' small.log
ship 7 'a stream that is full' a.ptl --to $to --create --once
has ': stream posixtrace: .*(resource|storage|maximum)' err
messages "$port"
[ -s there/facts ] || fail 'nothing was sent to the small stream'

# Misuse
ship 2 'a secret in an URL' a.ptl --to nats://me:secret@127.0.0.1
has 'names and secrets do not belong into an URL.*--creds FILE' err
lacks 'me:secret' err
ship 2 'no such URL' a.ptl --to nats://127.0.0.1/a.b
ship 2 'a certificate without its key' a.ptl --to $to --cert x
ship 2 'too many replicas' a.ptl --to $to --replicas 9

finish
