/* conversion_state.c - state of converting other systems' events */
#include "format/threadx/export/conversion_state.h"

#include <string.h>

void pxt_threadx_conversion_fini(struct pxt_threadx_conversion *conversion)
{
	pxt_threadx_objects_fini(&conversion->objects);
}

pid_t pxt_threadx_conversion_pid(struct pxt_threadx_conversion *conversion,
				 struct pxt_export *export, unsigned origin,
				 pid_t pid)
{
	enum { UNKNOWN, NO, YES };
	static const char word[] = "Linux";
	const char *system;

	if (origin >= PXT_THREADX_ORIGINS)
		return pid;
	if (conversion->has_processes[origin] == UNKNOWN) {
		system = export->view->get_system(export->view, origin);
		conversion->has_processes[origin] =
			!system || !*system ||
					!strncmp(system, word, strlen(word)) ?
				YES :
				NO;
	}
	return conversion->has_processes[origin] == YES ? pid : 0;
}
