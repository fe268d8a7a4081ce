# views.sh - what the tests of templates that ship share; they read it behind
# lib.sh

HOME=$work/home
XDG_CONFIG_HOME=
POSIXTRACE_FORMATS=$top_srcdir/data
export HOME XDG_CONFIG_HOME POSIXTRACE_FORMATS

# made SYSTEM: its templates are made, not written, and sound
made() {
	ours=$top_srcdir/data/$1.trcfmt
	"$make_templates" "$1" > made 2> err
	status_is 0 $? "make_templates $1" err
	cmp -s made "$ours" ||
		fail "data/$1.trcfmt is old: make templates makes it anew"
	"$posixtrace" fmt check "$ours" > shown 2> err
	status_is 0 $? "fmt check $ours" err
	lines_are 0 err
}

# compare PLAIN SHOWN: both views have the same fields, with the same values. All
# that differs, as no item of the language can print it otherwise, is
#
#	objects		"queue/queue 0": their address, or number, which is in
#			hex where it has no name
#	hex		0x80: all digits, upper case, 0x00000080
#	flags		A|0x80: bits without a name as in hex
#	units		3ticks: behind a blank, 3 ticks
#	texts		"two words": without quotation marks
#	status		of LiteOS, running: hex, as kernels differ in its bits
cat > compare.awk << 'END'
# Words with a sign of equality, and what follows each up to the next one
function take(line, key, value, n, i, count, words) {
	n = split(line, words, " ")
	count = 0
	for (i = 1; i <= n; i++)
		if (match(words[i], /^[A-Za-z_][A-Za-z_0-9]*=/)) {
			key[++count] = substr(words[i], 1, RLENGTH - 1)
			value[count] = substr(words[i], RLENGTH + 1)
		} else if (count) {
			value[count] = value[count] " " words[i]
		}
	return count
}

function wrong() {
	print "line " FNR ": " plain ": " other
	failed = 1
}

function number(text) {
	sub(/^0x0*/, "", text)
	return tolower(text == "" ? "0" : text)
}

function unnamed(text,   at) {
	at = index(text, "|0x")
	return substr(text, 1, at) number(substr(text, at + 1))
}

function is_address(text) {
	return text ~ /^(0x[0-9A-F]+|-?[0-9]+)$/
}

function check(key, old, new) {
	if (old == new)
		return
	if (old ~ /^"?([a-z_0-9]+)?\//) {
		if (!is_address(new))
			wrong()
		differ["objects"]++
	} else if (key ~ /[sS]tatus$/ && new ~ /^0x/) {
		differ["status"]++
	} else if (old ~ /^0x/ && new ~ /^0x/) {
		if (number(old) != number(new))
			wrong()
		differ["hex"] += old != new
	} else if (old ~ /\|0x/ && new ~ /\|0x/) {
		if (unnamed(old) != unnamed(new))
			wrong()
		differ["flags"]++
	} else if (old ~ /^0x/ && new ~ /^[0-9]+$/) {
		if (number(old) != sprintf("%x", new))
			wrong()
		differ["objects"]++
	} else if (old ~ /^-?[0-9.]+[A-Za-z]+$/ && new ~ / /) {
		sub(/ /, "", new)
		if (old != new)
			wrong()
		differ["units"]++
	} else if (old ~ /^"/) {
		if (substr(old, 2, length(old) - 2) != new)
			wrong()
		differ["texts"]++
	} else if (old != new) {
		wrong()
	}
}

{
	getline plain < before
	other = $0
	if (other ~ / USR_[0-9]+ /)
		next
	fields = take(plain, oldkey, old)
	if (take(other, newkey, new) != fields)
		wrong()
	for (i = 1; i <= fields; i++) {
		if (oldkey[i] != newkey[i])
			wrong()
		else
			check(oldkey[i], old[i], new[i])
		compared++
	}
}

END {
	printf "%d events, %d fields", FNR, compared > "/dev/stderr"
	for (i in differ)
		printf ", %d %s", differ[i], i > "/dev/stderr"
	print "" > "/dev/stderr"
	exit failed || !compared
}
END

# agrees FILE OPTION...: each event has a template, which says what it says
# without.
agrees() {
	file=$1
	shift
	"$posixtrace" show --no-symbols "$@" "$file" > before 2> err
	status=$?
	"$posixtrace" show --no-symbols --templates "$@" "$file" > after 2> err
	status_is "$status" $? "show --templates $file" err
	case $status in
	0 | 3) ;;
	*) fail "show $file: exit status $status" err ;;
	esac
	lacks '\[(truncated|error)' after
	LC_ALL=C awk -v before=before -f compare.awk after > differ 2> count ||
		fail "templates say something else of $file" differ count
	"$posixtrace" show -f report -O exec=on "$@" "$file" > report 2> err
	lacks 'UNDEFINED TRACE ID' report
}
