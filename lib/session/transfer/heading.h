/* heading.h - what a log says of its stream, and a stream of its log */
#ifndef PXT_SESSION_TRANSFER_HEADING_H
#define PXT_SESSION_TRANSFER_HEADING_H

#include "log/log_format.h"
#include "session/controller.h"

/* Attributes, clock and host, with a UUID of its own. */
void pxt_heading_describe(const struct pxt_controller *controller,
			  struct pxt_log_header *header);

/* Should this process die, another finds the log by this. */
void pxt_heading_tell_where(struct pxt_controller *controller, int fd,
			    const uint8_t *uuid);

/* The log may have been renamed since. Waits for no disk. */
void pxt_heading_tell_path(struct pxt_controller *controller, int fd);

#endif
