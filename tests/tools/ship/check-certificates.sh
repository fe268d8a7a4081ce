#!/bin/sh
#
# check-certificates.sh - servers whose time is over, or that are another machine's
#
# Each kind of server shows such certificates: a line says what is wrong, secrets
# are in none, and the attempts become rare.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/ship/nats.sh"
. "$top_srcdir/tests/tools/ship/otlp.sh"
. "$top_srcdir/tests/tools/postgresql.sh"

command -v openssl > /dev/null || skip 'there is no openssl'

# certificate NAME DAYS ALTERNATIVES
certificate() {
	openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
		-subj "/CN=$1" -keyout "$1.key" -out "$1.csr" 2> openssl.err &&
		printf 'subjectAltName=%s\n' "$3" > "$1.ext" &&
		openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key \
			-CAcreateserial -days "$2" -extfile "$1.ext" \
			-out "$1.pem" 2> openssl.err ||
		fail 'openssl x509' openssl.err
	cat "$1.key" "$1.pem" > "$1.both"
}

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
	-subj /CN=ca -keyout ca.key -out ca.pem 2> openssl.err ||
	fail 'openssl req' openssl.err
certificate good 2 IP:127.0.0.1
certificate late -1 IP:127.0.0.1
certificate other 2 DNS:elsewhere.example
openssl x509 -in late.pem -noout -checkend 0 > out &&
	skip 'this openssl makes no certificate of the past'
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 100 -s 200
echo 'login posixtrace password TopSecret' > creds
chmod 600 creds

# ship STATUS WHAT WHERE: with a secret, which no line has
ship() {
	rm -f a.ptl.ship-*
	"$posixtrace" ship a.ptl -q --to "$3" $options --once --ca ca.pem \
		2> err
	status_is "$1" $? "$2" err
	lines_are "$([ "$1" -eq 0 ] && echo 0 || echo 1)" err
	lacks 'TopSecret' err
}

# tries: the attempts that were made, as the metrics have it
tries() {
	sed -n 's/^posixtrace_ship_failures_total{.*} //p' metrics 2> /dev/null
}

# is_patient WHERE WHAT: two attempts or three in as many seconds, and one line
is_patient() {
	rm -f metrics
	"$posixtrace" ship a.ptl -q --to "$1" --name patient --ca ca.pem \
		$options --metrics metrics 2> err &
	shipper=$!
	remember $shipper
	wait_for "a second attempt, $2" grep -q '_failures_total{.*} [2-9]' metrics
	kill -TERM $shipper
	wait $shipper
	[ "$(tries)" -le 4 ] || fail "$2: $(tries) attempts" metrics
	[ "$(grep -c 'tried again until it succeeds$' err)" -eq 1 ] ||
		fail "$2: not one line" err
	lacks 'TopSecret' err
}

# is_refused KIND WHERE: as the certificate of that kind is
is_refused() {
	case $1 in
	late) wrong='certificate has expired|its time is over' ;;
	*) wrong='IP address mismatch|no alternative certificate subject name|does not match host name' ;;
	esac
	ship 7 "${2%%:*}, $1" "$2"
	has "^posixtrace: .*: .*($wrong)" err
	lacks '\(conn.c' err
}

# NATS
cat > who.conf << 'END'
authorization { user: posixtrace, password: TopSecret }
END
set -- $(free_ports 3)
options='--create --creds creds'
for kind in late other good; do
	start_nats $kind "$1" -c who.conf --tls --tlscert $kind.pem \
		--tlskey $kind.key
	if [ $kind = good ]; then
		ship 0 'nats, good' "nats://127.0.0.1:$1"
	else
		is_refused $kind "nats://127.0.0.1:$1"
	fi
	[ $kind != late ] || is_patient "nats://127.0.0.1:$1" 'nats, late'
	stop_nats $server
	shift
done

# Collectors
echo 'machine 127.0.0.1 login posixtrace password TopSecret' > creds
options='--creds creds'
for kind in late other good; do
	begin_collector ok 0 $kind.both
	if [ $kind = good ]; then
		ship 0 'otlp, good' "otlp+https://127.0.0.1:$port"
	else
		is_refused $kind "otlp+https://127.0.0.1:$port"
	fi
	[ $kind != late ] ||
		is_patient "otlp+https://127.0.0.1:$port" 'otlp, late'
	end_collector
done

# PostgreSQL
"$posixtrace" --version | grep -q '^with libpq' || skip 'built without libpq'
"$posixtrace" --version | grep -q '^with yajl' || skip 'built without yajl'
make_postgresql
postgresql_port=$(free_port)
postgres=postgresql://posixtrace@127.0.0.1:$postgresql_port/postgres
unset PGHOST PGPORT PGSERVICE PGSSLMODE PGOPTIONS PGHOSTADDR
echo "127.0.0.1:$postgresql_port:*:posixtrace:TopSecret" > .pgpass
chmod 600 .pgpass
options=--create
for kind in late other good; do
	cp $kind.key $kind.pem server/
	chmod 600 server/$kind.key
	[ "$(id -u)" -ne 0 ] || chown nobody server/$kind.key server/$kind.pem
	run_postgresql -c ssl=on -c "ssl_cert_file=$work/server/$kind.pem" \
		-c "ssl_key_file=$work/server/$kind.key"
	if [ $kind = good ]; then
		ship 0 'postgresql, good' "$postgres?sslmode=verify-full"
	else
		is_refused $kind "$postgres?sslmode=verify-full"
	fi
	[ $kind != late ] ||
		is_patient "$postgres?sslmode=verify-full" 'postgresql, late'
	stop_postgresql
	rm -f server.pid
done

finish
