#!/bin/sh
#
# check-late-starts.sh - a log that begins behind the configuration record is
# exported with one, and with the names that the log has
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

# returns LOG WHAT [COMMAND]: what is exported has the same events and names when
# it is read again, but for those that the export adds; COMMAND changes both texts
returns() {
	forms_of "$1" wanted
	"$posixtrace" convert -q --force -t rkh -o back.rkh "$1" 2> told ||
		fail "$2: not written" told
	events_of back.rkh got
	sed -i '/^FWK_[A-Z]* [a-z]*=.* nm=/d; /^FWK_TCFG /d' wanted got
	[ $# -lt 3 ] || sed -i "$3" wanted got
	same wanted got "$2: the log and its export"
	events_of back.rkh got
	head -n 1 got | grep -q '^FWK_TCFG ' || fail "$2: no configuration" got
	has 'a configuration record, which is made of what events tell: 1 time' told
	lacks 'lost' got
}

# The stream is opened when all names have been told.
for flags in '' -DWIDE -DBARE -DHEADER=0 -DSUM=0 '-DSTEP=7 -DBARE'; do
	# shellcheck disable=SC2086
	build late_recording late_recording.c $flags
	rm -f late.ptl
	run 0 ./late_recording late.ptl
	returns late.ptl "a late recording $flags"
	has '^FWK_AO obj=ao/server nm=server$' got
	has '^FWK_SIG sig=signal/TURN_ON nm=TURN_ON$' got
	lines_are 5 got
done
has '^FWK_TCFG version=3.4.00 hz=1000 .* sender=0 que_lwmark=0 ' got

# An event of the program comes first.
build late_recording late_recording.c -DBESIDE
run 0 ./late_recording beside.ptl
"$posixtrace" convert -q --force -t rkh -o back.rkh beside.ptl 2> told
status_is 0 $? 'events of a program before those of RKH' told
lacks 'rate' told
events_of back.rkh got
has '^FWK_TCFG version=3.4.00 hz=1000 ' got
has '^SMA_FIFO ao=ao/server sig=signal/TURN_ON ' got

# A part of a log: the time of a post that it lacks is not known.
build records records.c -DROUNDS=3
rm -f records.ptl
record 0 'all records' -o records.ptl -- ./records
"$posixtrace" cut -q --force --from=@QUE_GET:2 -o part.ptl records.ptl 2> err ||
	fail 'no part was written' err
returns part.ptl 'a part of a log' 's/ nseq=.*//'
has 'numbers of posts, which begin anew: [1-9]' told
has 'numbers of records, which begin anew: [1-9]' told
has '^FWK_STATE ao=ao/server obj=state/off nm=off$' got
has '^FWK_TUSR ut=user/LIGHT nm=LIGHT$' got
has '^FWK_EPOOL ep=pool0/small nm=small$' got
has '^FWK_FUN fn=function/turn nm=turn$' got
has '^FWK_ACTOR obj=actor/ticker nm=ticker$' got

# Some events of a log.
"$posixtrace" cut -q --force -e SM_TRN,USR_0,SMA_GET -o part.ptl records.ptl \
	2> err || fail 'no part was written' err
returns part.ptl 'some events of a log' 's/ nseq=.*//'
has 'times of posts that are not there: [1-9]' told

has 'the rate of stamps, which no event tells .hz=N.: 1 time' told
"$posixtrace" convert -q --force -t rkh -o hz=1000 -o back.rkh part.ptl 2> told
lacks 'rate' told
events_of back.rkh got
has '^FWK_TCFG version=3.4.00 hz=1000 ' got

# A log that is followed is read once: a record of it may tell a name again.
"$posixtrace" convert -q --force -F -t rkh -o back.rkh late.ptl 2> told ||
	fail 'a log that is followed was not written' told
events_of back.rkh got
has '^SMA_FIFO ao=ao/server sig=signal/TURN_ON ' got

# A log may say anything.
build odd_config odd_config.c
record 0 'an odd configuration' -o odd.ptl -- ./odd_config
"$posixtrace" convert -q --force -t rkh -o back.rkh odd.ptl 2> told
status_is 0 $? 'an odd configuration' told
"$posixtrace" show --no-pager -O name,args back.rkh > shown 2>&1
has '^FWK_TCFG .* te_id=1 .* ts=4 ptr=4 ' shown
finish
