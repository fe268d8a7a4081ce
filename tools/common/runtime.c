/* runtime.c - problems of the runtime directory, and of its files */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <trace_np.h>

#include "common/command.h"
#include "common/runtime.h"
#include "common/talk.h"
#include "common/text.h"

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

/* The file system of the runtime directory is small in containers. */
static void tell_room(int err)
{
	struct posix_trace_directory_np directory;
	struct statvfs fs;
	char size[TEXT_MAX];

	posix_trace_get_directory_np(&directory);
	if (err == ENOMEM && !statvfs(directory.path, &fs))
		talk("cannot make a stream: %s; %s has room for %s, and a "
		     "smaller one may fit",
		     strerror(err), directory.path,
		     text_size(size, (uint64_t)fs.f_bavail * fs.f_frsize));
	else if (err == EAGAIN)
		talk("cannot make a stream: %s; a user may have %d (posixtrace "
		     "ls), and as many threads as limits allow",
		     strerror(err), TRACE_SYS_MAX);
	else
		talk_error("cannot make a stream", err);
}

void runtime_report_no_stream(int err)
{
	struct rlimit limit;
	char size[TEXT_MAX];

	if (err == ENOMEM && !getrlimit(RLIMIT_FSIZE, &limit) &&
	    limit.rlim_cur != RLIM_INFINITY)
		talk("cannot make a stream: %s; files may have %s only "
		     "(ulimit -f)",
		     strerror(err), text_size(size, limit.rlim_cur));
	else
		tell_room(err);
}
