#!/bin/sh
#
# check-motor.sh - the example: firmware with tasks and an interrupt, in figures
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

motor=$(tool examples/liteos_motor) || exit 99
record 0 'the motor' -o motor.ptl -- "$motor"
has '^\*+TraceInfo begin\*+$' out
events_of motor.ptl shown_motor
for event in 'TASK_CREATE taskId=task/0x1 ' 'TYPE_0x4000 identity=0x1 p1=0x64' \
	'SEM_PEND semId=semaphore/1 ' 'USER_1 identity=0x13 '; do
	has "^$event" shown_motor
done
[ "$(grep -c '^USER_1' shown_motor)" -eq 20 ] || fail 'not 20 rounds' shown_motor
"$posixtrace" stat motor.ptl > figures 2> err
status_is 0 $? 'figures' err
has 'interrupt: HWI_RESPONSE_IN -> HWI_RESPONSE_OUT by hwiNum' figures

# Own events have names where a file gives them.
printf '0x4000\tmotor speed\tmotor:key\tspeed:unsigned\n' > names
"$posixtrace" convert -q -t liteos -o kind=offline -o layout=a64 \
	-e '!posix_trace_*' -o motor.raw motor.ptl 2> err
events_of motor.raw shown_named -o layout=a64 -o events=names
has '^motor speed motor=1 speed=100' shown_named
finish
