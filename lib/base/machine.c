/* machine.c - identity of the machine, and quality of its clock */
#include "base/machine.h"

#include <fcntl.h>
#include <string.h>
#include <sys/timex.h>
#include <unistd.h>

#include "base/digit.h"

enum { UUID_TEXT = 36, NS_PER_US = 1000 };

/* "01234567-89ab-cdef-0123-456789abcdef" */
static void parse(const char *text, uint8_t uuid[16])
{
	uint8_t bytes[16];

	for (unsigned i = 0; i < sizeof(bytes); i++) {
		int high, low;

		if (i == 4 || i == 6 || i == 8 || i == 10)
			text += *text == '-';
		high = pxt_digit(text[0]);
		low = high < 0 ? -1 : pxt_digit(text[1]);
		if (low < 0)
			return;
		bytes[i] = (uint8_t)(high << 4 | low);
		text += 2;
	}
	memcpy(uuid, bytes, sizeof(bytes));
}

static void read_boot(uint8_t boot[16])
{
	char text[UUID_TEXT + 1] = "";
	int fd;

	fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (read(fd, text, UUID_TEXT) == UUID_TEXT)
		parse(text, boot);
	close(fd);
}

/* The query is forbidden in some sandboxes. */
static void read_sync(struct pxt_machine *machine)
{
	struct timex state = { 0 };
	int64_t offset;

	if (adjtimex(&state) < 0)
		return;
	machine->sync = PXT_SYNC_NONE;
	if (state.status & STA_UNSYNC)
		return;
	offset = state.offset;
	machine->sync = PXT_SYNC_KEPT;
	machine->offset_ns =
		state.status & STA_NANO ? offset : offset * NS_PER_US;
	machine->error_ns = (uint64_t)state.maxerror * NS_PER_US;
}

void pxt_machine_read(struct pxt_machine *machine)
{
	memset(machine, 0, sizeof(*machine));
	read_boot(machine->boot);
	read_sync(machine);
}
