#!/bin/sh
#
# check-nats-security.sh - servers of NATS prove who they are, and so do hosts
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/ship/nats.sh"

command -v openssl > /dev/null || skip 'there is no openssl'

# ship STATUS WHAT ARGUMENT...: a.ptl once, into err
ship() {
	wanted_status=$1
	what=$2
	shift 2
	rm -f a.ptl.ship-*
	"$posixtrace" ship a.ptl --once "$@" 2> err
	status_is "$wanted_status" $? "$what" err
}

# authority NAME
authority() {
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
		-days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem" \
		2> openssl.err || fail 'openssl req' openssl.err
}

# certificate NAME AUTHORITY ALTERNATIVES
certificate() {
	openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
		-subj "/CN=$1" -keyout "$1.key" -out "$1.csr" 2> openssl.err &&
		printf 'subjectAltName=%s\n' "$3" > "$1.ext" &&
		openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" \
			-CAcreateserial -days 2 -extfile "$1.ext" \
			-out "$1.pem" 2> openssl.err ||
		fail 'openssl x509' openssl.err
}

authority ca
authority stranger
certificate good ca IP:127.0.0.1,DNS:localhost
certificate elsewhere ca DNS:elsewhere.example
certificate client ca DNS:client.example
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 100 -s 200
set -- $(free_ports 5)

# A server whose certificate is right
start_nats good "$1" --tls --tlscert good.pem --tlskey good.key
to=nats://127.0.0.1:$1
ship 7 'an authority that is not known' --to $to --create
has ': no TLS with this server: .*(certificate|issuer)' err
ship 7 'another authority' --to $to --create --ca stranger.pem
has ': no TLS with this server: ' err
ship 5 'no file of certificates' --to $to --ca none.pem
has ': the certificates are not usable: ' err
ship 0 'a certificate that is right' --to $to --create --ca ca.pem
ship 0 'a name that is right' --to "nats://localhost:$1" --ca ca.pem
stop_nats $server

# One that is another machine's
start_nats elsewhere "$2" --tls --tlscert elsewhere.pem --tlskey elsewhere.key
ship 7 'the certificate of another machine' --to "nats://127.0.0.1:$2" \
	--create --ca ca.pem
has ': no TLS with this server: .*(mismatch|expected)' err
ship 7 'the same by another name' --to "nats://localhost:$2" --create \
	--ca ca.pem
stop_nats $server

# One that wants a certificate, too
start_nats strict "$3" --tlsverify --tlscert good.pem --tlskey good.key \
	--tlscacert ca.pem
to=nats://127.0.0.1:$3
ship 7 'no certificate' --to $to --create --ca ca.pem
ship 0 'a certificate' --to $to --create --ca ca.pem --cert client.pem \
	--key client.key
stop_nats $server

# A name that is not known to be this machine needs TLS.
start_nats bare "$4"
for name in ip6-localhost "$(hostname)" localhost.localdomain; do
	python3 -c 'import socket, sys
socket.create_connection((sys.argv[1], int(sys.argv[2])), 1)' \
		"$name" "$4" 2> python.err || continue
	ship 7 'a server without TLS' --to "nats://$name:$4" --create
	has 'the server has no TLS, which is needed .* unless --plain' err
	ship 0 'a server without TLS that is trusted' --create --plain \
		--to "nats://$name:$4"
	break
done
stop_nats $server

# Hosts that may send their own logs only
host=$("$posixtrace" info a.ptl | sed -n 's/^ *host *\([^,]*\),.*/\1/p' |
	sed 's/\./%2E/g')
cat > users.conf << END
authorization { users = [
	{ user: boss, password: b0ss }
	{ user: this, password: th1s, permissions: {
		publish: ["posixtrace.*.$host.>",
			"\$JS.API.DIRECT.GET.posixtrace.posixtrace.*.$host.>"]
		subscribe: ["_INBOX.>"] } }
	{ user: other, password: 0ther, permissions: {
		publish: ["posixtrace.*.other.>"], subscribe: ["_INBOX.>"] } }
] }
END
start_nats users "$5" -c users.conf
to=nats://127.0.0.1:$5
echo 'login boss password b0ss' > boss
printf 'login this\npassword th1s\n' > this
echo 'user other password 0ther' > other
echo 'login this password wr0ng' > wrong
echo 'token t0ken' > token
echo '{"password": "s3cret"}' > unknown
ship 5 'nobody' --to $to
has ': not authorised by the server; --creds says who this is$' err
ship 5 'a wrong secret' --to $to --creds wrong
ship 5 'a token that is none' --to $to --creds token
ship 7 'a file of another kind' --to $to --creds unknown
lacks s3cret err
ship 7 'no file' --to $to --creds none
has 'none: No such file or directory$' err
ship 7 'a host before the stream' --to $to --creds this
ship 0 'who may make the stream' --to $to --creds boss --create
ship 0 'this host' --to $to --creds this
ship 5 'another host' --to $to --creds other
has ": sending this host's logs is not permitted there$" err
messages "$5" boss b0ss
arrived a.ptl

finish
