/*
 * damage.h - damage of a foreign trace
 */
#ifndef SOURCE_FOREIGN_DAMAGE_H
#define SOURCE_FOREIGN_DAMAGE_H

#include "source/foreign/foreign.h"

/* Returns its notes about damage, by index. ENODATA: no more. */
int foreign_damage_note(struct foreign *foreign, unsigned index,
			struct posix_trace_note_np *note);

/* Reports the first damage, and the number; or that nothing has come, or what
 * reading refused. Returns the exit status. */
int foreign_damage_tell(const struct foreign *foreign);

/* Reports whether its line was cut. */
bool foreign_cut_tell(const struct foreign *foreign);

/* Reports why its format refuses it, with err. Returns the exit status. */
int foreign_refuse(const struct foreign *foreign, int err);

#endif
