# aliases.awk - the names by which pages are found, besides their own
#
# For each "name.section page.section" of the pages that are read.
FNR == 1 {
	page = FILENAME
	sub(/.*\//, "", page)
	section = page
	sub(/.*\./, "", section)
}

/^\.Sh/ { here = $2 == "NAME" }

here && /^\.Nm/ && $2 "." section != page { print $2 "." section, page }
