# events.awk - make event_table.c, the table of ThreadX's events, of
# docs/threadx-events.csv
#
# Columns: id, component, name, caption, filter group, what the information
# words 1 to 4 are, and a note that is left out here. Only notes have commas.

BEGIN {
	FS = ","
	print "/* event_table.c - made by events.awk of docs/threadx-events.csv */"
	print "#include \"format/threadx/events.h\""
	print ""
	print "/* By their ids. */"
	print "const struct pxt_threadx_event pxt_threadx_event_table[] = {"
}

NR > 1 {
	printf "\t{ %d, \"%s\", \"%s\", \"%s\", \"%s\",\n\t  {", $1, $3, $4, $2, $5
	for (i = 6; i <= 9; i++)
		printf " %s%s", $i == "" ? "NULL" : "\"" $i "\"", i < 9 ? "," : ""
	print " } },"
	events++
}

END {
	print "};"
	print ""
	printf "const unsigned pxt_threadx_event_count = %d;\n", events
}
