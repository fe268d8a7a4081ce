/*
 * log.c - reading logs by the functions of libtrace
 *
 * A log is a pre-recorded stream, with templates. What is given to the caller is
 * copied, and his until trc_free().
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trace_np.h>

#include "firmware/aix/public.h"

#include "firmware/aix/log.h"
#include "firmware/aix/session.h"

enum {
	READ_MAGIC = 0x74727264,
	NAMES_MAGIC = 0x74726e6d,
	HOOK_LOST = 0x0060,
	NS_PER_S = 1000000000,
};

static int put(struct __trc_log *log, int result)
{
	open_logs_put(log);
	return result;
}

static int open_trace(const char *path, struct __trc_log *log)
{
	int err;

	log->fd = !strcmp(path, "-") ? dup(STDIN_FILENO) :
				       open(path, O_RDONLY | O_CLOEXEC);
	if (log->fd < 0)
		return errno;
	err = posix_trace_open(log->fd, &log->trid);
	if (!err)
		return 0;
	close(log->fd);
	return err == EINVAL ? TRCE_BADLOG : err;
}

static int take_text(FILE *file, char **text, size_t *len)
{
	*text = malloc(PXT_TEMPLATES_FILE_MAX + 1);
	if (!*text)
		return ENOMEM;
	*len = fread(*text, 1, PXT_TEMPLATES_FILE_MAX + 1, file);
	return ferror(file) ? EIO : 0;
}

static int read_templates(struct pxt_templates *templates, const char *path)
{
	struct pxt_complaints complaints = { .file = path };
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t len;
	int err;

	if (!file)
		return errno;
	err = take_text(file, &text, &len);
	if (!err)
		err = pxt_templates_add(templates, path, text, len,
					&complaints);
	free(text);
	fclose(file);
	return err == EINVAL ? TRCE_BADFORMAT : err;
}

static int make_render(struct __trc_log *log, const char *path)
{
	int err;

	err = pxt_templates_create(&log->templates);
	if (err)
		return err;
	if (path && *path)
		err = read_templates(log->templates, path);
	if (!err)
		err = pxt_render_open(&log->render, log->templates, NULL);
	if (err)
		pxt_templates_close(log->templates);
	return err;
}

static bool is_type(int type)
{
	const int known =
		TRC_LOGREAD | TRC_LOGRAW | TRC_LOGPROC | TRC_NOTEMPLATES;

	return type & TRC_LOGREAD && !(type & ~known) &&
	       !(type & TRC_LOGRAW) != !(type & TRC_LOGPROC);
}

static int open_path(const char *path, const char *templates, int type,
		     trc_log_handle_t *handle)
{
	struct __trc_log *log = calloc(1, sizeof(*log));
	int err;

	if (!log)
		return ENOMEM;
	log->is_processed = type & TRC_LOGPROC;
	err = open_trace(path, log);
	if (err)
		goto free_log;
	err = make_render(log, type & TRC_NOTEMPLATES ? NULL : templates);
	if (err)
		goto close_trace;
	*handle = open_logs_add(log);
	return 0;

close_trace:
	posix_trace_close(log->trid);
	close(log->fd);
free_log:
	free(log);
	return err;
}

int trc_open(char *log, char *templates, int type, trc_log_handle_t *handle)
{
	char *path;
	int err;

	if (!handle || !is_type(type))
		return EINVAL;
	path = log && *log ? strdup(log) : trc_logpath();
	if (!path)
		return ENOMEM;
	err = open_path(path, templates, type, handle);
	free(path);
	return err;
}

int trc_close(trc_log_handle_t handle)
{
	struct __trc_log *const log = open_logs_take(handle);
	int err;

	if (!log)
		return EINVAL;
	err = posix_trace_close(log->trid);
	close(log->fd);
	pxt_render_close(log->render);
	pxt_templates_close(log->templates);
	return put(log, err);
}

/* An event's name says what its entry is. */
static void attach(const struct __trc_log *log,
		   const struct posix_trace_item_np *item, trc_read_t *entry,
		   struct pxt_attachment *attachment)
{
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		memset(attachment, 0, sizeof(*attachment));
		attachment->id = HOOK_LOST;
		return;
	}
	posix_trace_eventid_get_name(log->trid, item->info.posix_event_id,
				     entry->trcr_event_np);
	pxt_templates_know(log->templates, entry->trcr_event_np, attachment);
}

static int keep_lines(const struct pxt_lines *lines, trc_read_t *entry)
{
	size_t at = 0, len;
	const char *text;
	unsigned line = 0;
	uint8_t level;
	char *end;

	entry->trchi_ascii = end = malloc(lines->len + 2);
	if (!end)
		return ENOMEM;
	while ((text = pxt_lines_next(lines, &at, &line, &len, &level))) {
		if (end > entry->trchi_ascii)
			*end++ = '\n';
		memcpy(end, text, len);
		end += len;
	}
	*end = '\0';
	return 0;
}

static int process(const struct __trc_log *log, const struct pxt_hook *hook,
		   const struct posix_trace_item_np *item, trc_read_t *entry)
{
	const struct pxt_occurrence occurrence = {
		.hook = *hook,
		.time = (uint64_t)entry->trcr_time_np.tv_sec * NS_PER_S +
			(uint64_t)entry->trcr_time_np.tv_nsec,
		.pid = entry->trcr_pid_np,
		.tid = (uint64_t)entry->trcr_tid_np,
		.event = entry->trcr_event_np,
		.log_offset = item->offset,
	};
	const struct pxt_lines *lines;

	pxt_render(log->render, &occurrence, &lines);
	return keep_lines(lines, entry);
}

static int fill(const struct __trc_log *log,
		const struct posix_trace_item_np *item, trc_read_t *entry)
{
	const struct pxt_machine_form form = {
		.word = sizeof(long),
		.is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
	};
	struct pxt_attachment attachment;
	struct pxt_hook hook;
	uint8_t *memory;
	int err = 0;

	memory = malloc(item->data_len + PXT_HOOK_EXTRA);
	if (!memory)
		return ENOMEM;
	attach(log, item, entry, &attachment);
	pxt_hook_make(&hook, &attachment, form, item->data, item->data_len,
		      memory);
	if (hook.entry != memory && hook.len)
		memcpy(memory, hook.entry, hook.len);
	hook.entry = memory;
	entry->trcri_hookid = log_given_id(hook.id);
	entry->trcri_subhookid = hook.data;
	if (log->is_processed) {
		err = process(log, &hook, item, entry);
		free(memory);
		return err;
	}
	entry->trcri_entry_np = memory;
	entry->trcri_len_np = hook.len;
	return 0;
}

static int next_item(const struct __trc_log *log,
		     struct posix_trace_item_np *item)
{
	int unavailable, err;

	err = posix_trace_getnext_item_np(log->trid, item, &unavailable);
	return err ? err : unavailable ? TRCE_EOF : 0;
}

static int read_entry(struct __trc_log *log, trc_read_t *entry)
{
	struct posix_trace_item_np item;
	int err;

	memset(entry, 0, sizeof(*entry));
	err = next_item(log, &item);
	if (err)
		return err;
	log->position++;
	entry->trcr_magic = READ_MAGIC;
	entry->trcr_time_np = item.info.posix_timestamp;
	entry->trcr_pid_np = item.info.posix_pid;
	entry->trcr_tid_np = item.tid;
	err = fill(log, &item, entry);
	log->has_last = true;
	log->last.hook = entry->trcri_hookid;
	log->last.pid = entry->trcr_pid_np;
	log->last.tid = entry->trcr_tid_np;
	log->last.time = entry->trcr_time_np;
	return err;
}

int trc_read(trc_log_handle_t handle, trc_read_t *entry)
{
	struct __trc_log *const log = entry ? open_logs_get(handle) : NULL;

	return log ? put(log, read_entry(log, entry)) : EINVAL;
}

int trc_tell(trc_log_handle_t handle, trc_logpos_t *position)
{
	struct __trc_log *const log = position ? open_logs_get(handle) : NULL;

	if (!log)
		return EINVAL;
	*position = log->position;
	return put(log, 0);
}

static int go_to(struct __trc_log *log, trc_logpos_t position)
{
	struct posix_trace_item_np item;
	int err = 0;

	if (position < log->position) {
		err = posix_trace_rewind(log->trid);
		log->position = 0;
	}
	while (!err && log->position < position) {
		err = next_item(log, &item);
		log->position += !err;
	}
	return err;
}

int trc_seek(trc_log_handle_t handle, trc_logpos_t position, trc_read_t *entry)
{
	struct __trc_log *const log = open_logs_get(handle);
	int err;

	if (!log)
		return EINVAL;
	err = go_to(log, position);
	if (!err && entry)
		err = read_entry(log, entry);
	return put(log, err);
}

static bool is_before(struct timespec a, struct timespec b)
{
	return a.tv_sec < b.tv_sec ||
	       (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static bool has_end(const trc_logsearch_t *search)
{
	return search->trcls_until_np.tv_sec || search->trcls_until_np.tv_nsec;
}

/* True if the entry that was read last fits. */
static bool is_found(const struct __trc_log *log, const trc_logsearch_t *search)
{
	const struct log_entry *const last = &log->last;

	return log->has_last &&
	       (!search->trcls_hooks_np ||
		trc_hkisset64(search->trcls_hooks_np, last->hook)) &&
	       (!search->trcls_pid_np || search->trcls_pid_np == last->pid) &&
	       (!search->trcls_tid_np || search->trcls_tid_np == last->tid) &&
	       !is_before(last->time, search->trcls_from_np) &&
	       (!has_end(search) ||
		is_before(last->time, search->trcls_until_np));
}

int trc_compare(trc_log_handle_t handle, const trc_logsearch_t *search)
{
	struct __trc_log *const log = search ? open_logs_get(handle) : NULL;

	return log ? put(log, is_found(log, search)) : 0;
}

static int find_next(struct __trc_log *log, const trc_logsearch_t *search,
		     trc_read_t *entry)
{
	int err;

	while (!(err = read_entry(log, entry)) && !is_found(log, search))
		trc_free(entry);
	return err;
}

int trc_find_next(trc_log_handle_t handle, const trc_logsearch_t *search,
		  trc_read_t *entry)
{
	struct __trc_log *const log =
		search && entry ? open_logs_get(handle) : NULL;

	return log ? put(log, find_next(log, search, entry)) : EINVAL;
}

int trc_find_first(trc_log_handle_t handle, const trc_logsearch_t *search,
		   trc_read_t *entry)
{
	struct __trc_log *const log =
		search && entry ? open_logs_get(handle) : NULL;
	int err;

	if (!log)
		return EINVAL;
	err = go_to(log, 0);
	if (!err)
		err = find_next(log, search, entry);
	return put(log, err);
}

/* The commands would change what nothing here depends on. */
int trc_libcntl(trc_log_handle_t handle, int command, void *argument)
{
	struct __trc_log *const log = open_logs_get(handle);

	(void)argument;
	if (!log)
		return EINVAL;
	switch (command) {
	case TRC_CNTL_ADJLINENO:
	case TRC_CNTL_NAMELIST:
	case TRC_CNTL_TEXTOFFSET:
		return put(log, 0);
	}
	return put(log, EINVAL);
}

static void free_names(trc_hookname_t *names)
{
	for (unsigned i = 0; i < names->trchn_nhooks; i++)
		free(names->trchn_names[i].hookname);
	free(names->trchn_names);
	memset(names, 0, sizeof(*names));
}

int trc_free(void *structure)
{
	trc_read_t *entry = structure;

	if (!structure)
		return EINVAL;
	switch (*(int *)structure) {
	case READ_MAGIC:
		free(entry->trcri_entry_np);
		free(entry->trchi_ascii);
		memset(entry, 0, sizeof(*entry));
		return 0;
	case NAMES_MAGIC:
		free_names(structure);
		return 0;
	case LOG_INFO_MAGIC:
		log_info_free(structure);
		return 0;
	}
	return EINVAL;
}

static int add_name(const struct __trc_log *log,
		    const struct pxt_template *template, trc_hookname_t *names)
{
	trc_hookname_entry_np_t *name =
		&names->trchn_names[names->trchn_nhooks];
	const char *label;
	size_t len;

	label = pxt_templates_label(log->templates, template, &len);
	name->hookid = log_given_id(template->id);
	name->hookname = strndup(label, len);
	if (!name->hookname)
		return ENOMEM;
	names->trchn_nhooks++;
	return 0;
}

/* Templates that count, not those that were replaced. */
static bool is_wanted(const struct __trc_log *log,
		      const struct pxt_template *template, trc_hookid_t hook)
{
	return pxt_templates_find(log->templates, template->id) == template &&
	       (hook == TRC_HOOK_ALL || hook == log_given_id(template->id));
}

static int list_names(const struct __trc_log *log, trc_hookid_t hook,
		      trc_hookname_t *names)
{
	const struct pxt_template *template;
	size_t count = 0;
	int err = 0;

	while (pxt_templates_list(log->templates, count))
		count++;
	memset(names, 0, sizeof(*names));
	names->trchn_magic = NAMES_MAGIC;
	names->trchn_names = calloc(count + 1, sizeof(*names->trchn_names));
	if (!names->trchn_names)
		return ENOMEM;
	for (size_t i = 0; !err && i < count; i++) {
		template = pxt_templates_list(log->templates, i);
		if (is_wanted(log, template, hook))
			err = add_name(log, template, names);
	}
	if (err)
		free_names(names);
	return err;
}

int trc_hookname(trc_log_handle_t handle, trc_hookid_t hook,
		 trc_hookname_t *names)
{
	struct __trc_log *const log = names ? open_logs_get(handle) : NULL;

	return log ? put(log, list_names(log, hook, names)) : EINVAL;
}

char *trc_logpath(void)
{
	char path[PATH_MAX];

	return session_default_log(path, sizeof(path), 0) ? NULL : strdup(path);
}

char *trc_strerror(void *handle, int error)
{
	static __thread char text[128];
	static const char *const own[] = {
		"no more entries in the log",
		"the templates have warnings",
		"the templates have errors",
		"the file is no log",
	};

	(void)handle;
	if (error >= TRCE_EOF && error <= TRCE_BADLOG)
		snprintf(text, sizeof(text), "%s", own[error - TRCE_EOF]);
	else
		return strerror_r(error, text, sizeof(text));
	return text;
}

void trc_perror(void *handle, int error, char *text)
{
	fprintf(stderr, "%s%s%s\n", text ? text : "", text ? ": " : "",
		trc_strerror(handle, error));
}
