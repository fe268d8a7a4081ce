/* Streams as they are created, and how many there may be. */
#include <dirent.h>
#include <sys/prctl.h>
#include <sys/time.h>

#include "creation.h"

static void assert_create_refused(pid_t pid, const trace_attr_t *attr, int err)
{
	trace_id_t trid = UNTOUCHED;

	ck_assert_int_eq(posix_trace_create(pid, attr, &trid), err);
	ck_assert_int_eq(trid, UNTOUCHED);
}

/* With and without a log, whatever else. */
static void assert_both_refused(pid_t pid, int err)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid = UNTOUCHED;
	int fd = make_file();

	assert_create_refused(pid, NULL, err);
	ck_assert_int_eq(posix_trace_create_withlog(pid, &attr, fd, &trid),
			 err);
	ck_assert_int_eq(trid, UNTOUCHED);
	close(fd);
}

/* Creating */

static void assert_traces_us(pid_t pid)
{
	trace_id_t trid = create_for(pid, 0, 0);
	struct got got;

	assert_ok(posix_trace_start(trid));
	record(type, 1, 2);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 1, 2);
	assert_ok(posix_trace_shutdown(trid));
}

/* CRE-01 CRE-02 CRE-16 */
START_TEST(pid_0_and_ones_own_mean_the_caller)
{
	assert_traces_us(0);
	assert_traces_us(getpid());
}
END_TEST

/* Until the test ends, however that does. */
static void *wait_for_ever(void *argument)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;)
		pause();
	return argument;
}

static pid_t start_without_first_thread(void)
{
	const pid_t pid = fork();
	pthread_t thread;

	if (pid)
		return pid;
	pthread_create(&thread, NULL, wait_for_ever, NULL);
	pthread_exit(NULL);
}

static bool has_first_thread(pid_t pid)
{
	char path[64], state = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fscanf(file, "%*s %*s %c", &state), 1);
	fclose(file);
	return state != 'Z';
}

/* CRE-01 */
START_TEST(a_process_outlives_its_first_thread)
{
	const pid_t pid = start_without_first_thread();
	trace_id_t trid;

	ck_assert_int_gt(pid, 0);
	while (has_first_thread(pid))
		usleep(1000);
	assert_ok(posix_trace_create(pid, NULL, &trid));
	assert_ok(posix_trace_shutdown(trid));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
END_TEST

/* CRE-03 CRE-04 STA-01 STA-04 */
START_TEST(a_new_stream_is_suspended_and_empty)
{
	const struct posix_trace_status_info fresh = {
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
		.posix_stream_overrun_status = POSIX_TRACE_NO_OVERRUN,
		.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING,
		.posix_stream_flush_error = 0,
		.posix_log_overrun_status = POSIX_TRACE_NO_OVERRUN,
		.posix_log_full_status = POSIX_TRACE_NOT_FULL,
	};
	trace_id_t trid = create_for(0, 0, 0);
	struct posix_trace_status_info status = status_of(trid);

	ck_assert_mem_eq(&status, &fresh, sizeof(fresh));
	assert_empty(trid);
	trid = create_logged_for(0, make_file(), 0, 0);
	status = status_of(trid);
	ck_assert_mem_eq(&status, &fresh, sizeof(fresh));
}
END_TEST

/* CRE-05 FLT-01 */
START_TEST(a_new_stream_filters_nothing)
{
	trace_id_t trid = _i ? create_logged_for(0, make_file(), 0, 0) :
			       create_for(0, 0, 0);
	trace_event_set_t set;
	int member;

	assert_ok(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	assert_ok(posix_trace_get_filter(trid, &set));
	for (trace_event_id_t id = POSIX_TRACE_ERROR; id <= type; id++) {
		if (posix_trace_eventset_ismember(id, &set, &member))
			continue; /* of no type */
		ck_assert_int_eq(member, 0);
	}
	assert_ok(posix_trace_eventset_ismember(type, &set, &member));
	ck_assert_int_eq(member, 0);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* CRE-06 ATR-06 */
START_TEST(without_attributes_the_defaults_are_used)
{
	trace_attr_t attr;
	trace_id_t trid;
	int policy;

	assert_ok(posix_trace_create(0, NULL, &trid));
	assert_ok(posix_trace_get_attr(trid, &attr));
	assert_ok(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	ck_assert_int_eq(policy, POSIX_TRACE_LOOP);
}
END_TEST

/* ATR-07 ATR-08 FLP-01 */
START_TEST(with_a_log_the_policy_is_flush_unless_it_was_set)
{
	trace_attr_t attr = attr_of(0, 0), told;
	trace_id_t trid;
	int policy;

	assert_ok(posix_trace_create_withlog(0, &attr, make_file(), &trid));
	assert_ok(posix_trace_get_attr(trid, &told));
	assert_ok(posix_trace_attr_getstreamfullpolicy(&told, &policy));
	ck_assert_int_eq(policy, POSIX_TRACE_FLUSH);

	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(posix_trace_create_withlog(0, &attr, make_file(), &trid));
	assert_ok(posix_trace_get_attr(trid, &told));
	assert_ok(posix_trace_attr_getstreamfullpolicy(&told, &policy));
	ck_assert_int_eq(policy, POSIX_TRACE_LOOP);
}
END_TEST

/* CRE-09 CRE-12 CRE-13 */
START_TEST(flush_without_log_is_refused)
{
	trace_attr_t attr = attr_of(0, 0);

	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH));
	assert_create_refused(0, &attr, EINVAL);
}
END_TEST

/* ATR-38 */
START_TEST(attributes_that_are_none_are_refused)
{
	trace_attr_t attr = attr_of(0, 0);

	assert_ok(posix_trace_attr_destroy(&attr));
	assert_create_refused(0, &attr, EINVAL);
	assert_log_refused(&attr, make_file(), EINVAL);
	memset(&attr, 0, sizeof(attr));
	assert_create_refused(0, &attr, EINVAL);
	assert_invalid(posix_trace_create(0, NULL, NULL));
}
END_TEST

/* A process that has ended: as a zombie, and without a trace. */
static pid_t make_zombie(void)
{
	pid_t child = fork();
	siginfo_t info;

	if (!child)
		_exit(0);
	ck_assert_int_eq(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT),
			 0);
	return child;
}

/* CRE-07 CRE-12 CRE-14 LOG-12 OTH-16 */
START_TEST(who_is_not_there_is_not_traced)
{
	pid_t zombie = make_zombie();

	assert_both_refused(zombie, ESRCH);
	assert_exits_0(zombie);
	assert_both_refused(zombie, ESRCH);
	assert_both_refused(-1, ESRCH);
	assert_both_refused(-getpid(), ESRCH);
	assert_both_refused(1 << 30, ESRCH);
}
END_TEST

static void *refuse_this_thread(void *unused)
{
	assert_both_refused(gettid(), ESRCH);
	return unused;
}

/* CRE-07 */
START_TEST(a_thread_is_no_process)
{
	pthread_t thread;

	assert_ok(pthread_create(&thread, NULL, refuse_this_thread, NULL));
	assert_ok(pthread_join(thread, NULL));
}
END_TEST

/* Somebody else's process: when run by root, ours for nobody. */
static int create_as_another_user(void)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid = UNTOUCHED;
	int fd = make_file();
	pid_t pid = 1;

	if (!geteuid()) {
		pid = getppid();
		if (setresuid(65534, 65534, 65534))
			return 1;
	}
	if (posix_trace_create(pid, NULL, &trid) != EPERM ||
	    posix_trace_create_withlog(pid, &attr, fd, &trid) != EPERM)
		return 2;
	return trid == UNTOUCHED ? 0 : 3;
}

/* CRE-08 LOG-12 */
START_TEST(another_users_process_is_not_permitted)
{
	struct stat init;
	pid_t child;

	if (geteuid() && !stat("/proc/1", &init) && init.st_uid == geteuid())
		return;
	child = fork();
	if (!child)
		_exit(create_as_another_user());
	assert_exits_0(child);
}
END_TEST

/* CRE-10 CRE-15 SST-15 */
START_TEST(streams_are_independent)
{
	trace_id_t trid[3];
	struct got got;

	for (int i = 0; i < 3; i++)
		trid[i] = start_stream(0);
	ck_assert_int_ne(trid[0], trid[1]);
	ck_assert_int_ne(trid[1], trid[2]);
	record(type, 0, 0);
	assert_ok(posix_trace_stop(trid[1]));
	record(type, 0, 1);
	assert_ok(posix_trace_shutdown(trid[0]));
	record(type, 0, 2);

	assert_next_is(trid[1], POSIX_TRACE_START, &got);
	assert_next_mark(trid[1], type, 0, 0);
	assert_next_is(trid[1], POSIX_TRACE_STOP, &got);
	assert_empty(trid[1]);
	assert_next_is(trid[2], POSIX_TRACE_START, &got);
	for (uint32_t i = 0; i < 3; i++)
		assert_next_mark(trid[2], type, 0, i);
	assert_empty(trid[2]);
}
END_TEST

static void *use(void *argument)
{
	const trace_id_t *trid = argument;
	int err;

	err = posix_trace_start(*trid);
	record(type, 0, 1);
	return posix_trace_stop(*trid) || err ? NULL : argument;
}

/* CRE-19 GET-17 */
START_TEST(every_thread_can_use_an_identifier)
{
	trace_id_t trid = create_for(0, 0, 0);
	pthread_t thread;
	void *result;

	assert_ok(pthread_create(&thread, NULL, use, &trid));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_nonnull(result);
	ck_assert_uint_eq(drain(trid), 3);
}
END_TEST

static unsigned count_files(const char *path)
{
	DIR *list = opendir(path);
	unsigned count = 0;

	ck_assert_ptr_nonnull(list);
	while (readdir(list))
		count++;
	closedir(list);
	return count;
}

static unsigned count_mappings(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[4096];
	unsigned count = 0;

	ck_assert_ptr_nonnull(maps);
	while (fgets(line, sizeof(line), maps))
		count += strstr(line, "posixtrace") != NULL &&
			 strstr(line, ".so") == NULL;
	fclose(maps);
	return count;
}

static void come_and_go(void)
{
	trace_id_t trid = start_stream(0);
	int fd = make_file();
	trace_id_t logged = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_start(logged));
	record(type, 0, 0);
	assert_ok(posix_trace_shutdown(trid));
	assert_ok(posix_trace_shutdown(logged));
	logged = open_log(fd);
	assert_ok(posix_trace_close(logged));
	close(fd);
}

/* What streams take of a process, and of the runtime directory. */
static struct used {
	unsigned fds, mappings, files;
} used_now(void)
{
	const char *dir = getenv("POSIXTRACE_DIR");

	return (struct used){
		.fds = count_files("/proc/self/fd"),
		.mappings = count_mappings(),
		.files = dir ? count_files(dir) : 0,
	};
}

static void assert_uses(struct used before)
{
	struct used now = used_now();

	ck_assert_uint_eq(now.fds, before.fds);
	ck_assert_uint_eq(now.mappings, before.mappings);
	/* What other tests left may be swept away meanwhile. */
	ck_assert_uint_le(now.files, before.files);
}

/* CRE-11 */
START_TEST(thousands_of_streams_leave_nothing_behind)
{
	struct used used;

	come_and_go();
	used = used_now();
	for (int i = 0; i < (SANITIZED ? 100 : 1000); i++)
		come_and_go();
	assert_uses(used);
}
END_TEST

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
	(void)number;
	caught++;
}

/* Signals that restart nothing. */
static void rain(long us)
{
	const struct itimerval timer = {
		.it_interval = { .tv_usec = us },
		.it_value = { .tv_usec = us },
	};
	struct sigaction action = { .sa_handler = on_signal };

	ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
	ck_assert_int_eq(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static int create_somehow(const trace_attr_t *attr, int fd, trace_id_t *trid)
{
	return fd < 0 ? posix_trace_create(0, attr, trid) :
			posix_trace_create_withlog(0, attr, fd, trid);
}

/* CRE-17: more of them than there may be streams, and nothing is left. */
START_TEST(an_interrupted_creation_makes_no_stream)
{
	trace_attr_t attr = attr_of(0, 0);
	int fd = _i ? make_file() : -1, made = 0;
	struct used used;

	come_and_go();
	used = used_now();
	rain(SANITIZED ? 2000 : 200);
	for (int i = 0; i < 3 * TRACE_SYS_MAX; i++) {
		trace_id_t trid = UNTOUCHED;
		int err = create_somehow(&attr, fd, &trid);

		ck_assert(!err || err == EINTR);
		ck_assert_int_eq(trid == UNTOUCHED, err == EINTR);
		if (err)
			continue;
		made++;
		assert_ok(posix_trace_shutdown(trid));
	}
	rain(0);
	ck_assert_int_gt(made, 0);
	ck_assert_int_gt(caught, 0);
	assert_uses(used);
}
END_TEST

/* CRE-18 CRE-12: more than there is, of address space or of memory. */
START_TEST(too_large_a_stream_is_refused)
{
	const size_t sizes[] = { SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 16,
				 SIZE_MAX / 1024 };
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid = UNTOUCHED;
	int fd = _i ? make_file() : -1;
	struct used used;

	come_and_go();
	used = used_now();
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		assert_ok(posix_trace_attr_setstreamsize(&attr, sizes[i]));
		ck_assert_int_eq(create_somehow(&attr, fd, &trid), ENOMEM);
		ck_assert_int_eq(trid, UNTOUCHED);
	}
	assert_uses(used);
	come_and_go();
}
END_TEST

static rlim_t address_space(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	unsigned long pages;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fscanf(file, "%lu", &pages), 1);
	fclose(file);
	return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* CRE-18 CRE-12: the process may have no more. */
START_TEST(without_memory_there_is_no_stream)
{
	trace_attr_t attr = attr_of(8 << 20, 0);
	trace_id_t trid = UNTOUCHED;
	int fd = _i ? make_file() : -1, err;
	struct rlimit limit, none;
	struct used used;

	/* What watches memory needs some. */
	if (SANITIZED)
		return;
	come_and_go();
	used = used_now();
	ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
	none = limit;
	none.rlim_cur = address_space() + (4 << 20);
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &none), 0);
	err = create_somehow(&attr, fd, &trid);
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
	ck_assert_int_eq(err, ENOMEM);
	ck_assert_int_eq(trid, UNTOUCHED);
	assert_uses(used);

	assert_ok(create_somehow(&attr, fd, &trid));
	assert_ok(posix_trace_shutdown(trid));
	assert_uses(used);
}
END_TEST

/* A server that forks must not fill the memory of a machine that traces
 * nothing. */
START_TEST(children_that_record_nothing_leave_no_file)
{
	const char *dir = getenv("POSIXTRACE_DIR");
	unsigned files;
	pid_t child;

	if (!dir)
		return;
	record(type, 0, 0);
	files = count_files(dir);
	for (int i = 0; i < 20; i++) {
		child = fork();
		ck_assert_int_ge(child, 0);
		if (!child)
			leave(0);
		assert_exits_0(child);
	}
	ck_assert_uint_eq(count_files(dir), files);
}
END_TEST

/* OTH-22 */
START_TEST(others_see_nothing)
{
	const char *dir = getenv("POSIXTRACE_DIR");
	struct dirent *entry;
	struct stat st;
	DIR *list;

	if (!dir)
		return;
	start_stream(0);
	list = opendir(dir);
	ck_assert_ptr_nonnull(list);
	ck_assert_int_eq(fstat(dirfd(list), &st), 0);
	ck_assert_uint_eq(st.st_mode & 0777, 0700);
	while ((entry = readdir(list))) {
		if (entry->d_name[0] == '.')
			continue;
		ck_assert_int_eq(fstatat(dirfd(list), entry->d_name, &st, 0),
				 0);
		ck_assert_uint_eq(st.st_mode & 0777, 0600);
	}
	closedir(list);
}
END_TEST

/* Limits */

/* LIM-01 LIM-02 LIM-03 LOG-12 */
START_TEST(there_are_so_many_streams_and_no_more)
{
	trace_id_t trid[TRACE_SYS_MAX];

	for (int i = 0; i < TRACE_SYS_MAX; i++)
		trid[i] = create_for(0, 0, 0);
	assert_both_refused(0, EAGAIN);
	assert_ok(posix_trace_shutdown(trid[3]));
	trid[3] = create_for(0, 0, 0);
	assert_create_refused(0, NULL, EAGAIN);

	for (int i = 0; i < TRACE_SYS_MAX; i++)
		assert_ok(posix_trace_start(trid[i]));
	record(type, 0, 1);
	for (int i = 0; i < TRACE_SYS_MAX; i++) {
		ck_assert_uint_eq(drain(trid[i]), 2);
		assert_ok(posix_trace_shutdown(trid[i]));
	}
}
END_TEST

/* LIM-04 LIM-05 CTL-05 */
START_TEST(the_limit_counts_all_processes_that_live)
{
	int ready[2], end[2];
	char byte;
	pid_t child;

	ck_assert_int_eq(pipe(ready), 0);
	ck_assert_int_eq(pipe(end), 0);
	child = fork();
	if (!child) {
		trace_id_t trid;

		for (int i = 0; i < TRACE_SYS_MAX - 1; i++)
			if (posix_trace_create(0, NULL, &trid))
				_exit(1);
		if (write(ready[1], "r", 1) != 1 || read(end[0], &byte, 1) != 1)
			_exit(2);
		_exit(0);
	}
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	create_for(0, 0, 0);
	assert_create_refused(0, NULL, EAGAIN);
	ck_assert_int_eq(write(end[1], "e", 1), 1);
	assert_exits_0(child);
	for (int i = 0; i < TRACE_SYS_MAX - 1; i++)
		create_for(0, 0, 0);
	assert_create_refused(0, NULL, EAGAIN);
}
END_TEST

/* LIM-06 */
START_TEST(opened_logs_do_not_count)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_shutdown(trid));
	for (int i = 0; i < 2 * TRACE_SYS_MAX; i++)
		open_log(fd);
	create_for(0, 0, 0);
}
END_TEST

static TCase *creating(void)
{
	TCase *tcase = tcase_create("creating");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, pid_0_and_ones_own_mean_the_caller);
	tcase_add_test(tcase, a_process_outlives_its_first_thread);
	tcase_add_test(tcase, a_new_stream_is_suspended_and_empty);
	tcase_add_loop_test(tcase, a_new_stream_filters_nothing, 0, 2);
	tcase_add_test(tcase, without_attributes_the_defaults_are_used);
	tcase_add_test(tcase, with_a_log_the_policy_is_flush_unless_it_was_set);
	tcase_add_test(tcase, flush_without_log_is_refused);
	tcase_add_test(tcase, attributes_that_are_none_are_refused);
	tcase_add_test(tcase, who_is_not_there_is_not_traced);
	tcase_add_test(tcase, a_thread_is_no_process);
	tcase_add_test(tcase, another_users_process_is_not_permitted);
	tcase_add_test(tcase, streams_are_independent);
	tcase_add_test(tcase, every_thread_can_use_an_identifier);
	tcase_add_test(tcase, thousands_of_streams_leave_nothing_behind);
	tcase_add_loop_test(tcase, an_interrupted_creation_makes_no_stream, 0,
			    2);
	tcase_add_loop_test(tcase, too_large_a_stream_is_refused, 0, 2);
	tcase_add_loop_test(tcase, without_memory_there_is_no_stream, 0, 2);
	tcase_add_test(tcase, children_that_record_nothing_leave_no_file);
	tcase_add_test(tcase, others_see_nothing);
	return tcase;
}

static TCase *limits(void)
{
	TCase *tcase = tcase_create("limits");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, there_are_so_many_streams_and_no_more);
	tcase_add_test(tcase, the_limit_counts_all_processes_that_live);
	tcase_add_test(tcase, opened_logs_do_not_count);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_create");

	suite_add_tcase(suite, creating());
	suite_add_tcase(suite, limits());
	return run_suite(suite);
}
