#!/bin/sh
#
# check-losses.sh - why events are missing is told by logs, too: by one that is
# made of a capture, and by all that are made of that
. "${top_srcdir:?}/tests/tools/lib.sh"

data=$top_srcdir/tests/data

# hurt FROM TO PLACE...: a copy with a byte that is wrong at each place
hurt() {
	cp "$1" "$2"
	copy=$2
	shift 2
	for place; do
		printf '\125' |
			dd of="$copy" bs=1 seek="$place" conv=notrunc 2> /dev/null
	done
}

# One damaged by each importer, and those that tell of losses without damage
hurt "$data/rkh/all-std.bin" frames.bin 701 854 1075 1616
cp "$data/rkh/overrun-128.bin" gaps.bin
cp "$data/liteos/damaged-flipped.tlv" messages.tlv
cp "$data/liteos/damaged-short.raw" cut.raw
cp "$data/threadx/truncated-events.trx" entries.trx
printf '\0\0\0\0' | dd of=entries.trx bs=1 seek=7856 conv=notrunc 2> /dev/null
sed '60,63s/^/x/; 70s/^/x/' "$data/liteos/m32-default-wrapped.txt" > lines.txt
captures='frames.bin gaps.bin messages.tlv cut.raw lines.txt entries.trx'

# listed FILE: its losses, as text, into shown, and all of it into items, but for
# names: a log tells them from its beginning on, those that came later, too.
"$posixtrace" show -f json /dev/null > /dev/null 2> err
grep -q 'without yajl' err && items='-f tsv -O ts,name,pid,tid,lost' ||
	items='-f json'
listed() {
	"$posixtrace" show "$1" > text 2> err
	status=$?
	grep ' events\{0,1\} lost (' text | tr -s ' ' > shown
	"$posixtrace" show $items "$1" > all 2> err
	status_is $status $? "$capture in another format" err
	sed 's/,"objects":{[^}]*}//; s/,"tname":"[^"]*"//' all > items
}

# places FILE LISTING: what info says was damaged; parts of a log that are one
# again say it each
places() {
	"$posixtrace" info --verify "$1" 2> err > facts
	sed -n '/^    bytes\{0,1\} [0-9]/p' facts | sort -u > "$2"
}

# tells_the_same LOG WHAT
tells_the_same() {
	listed "$1"
	status_is 0 $status "$capture, $2" err
	lines_are 0 err
	cmp -s wanted shown ||
		fail "$capture, $2, tells other losses" shown wanted
	cmp -s wanted-items items ||
		fail "$capture, $2, tells something else" items wanted-items
	places "$1" told
	cmp -s wanted-places told ||
		fail "$capture, $2, tells other places" told wanted-places
	has '^  damage +none$' facts
	if [ -s wanted-places ]; then
		has '^  made of +damaged input(:| of origin 1:) [0-9]+ place' \
			facts
	else
		lacks '^  made of +damaged input' facts
	fi
}

# is_told REASON: the capture tells it itself
is_told() {
	has " lost \\($1\\)" wanted
}

losses=0
for capture in $captures; do
	rm -f *.ptl
	listed $capture
	mv shown wanted
	mv items wanted-items
	places $capture wanted-places
	has '^  damage +(none|[0-9]+ places?)$' facts
	losses=$((losses + $(wc -l < wanted)))
	case $capture in
	frames.bin) is_told 'checksum; 12 bytes at 701' ;;
	gaps.bin) is_told 'gap: number [0-9]+, expected [0-9]+' ;;
	messages.tlv) is_told 'damaged messages; 48 bytes at 698' ;;
	cut.raw) is_told 'overwritten, or cleared' &&
		is_told 'the buffer is cut; 3999 bytes at 3001' ;;
	lines.txt) is_told 'damaged lines; [0-9]+ bytes at [0-9]+' ;;
	*) is_told 'no event where there was one; 32 bytes at 7856' &&
		is_told 'the file ends inside the event area; 4096 bytes at 8176' ;;
	esac
	lacks 'stream full' wanted
	"$posixtrace" convert -q -o a.ptl $capture 2> err
	status_is $status $? "converting $capture" err
	tells_the_same a.ptl 'as a log'

	"$posixtrace" convert -q -o b.ptl a.ptl
	tells_the_same b.ptl 'as another log'
	"$posixtrace" cut -q -o c.ptl b.ptl
	tells_the_same c.ptl 'cut to nothing less'
	"$posixtrace" merge -q -o d.ptl c.ptl
	tells_the_same d.ptl 'merged with nothing'
	"$posixtrace" split -q --time 10ms -o 'part.%n.ptl' d.ptl
	"$posixtrace" merge -q -o e.ptl part.*.ptl
	tells_the_same e.ptl 'split and merged'
	case $items in
	*json)
		"$posixtrace" info -f json a.ptl > facts 2> err
		[ ! -s wanted-places ] ||
			has '"damage_before":\[\{"count":[1-9]' facts
		lacks '"key":"damage' facts
		;;
	esac

	# Without its end it tells as much.
	size=$(wc -c < a.ptl)
	head -c $((size - 8)) a.ptl > f.ptl
	"$posixtrace" convert -q -o g.ptl f.ptl 2> err
	status_is 3 $? "converting what is left of $capture" err
	tells_the_same g.ptl 'cut off and read'
done
[ "$losses" -gt 10 ] || fail "there are only $losses losses in all"

# All views tell why, and who asks for none is told.
"$posixtrace" convert -q -o frames.ptl frames.bin 2> err
"$posixtrace" show -f csv frames.ptl | tr -d '\r' > shown
has '^[0-9]+,events lost,,,,,checksum; 12 bytes at 701,0$' shown
has '^[0-9]+,[1-9] events? lost,,,,,"gap: number [0-9]+, expected [0-9]+",' shown
"$posixtrace" show -O ts,name,data frames.ptl > shown
has '^[0-9]+ +events lost +checksum; 12 bytes at 701$' shown
ln -s "$posixtrace" trcrpt
./trcrpt frames.ptl > shown
has ' events lost \(checksum; 12 bytes at 701\)' shown
"$posixtrace" show --strict frames.ptl > shown 2> err
status_is 4 $? 'losses that are minded' err
has 'frames.ptl: [0-9]+ events are lost, and maybe more$' err
"$posixtrace" convert -q -o messages.ptl messages.tlv 2> err
for trace in frames.bin messages.tlv 'frames.ptl --verify' 'messages.ptl --verify'; do
	# shellcheck disable=SC2086 # words are wanted
	"$posixtrace" info -f json $trace > shown 2> err
	grep -q 'without yajl' err ||
		has '"losses":[0-9]+,"uncounted":[1-9][0-9]*,"lost":' shown
done
for command in show stat; do
	"$posixtrace" $command --strict messages.ptl > shown 2> err
	status_is 4 $? "losses of their number is unknown, minded by $command" err
	has 'messages.ptl: events are lost, their number is unknown$' err
done
"$posixtrace" show -O ts,pid messages.ptl > shown 2> err
has '^posixtrace: events are lost, and no column shows it: -O name$' err

# A format that holds no losses says so.
for format in rkh liteos threadx; do
	"$posixtrace" convert -q -t $format -o again.$format messages.ptl 2> err
	status_is 0 $? "writing $format" err
	has '(places where|losses of an unknown number).*: 7 times$' err
done
"$posixtrace" convert -q -t rkh -o again.bin frames.ptl 2> err
has 'places that could not be read: 4 times$' err

# So does one whose writer was killed, of what there was by then.
capture='a stream'
"$posixtrace" show frames.bin 2> err | grep ' lost (' | tr -s ' ' > wanted
mkfifo line
"$posixtrace" record -q --from rkh -o killed.ptl line &
record=$!
remember $record
exec 3> line
cat frames.bin >&3
all_lost() {
	"$posixtrace" show killed.ptl 2> err | grep ' lost (' | tr -s ' ' > shown
	[ "$(wc -l < shown)" -eq "$(wc -l < wanted)" ]
}
wait_for 'all losses' all_lost
kill -KILL $record
wait $record 2> /dev/null
exec 3>&-
all_lost
cmp -s wanted shown || fail 'a killed writer left something else' shown wanted
"$posixtrace" convert -q -o after.ptl killed.ptl 2> err
"$posixtrace" show after.ptl 2> err | grep ' lost (' | tr -s ' ' > shown
lines_are 0 err
cmp -s wanted shown || fail 'and so did what was made of that' shown wanted

finish
