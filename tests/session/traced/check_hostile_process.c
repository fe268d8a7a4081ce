/*
 * check_hostile_process.c - a process that does to the files it shares what it
 * likes
 *
 * It may spoil its own trace, and nothing else: whoever traces it, and what
 * others record, are as well as ever; and so is the part of the program that
 * only records.
 *
 * HOSTILE_MS says how long each attack goes on before the stream is shut down,
 * and it does not end before. Without it that is 30 ms, each stream has one
 * policy instead of all, and the attacks that cost most patience are left out.
 */
#include "attacks.h"

enum {
	VICTIM_EVENTS = 2000,
	LIMIT_S = 120, /* of one test */
	MORE_MEMORY_KB =
		131072 /* more that a controller under attack may use */
};

/* Processes: what all of them do before they are let go, and when they shall
 * end, is told through a page. */

struct stage {
	_Atomic bool begin, attack, end;
	_Atomic uint32_t recorded;
};

static struct stage *new_stage(void)
{
	void *page = mmap(NULL, sizeof(struct stage), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(page, MAP_FAILED);
	return page;
}

static void await(_Atomic bool *flag)
{
	while (!*flag)
		nap_ms(1);
}

/* The victim records as many events as there is room for, over some time. */
static void be_victim(struct stage *stage)
{
	trace_event_id_t type;

	if (posix_trace_eventid_open("honest", &type))
		leave(3);
	await(&stage->begin);
	for (uint32_t i = 0; i < VICTIM_EVENTS; i++) {
		record(type, 1, i);
		if (i % 20 == 0)
			nap_ms(1);
	}
	stage->recorded = VICTIM_EVENTS;
	await(&stage->end);
	leave(0);
}

/* The part of the hostile program that only records. */
static void *record_for_ever(void *argument)
{
	static unsigned char data[1000];
	struct stage *stage = argument;
	trace_event_id_t type;
	uint32_t number = 0;

	posix_trace_eventid_open("spoilt", &type);
	while (!stage->end) {
		posix_trace_event(type, data, number % sizeof(data));
		if (number++ % 64 == 0)
			nap_ms(1);
		stage->recorded = number;
	}
	return NULL;
}

static void let_record(struct stage *stage, pthread_t *thread)
{
	await(&stage->begin);
	if (pthread_create(thread, NULL, record_for_ever, stage))
		leave(4);
	while (stage->recorded < 100)
		nap_ms(1);
}

static void strike(struct stage *stage, attack *act)
{
	struct files files;
	pthread_t thread;

	let_record(stage, &thread);
	if (!open_files(&files))
		leave(5);
	await(&stage->attack);
	while (!stage->end)
		act(&files);
	pthread_join(thread, NULL);
	leave(0);
}

static void strike_by_cutting(struct stage *stage, int how)
{
	struct files files;
	pthread_t thread;
	uint32_t number;

	let_record(stage, &thread);
	if (!open_files(&files))
		leave(5);
	await(&stage->attack);
	cut((struct file *)(void *)((char *)&files + cuts[how].member),
	    cuts[how].pages * 4096);
	/* It goes on, whether recorded or not. */
	number = stage->recorded;
	while (stage->recorded < number + 1000)
		nap_ms(1);
	stage->end = true;
	pthread_join(thread, NULL);
	leave(0);
}

/* The controller */

static bool has_ended(pid_t child)
{
	siginfo_t info = { .si_pid = 0 };

	return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) ||
	       info.si_pid;
}

static struct stage *victims, *attackers;
static trace_id_t victims_stream, stream;
static pid_t victim, attacker;
static int log_fd;

static trace_attr_t attr_with(int policy)
{
	trace_attr_t attr = attr_of(1 << 16, 1000);

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	return attr;
}

static void begin_victim(void)
{
	victims = new_stage();
	victim = fork();
	if (!victim)
		be_victim(victims);
	victims_stream = create_for(victim, 1 << 20, 0);
	assert_ok(posix_trace_start(victims_stream));
}

static void trace_attacker(int policy)
{
	trace_attr_t attr = attr_with(policy);

	log_fd = -1;
	if (policy == POSIX_TRACE_FLUSH)
		log_fd = make_file();
	if (log_fd < 0)
		assert_ok(posix_trace_create(attacker, &attr, &stream));
	else
		assert_ok(posix_trace_create_withlog(attacker, &attr, log_fd,
						     &stream));
	assert_ok(posix_trace_start(stream));
}

static long memory_kb(void)
{
	struct rusage usage;

	ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_maxrss;
}

static void *read_for_ever(void *argument)
{
	struct got got;
	int unavailable, err;

	(void)argument;
	do
		err = posix_trace_getnext_event(stream, &got.info, got.data,
						sizeof(got.data), &got.len,
						&unavailable);
	while (!err && got.len <= sizeof(got.data));
	return (void *)(intptr_t)err;
}

/* Each call comes back; what it says is another matter. */
static void call_everything(void)
{
	const struct timespec soon = in_ms(5);
	struct posix_trace_status_info status;
	trace_attr_t attr = attr_with(POSIX_TRACE_LOOP);
	trace_event_set_t set;
	trace_event_id_t type;
	trace_id_t another;
	struct got got;
	char name[TRACE_EVENT_NAME_MAX + 1];
	int unavailable;

	posix_trace_stop(stream);
	posix_trace_get_status(stream, &status);
	posix_trace_get_filter(stream, &set);
	posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS);
	posix_trace_set_filter(stream, &set, POSIX_TRACE_SET_EVENTSET);
	posix_trace_set_filter(stream, &set, POSIX_TRACE_SUB_EVENTSET);
	posix_trace_start(stream);
	posix_trace_trygetnext_event(stream, &got.info, got.data,
				     sizeof(got.data), &got.len, &unavailable);
	posix_trace_timedgetnext_event(stream, &got.info, got.data,
				       sizeof(got.data), &got.len, &unavailable,
				       &soon);
	posix_trace_flush(stream);
	posix_trace_trid_eventid_open(stream, "spoilt too", &type);
	posix_trace_eventtypelist_rewind(stream);
	for (int i = 0; i < 100 &&
			!posix_trace_eventtypelist_getnext_id(stream, &type,
							      &unavailable) &&
			!unavailable;
	     i++)
		posix_trace_eventid_get_name(stream, type, name);
	if (!posix_trace_create(attacker, &attr, &another))
		posix_trace_shutdown(another);
	posix_trace_clear(stream);
}

static void assert_victim_is_whole(void)
{
	trace_event_id_t type = 0;
	uint32_t next = 0;
	struct got got;

	while (!victims->recorded)
		nap_ms(1);
	while (try_next(victims_stream, &got)) {
		if (!is_user(&got))
			continue;
		if (!next)
			type = got.info.posix_event_id;
		ck_assert_uint_eq(got.info.posix_event_id, type);
		assert_mark(&got, 1, next++);
	}
	ck_assert_uint_eq(next, VICTIM_EVENTS);
	ck_assert_int_eq(status_of(victims_stream).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_ok(posix_trace_shutdown(victims_stream));
	victims->end = true;
	assert_exits_0(victim);
}

/* It has a beginning, and an end: and whatever is between can be passed. */
static void assert_log_can_be_read(void)
{
	struct got got;
	trace_id_t log;

	if (log_fd < 0)
		return;
	log = open_log(log_fd);
	while (log_next(log, &got))
		;
	assert_ok(posix_trace_close(log));
	close(log_fd);
}

static void assert_memory_is_bounded(long before)
{
	if (!SANITIZED)
		ck_assert_int_lt(memory_kb() - before, MORE_MEMORY_KB);
}

static const int policies[] = {
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
	POSIX_TRACE_FLUSH,
};

static void begin_attack(void)
{
	victims->begin = true;
	attackers->begin = true;
	while (attackers->recorded < 100 && !has_ended(attacker))
		nap_ms(1);
	attackers->attack = true;
}

static void withstand(attack *act, int policy)
{
	pthread_t reader;
	int64_t end;
	long before;
	void *err;

	begin_victim();
	attackers = new_stage();
	attacker = fork();
	if (!attacker)
		strike(attackers, act);
	trace_attacker(policy);
	ck_assert_int_eq(pthread_create(&reader, NULL, read_for_ever, NULL), 0);
	before = memory_kb();
	begin_attack();
	end = now_ns() + attack_ms() * (int64_t)NS_PER_MS;
	do
		call_everything();
	while (now_ns() < end && !has_ended(attacker));
	assert_ok(posix_trace_shutdown(stream));
	pthread_join(reader, &err);
	ck_assert_int_eq((int)(intptr_t)err, EINVAL);
	/* Until now it had no rest, and nothing has waited for one. */
	ck_assert(!has_ended(attacker));
	attackers->end = true;
	assert_exits_0(attacker);
	assert_memory_is_bounded(before);
	assert_victim_is_whole();
	assert_log_can_be_read();
}

static int policies_tried(void)
{
	return getenv("HOSTILE_MS") ? (int)ARRAY_LEN(policies) : 1;
}

static int attacks_tried(void)
{
	return (int)ARRAY_LEN(attacks) - (getenv("HOSTILE_MS") ? 0 : PATIENT);
}

static int policy_of(int test)
{
	const int tried = policies_tried();

	return policies[(test / tried + test % tried) %
			(int)ARRAY_LEN(policies)];
}

START_TEST(scribbling_spoils_nothing_else)
{
	withstand(attacks[_i / policies_tried()], policy_of(_i));
}
END_TEST

/* A reader that waits is told so: there is nothing to come. */
static void assert_reader_ends(pthread_t reader, bool at_once)
{
	struct timespec limit = in_ms(20000);
	void *err;

	if (!at_once)
		assert_ok(posix_trace_shutdown(stream));
	ck_assert_int_eq(pthread_timedjoin_np(reader, &err, &limit), 0);
	ck_assert_int_eq((int)(intptr_t)err, EINVAL);
	if (at_once)
		assert_ok(posix_trace_shutdown(stream));
}

static void withstand_cut(int how, int policy)
{
	const bool is_stream = !cuts[how].member;
	pthread_t reader;

	begin_victim();
	attackers = new_stage();
	attacker = fork();
	if (!attacker)
		strike_by_cutting(attackers, how);
	trace_attacker(policy);
	ck_assert_int_eq(pthread_create(&reader, NULL, read_for_ever, NULL), 0);
	begin_attack();
	do
		call_everything();
	while (!has_ended(attacker));
	assert_exits_0(attacker);
	assert_reader_ends(reader, is_stream);
	assert_victim_is_whole();
	assert_log_can_be_read();
}

START_TEST(cutting_spoils_nothing_else)
{
	withstand_cut(_i / policies_tried(), policy_of(_i));
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("hostile_process");
	TCase *tcase = tcase_create("hostile_process");

	tcase_set_timeout(tcase, LIMIT_S);
	tcase_add_loop_test(tcase, scribbling_spoils_nothing_else, 0,
			    attacks_tried() * policies_tried());
	tcase_add_loop_test(tcase, cutting_spoils_nothing_else, 0,
			    (int)ARRAY_LEN(cuts) * policies_tried());
	suite_add_tcase(s, tcase);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
