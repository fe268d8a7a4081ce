/*
 * damage.h - what was wrong with a trace, place by place
 */
#ifndef SOURCE_FOREIGN_DAMAGE_H
#define SOURCE_FOREIGN_DAMAGE_H

#include "source/foreign/foreign.h"

/* One of the notes that tell of it: 0, 1, 2... ENODATA: there are not as
 * many. */
int foreign_damage_note(struct foreign *foreign, unsigned index,
			struct posix_trace_note_np *note);

/* Tell the first one, and how many there are; or that nothing has come, or what
 * reading refused. Gives the exit status. */
int foreign_damage_tell(const struct foreign *foreign);

/* Tell why its format refuses it, which gave err. Gives the exit status. */
int foreign_refuse(const struct foreign *foreign, int err);

#endif
