/* No room where streams are kept: told when one is made, and never by SIGBUS
 * later. */
#include <sched.h>
#include <sys/mount.h>

#include "tracing.h"

enum {
	THREADS = 4,
	EVENTS = SANITIZED ? 500 : 2000,
	STREAM_SIZE = 256 << 10,
	DISK = 4 << 20,
	STEP = SANITIZED ? 96 << 10 : 20 << 10,
	ENOUGH = 1 << 20,
	INODES = 12,
};

static const char disk[] = "/mnt";
static int filler;

static bool mount_disk(const char *options)
{
	if (unshare(CLONE_NEWNS) ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("none", disk, "tmpfs", 0, options)) {
		skipped("a small /dev/shm: cannot mount one");
		return false;
	}
	ck_assert_int_eq(setenv("POSIXTRACE_DIR", disk, 1), 0);
	return true;
}

/* To the last byte. */
static void fill(void)
{
	static const char page[4096];

	while (write(filler, page, sizeof(page)) > 0)
		;
}

/* All but that. */
static void leave_room(off_t room)
{
	must(!ftruncate(filler, 0) && !lseek(filler, 0, SEEK_SET));
	fill();
	if (room)
		must(!ftruncate(filler, lseek(filler, 0, SEEK_CUR) - room));
	must(lseek(filler, 0, SEEK_END) >= 0);
}

static void make_filler(void)
{
	filler = open("/mnt/filler", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	must(filler >= 0);
}

static bool is_no_room(int err)
{
	return err == ENOMEM || err == ENOSPC;
}

/* What may be done with a stream. */

static void *storm(void *type)
{
	for (uint32_t i = 0; i < EVENTS; i++)
		record((trace_event_id_t)(uintptr_t)type, 0, i);
	return NULL;
}

static void record_in_threads(void)
{
	trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT;
	pthread_t thread[THREADS];

	posix_trace_eventid_open("storm", &type);
	for (int i = 0; i < THREADS; i++)
		must(!pthread_create(&thread[i], NULL, storm,
				     (void *)(uintptr_t)type));
	for (int i = 0; i < THREADS; i++)
		must(!pthread_join(thread[i], NULL));
}

static void open_names(void)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t type;

	for (unsigned i = 0; i < TRACE_USER_EVENT_MAX + 10; i++) {
		int err;

		snprintf(name, sizeof(name), "%0*u", TRACE_EVENT_NAME_MAX, i);
		err = posix_trace_eventid_open(name, &type);
		must(!err || err == ENOMEM);
		if (!err)
			record(type, 0, i);
	}
}

static void have_child(void)
{
	const pid_t child = fork();
	int status;

	if (!child) {
		record_in_threads();
		leave(0);
	}
	must(child > 0 && waitpid(child, &status, 0) == child && !status);
}

static void read_all(trace_id_t trid)
{
	int unavailable = 0, err = 0;
	struct got got;

	while (!err && !unavailable)
		err = posix_trace_trygetnext_event(trid, &got.info, got.data,
						   sizeof(got.data), &got.len,
						   &unavailable);
	must(!err || err == EINVAL); /* a stream with a log */
}

static void filter(trace_id_t trid)
{
	trace_event_set_t set;

	must(!posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS) &&
	     !posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	record_in_threads();
	must(!posix_trace_eventset_empty(&set) &&
	     !posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
}

static void do_everything(trace_id_t trid, bool has_log)
{
	struct posix_trace_status_info status;
	trace_id_t other;
	int err;

	must(!posix_trace_start(trid));
	record_in_threads();
	open_names();
	have_child();
	filter(trid);
	read_all(trid);
	err = posix_trace_create(0, NULL, &other);
	must(is_no_room(err));
	must(!posix_trace_get_status(trid, &status));
	if (has_log)
		must(!posix_trace_flush(trid));
	must(!posix_trace_clear(trid));
	record_in_threads();
	must(!posix_trace_stop(trid));
	must(!posix_trace_shutdown(trid));
}

/* Of a process that has nothing there yet. */
static int make_stream(bool has_log, pid_t pid, trace_id_t *trid)
{
	trace_attr_t attr = attr_of(STREAM_SIZE, 0);

	must(!posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	if (!has_log)
		return posix_trace_create(pid, &attr, trid);
	must(!posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH));
	return posix_trace_create_withlog(
		pid, &attr, memfd_create("log", MFD_CLOEXEC), trid);
}

static _Noreturn void trace_self(off_t room, bool has_log)
{
	trace_id_t trid;
	int err;

	leave_room(room);
	err = make_stream(has_log, 0, &trid);
	if (err) {
		must(is_no_room(err));
		leave(1);
	}
	fill();
	do_everything(trid, has_log);
	leave(0);
}

/* Before there is a stream, and when there is. */
static _Noreturn void be_traced(int gate)
{
	char byte;

	record_in_threads();
	must(read(gate, &byte, 1) == 1);
	record_in_threads();
	open_names();
	have_child();
	exit(0);
}

/* Somebody else, who may have found room for what it needs, or not. */
static _Noreturn void trace_another(off_t room, bool has_log)
{
	int gate[2], err, status;
	trace_id_t trid;
	pid_t child;

	must(!pipe(gate));
	child = fork();
	if (!child)
		be_traced(gate[0]);
	leave_room(room);
	err = make_stream(has_log, child, &trid);
	if (!err) {
		fill();
		must(!posix_trace_start(trid));
	}
	must(write(gate[1], "g", 1) == 1);
	must(waitpid(child, &status, 0) == child && !status);
	if (err) {
		must(is_no_room(err));
		leave(1);
	}
	must(!posix_trace_shutdown(trid));
	leave(0);
}

/* From no room at all to enough of it: neither is the same for all. */
static void try_all_sizes(void (*trace)(off_t, bool), bool has_log)
{
	unsigned made = 0, refused = 0;

	if (!mount_disk("size=4m,mode=0700"))
		return;
	for (off_t room = 0; room <= ENOUGH; room += STEP) {
		pid_t child = fork();
		int status;

		if (!child) {
			must(mount_disk("size=4m,mode=0700"));
			make_filler();
			trace(room, has_log);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) < 2,
			      "with room for %lld: wait status %#x",
			      (long long)room, status);
		if (WEXITSTATUS(status))
			refused++;
		else
			made++;
	}
	printf("%u streams made, %u refused\n", made, refused);
	ck_assert_uint_gt(refused, 0);
	ck_assert_uint_gt(made, 0);
}

START_TEST(a_process_that_traces_itself_lives_on)
{
	try_all_sizes(trace_self, _i);
}
END_TEST

START_TEST(a_process_that_another_traces_lives_on)
{
	try_all_sizes(trace_another, _i);
}
END_TEST

START_TEST(where_no_file_can_be_made_there_is_no_stream)
{
	unsigned made = 0, refused = 0;
	char options[64];

	for (int inodes = 2; inodes <= INODES; inodes++) {
		pid_t child;
		int status;

		snprintf(options, sizeof(options),
			 "size=4m,mode=0700,nr_inodes=%d", inodes);
		if (!mount_disk(options))
			return;
		child = fork();
		if (!child) {
			trace_id_t trid;
			int err = make_stream(true, 0, &trid);

			if (err)
				leave(is_no_room(err) ? 1 : 2);
			must(!posix_trace_start(trid));
			record_in_threads();
			open_names();
			have_child();
			must(!posix_trace_shutdown(trid));
			leave(0);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) < 2);
		if (WEXITSTATUS(status))
			refused++;
		else
			made++;
	}
	ck_assert_uint_gt(refused, 0);
	ck_assert_uint_gt(made, 0);
}
END_TEST

/* A thread whose chunk gets no more memory, when others have some. */

enum { IDLE = 12 };

static pthread_barrier_t turn;
static trace_event_id_t crowd;

/* Keeps its chunk. */
static void *record_once(void *number)
{
	record(crowd, (uint32_t)(uintptr_t)number, 0);
	pthread_barrier_wait(&turn);
	pthread_barrier_wait(&turn);
	return NULL;
}

static void *record_without_memory(void *number)
{
	record(crowd, (uint32_t)(uintptr_t)number, 0);
	fill();
	for (uint32_t i = 1; i < EVENTS; i++)
		record(crowd, (uint32_t)(uintptr_t)number, i);
	return NULL;
}

static uint32_t last_of(trace_id_t trid, uint32_t who)
{
	uint32_t last = 0;
	struct got got;

	while (try_next(trid, &got))
		if (is_user(&got) && got.mark.who == who)
			last = got.mark.number;
	return last;
}

START_TEST(a_thread_without_memory_overwrites_what_others_have)
{
	pthread_t thread[IDLE], last;
	trace_id_t trid;

	if (!mount_disk("size=4m,mode=0700"))
		return;
	make_filler();
	crowd = type_of("crowd");
	trid = start_stream(STREAM_SIZE);
	for (uint32_t i = 0; i < STREAM_SIZE / 48; i++)
		record(crowd, 0, i);

	ck_assert_int_eq(pthread_barrier_init(&turn, NULL, IDLE + 1), 0);
	for (uintptr_t i = 0; i < IDLE; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, record_once,
						(void *)(i + 1)),
				 0);
	pthread_barrier_wait(&turn);
	leave_room(4096);
	ck_assert_int_eq(pthread_create(&last, NULL, record_without_memory,
					(void *)(uintptr_t)(IDLE + 1)),
			 0);
	ck_assert_int_eq(pthread_join(last, NULL), 0);
	ck_assert_uint_eq(last_of(trid, IDLE + 1), EVENTS - 1);

	pthread_barrier_wait(&turn);
	for (int i = 0; i < IDLE; i++)
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("full memory");
	TCase *t = tcase_create("full memory");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, a_process_that_traces_itself_lives_on, 0, 2);
	tcase_add_loop_test(t, a_process_that_another_traces_lives_on, 0, 2);
	tcase_add_test(t, where_no_file_can_be_made_there_is_no_stream);
	tcase_add_test(t, a_thread_without_memory_overwrites_what_others_have);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
