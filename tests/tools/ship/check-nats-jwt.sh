#!/bin/sh
#
# check-nats-jwt.sh - users whom an account vouches for, with rights of a host
#
# nats_jwt.py makes what nsc of NATS would, and the server believes it.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/ship/nats.sh"

command -v openssl > /dev/null || skip 'there is no openssl'
host=$(hostname)
python3 "$top_srcdir/tests/tools/ship/nats_jwt.py" "$work" \
	"$(python3 -c 'import re, sys
print(re.sub("[^A-Za-z0-9_-]", lambda c: "%%%02X" % ord(c[0]), sys.argv[1]))' \
		"$host")" 2> python.err || fail 'no users' python.err
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 100 -s 200
mkdir there

# ship STATUS WHAT USER ARGUMENT...: a.ptl once, into err, without a secret
ship() {
	wanted_status=$1
	what=$2
	user=$3
	shift 3
	rm -f a.ptl.ship-*
	"$posixtrace" ship a.ptl --to $to --once --creds "$user.creds" "$@" \
		2> err
	status_is "$wanted_status" $? "$what" err
	lacks '(^|[^A-Z2-7])SU[A-Z2-7]{20}|eyJ' err
}

set -- $(free_ports 1)
start_nats jwt "$1" -c server.conf
to=nats://127.0.0.1:$1/fleet
ship 5 'a user whose time is over' old --create
has ': not authorised by the server; --creds says who this is$' err
ship 0 'a user who may do all' any --create
ship 0 'a host' host
"$posixtrace" gather $to --to there --once --creds any.creds 2> err
status_is 0 $? 'gathering' err
find there -name '*.ptl' -exec cmp -s a.ptl {} \; -print > found
lines_are 1 found
"$posixtrace" gather $to --to there --once --creds host.creds 2> err
[ $? -ne 0 ] || fail 'a host may gather' err

# Logs of another host are not its own to send.
"$posixtrace" ship a.ptl --to "nats://127.0.0.1:$1/other" --once --name other \
	--creds host.creds 2> err
[ $? -ne 0 ] || fail 'a host may send to another stream' err
stop_nats $server

finish
