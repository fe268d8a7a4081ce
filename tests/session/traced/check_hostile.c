/*
 * check_hostile.c - a process that does to the files it shares what it likes
 *
 * It may spoil its own trace, and nothing else: whoever traces it, and what
 * others record, are as well as ever; and so is the part of the program that
 * only records. The files are found by their names and known by their layout,
 * which no other test of the public functions does.
 *
 * HOSTILE_MS says how long each attack goes on before the stream is shut down,
 * and it does not end before. Without it that is 30 ms, each stream has one
 * policy instead of all, and the attacks that cost most patience are left out.
 */
#include <dirent.h>

#include "model/record.h"
#include "stream/names.h"
#include "stream/process.h"
#include "stream/stream.h"
#include "tracing.h"

enum {
	VICTIM_EVENTS = 2000,
	LIMIT_S = 120,	       /* of one test */
	MORE_MEMORY_KB = 65536 /* that a controller under attack may use */
};

static int attack_ms(void)
{
	const char *wish = getenv("HOSTILE_MS");

	return wish ? atoi(wish) : 30;
}

/* Files */

struct file {
	int fd;
	size_t length;
	void *memory;
};

/* The first one of that name, or beginning of a name, that is not known yet. */
static bool find_name(const char *prefix, char *name, size_t size)
{
	DIR *list = opendir(getenv("POSIXTRACE_DIR"));
	struct dirent *entry;
	bool found = false;

	while (list && !found && (entry = readdir(list))) {
		found = !strncmp(entry->d_name, prefix, strlen(prefix));
		if (found)
			snprintf(name, size, "%s/%s", getenv("POSIXTRACE_DIR"),
				 entry->d_name);
	}
	if (list)
		closedir(list);
	return found;
}

/* This runs in children: no assertions. */
static bool open_file(const char *prefix, struct file *file)
{
	char name[512];
	struct stat st;

	file->fd = -1;
	if (find_name(prefix, name, sizeof(name)))
		file->fd = open(name, O_RDWR | O_CLOEXEC);
	if (file->fd < 0 || fstat(file->fd, &st))
		return false;
	file->length = (size_t)st.st_size;
	file->memory = mmap(NULL, file->length, PROT_READ | PROT_WRITE,
			    MAP_SHARED, file->fd, 0);
	return file->memory != MAP_FAILED;
}

static bool open_process_file(pid_t pid, struct file *file)
{
	char prefix[32];

	snprintf(prefix, sizeof(prefix), "%d-", (int)pid);
	return open_file(prefix, file);
}

static bool open_names_file(const struct file *process, struct file *file)
{
	const struct pxt_process_shared *shared = process->memory;
	char prefix[32];

	snprintf(prefix, sizeof(prefix), "names-%016llx",
		 (unsigned long long)atomic_load(&shared->family));
	return open_file(prefix, file);
}

/* The newest stream: the victim's has the first number. */
static bool open_stream_file(struct file *file)
{
	return open_file("stream-1", file);
}

static struct pxt_ring ring_of(const struct file *file)
{
	struct pxt_stream_shared *shared = file->memory;
	const uint32_t slots = pxt_ring_slots(&shared->geometry);
	const size_t head =
		(sizeof(*shared) + slots * sizeof(uint64_t) + 4095) / 4096 *
		4096;

	return (struct pxt_ring){
		.shared = &shared->ring,
		.state = shared->state,
		.chunks = (uint8_t *)file->memory + head,
		.geometry = shared->geometry,
		.slots = slots,
	};
}

struct files {
	struct file stream, process, names;
	struct pxt_ring ring; /* before anybody scribbles */
	enum pxt_clock clock;
};

static bool open_files(struct files *files)
{
	const struct pxt_stream_shared *shared;

	if (!open_stream_file(&files->stream) ||
	    !open_process_file(getpid(), &files->process) ||
	    !open_names_file(&files->process, &files->names))
		return false;
	shared = files->stream.memory;
	files->ring = ring_of(&files->stream);
	files->clock = (enum pxt_clock)shared->clock;
	return true;
}

/* Scribbling */

static uint64_t seed = 88172645463325252;

static uint64_t any(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Numbers that hurt more than others. */
static uint64_t any_number(void)
{
	static const uint64_t wild[] = {
		0, 1, UINT32_MAX, UINT64_MAX, INT64_MAX, INT32_MAX,
	};

	if (any() % 2)
		return wild[any() % ARRAY_LEN(wild)];
	return any() >> any() % 64;
}

static struct pxt_ring_chunk *chunk_at(const struct pxt_ring *ring,
				       uint32_t slot)
{
	return (struct pxt_ring_chunk *)(void *)(ring->chunks +
						 (size_t)slot *
							 ring->geometry.chunk);
}

static void set_state(const struct pxt_ring *ring, uint32_t slot,
		      uint64_t sequence, pid_t tid, unsigned state)
{
	atomic_store(&ring->state[slot],
		     sequence << 24 | (uint64_t)tid << 2 | state);
}

/* Words of the ring, and of what stands around it. */
static void scribble_head(const struct files *files)
{
	struct pxt_stream_shared *shared = files->stream.memory;
	struct pxt_ring_shared *ring = &shared->ring;

	atomic_store(&ring->gate, (uint32_t)any());
	atomic_store(&ring->sequence, any_number());
	atomic_store(&ring->retirements, any_number());
	atomic_store(&ring->high, (uint32_t)any_number());
	atomic_store(&ring->sleeping, (uint32_t)any());
	atomic_fetch_add(&ring->wake, 1);
	atomic_store(&ring->lost, any_number());
	atomic_store(&ring->full_at, any_number());
	atomic_store(&shared->window, (uint32_t)any());
	atomic_store(&shared->cleared, any_number());
	atomic_store(&shared->told_lost, any_number());
	atomic_store(&shared->told_overwritten, any_number());
}

static void scribble_anywhere(const struct files *files)
{
	const struct pxt_ring ring = files->ring;
	uint64_t *words = files->stream.memory;
	const size_t reach =
		(size_t)(ring.chunks - (uint8_t *)files->stream.memory) +
		(size_t)8 * ring.geometry.chunk;

	words[any() % (reach / sizeof(*words))] = any_number();
}

static void scribble_states(const struct files *files)
{
	const struct pxt_ring ring = files->ring;
	uint32_t slot = (uint32_t)(any() % 16);

	atomic_store(&ring.state[slot], any());
	atomic_store(&ring.state[any() % ring.slots], any());
	atomic_store(&chunk_at(&ring, slot)->tail, any());
}

/* A chunk that is full, and a new one each time somebody looks. */
static void fill(const struct pxt_ring *ring, uint32_t slot, uint64_t ticks,
		 unsigned state)
{
	struct pxt_ring_chunk *chunk = chunk_at(ring, slot);
	uint8_t *at = (uint8_t *)chunk + PXT_RING_HEAD;
	const uint64_t sequence = any() & 0xffffffffff;
	const struct pxt_context context = {
		.pid = (uint32_t)any(),
		.tid = (uint32_t)any(),
		.realtime_ns = any_number(),
		.rate = any_number() | 1,
		.family = (uint32_t)any(),
	};
	const uint64_t origin = (uint64_t)PXT_RECORD_CONTEXT << 48;
	const uint32_t size = sizeof(context);

	memcpy(at, &ticks, sizeof(ticks));
	memcpy(at + 8, &origin, sizeof(origin));
	memcpy(at + 16, &size, sizeof(size));
	memcpy(at + PXT_RECORD_HEAD, &context, sizeof(context));
	set_state(ring, slot, sequence, getpid(), state);
	atomic_store(&chunk->tail,
		     (sequence & UINT32_MAX) << 32 |
			     (ring->geometry.chunk - PXT_RING_HEAD));
}

/* Of a time that never comes, in every slot there is. */
static void fill_with_the_future(const struct files *files)
{
	const struct pxt_ring ring = files->ring;

	atomic_store(&ring.shared->high, ring.slots);
	for (uint32_t slot = 0; slot < ring.slots; slot++)
		fill(&ring, slot, pxt_clock_ticks(files->clock) + (any() >> 1),
		     PXT_CHUNK_RETIRED);
}

static void fill_with_the_present(const struct files *files)
{
	const struct pxt_ring ring = files->ring;

	atomic_store(&ring.shared->high, ring.slots);
	fill(&ring, (uint32_t)(any() % ring.slots),
	     pxt_clock_ticks(files->clock), (unsigned)any() % 4);
}

static void be_busy_for_ever(const struct files *files)
{
	const struct pxt_ring ring = files->ring;

	atomic_store(&ring.shared->high, ring.slots);
	for (uint32_t slot = 0; slot < ring.slots; slot++) {
		set_state(&ring, slot, slot + 1, getpid(), PXT_CHUNK_OWNED);
		atomic_store(&chunk_at(&ring, slot)->tail,
			     (uint64_t)(slot + 1) << 32 | 64 | PXT_TAIL_BUSY);
	}
}

/* Full, and told so again as soon as somebody has made room. */
static void be_full_for_ever(const struct files *files)
{
	struct pxt_stream_shared *shared = files->stream.memory;

	atomic_store(&shared->ring.gate, PXT_GATE_OPEN | PXT_GATE_FULL);
	atomic_store(&shared->window, 1);
	atomic_fetch_add(&shared->ring.wake, 1);
	for (size_t i = 0; i < PXT_FILTER_WORDS; i++)
		atomic_store(&shared->filter.word[i], UINT64_MAX);
}

static void overwrite_for_ever(const struct files *files)
{
	struct pxt_stream_shared *shared = files->stream.memory;
	const struct pxt_ring ring = files->ring;

	atomic_fetch_add(&shared->ring.overwritten, any() % 3);
	atomic_store(&shared->ring.overwritten_from, any_number());
	atomic_store(&shared->ring.horizon, any_number());
	atomic_store(&shared->ring.taken_upto, any_number());
	for (uint32_t slot = 0; slot < 16; slot++)
		atomic_fetch_add(&ring.state[slot], UINT64_C(1) << 24);
}

static void scribble_process(const struct files *files)
{
	struct pxt_process_shared *shared = files->process.memory;
	const size_t slot = any() % PXT_PROCESS_SLOTS;

	atomic_store(&shared->word, any_number());
	atomic_store(&shared->slot[slot].nonce, any_number());
	atomic_store(&shared->slot[slot].heirs_since, any_number());
	atomic_store(&shared->slot[slot].number, (uint32_t)any_number());
	atomic_store(&shared->opened[any() % PXT_EVENT_NAMED_MAX],
		     (uint32_t)any_number());
	atomic_store(&shared->disowned_next, (uint32_t)any_number());
	atomic_store(&shared->program, any_number());
	atomic_store(&shared->image_length, (uint32_t)any_number());
	atomic_fetch_add(&shared->image_version, (uint32_t)(any() % 4));
	shared->image[any() % PXT_PROCESS_IMAGE] = (uint8_t)any();
	if (any() % 16 == 0)
		atomic_store(&shared->family, any_number());
}

static void scribble_names(const struct files *files)
{
	struct pxt_names_shared *shared = files->names.memory;

	atomic_store(&shared->top, (uint32_t)any_number());
	atomic_store(&shared->entry[any() % PXT_NAMES_MAX], any_number());
	atomic_store(&shared->entry[any() % 8], any_number());
	shared->text[any() % 4096] = (char)any();
	atomic_store(&shared->description_top, (uint32_t)any_number());
	atomic_store(&shared->first_description, (uint32_t)any_number() % 64);
	shared->descriptions[any() % 256] = (char)any();
}

/* Where the library looks for another stream, and it is one of another shape:
 * of the right name, and told by the right number. */
static void swap_geometry(const struct files *files)
{
	const struct pxt_stream_shared *from = files->stream.memory;
	struct pxt_process_shared *process = files->process.memory;
	const struct pxt_ring_geometry geometry = {
		.chunk = UINT32_C(4096) << any() % 4,
		.base = (uint32_t)(any() % 8),
		.room = (uint32_t)(any() % 8192),
		.loop = (uint32_t)any() % 2,
	};
	const uint32_t slots = pxt_ring_slots(&geometry);
	const size_t head =
		(sizeof(*from) + slots * sizeof(uint64_t) + 4095) / 4096 * 4096;
	const uint64_t nonce = any() | 1;
	struct pxt_stream_shared *to;
	char name[512];
	int fd;

	snprintf(name, sizeof(name), "%s/stream-60", getenv("POSIXTRACE_DIR"));
	unlink(name);
	fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 ||
	    ftruncate(fd, (off_t)(head + (size_t)slots * geometry.chunk)))
		leave(2);
	to = mmap(NULL, sizeof(*to), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (to == MAP_FAILED)
		leave(2);
	memcpy(to, from, sizeof(*to));
	to->geometry = geometry;
	to->length = head + (size_t)slots * geometry.chunk;
	to->nonce = nonce;
	to->rate = any() % 4 ? from->rate : any_number();
	to->attr.max_data = any() % 2 ? from->attr.max_data : any() % 8192;
	atomic_store(&to->ring.gate, PXT_GATE_OPEN);
	atomic_store(&to->ring.high, (uint32_t)any_number());
	atomic_store(&process->slot[2].number, 60);
	atomic_store(&process->slot[2].nonce, nonce);
	atomic_fetch_add(&process->word, (1 << 16) + 1);
	nap_ms(1);
	munmap(to, sizeof(*to));
}

typedef void attack(const struct files *files);

/* Each with the policy that it is worst for, or with all when there is time. At
 * the last two every call waits for a second, or for some. */
static attack *const attacks[] = {
	scribble_head,	      scribble_states,	scribble_anywhere,
	fill_with_the_future, be_full_for_ever, scribble_process,
	scribble_names,	      swap_geometry,	fill_with_the_present,
	overwrite_for_ever,   be_busy_for_ever,
};
enum { PATIENT = 2 };

/* Cutting */

static void cut(const struct file *file, size_t length)
{
	if (ftruncate(file->fd, (off_t)length))
		leave(2);
}

static const struct {
	size_t member; /* of struct files */
	size_t pages;  /* that are left */
} cuts[] = {
	{ offsetof(struct files, stream), 0 },
	{ offsetof(struct files, stream), 1 },
	{ offsetof(struct files, stream), 8 },
	{ offsetof(struct files, process), 0 },
	{ offsetof(struct files, process), 1 },
	{ offsetof(struct files, names), 0 },
	{ offsetof(struct files, names), 1 },
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
	Suite *s = suite_create("hostile");
	TCase *tcase = tcase_create("hostile");

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
