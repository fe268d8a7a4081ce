# symbols.awk - a list of symbols of a library, as C that finds them when it is loaded
#
#	awk -v form=header -v name=pq -f symbols.awk pq.txt > pq_symbols.h
#	awk -v form=source -v name=pq -f symbols.awk pq.txt > pq_symbols.c
#
# The first line of a list is "# LIBRARY: USE", where packagers are told the use; any
# other is a function or a variable of the library.

function print_header(    i) {
	print "struct late_" name " {"
	for (i = 1; i <= count; i++)
		print "\t__typeof__(" symbol[i] ") *" symbol[i] ";"
	print "};"
	print "extern struct late_" name " late_" name ";\n"
	for (i = 1; i <= count; i++)
		print "#define " symbol[i] " (*late_" name "." symbol[i] ")"
}

function print_source(    i) {
	print "#include \"config.h\"\n"
	print "#include \"late/late_library.h\""
	print "#include \"late/" name ".h\"\n"
	print "struct late_" name " late_" name ";\n"
	print "static const char *const names[] = {"
	for (i = 1; i <= count; i++)
		print "\t\"" symbol[i] "\","
	print "};\n"
	print "static struct late_library library = {"
	print "\t.file = " toupper(name) "_SONAME,"
	print "\t.names = names,"
	print "\t.count = sizeof(names) / sizeof(*names),"
	print "\t.symbols = &late_" name ","
	print "};\n"
	print "LATE_NOTE(\"" name "\", " toupper(name) "_SONAME, \"" use "\");\n"
	print "const char *late_" name "_load(void)"
	print "{"
	print "\treturn late_library_load(&library);"
	print "}"
}

NR == 1 {
	use = $0
	sub(/^# [^:]*: /, "", use)
	next
}

{ symbol[++count] = $1 }

END {
	print "/* made by tools/late/symbols.awk of tools/late/" name ".txt */"
	if (form == "header")
		print_header()
	else
		print_source()
}
