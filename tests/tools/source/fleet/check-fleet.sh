#!/bin/sh
#
# check-fleet.sh - logs of many hosts are named by host and program
. "${top_srcdir:?}/tests/tools/lib.sh"
hosts=$(tool tests/tools/hosts) || exit 99

# show STATUS ARGUMENT...
show() {
	wanted_status=$1
	shift
	"$posixtrace" show "$@" > shown 2> err
	status_is "$wanted_status" $? "show $*" err
}

# is_same_as FLEET FILE...: the set has just these logs
is_same_as() {
	local fleet=$1

	shift
	show 0 -f csv -O ts,host,pid,comm,name,id "$@"
	mv shown wanted
	show 0 -f csv -O ts,host,pid,comm,name,id "$fleet"
	cmp -s wanted shown || fail "$fleet is not $*" shown wanted
}

"$hosts" || fail 'hosts'
mkdir -p fleet/h1/talker-h1 fleet/h2/talker-h2 fleet/h2/other
mv h1.ptl fleet/h1/talker-h1/20231114T221320Z-31.ptl
mv h2.ptl fleet/h2/talker-h2/20231114T221320Z-32.ptl
mv h3.ptl fleet/h2/other/usual.ptl
mv h4.ptl fleet/direct.ptl
h1=fleet/h1/talker-h1/20231114T221320Z-31.ptl
h2=fleet/h2/talker-h2/20231114T221320Z-32.ptl
h3=fleet/h2/other/usual.ptl
h4=fleet/direct.ptl

# Places, before there is an index, with it, and where the name says it all
for round in first second; do
	is_same_as fleet:fleet $h1 $h2 $h3 $h4
	is_same_as fleet:fleet/h2 $h2 $h3
	is_same_as "fleet:$PWD/fleet/h2/talker-*" $h2
	is_same_as 'fleet:fleet/h[12]/talker*' $h1 $h2
	is_same_as 'fleet:fleet//*/other' $h3
	is_same_as 'fleet:fleet/h4' $h4
	lines_are 0 err
done
(cd fleet && "$posixtrace" show -f csv -O ts,host,pid,comm,name,id fleet:.) \
	> inside 2> err
status_is 0 $? 'a fleet that is here' err
is_same_as fleet:fleet $h1 $h2 $h3 $h4
cmp -s inside shown || fail 'fleet:. is another' inside shown

# An index above, by mistake, misleads nobody.
: > .posixtrace-index
is_same_as fleet:fleet/h2 $h2 $h3
is_same_as fleet:fleet $h1 $h2 $h3 $h4
rm fleet/.posixtrace-index fleet/direct.ptl
is_same_as fleet:fleet $h1 $h2 $h3
rm .posixtrace-index

# One that is damaged is made anew; what cannot be removed stays, and is told.
echo nonsense > fleet/.posixtrace-index
is_same_as fleet:fleet $h1 $h2 $h3
has '^posixtrace: fleet/.posixtrace-index: is damaged, or of another version: made anew$' err
is_same_as fleet:fleet $h1 $h2 $h3
lacks damaged err
rm fleet/.posixtrace-index
mkdir fleet/.posixtrace-index
for round in first second; do
	is_same_as fleet:fleet $h1 $h2 $h3
	has ': it stays, and the logs are read without it$' err
	lacks anew err
done
rmdir fleet/.posixtrace-index
is_same_as fleet:fleet $h1 $h2 $h3
show 2 fleet:nowhere
has '^posixtrace: fleet:nowhere: no such folder$' err
show 2 fleet:fleet/h9
has '^posixtrace: fleet:fleet/h9: there is no log$' err

finish
