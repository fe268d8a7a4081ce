# texts.awk - files of SQL as C: a text for each
#
#	awk -f texts.awk tables.sql views.sql
#
# Comments that have their lines to themselves are for those who read the files.

BEGIN {
	print "#include \"ship/postgres/texts.h\""
}

FNR == 1 {
	if (name != "")
		print "\t\"\";"
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\..*/, "", name)
	print "\nconst char text_" name "[] ="
}

/^[ \t]*--/ || /^$/ {
	next
}

{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/\?/, "\\?")
	gsub(/\t/, " ")
	print "\t\"" $0 "\\n\""
}

END {
	print "\t\"\";"
}
