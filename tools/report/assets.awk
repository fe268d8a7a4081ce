# assets.awk - the files of a report's page as C: a list of lines for each kind
#
#	awk -f assets.awk report.html report.css a.js b.js
#
# Files of a kind stand behind each other, and become one. Indentation, and comments
# that have their lines to themselves, are for those who read the files.

BEGIN {
	print "#include <stddef.h>\n\n#include \"report/assets.h\""
}

FNR == 1 {
	kind = FILENAME
	sub(/.*\./, "", kind)
	if (kind != last && last != "")
		print "\tNULL,\n};"
	if (kind != last)
		print "\nconst char *const asset_" kind "[] = {"
	last = kind
}

{
	sub(/^[ \t]+/, "")
}

is_comment || /^\/\*/ {
	is_comment = !/\*\/$/
	next
}

/^\/\// || /^$/ {
	next
}

{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/\?/, "\\?")
	gsub(/\t/, "\\t")
	print "\t\"" $0 "\","
}

END {
	print "\tNULL,\n};"
}
