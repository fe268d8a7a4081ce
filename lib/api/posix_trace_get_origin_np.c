/* posix_trace_get_origin_np.c - origins of a log's items */
#include <errno.h>
#include <trace_np.h>

#include "session/control/reading.h"

int posix_trace_get_origin_np(trace_id_t trid, unsigned number,
			      struct posix_trace_origin_np *origin)
{
	struct pxt_session *session;
	int err;

	if (!origin)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_origin(session, number, origin);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_thread_np(trace_id_t trid, unsigned origin, pid_t pid,
			      pid_t tid, char *name, size_t size)
{
	struct pxt_session *session;
	int err;

	if (!name)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_thread(session, origin, pid, tid, name, size);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_process_np(trace_id_t trid, unsigned origin, pid_t pid,
			       struct posix_trace_process_np *process)
{
	const struct pxt_image *image;
	struct pxt_session *session;
	int err;
	int cancel;

	if (!process)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	cancel = pxt_session_lock(session);
	image = pxt_log_reader_process(session->log, origin, (uint32_t)pid);
	if (image)
		*process = (struct posix_trace_process_np){
			.pid = pid,
			.name = image->name,
			.command = image->command,
		};
	pxt_session_unlock(session, cancel);

	pxt_session_put(session);
	return image ? 0 : ESRCH;
}

/* Modules */

static int get_image(trace_id_t trid, unsigned origin, pid_t pid,
		     struct pxt_image *image)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_image(session, origin, pid, image);

	pxt_session_put(session);
	return err;
}

static void tell(const struct pxt_image_module *found,
		 struct posix_trace_module_np *module)
{
	*module = (struct posix_trace_module_np){
		.start = (const void *)(uintptr_t)found->start,
		.end = (const void *)(uintptr_t)found->end,
		.base = found->base,
		.path = found->path,
		.build_id = found->id_len ? found->id : NULL,
		.build_id_len = found->id_len,
	};
}

int posix_trace_list_modules_np(
	trace_id_t trid, unsigned origin, pid_t pid,
	void (*visit)(const struct posix_trace_module_np *module,
		      void *argument),
	void *argument)
{
	struct posix_trace_module_np module;
	struct pxt_image_module found;
	struct pxt_image image;
	int err;

	if (!visit)
		return EINVAL;
	err = get_image(trid, origin, pid, &image);
	if (err)
		return err;

	while (!pxt_image_next_module(&image, &found)) {
		tell(&found, &module);
		visit(&module, argument);
	}
	return 0;
}

int posix_trace_get_module_np(trace_id_t trid, unsigned origin, pid_t pid,
			      const void *address,
			      struct posix_trace_module_np *module)
{
	const uint64_t wanted = (uintptr_t)address;
	struct pxt_image_module found;
	struct pxt_image image;
	int err;

	if (!module)
		return EINVAL;
	err = get_image(trid, origin, pid, &image);
	if (err)
		return err;

	while (!pxt_image_next_module(&image, &found)) {
		if (wanted < found.start || wanted >= found.end)
			continue;
		tell(&found, module);
		return 0;
	}
	return ESRCH;
}
