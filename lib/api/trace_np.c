/* trace_np.c - what <trace_np.h> declares */
#include <errno.h>
#include <stdio.h>
#include <trace_np.h>

#include "base/shm.h"
#include "session/control/census.h"
#include "session/control/control.h"
#include "session/control/reading.h"
#include "session/control/remote.h"
#include "session/control/rescue.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unreleased"
#endif

static bool is_time(const struct timespec *time)
{
	return time->tv_nsec >= 0 && time->tv_nsec < 1000000000 &&
	       time->tv_sec >= 0 && time->tv_sec < INT64_MAX / 1000000000;
}

int posix_trace_attr_getorphan_np(const trace_attr_t *object, int *orphan)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !orphan)
		return EINVAL;

	*orphan = (int)attr->orphan;
	return 0;
}

int posix_trace_attr_setorphan_np(trace_attr_t *object, int orphan)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !pxt_attr_is_orphan(orphan))
		return EINVAL;

	attr->orphan = (uint32_t)orphan;
	return 0;
}

int posix_trace_attr_setcreatetime_np(trace_attr_t *object,
				      const struct timespec *time)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !time || !is_time(time))
		return EINVAL;

	attr->created_ns = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
	return 0;
}

int posix_trace_getnext_item_np(trace_id_t trid,
				struct posix_trace_item_np *item,
				int *unavailable)
{
	struct pxt_session *session;
	int err;

	if (!item || !unavailable)
		return EINVAL;
	err = pxt_session_hold(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_item(session, item, unavailable);

	pxt_session_release(session);
	return err;
}

int posix_trace_seek_np(trace_id_t trid, const struct timespec *time)
{
	struct pxt_session *session;
	int err;

	if (!time)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_seek(session, time);

	pxt_session_put(session);
	return err;
}

int posix_trace_follow_np(trace_id_t trid, int on)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_follow(session, on);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_times_np(trace_id_t trid, struct timespec *first,
			     struct timespec *last)
{
	struct pxt_session *session;
	int err;

	if (!first || !last)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_times(session, first, last);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_log_np(trace_id_t trid, struct posix_trace_log_np *log)
{
	struct pxt_session *session;
	int err;

	if (!log)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_log(session, log);

	pxt_session_put(session);
	return err;
}

int posix_trace_count_np(trace_id_t trid, struct posix_trace_count_np *count)
{
	struct pxt_session *session;
	int err;

	if (!count)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_count(session, count);

	pxt_session_put(session);
	return err;
}

int posix_trace_select_np(trace_id_t trid, const char *selection)
{
	uint64_t address = (uintptr_t)__builtin_return_address(0);
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_choose(session, selection, address);

	pxt_session_put(session);
	return err;
}

int posix_trace_drain_np(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_drain(session);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_totals_np(trace_id_t trid,
			      struct posix_trace_totals_np *totals)
{
	struct pxt_session *session;
	int err;

	if (!totals)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_totals(session, totals);

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

int posix_trace_get_damage_np(trace_id_t trid,
			      struct posix_trace_damage_np *damage)
{
	struct pxt_session *session;
	struct pxt_log_damage found;
	int err;
	int cancel;

	if (!damage)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	cancel = pxt_session_lock(session);
	pxt_log_reader_damage(session->log, &found);
	pxt_session_unlock(session, cancel);
	damage->count = found.count;
	damage->offset = found.offset;
	snprintf(damage->what, sizeof(damage->what), "%s", found.what);

	pxt_session_put(session);
	return 0;
}

int posix_trace_get_orphan_np(int number, struct posix_trace_orphan_np *orphan)
{
	return orphan ? pxt_rescue_describe(number, orphan) : EINVAL;
}

int posix_trace_find_orphan_np(int fd, int *number)
{
	return number ? pxt_rescue_find(fd, number) : EINVAL;
}

int posix_trace_recover_np(int number, int fd,
			   struct posix_trace_recovered_np *result)
{
	return result ? pxt_rescue_stream(number, fd, result) : EINVAL;
}

int posix_trace_sweep_np(void)
{
	return pxt_rescue_sweep();
}

int posix_trace_get_directory_np(struct posix_trace_directory_np *directory)
{
	if (!directory)
		return EINVAL;
	return pxt_shm_explain(directory->path, sizeof(directory->path),
			       directory->refusal, sizeof(directory->refusal));
}

int posix_trace_switch_log_np(trace_id_t trid, int fd,
			      const struct timespec *since)
{
	int64_t since_ns = INT64_MIN;
	struct pxt_session *session;
	int err;

	if (since && !is_time(since))
		return EINVAL;
	if (since)
		since_ns = (int64_t)since->tv_sec * 1000000000 + since->tv_nsec;
	if (fd < 0)
		return EBADF;
	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_switch(session, fd, since_ns);

	pxt_session_put(session);
	return err;
}

int posix_trace_note_np(trace_id_t trid, const char *key, const char *value)
{
	struct pxt_session *session;
	int err;

	if (!key || !value)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_note(session, key, value);

	pxt_session_put(session);
	return err;
}

int posix_trace_list_processes_np(
	void (*visit)(const struct posix_trace_traceable_np *process,
		      void *argument),
	void *argument)
{
	return visit ? pxt_census_processes(visit, argument) : EINVAL;
}

int posix_trace_list_streams_np(
	pid_t pid,
	void (*visit)(const struct posix_trace_stream_np *stream,
		      void *argument),
	void *argument)
{
	return visit ? pxt_census_streams(pid, visit, argument) : EINVAL;
}

int posix_trace_list_events_np(pid_t pid,
			       void (*visit)(trace_event_id_t event,
					     const char *name, void *argument),
			       void *argument)
{
	return visit ? pxt_census_events(pid, visit, argument) : EINVAL;
}

int posix_trace_list_descriptions_np(
	pid_t pid,
	void (*visit)(trace_event_id_t event, const char *name,
		      const char *description, void *argument),
	void *argument)
{
	return visit ? pxt_census_descriptions(pid, visit, argument) : EINVAL;
}

int posix_trace_steer_np(uid_t user, int number, int what)
{
	return pxt_remote_steer(user, number, what);
}

int posix_trace_steer_select_np(uid_t user, int number, const char *selection)
{
	return pxt_remote_select(user, number, selection);
}

const char *posix_trace_version_np(void)
{
	return PACKAGE_VERSION;
}
