#!/bin/sh
#
# check-completion.sh - shells complete commands, options and what is there
. "${top_srcdir:?}/tests/tools/lib.sh"

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
has '^posixtrace completion: tcsh: it is bash, zsh or fish$' err

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
lines_are 2 out
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

# A process, and its stream.
"$ticker" -t -c counts &
self=$!
remember $self
wait_for 'a ticker' both_tick counts
complete ls -p ''
has "^$self$" out
complete stop ''
has '^0$' out
lines_are 1 out

finish
