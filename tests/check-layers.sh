#!/bin/sh
#
# check-layers.sh - an include points down the tower, or stays
#
#	lib:   api > session > stream | log > model > base
#	       reading > log > model > base
#	lib/session: control > transfer > session itself; control > traced
#	tools: the commands > completion > screen > gather > ship > live > record > inventory > query
#	       > info > chart > diff > report > bridge > redact > write > learn > check > figures
#	       > view > select > event > source > nats > late > common
#	wrap:  a folder for each kind of object > file > event > calls
#	firmware: a folder for each system > common
#
# Stream and log never meet, nor do session and reading, nothing in lib/ knows the
# command, and the systems of lib/format, which have a folder each, do not know
# each other. Of lib/base the command has what knows nothing of this project:
# arrays, checksums, huge pages, maps, temporary files, characters. The systems of
# firmware do not know each other either; of lib they have base, and of lib/format
# what is of their own system, or of none; aix has lib/template, too.
# Their public headers, in include, have only what is installed. Each violation is
# a line "file:line: what". Before the trees, the check is tried on copies with
# something planted in them.
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

lib='base format|template|model stream|log session|reading api'
tools='common late nats source event select view figures check learn write redact bridge report diff chart info query inventory record live ship gather screen completion'
wrap='calls event file memory|net|process|signal|stream|thread|time'
firmware='common aix|liteos|rkh|threadx'

# scan DIR TREE TOWER: print the violations below DIR/TREE. Layers that never meet
# have a bar between them; files of no layer stand above all. The format and the
# template layer are beside the tower of lib, where nobody includes them, and
# below that of tools.
scan() {
	(cd "$1" && find "$2" -name '*.[ch]' | sort |
		xargs awk -v tree="$2" -v tower="$3" '
	BEGIN {
		floors = split(tower, floor, " ")
		for (i = 1; i <= floors; i++) {
			n = split(floor[i], layer, "|")
			while (n)
				rank[layer[n--]] = i
		}
		plain["base/array.h"] = plain["base/map.h"] = 1
		plain["base/crc32c.h"] = plain["base/sum.h"] = 1
		plain["base/huge_pages.h"] = 1
		plain["base/temporary.h"] = plain["base/utf8.h"] = 1
	}

	function violation(why) {
		printf "%s:%d: %s\n", FILENAME, FNR, why
	}

	# The folder of lib/session; "-" for a file that lies in none of them.
	function room_of(path) {
		if (!sub(/^(lib\/)?session\//, "", path))
			return ""
		return sub(/\/.*/, "", path) ? path : "-"
	}

	function may_enter(from, to) {
		return from == to || from == "control" ||
		       from == "transfer" && to == "-"
	}

	function system_of(path) {
		if (!match(path, /(^|\/)format\/[^\/]+\//))
			return ""
		path = substr(path, RSTART, RLENGTH - 1)
		sub(/.*\//, "", path)
		return path
	}

	# What a file of firmware/FROM may have of lib and of itself
	function is_near(from, path,    part, parts) {
		parts = split(path, part, "/")
		if (part[1] == "firmware")
			return part[2] == from || part[2] == "common"
		if (part[1] == "format")
			return parts == 2 || part[2] == from
		return part[1] == "base" ||
		       part[1] == "template" && from == "aix"
	}

	function is_beside(file, name,    line) {
		sub(/[^\/]*$/, "", file)
		return (getline line < (file name)) >= 0
	}

	FNR == 1 {
		parts = split(FILENAME, part, "/")
		from = parts > 2 ? part[2] : ""
		if (from != "" && !(from in rank) || from == "" && tree == "lib")
			violation(from " is no layer")
	}

	/^[ \t]*#[ \t]*include[ \t]*["<]/ {
		quoted = $0 ~ /include[ \t]*"/
		target = $0
		sub(/^[^"<]*["<]/, "", target)
		sub(/[">].*/, "", target)
		if (tree == "wrap" && !sub(/^wrap\//, "", target)) {
			if (quoted && target !~ /^(config\.h|model\/choice\.h)$/)
				violation(target " is not relative to wrap/")
			next
		}
		# The header of libnats lies in a folder of the name of a layer.
		if (!quoted && target == "nats/nats.h")
			next
		to = target
		sub(/\/.*/, "", to)
		if (tree == "firmware") {
			if (FILENAME ~ /^firmware\/[^\/]+\/include\//) {
				if (quoted && !is_beside(FILENAME, target) ||
				    to ~ /^(base|firmware|format|template)$/)
					violation(target " is not installed")
			} else if (quoted && target != "config.h" &&
				   !(from in rank && is_near(from, target)))
				violation(from " includes " target)
			next
		}

		if (target ~ /(^|\/)\.\.?\// || target ~ /^(lib|tools)\//)
			violation(target " is not relative to " tree "/")
		else if (tree == "lib" && from != to &&
			 (to == "format" || to == "template"))
			violation(from " includes " target)
		else if (room_of(FILENAME) != "" && room_of(target) != "" &&
			 !may_enter(room_of(FILENAME), room_of(target)))
			violation(FILENAME " includes " target)
		else if (system_of(FILENAME) != "" && system_of(target) != "" &&
			 system_of(FILENAME) != system_of(target))
			violation(system_of(FILENAME) " includes " target)
		else if (to in rank && to != target) {
			if (from != "" && to != from && rank[to] >= rank[from])
				violation(from " includes " target)
		} else if (quoted && target != "config.h" &&
			   !(tree == "tools" && (plain[target] ||
			   to == "bench" || to == "format" ||
			   to == "template" || to == "wrap")))
			violation(target " is not relative to " tree "/")
	}')
}

# plant FILE LINE: a violation is found, at its place
plant() {
	tree=${1%%/*}
	rm -rf "${tmp:?}/$tree"
	cp -R "$top/$tree" "$tmp/$tree"
	chmod -R u+w "$tmp/$tree"
	mkdir -p "$(dirname "$tmp/$1")"
	printf '/* planted */\n%s\n' "$2" > "$tmp/$1"
	eval "tower=\$$tree"
	scan "$tmp" "$tree" "$tower" | grep "^$1:2: " > /dev/null || {
		echo "check-layers: did not find $2 in $1"
		exit 1
	}
}

plant lib/base/planted.c '#include "model/event.h"'
plant lib/model/planted.h '#include <log/log_format.h>'
plant lib/stream/planted.c '  #  include "log/log_writer.h" /* why */'
plant lib/log/planted.c '#include "stream/ring.h"'
plant lib/session/planted.c '#include "api/planted.h"'
plant lib/session/planted.c '#include "reading/plan.h"'
plant lib/reading/planted.c '#include "session/steer.h"'
plant lib/session/planted.c '#include "session/transfer/flusher.h"'
plant lib/session/planted.c '#include "session/traced/home.h"'
plant lib/session/traced/planted.c '#include "session/control/rescue.h"'
plant lib/session/traced/planted.c '#include "session/steer.h"'
plant lib/session/transfer/planted.c '#include "session/traced/home.h"'
plant lib/session/transfer/planted.c '#include "session/control/session.h"'
plant lib/api/planted.c '#include "../tools/command.h"'
plant lib/api/planted.c '#include "tools/command.h"'
plant lib/session/planted.c '#include "command.h"'
plant lib/format/planted.c '#include "model/event.h"'
plant lib/session/planted.c '#include "format/format.h"'
plant lib/format/planted.c '#include "template/render.h"'
plant lib/template/planted.c '#include "format/feed.h"'
plant lib/format/rkh/planted.c '#include "format/liteos/frame.h"'
plant lib/session/planted.c '#include "template/render.h"'
plant tools/common/planted.c '#include "source/source.h"'
plant tools/source/planted.c '#include "select/selection.h"'
plant tools/inventory/planted.h '#include "record/job.h"'
plant tools/view/planted.c '#include "line.h"'
plant tools/cmd_planted.c '#include "../lib/log/log_writer.h"'
plant tools/cmd_planted.c '#include "log/log_writer.h"'
plant tools/common/planted.c '#include "base/clock.h"'

plant wrap/event/planted.h '#include "wrap/file/descriptor.h"'
plant wrap/net/planted.c '#include "wrap/stream/stream.h"'
plant wrap/planted/planted.c '#include "wrap/event/events.h"'
plant wrap/net/planted.c '#include "session/home.h"'

plant lib/session/planted.c '#include "firmware/common/types.h"'
plant tools/common/planted.c '#include "firmware/common/types.h"'
plant firmware/common/planted.c '#include "firmware/aix/planted.h"'
plant firmware/rkh/planted.c '#include "firmware/liteos/planted.h"'
plant firmware/rkh/planted.c '#include "format/liteos/frame.h"'
plant firmware/rkh/planted.c '#include "template/render.h"'
plant firmware/rkh/planted.c '#include "session/home.h"'
plant firmware/rkh/include/planted.h '#include "rkh_planted.h"'
plant firmware/rkh/include/planted.h '#include <firmware/common/types.h>'
plant firmware/planted/planted.c '#include "firmware/common/types.h"'

found=$(scan "$top" lib "$lib"; scan "$top" tools "$tools"
	scan "$top" wrap "$wrap"; scan "$top" firmware "$firmware")
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
