#!/bin/sh
#
# check-completion.sh - shells complete commands, options and what is there
. "${top_srcdir:?}/tests/tools/lib.sh"

opener=$(tool tests/tools/opener) || exit 99
orders=$(tool tests/tools/orders) || exit 99

for shell in bash zsh fish; do
	"$posixtrace" completion $shell > script.$shell 2> err
	status_is 0 $? "a script for $shell" err
	for command in record show ls start shutdown top completion; do
		has "(^|[ (])$command( |'|\\))" script.$shell
	done
	! command -v $shell > /dev/null ||
		$shell -n script.$shell > out 2>&1 ||
		fail "the script for $shell is none" out
done

# A letter has one meaning for each command.
awk '/^\tconvert\)/, /;;/' script.zsh | grep -c "'-t+\[" > count
[ "$(cat count)" -eq 1 ] || fail '-t is there twice' script.zsh

# What is wrong.
"$posixtrace" completion > out 2> err
status_is 2 $? 'no shell' err
has '^posixtrace completion: which shell\? bash, zsh or fish$' err
"$posixtrace" completion tcsh > out 2> err
status_is 2 $? 'another shell' err
has '^posixtrace completion: tcsh: expected bash, zsh or fish$' err

command -v bash > /dev/null || skip 'there is no bash'

# complete WORD...: what bash would offer for the last of them
cat > complete.bash <<'EOF'
posixtrace() { "$posixtrace" "$@"; }
source ./script.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_posixtrace
printf '%s\n' "${COMPREPLY[@]}"
EOF
complete() {
	posixtrace=$posixtrace bash complete.bash posixtrace "$@" > out 2> err
	[ ! -s err ] || fail "completing $*" err
}

touch a.ptl b.txt board.trx
mkdir dir
complete ''
has '^record$' out
has '^a.ptl$' out
lacks 'b.txt' out
complete re
has '^record$' out
has '^recover$' out
has '^redact$' out
has '^report$' out
lines_are 4 out
complete ls ''
has '^processes$' out
has '^streams$' out
lines_are 3 out
complete ls --fo
has '^--format$' out
lines_are 1 out
complete ls -f ''
has '^json$' out
lines_are 4 out
complete ls --format = js
has '^json$' out
lines_are 1 out
complete show --time ''
lacks '^json$' out
complete record --force -- dirnam
has '^dirname$' out
complete show ''
has '^a.ptl$' out
has '^dir$' out
lacks 'b.txt' out
complete completion z
has '^zsh$' out
lines_are 1 out
complete help doc
has '^doctor$' out
lines_are 1 out

# Formats, and their settings
complete show bo
has '^board.trx$' out
lines_are 1 out
complete convert -t ''
has '^ptl$' out
has '^threadx$' out
has '^rkh$' out
complete convert --type = l
has '^liteos$' out
lines_are 1 out
complete show --from t
has '^threadx$' out
complete info -o h
has '^hz=$' out
lines_are 1 out
complete convert a.ptl -o ''
has '^a.ptl$' out
lacks '=' out
complete convert a.ptl -o na
has '^name_size=$' out
lines_are 1 out
complete show -o ord
has '^order=$' out

# Words that the help lists
complete show --color = ''
for word in always auto never; do
	has "^$word\$" out
done
lines_are 3 out
complete show --format ''
has '^report$' out
lines_are 5 out
complete info -f ''
has '^json$' out
lines_are 2 out
complete stat --sort co
has '^count$' out
lines_are 1 out
complete record --policy fl
has '^flush$' out
complete record --orphan ''
has '^run$' out
lines_are 2 out
complete split --by pro
has '^process$' out

# One of several: what stands before it stays.
complete record --wrap = ''
has '^mutex$' out
has '^all$' out
complete record --wrap = io,mute
has '^io,mutex$' out
lines_are 1 out

# What is in a log
"$posixtrace" record -q -o orders.ptl -- "$orders"
status_is 0 $? 'recording orders'
complete show orders.ptl -e ''
has '^order_sent$' out
has '^posix_trace_start$' out
complete stat orders.ptl --event = 'order_received,!order_s'
has '^order_received,!order_sent$' out
lines_are 1 out
complete stat orders.ptl --pair order_received,order_s
has '^order_received,order_sent$' out
lines_are 1 out
complete show orders.ptl -w pri
has '^price$' out
lines_are 1 out
complete show orders.ptl -w '"price > 100 && si'
has '^price > 100 && side$' out
lines_are 1 out
complete show orders.ptl -w co
has '^comm$' out
complete show orders.ptl -O time,pri
has '^time,price$' out
lines_are 1 out
complete show orders.ptl -O tn
has '^tname$' out
complete stat orders.ptl --by i
has '^id$' out
lines_are 1 out

# A name to be quoted; a log that is no log; the newest log where none is named.
cp orders.ptl "dir/its orders.ptl"
complete show "'dir/its orders.ptl'" -e order_s
has '^order_sent$' out
complete show 'dir/its\ orders.ptl' -e order_s
has '^order_sent$' out
rm a.ptl
touch -d '2 days ago' orders.ptl
complete show -e order_s
has '^order_sent$' out
complete show b.txt -e order_s
lacks order_sent out

# Names that say something to a shell are not told, and nothing is done.
"$posixtrace" record -q -o hostile.ptl -- "$opener" sound '$(touch hit)' \
	'`touch hit`' 'a;touch hit' '*' '-v' 'two,names' "it's" 'two words'
status_is 0 $? 'recording what is hostile'
complete show hostile.ptl -e ''
has '^sound$' out
[ "$(grep -cv '^posix_trace_' out)" -eq 1 ] ||
	fail 'a name that is no word is offered' out
[ ! -e hit ] || fail 'the name of an event was executed'

# The others, where they are there.
if command -v fish > out; then
	for line in 'record --wrap=io,mute' 'show orders.ptl -O time,pri'; do
		fish --no-config -c "function posixtrace; '$posixtrace' \$argv; end
			source script.fish; complete -C 'posixtrace $line'" \
			> out 2> err
		has 'io,mutex|time,price' out
	done
fi

# Installed for all of them, and gone again.
complete_installed() {
	for shell in bash fish zsh; do
		${MAKE:-make} -C "$top_builddir" DESTDIR="$work/root" \
			"$1-nodist_${shell}completionDATA" > out 2>&1 ||
			fail "$1 for $shell" out
	done
	find root -type f | sed 's|.*/share/||' | sort > installed
}
unset MAKEFLAGS MFLAGS MAKELEVEL
if grep -q '^nodist_bashcompletion_DATA = c' "$top_builddir/Makefile"; then
	complete_installed install
	has '^bash-completion/completions/posixtrace$' installed
	has '^fish/vendor_completions.d/posixtrace.fish$' installed
	has '^zsh/site-functions/_posixtrace$' installed
	lines_are 3 installed
	find root -name posixtrace -exec cmp script.bash '{}' ';' > out
	[ ! -s out ] || fail 'another script is installed' out
	complete_installed uninstall
	lines_are 0 installed
fi

# A process, and its stream.
"$ticker" -t -c counts &
self=$!
remember $self
wait_for 'a ticker' both_tick counts
complete ls -p ''
has "^$self$" out
complete record -p $self -e ti
has '^tick$' out
complete show 0 -e ti
has '^tick$' out
complete stop ''
has '^0$' out
lines_are 1 out

finish
