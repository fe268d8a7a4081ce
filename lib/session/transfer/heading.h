/* heading.h - facts about the stream in its log, and about the log in its
 * stream */
#ifndef PXT_SESSION_TRANSFER_HEADING_H
#define PXT_SESSION_TRANSFER_HEADING_H

#include "log/log_format.h"
#include "session/controller.h"

/* Attributes, clock and host, with a new UUID. */
void pxt_heading_describe(const struct pxt_controller *controller,
			  struct pxt_log_header *header);

/* Lets a rescuer find the log. */
void pxt_heading_tell_where(struct pxt_controller *controller, int fd,
			    const uint8_t *uuid);

/* Updates the path, as the log may have been renamed. Does not wait for a
 * disk. */
void pxt_heading_tell_path(struct pxt_controller *controller, int fd);

#endif
