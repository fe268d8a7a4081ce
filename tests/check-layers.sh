#!/bin/sh
#
# check-layers.sh - an include of lib/ points down the tower, or stays
#
#	api > session > stream | log > model > base
#
# Stream and log never meet, and nothing in lib/ knows the command. Each
# violation is a line "file:line: what". Before the tree, the check is tried
# on copies with something planted in them.
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# scan DIR: print the violations below DIR/lib
scan() {
	(cd "$1" && find lib -name '*.[ch]' | sort | xargs awk '
	BEGIN {
		rank["base"] = 1
		rank["model"] = 2
		rank["stream"] = rank["log"] = 3
		rank["session"] = 4
		rank["api"] = 5
	}

	function violation(why) {
		printf "%s:%d: %s\n", FILENAME, FNR, why
	}

	FNR == 1 {
		split(FILENAME, part, "/")
		from = part[2]
		if (!(from in rank))
			violation(from " is no layer")
	}

	/^[ \t]*#[ \t]*include[ \t]*["<]/ {
		quoted = $0 ~ /include[ \t]*"/
		target = $0
		sub(/^[^"<]*["<]/, "", target)
		sub(/[">].*/, "", target)
		to = target
		sub(/\/.*/, "", to)

		if (target ~ /(^|\/)\.\.?\// || target ~ /^(lib|tools)\//)
			violation(target " is not relative to lib/")
		else if (to in rank && to != target) {
			if (to != from && rank[to] >= rank[from])
				violation(from " includes " target)
		} else if (quoted && target != "config.h")
			violation(target " is not relative to lib/")
	}')
}

# plant FILE LINE: a violation is found, at its place
plant() {
	rm -rf "${tmp:?}/lib"
	cp -R "$top/lib" "$tmp/lib"
	chmod -R u+w "$tmp/lib"
	mkdir -p "$(dirname "$tmp/$1")"
	printf '/* planted */\n%s\n' "$2" > "$tmp/$1"
	scan "$tmp" | grep "^$1:2: " > /dev/null || {
		echo "check-layers: did not find $2 in $1"
		exit 1
	}
}

plant lib/base/planted.c '#include "model/event.h"'
plant lib/model/planted.h '#include <log/log_format.h>'
plant lib/stream/planted.c '  #  include "log/log_writer.h" /* why */'
plant lib/log/planted.c '#include "stream/ring.h"'
plant lib/session/planted.c '#include "api/planted.h"'
plant lib/api/planted.c '#include "../tools/command.h"'
plant lib/api/planted.c '#include "tools/command.h"'
plant lib/session/planted.c '#include "command.h"'

found=$(scan "$top")
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
