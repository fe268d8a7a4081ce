/*
 * order.c - orders to a device
 */
#include <errno.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/device/device.h"
#include "source/foreign/order.h"

enum { ORDER_MAX = 256 }; /* bytes of an order */

/* Returns an error number. EINVAL: no such order. */
static int give(const struct foreign *foreign, const char *order)
{
	const struct pxt_importer *import = foreign->as.format->import;
	uint8_t bytes[ORDER_MAX];
	const size_t len =
		import->order ? import->order(order, bytes, sizeof(bytes)) : 0;

	return len ? device_send(foreign->fd, bytes, len) : EINVAL;
}

static int refuse(const struct foreign *foreign, const char *order, int err)
{
	if (err == EINVAL) {
		talk("--send %s: %s has no such order", order,
		     foreign->as.format->name);
		return EXIT_MISUSE;
	}
	talk_error(foreign->name, err);
	return EXIT_SYSTEM;
}

int foreign_order_begin(struct foreign *foreign)
{
	const struct source_as *as = &foreign->as;

	if (as->orders && !foreign->is_line) {
		talk("--send %s: %s is no line to a device", as->order[0],
		     foreign->name);
		return EXIT_MISUSE;
	}
	if (as->orders && !as->format) {
		talk("--send %s: --from has to say which format it is",
		     as->order[0]);
		return EXIT_MISUSE;
	}
	for (size_t i = 0; i < as->orders; i++) {
		const int err = give(foreign, as->order[i]);

		if (err)
			return refuse(foreign, as->order[i], err);
		if (!strcmp(as->order[i], "start"))
			foreign->is_started = true;
		else if (!strcmp(as->order[i], "stop"))
			foreign->is_started = false;
	}
	return EXIT_SUCCESS;
}

/* Errors of a line that is being left do not matter. */
void foreign_order_end(struct foreign *foreign)
{
	if (foreign->is_started && !foreign_cut(foreign))
		give(foreign, "stop");
	foreign->is_started = false;
}
