#!/bin/sh
#
# check-firmware-views.sh - templates and figures tell the same of a recorded log as
# of the target's own bytes
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

line=$(tool examples/threadx_line) || exit 99
lamp=$(tool examples/rkh_lamp) || exit 99

# rendered SYSTEM FILE TEXT: names and lines of its template, without the times and
# the thread
rendered() {
	"$posixtrace" show --no-pager --no-symbols -e '!posix_trace_*' \
		--templates="$top_srcdir/data/$1.trcfmt" "$2" > "$3" 2> err
	status_is 0 $? "templates for $2" err
	sed -i -E -e '/^-- /d' -e 's/^.*  ([A-Z][A-Z0-9_]+)(:[0-9]+)?( |$)/\1 /' \
		-e 's/  +/ /g' -e 's/ *$//' "$3"
}

# same_templates SYSTEM LOG BYTES
same_templates() {
	rendered "$1" "$2" log.rendered
	rendered "$1" "$3" bytes.rendered
	same bytes.rendered log.rendered "$1 by templates"
}

# same_lines SYSTEM LOG BYTES: in any order, as another thread may come between the
# buffer and the stream
same_lines() {
	rendered "$1" "$2" log.rendered
	rendered "$1" "$3" bytes.rendered
	sort log.rendered > log.sorted
	sort bytes.rendered > bytes.sorted
	same bytes.sorted log.sorted "$1 by templates"
}

record 0 'a line' -o line.ptl -- "$line" line.trx
same_lines threadx line.ptl line.trx
has '^TX_QUEUE_SEND queue_ptr=0x[0-9A-F]+ .*wait_option=wait_forever ' \
	log.rendered
for from in ptl trx; do
	"$posixtrace" stat -f json line.$from 2> err |
		sed -n 's/.*"threadx":/\n/p' | tail -1 | sed -E \
		-e 's/("context_switches","value":)[0-9]+,"tracex":[0-9]+/\1/' \
		-e 's/"ticks":[0-9]+,"percent":[0-9.]+//g' > $from.figures
	has '"context_switches","value":[},]' $from.figures
done
same trx.figures ptl.figures 'figures of ThreadX'
"$posixtrace" stat --no-pager line.ptl > out 2> err
has '^THREADX +COUNT$' out
has '^events +810$' out

record 0 'a lamp' -o lamp.ptl -- "$lamp" lamp.rkh
same_templates rkh lamp.ptl lamp.rkh
has '^FWK_AO obj=0x' log.rendered
has '^SMA_FIFO ao=0x[0-9A-Fa-f]+ sig=1 ' log.rendered

build message_line message_line.c -DLOSCFG_RECORDER_MODE_ONLINE=1
POSIXTRACE_LITEOS_CLIENT=messages \
	record 0 'messages' -o messages.ptl -- ./message_line
same_templates liteos messages.ptl messages
has '=0x[0-9a-fA-F]+' log.rendered

# Each process is a system of its own: its addresses are those of the other.
cat > two.c << 'END'
#include <sys/wait.h>
#include <unistd.h>

#include <tx_trace.h>

static ULONG buffer[1000];

int main(void)
{
	pid_t child;

	if (tx_trace_enable(buffer, sizeof(buffer), 4))
		return 1;
	tx_trace_user_event_insert(5000, 1, 2, 3, 4);
	child = fork();
	for (int i = 0; i < (child ? 1 : 3); i++)
		tx_trace_user_event_insert(5001, 1, 2, 3, 4);
	if (!child)
		_exit(0);
	return waitpid(child, NULL, 0) != child;
}
END
# shellcheck disable=SC2046
$CC $(sanitizer) -o two two.c $(pkg-config --cflags posixtrace-threadx) \
	$(pkg-config --libs posixtrace-threadx) 2> err ||
	fail 'two boards were not built' err
record 0 'two boards' -o two.ptl -- ./two
"$posixtrace" stat --no-pager two.ptl > out 2> err
has '^USER_5001 +4 ' out
has '^events +4$' out
has '^the figures of ThreadX are of one system: others are there, too$' out
finish
