#!/bin/sh
#
# work.sh - what a host does: counts words now and then, for some seconds
#
#	work.sh SECONDS WORDCOUNT DIRECTORY
#
# Without WORDCOUNT it records the shell alone.
end=$(($(date +%s) + $1))
while [ "$(date +%s)" -lt $end ]; do
	[ -z "$2" ] || "$2" "$3" > /dev/null
	sleep 0.5
done
