/*
 * foreign_damage.h - what was wrong with a trace, place by place
 */
#ifndef FOREIGN_DAMAGE_H
#define FOREIGN_DAMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "format/trace.h"
#include "source/foreign.h"

/* In the text around it, if there is one, and then in itself. */
uint64_t foreign_damages(const struct foreign *foreign);

/* One of the first of them; NULL: it was not kept. */
const struct pxt_trace_damage *foreign_damage(const struct foreign *foreign,
					      size_t index);

/* Tell the first one, and how many there are; or that nothing has come, or what
 * reading refused. Gives the exit status. */
int foreign_damage_tell(const struct foreign *foreign);

/* Tell why its format refuses it, which gave err. Gives the exit status. */
int foreign_refuse(const struct foreign *foreign, int err);

#endif
