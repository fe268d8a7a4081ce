/* log_info.c - the facts of a log, by libtrace's trc_loginfo() */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "firmware/aix/log.h"

/* Copies up to a blank, or all of the rest; returns what is behind that. */
static const char *take_word(const char *text, char *to, size_t size)
{
	const size_t len = strcspn(text, " ");

	snprintf(to, size, "%.*s", (int)len, text);
	return text + len + strspn(text + len, " ");
}

/* A system is told as "Linux 6.1.0 x86_64". */
static int take_system(trace_id_t trid, struct utsname *name)
{
	struct posix_trace_origin_np origin;
	const char *at = origin.system;
	int err;

	err = posix_trace_get_origin_np(trid, 0, &origin);
	if (err)
		return err;
	snprintf(name->nodename, sizeof(name->nodename), "%s", origin.host);
	at = take_word(at, name->sysname, sizeof(name->sysname));
	at = take_word(at, name->release, sizeof(name->release));
	take_word(at, name->machine, sizeof(name->machine));
	return 0;
}

static int take_attributes(trace_id_t trid, trc_log_info_t *info)
{
	char name[TRACE_NAME_MAX + 1] = "";
	struct timespec created;
	trace_attr_t attr;
	int err;

	err = posix_trace_get_attr(trid, &attr);
	if (err)
		return err;
	err = posix_trace_attr_getcreatetime(&attr, &created);
	if (!err)
		err = posix_trace_attr_getname(&attr, name);
	posix_trace_attr_destroy(&attr);
	if (err)
		return err;
	info->trci_time = created.tv_sec;
	info->trci_cmd = strdup(name);
	return info->trci_cmd ? 0 : ENOMEM;
}

static int take_hooks(const struct __trc_log *log, trc_hookset64_t *hooks)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct pxt_attachment attachment;
	trace_event_id_t event;
	int unavailable, err;

	err = posix_trace_eventtypelist_rewind(log->trid);
	while (!err) {
		err = posix_trace_eventtypelist_getnext_id(log->trid, &event,
							   &unavailable);
		if (err || unavailable)
			break;
		posix_trace_eventid_get_name(log->trid, event, name);
		pxt_templates_know(log->templates, name, &attachment);
		if (!strncmp(name, "trc:", strlen("trc:")))
			trc_hkaddset64(hooks, log_given_id(attachment.id));
	}
	return err;
}

static int take_file(const struct __trc_log *log, const char *path,
		     trc_log_info_t *info)
{
	if (pread(log->fd, &info->trci_logmagic, sizeof(info->trci_logmagic),
		  0) != sizeof(info->trci_logmagic))
		return TRCE_BADLOG;
	info->trci_fnames = calloc(2, sizeof(*info->trci_fnames));
	if (!info->trci_fnames)
		return ENOMEM;
	info->trci_fnames[0] = strdup(path);
	return info->trci_fnames[0] ? 0 : ENOMEM;
}

void log_info_free(trc_log_info_t *info)
{
	if (info->trci_fnames)
		free(info->trci_fnames[0]);
	free(info->trci_fnames);
	free(info->trci_cmd);
	memset(info, 0, sizeof(*info));
}

static int take(const struct __trc_log *log, const char *path,
		trc_log_info_t *info)
{
	int err;

	err = take_file(log, path, info);
	if (!err)
		err = take_attributes(log->trid, info);
	if (!err)
		err = take_system(log->trid, &info->trci_uname);
	if (!err)
		err = take_hooks(log, &info->trci_hookids);
	return err;
}

int trc_loginfo(char *log, trc_log_info_t *info)
{
	trc_log_handle_t handle;
	struct __trc_log *opened;
	char *path;
	int err;

	if (!info)
		return EINVAL;
	memset(info, 0, sizeof(*info));
	path = log && *log ? strdup(log) : trc_logpath();
	if (!path)
		return ENOMEM;
	err = trc_open(path, NULL, TRC_LOGREAD | TRC_LOGRAW, &handle);
	if (err)
		goto free_path;
	info->trci_magic = LOG_INFO_MAGIC;
	opened = open_logs_get(handle);
	err = opened ? take(opened, path, info) : EINVAL;
	if (opened)
		open_logs_put(opened);
	if (err)
		log_info_free(info);
	trc_close(handle);
free_path:
	free(path);
	return err;
}
