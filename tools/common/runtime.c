/* runtime.c - problems of the runtime directory */
#include <errno.h>
#include <string.h>
#include <trace_np.h>

#include "common/command.h"
#include "common/runtime.h"
#include "common/talk.h"

bool runtime_is_refused(void)
{
	struct posix_trace_directory_np directory;

	return posix_trace_get_directory_np(&directory) == EPERM;
}

int runtime_refuse(void)
{
	struct posix_trace_directory_np directory;

	posix_trace_get_directory_np(&directory);
	talk("%s: %s: %s; it has to be a directory of the process's user, "
	     "with mode 0700, and no link",
	     directory.path, strerror(EPERM),
	     *directory.refusal ? directory.refusal :
				  "it is another process's");
	return EXIT_DENIED;
}
