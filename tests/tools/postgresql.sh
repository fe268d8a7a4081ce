# postgresql.sh - a server of PostgreSQL for a test, which reads it after lib.sh
#
# The server is a process of an ordinary user, has its files in $work, listens on
# a free port of loopback, and ends with the test. start_postgresql sets $postgres
# to its URL, and ask asks it.

# find_postgresql: the folder of its programs, or none
find_postgresql() {
	for folder in $(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -rV) \
		$(dirname "$(command -v initdb)" 2> /dev/null); do
		[ -x "$folder/initdb" ] && [ -x "$folder/postgres" ] || continue
		printf '%s\n' "$folder"
		return
	done
}

# as_user COMMAND...: as somebody who is not root, which the server refuses
as_user() {
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid=nobody --regid="$(id -g nobody)" \
			--clear-groups -- "$@"
	else
		"$@"
	fi
}

# free_port: one that nobody listens on now
free_port() {
	python3 -c 'import socket
with socket.socket() as s:
	s.bind(("127.0.0.1", 0))
	print(s.getsockname()[1])'
}

# make_postgresql: its files, without a server
make_postgresql() {
	postgresql_bin=$(find_postgresql)
	[ -n "$postgresql_bin" ] && command -v psql > /dev/null ||
		skip 'there is no server of PostgreSQL'
	[ "$(id -u)" -ne 0 ] || command -v setpriv > /dev/null ||
		skip 'there is no setpriv, and the server refuses root'
	chmod 711 "$work"
	mkdir "$work/server"
	[ "$(id -u)" -ne 0 ] || chown nobody "$work/server"
	(cd "$work/server" && as_user "$postgresql_bin/initdb" -D data \
		-U posixtrace -A trust -E UTF8 --locale=C --no-sync \
		> init.log 2>&1) || skip 'the server cannot be made'
}

# launch_postgresql [OPTION]...
launch_postgresql() {
	rm -f "$work/server.pid"
	(cd "$work/server" && exec setsid "$(command -v sh)" -c '
		echo $$ > "$0"; exec "$@"' "$work/server.pid" \
		"$(command -v env)" PATH="$PATH" \
		$(if [ "$(id -u)" -eq 0 ]; then
			echo setpriv --reuid=nobody \
				--regid="$(id -g nobody)" --clear-groups --
		fi) \
		"$postgresql_bin/postgres" -D data -p "$postgresql_port" \
		-c listen_addresses=127.0.0.1 -c unix_socket_directories= \
		-c shared_buffers=32MB -c max_connections=40 \
		-c autovacuum=off "$@") > "$work/server.log" 2>&1 &
	wait_for 'the server' test -s "$work/server.pid"
	server=$(cat "$work/server.pid")
	remember "$server"
}

# postgresql_answers [OPTION]...: a server that has ended is started again, as its
# port may have been another program's for a moment
postgresql_answers() {
	psql -XAtq "$postgres" -c 'select 1' && return
	! is_gone "$server" || launch_postgresql "$@"
	return 1
}

# run_postgresql [OPTION]...: starts the server, and waits until it answers
run_postgresql() {
	launch_postgresql "$@"
	wait_for 'the server to answer' postgresql_answers "$@" ||
		fail 'the server does not start' "$work/server.log"
}

# start_postgresql [OPTION]...
start_postgresql() {
	make_postgresql
	postgresql_port=$(free_port)
	postgres=postgresql://posixtrace@127.0.0.1:$postgresql_port/postgres
	unset PGHOST PGPORT PGSERVICE PGSSLMODE PGOPTIONS PGHOSTADDR
	run_postgresql "$@"
}

# kill_postgresql: as if the machine had ended
kill_postgresql() {
	kill -KILL -- "-$server" 2> /dev/null || kill -KILL "$server"
	wait_for 'the server to end' is_gone "$server"
	rm -f "$work/server/data/postmaster.pid"
}

# stop_postgresql: at the end of a test
stop_postgresql() {
	kill -INT "$server" 2> /dev/null
	wait_for 'the server to end' is_gone "$server"
}

# ask SQL...: the rows, with tabs between columns
ask() {
	psql -XAtq -F "$(printf '\t')" -v ON_ERROR_STOP=1 "$postgres" -c "$*"
}
