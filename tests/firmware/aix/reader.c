/*
 * reader.c - prints a log by the functions of libtrace
 *
 *	reader raw LOG		reader proc LOG [TEMPLATES]
 *	reader seek LOG		reader names LOG TEMPLATES
 *	reader find LOG ID...	reader info LOG
 *	reader misuse LOG	reader path
 *	reader threads LOG [TEMPLATES]	reader close LOG
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/libtrace.h>

static void check(int is_right, const char *what)
{
	if (!is_right)
		printf("wrong: %s\n", what);
}

static void print(const trc_read_t *entry)
{
	const unsigned char *bytes = entry->trcri_entry_np;

	printf("%03X %s", (unsigned)entry->trcri_hookid, entry->trcr_event_np);
	if (entry->trchi_ascii)
		printf(" '%s'", entry->trchi_ascii);
	if (bytes) {
		printf(" %u ", (unsigned)entry->trcri_subhookid);
		for (size_t i = 0; i < entry->trcri_len_np; i++)
			printf("%02x", bytes[i]);
	}
	printf("\n");
}

static int print_all(trc_log_handle_t log)
{
	trc_read_t entry;
	int err;

	while (!(err = trc_read(log, &entry))) {
		check(entry.trcr_pid_np > 0 && entry.trcr_time_np.tv_sec > 0,
		      "process and time");
		print(&entry);
		check(trc_free(&entry) == 0, "free");
		check(!entry.trchi_ascii && !entry.trcri_entry_np, "freed");
	}
	return err == TRCE_EOF ? 0 : err;
}

/* Backwards, and all of it once more. */
static int seek(trc_log_handle_t log)
{
	trc_logpos_t end;
	trc_read_t entry;
	int err;

	check(print_all(log) == 0, "read");
	check(trc_tell(log, &end) == 0, "tell");
	printf("%llu entries\n", end);
	for (trc_logpos_t at = end; at-- > 0;) {
		err = trc_seek(log, at, &entry);
		if (err)
			return err;
		print(&entry);
		trc_free(&entry);
	}
	check(trc_seek(log, end, &entry) == TRCE_EOF, "the end");
	check(trc_seek(log, end + 1, NULL) == TRCE_EOF, "beyond the end");
	check(trc_seek(log, 0, NULL) == 0, "the beginning");
	return print_all(log);
}

static int print_names(trc_log_handle_t log)
{
	trc_hookname_t names;
	int err;

	err = trc_hookname(log, TRC_HOOK_ALL, &names);
	for (unsigned i = 0; !err && i < names.trchn_nhooks; i++)
		printf("%03X '%s'\n", (unsigned)names.trchn_names[i].hookid,
		       names.trchn_names[i].hookname);
	check(trc_free(&names) == 0, "free");
	check(trc_hookname(log, 0x011, &names) == 0, "one name");
	check(names.trchn_nhooks == 1, "one name");
	trc_free(&names);
	check(trc_hookname(log, 0x999, &names) == 0, "no name");
	check(names.trchn_nhooks == 0, "no name");
	trc_free(&names);
	return err;
}

/* Entries of these ids, and none behind the last of them, or of no process. */
static int find(trc_log_handle_t log, char **id)
{
	static trc_hookset64_t hooks;
	trc_logsearch_t search = { &hooks, 0, 0, { 0, 0 }, { 0, 0 } };
	const trc_logsearch_t any = { NULL, 0, 0, { 0, 0 }, { 0, 0 } };
	struct timespec last = { 0, 0 };
	trc_read_t entry;
	int err;

	for (; *id; id++)
		trc_hkaddset64(&hooks, (trc_hookid_t)strtoul(*id, NULL, 16));
	check(!trc_compare(log, &search), "nothing was read");
	check(trc_seek(log, 1, NULL) == 0, "an entry further");
	check(!trc_compare(log, &any), "nothing was read");
	for (err = trc_find_first(log, &search, &entry); !err;
	     err = trc_find_next(log, &search, &entry)) {
		check(trc_compare(log, &search) == 1, "what was found fits");
		print(&entry);
		last = entry.trcr_time_np;
		trc_free(&entry);
	}
	check(err == TRCE_EOF, "the end");
	search.trcls_from_np = search.trcls_until_np = last;
	check(trc_find_first(log, &search, &entry) == TRCE_EOF, "no time");
	search.trcls_until_np.tv_sec++;
	check(trc_find_first(log, &search, &entry) == 0, "the last one");
	trc_free(&entry);
	memset(&search.trcls_from_np, 0, sizeof(search.trcls_from_np));
	search.trcls_pid_np = 1;
	check(trc_find_first(log, &search, &entry) == TRCE_EOF, "no process");
	search.trcls_pid_np = 0;
	search.trcls_hooks_np = NULL;
	check(trc_find_first(log, &search, &entry) == 0, "any");
	check(entry.trcri_hookid == 0x001, "the first of all");
	search.trcls_tid_np = entry.trcr_tid_np;
	check(trc_compare(log, &search) == 1, "its thread");
	trc_free(&entry);
	check(trc_libcntl(log, TRC_CNTL_NAMELIST, NULL) == 0, "a command");
	return 0;
}

/* Threads share a handle, and each entry is one thread's. */

enum { READERS = 4 };

static void *count_entries(void *handle)
{
	trc_log_handle_t log = handle;
	trc_logsearch_t none;
	trc_logpos_t position;
	trc_read_t entry;
	size_t count = 0;

	memset(&none, 0, sizeof(none));
	while (!trc_read(log, &entry)) {
		count++;
		check(entry.trchi_ascii && *entry.trchi_ascii, "text");
		check(trc_tell(log, &position) == 0, "tell");
		trc_compare(log, &none);
		trc_free(&entry);
	}
	return (void *)count;
}

static int read_by_threads(trc_log_handle_t log)
{
	const size_t all = (size_t)count_entries(log);
	pthread_t reader[READERS];
	size_t sum;
	void *count;

	for (int round = 0; round < 20; round++) {
		check(trc_seek(log, 0, NULL) == 0, "the beginning");
		sum = 0;
		for (int i = 0; i < READERS; i++)
			pthread_create(&reader[i], NULL, count_entries, log);
		for (int i = 0; i < READERS; i++) {
			pthread_join(reader[i], &count);
			sum += (size_t)count;
		}
		check(sum == all, "each entry once");
	}
	printf("%zu entries\n", all);
	return 0;
}

/* A thread closes what others read. */

static void *read_until_closed(void *handle)
{
	trc_log_handle_t log = handle;
	trc_logsearch_t any;
	trc_read_t entry;
	int err;

	memset(&any, 0, sizeof(any));
	do {
		err = trc_find_next(log, &any, &entry);
		if (!err)
			trc_free(&entry);
		else if (err == TRCE_EOF)
			err = trc_seek(log, 0, NULL);
	} while (!err);
	check(err == EINVAL, "closed in the middle");
	return NULL;
}

/* The other log may be where the closed one was. */
static void check_closed(trc_log_handle_t log, char *path)
{
	trc_logsearch_t any;
	trc_hookname_t names;
	trc_logpos_t position;
	trc_log_handle_t other;
	trc_read_t entry;

	memset(&any, 0, sizeof(any));
	check(trc_open(path, NULL, TRC_LOGREAD | TRC_LOGPROC, &other) == 0,
	      "another one");
	check(trc_read(log, &entry) == EINVAL, "read");
	check(trc_tell(log, &position) == EINVAL, "tell");
	check(trc_seek(log, 0, NULL) == EINVAL, "seek");
	check(trc_find_first(log, &any, &entry) == EINVAL, "find");
	check(trc_find_next(log, &any, &entry) == EINVAL, "find next");
	check(trc_compare(log, &any) == 0, "compare");
	check(trc_hookname(log, TRC_HOOK_ALL, &names) == EINVAL, "names");
	check(trc_libcntl(log, TRC_CNTL_NAMELIST, NULL) == EINVAL, "command");
	check(trc_close(log) == EINVAL, "close again");
	check(trc_read(other, &entry) == 0, "the other one is open");
	trc_free(&entry);
	check(trc_close(other) == 0, "close the other one");
}

static int close_under_fire(char *path)
{
	pthread_t reader[READERS];
	trc_log_handle_t log;
	trc_read_t entry;
	int err;

	for (int round = 0; round < 20; round++) {
		err = trc_open(path, NULL, TRC_LOGREAD | TRC_LOGPROC, &log);
		if (err)
			return err;
		for (int i = 0; i < READERS; i++)
			pthread_create(&reader[i], NULL, read_until_closed,
				       log);
		for (int i = 0; i < round; i++)
			if (!trc_read(log, &entry))
				trc_free(&entry);
		check(trc_close(log) == 0, "close");
		check_closed(log, path);
		for (int i = 0; i < READERS; i++)
			pthread_join(reader[i], NULL);
	}
	return 0;
}

static int print_info(char *path)
{
	trc_log_info_t info;
	const int err = trc_loginfo(path, &info);

	if (err)
		return err;
	printf("%s of %s on %s %s:", info.trci_fnames[0], info.trci_cmd,
	       info.trci_uname.nodename, info.trci_uname.machine);
	check(!info.trci_fnames[1], "one file");
	check(labs((long)(time(NULL) - info.trci_time)) < 100000, "time");
	for (unsigned id = 0; id < 0x10000; id++)
		if (trc_hkisset64(&info.trci_hookids, (trc_hookid_t)id))
			printf(" %03X", id);
	printf("\n");
	check(trc_free(&info) == 0, "free");
	check(!info.trci_cmd && !info.trci_fnames, "freed");
	return 0;
}

static void check_sets(void)
{
	static trc_hookset_t set;
	static trc_hookset64_t wide;

	trc_hkfillset(&set);
	check(trc_hkisset(&set, 0xfff), "full");
	trc_hkemptyset(&set);
	check(!trc_hkisset(&set, 0x010), "empty");
	check(trc_hkaddset(&set, 0x010) == 0, "add");
	check(trc_hkisset(&set, 0x010) && !trc_hkisset(&set, 0x011), "one");
	check(trc_hkdelset(&set, 0x010) == 0, "remove");
	check(!trc_hkisset(&set, 0x010), "none");
	check(trc_hkaddset(&set, 0x1000) == EINVAL, "too large");
	check(trc_hkaddset(NULL, 1) == EINVAL, "null");
	trc_hkemptyset64(&wide);
	check(trc_hkaddset64(&wide, 0xffff) == 0, "add");
	check(trc_hkisset64(&wide, 0xffff) && !trc_hkisset64(&wide, 0xfffe),
	      "one");
	check(trc_hkdelset64(&wide, 0xffff) == 0, "remove");
	check(trc_hkfillset64(&wide) == 0 && trc_hkisset64(&wide, 1), "full");
}

static void misuse(char *path)
{
	const int raw = TRC_LOGREAD | TRC_LOGRAW;
	static char none[] = "none";
	trc_log_handle_t log;
	trc_read_t entry;

	memset(&entry, 0, sizeof(entry));
	check(trc_open(path, NULL, raw, NULL) == EINVAL, "no handle");
	check(trc_open(path, NULL, TRC_LOGREAD, &log) == EINVAL, "no type");
	check(trc_open(path, NULL, TRC_LOGRAW, &log) == EINVAL, "no read");
	check(trc_open(path, NULL, raw | TRC_LOGPROC, &log) == EINVAL, "both");
	check(trc_open(path, NULL, raw | 0x100, &log) == EINVAL, "unknown");
	check(trc_open(none, NULL, raw, &log) == ENOENT, "no file");
	check(trc_open(path, none, raw, &log) == ENOENT, "no templates");
	check(trc_open(path, path, raw, &log) == TRCE_BADFORMAT, "templates");
	check(trc_open(__FILE__, NULL, raw, &log) == TRCE_BADLOG, "no log");
	check(trc_read(NULL, &entry) == EINVAL, "no handle");
	check(trc_close(NULL) == EINVAL, "no handle");
	check(trc_free(NULL) == EINVAL && trc_free(&entry) == EINVAL, "free");
	check(trc_open(path, NULL, raw, &log) == 0, "open");
	check(trc_read(log, NULL) == EINVAL, "no entry");
	check(trc_tell(log, NULL) == EINVAL, "no place");
	check(trc_hookname(log, 1, NULL) == EINVAL, "no names");
	check(trc_find_first(log, NULL, &entry) == EINVAL, "no search");
	check(!trc_compare(log, NULL), "no search");
	check(trc_libcntl(log, 99, NULL) == EINVAL, "no command");
	check(trc_libcntl(NULL, 1, NULL) == EINVAL, "no handle");
	check(trc_loginfo(path, NULL) == EINVAL, "no facts");
	check(trc_close(log) == 0, "close");
	check(!strcmp(trc_strerror(NULL, ENOENT), strerror(ENOENT)), "errno");
	check(!!strstr(trc_strerror(NULL, TRCE_EOF), "no more"), "own");
	trc_perror(NULL, TRCE_BADLOG, none);
	check_sets();
}

static int read_log(int argc, char **argv)
{
	const int threads = !strcmp(argv[1], "threads");
	const int type =
		threads || !strcmp(argv[1], "proc") ? TRC_LOGPROC : TRC_LOGRAW;
	const int finds = !strcmp(argv[1], "find");
	trc_log_handle_t log;
	int err;

	err = trc_open(argv[2], argc > 3 && !finds ? argv[3] : NULL,
		       TRC_LOGREAD | type, &log);
	if (err)
		return err;
	if (finds)
		err = find(log, argv + 3);
	else if (threads)
		err = read_by_threads(log);
	else if (!strcmp(argv[1], "seek"))
		err = seek(log);
	else if (!strcmp(argv[1], "names"))
		err = print_names(log);
	else
		err = print_all(log);
	check(trc_close(log) == 0, "close");
	return err;
}

int main(int argc, char **argv)
{
	int err = 0;

	if (!strcmp(argv[1], "path")) {
		char *path = trc_logpath();

		puts(path);
		free(path);
	} else if (!strcmp(argv[1], "misuse")) {
		misuse(argv[2]);
	} else if (!strcmp(argv[1], "close")) {
		err = close_under_fire(argv[2]);
	} else if (!strcmp(argv[1], "info")) {
		err = print_info(argv[2]);
	} else {
		err = read_log(argc, argv);
	}
	if (err)
		trc_perror(NULL, err, argv[2]);
	return err != 0;
}
