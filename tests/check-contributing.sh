#!/bin/sh
#
# check-contributing.sh - what CONTRIBUTING.md and docs/design.md name is there
set -eu

top=${top_srcdir:-$(dirname "$0")/..}
status=0

# The last column of the table
places=$(sed -n '/^## Where to begin/,/^## Style/s/^|.*| \(`.*\) |$/\1/p' \
	"$top/CONTRIBUTING.md" | tr -d '`,' | tr ' ' '\n' | grep /)
[ "$(printf '%s\n' "$places" | wc -l)" -ge 30 ] || {
	echo 'check-contributing: the table was not found'
	exit 1
}
for place in $places; do
	[ -e "$top/$place" ] || {
		echo "CONTRIBUTING.md: there is no $place"
		status=1
	}
done

# The drawing of an event's way in the design has a file at each step.
steps=$(sed -n '/^is the way of an event/,/^    lib\/api/p' \
	"$top/docs/design.md" | grep -oE '(lib|tools|include|docs)/[a-z_/-]+\.(c|h|md)')
[ "$(printf '%s\n' "$steps" | wc -l)" -ge 20 ] || {
	echo 'check-contributing: the drawing was not found'
	exit 1
}
for step in $steps; do
	[ -e "$top/$step" ] || {
		echo "docs/design.md: there is no $step"
		status=1
	}
done
# modules FOLDER PREFIX: the first column of the tables under "## FOLDER" of stdin,
# as paths; a name without a folder is in that of the name before it
modules() {
	awk -F '|' -v folder="$1" -v prefix="$2" '
	/^## / { inside = $0 == "## " folder }
	inside && $2 ~ /^ `[^\/]*(\/[a-z]|`)/ {
		n = split($2, name, /[` ,]+/)
		room = ""
		for (i = 2; i < n; i++) {
			if (name[i] ~ /\//)
				room = substr(name[i], 1, index(name[i], "/"))
			else
				name[i] = room name[i]
			if (name[i] != folder)
				print folder "/" prefix name[i]
		}
	}'
}

planted=$(printf '%s\n' '## lib/a' '| `lib/a` | x |' '| `b/` | x |' \
	'| `b/c`, `d` | x |' '| `e` | x |' '## f' '| `g` | x |' |
	modules lib/a p_ | tr '\n' ' ')
[ "$planted" = 'lib/a/p_b/c lib/a/p_b/d lib/a/p_e ' ] || {
	echo "check-contributing: the modules of a table are $planted"
	exit 1
}
for module in $(modules lib/session '' < "$top/docs/design.md") \
	$(modules lib/log log_ < "$top/docs/design.md"); do
	[ -e "$top/$module.h" ] || [ -e "$top/$module.c" ] || {
		echo "docs/design.md: there is no module $module"
		status=1
	}
done

# Each folder of sources has its line there, and so has each room of the command.
for folder in "$top"/lib/*/ "$top"/tools/*/ "$top"/tools/*/*/ "$top"/firmware/*/; do
	folder=${folder#"$top/"}
	grep -qE "(^| |\`)${folder%/}(\`| |/)" "$top/docs/design.md" || {
		echo "docs/design.md: $folder is not named"
		status=1
	}
done
exit $status
