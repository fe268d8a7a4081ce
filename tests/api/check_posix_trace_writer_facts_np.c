/* What a log that a program writes tells beside events: types, objects ... */
#include <trace_np.h>

#include "written_log.h"

START_TEST(a_type_is_a_name_with_a_description)
{
	const trace_event_id_t plain = open_type("order", NULL);
	const trace_event_id_t one = open_type("order", "int id");
	const trace_event_id_t two = open_type("order", "long id");
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t type;
	trace_id_t trid;

	ck_assert_uint_ne(plain, one);
	ck_assert_uint_ne(one, two);
	ck_assert_uint_eq(open_type("order", NULL), plain);
	ck_assert_uint_eq(open_type("order", "int id"), one);
	ck_assert_uint_eq(open_type("posix_trace_stop", NULL),
			  POSIX_TRACE_STOP);

	type = 4000;
	assert_ok(posix_trace_writer_type_np(writer, "wanted", NULL, &type));
	ck_assert_uint_eq(type, 4000);
	assert_ok(posix_trace_writer_type_np(writer, "other", NULL, &type));
	ck_assert_uint_ne(type, 4000);
	type = 4001;
	assert_ok(posix_trace_writer_type_np(writer, NULL, NULL, &type));
	assert_ok(posix_trace_writer_type_np(writer, NULL, NULL, &type));
	ck_assert_uint_eq(type, 4001);
	type = 60000;
	assert_ok(posix_trace_writer_type_np(writer, NULL, NULL, &type));
	ck_assert_uint_eq(type, 60000);

	trid = finish();
	assert_ok(posix_trace_eventid_get_name(trid, two, name));
	ck_assert_str_eq(name, "order");
	assert_ok(posix_trace_eventid_get_description_np(trid, two, text,
							 sizeof(text)));
	ck_assert_str_eq(text, "long id");
	ck_assert_int_eq(posix_trace_eventid_get_description_np(
				 trid, plain, text, sizeof(text)),
			 ENODATA);
	assert_ok(posix_trace_eventid_get_name(trid, 4000, name));
	ck_assert_str_eq(name, "wanted");
	ck_assert_int_eq(posix_trace_eventid_get_name(trid, 4001, name),
			 EINVAL);
}
END_TEST

START_TEST(there_are_so_many_types)
{
	trace_event_id_t type = 0;
	char name[16];
	int err = 0, i;

	for (i = 0; !err; i++) {
		snprintf(name, sizeof(name), "type %d", i);
		err = posix_trace_writer_type_np(writer, name, NULL, &type);
	}
	ck_assert_int_eq(err, ENOSPC);
	ck_assert_int_eq(i - 1, 4080);
	ck_assert_uint_eq(open_type("type 7", NULL), 16 + 7);
	finish();
}
END_TEST

struct seen_modules {
	unsigned count;
	char path[2][32];
	size_t id_len[2];
};

static void see(const struct posix_trace_module_np *module, void *argument)
{
	struct seen_modules *seen = argument;

	ck_assert_uint_lt(seen->count, 2);
	strcpy(seen->path[seen->count], module->path);
	seen->id_len[seen->count++] = module->build_id_len;
}

START_TEST(processes_threads_and_origins_are_told)
{
	const struct posix_trace_module_np modules[] = {
		{ .start = (void *)0x1000,
		  .end = (void *)0x2000,
		  .base = 0x1000,
		  .path = "/bin/it",
		  .build_id = "12345",
		  .build_id_len = 5 },
		{ .path = "" },
	};
	const struct posix_trace_process_np here = { 100, "here", "here -x" };
	const struct posix_trace_process_np there = { 100, "there", "" };
	struct posix_trace_origin_np origin = { .number = 2,
						.host = "h2",
						.uuid = "another log",
						.boot = "another boot",
						.offset_ns = -1284000,
						.error_ns = 31000 };
	struct seen_modules seen = { .count = 0 };
	struct posix_trace_process_np process;
	const struct posix_trace_origin_np left_out = { .number = 1 };
	struct posix_trace_origin_np told;
	char name[16];
	trace_id_t trid;

	assert_ok(posix_trace_writer_origin_np(writer, &origin));
	assert_ok(posix_trace_writer_process_np(writer, 0, &here, modules, 2));
	assert_ok(posix_trace_writer_process_np(writer, 2, &there, NULL, 0));
	assert_ok(posix_trace_writer_thread_np(writer, 2, 100, 101, "worker"));
	trid = finish();

	assert_ok(posix_trace_get_process_np(trid, 0, 100, &process));
	ck_assert_str_eq(process.name, "here");
	ck_assert_str_eq(process.command, "here -x");
	assert_ok(posix_trace_get_process_np(trid, 2, 100, &process));
	ck_assert_str_eq(process.name, "there");
	ck_assert_int_eq(posix_trace_get_process_np(trid, 1, 100, &process),
			 ESRCH);

	assert_ok(posix_trace_list_modules_np(trid, 0, 100, see, &seen));
	ck_assert_uint_eq(seen.count, 2);
	ck_assert_str_eq(seen.path[0], "/bin/it");
	ck_assert_uint_eq(seen.id_len[0], 5);
	ck_assert_str_eq(seen.path[1], "");
	ck_assert_int_eq(posix_trace_list_modules_np(trid, 1, 100, see, &seen),
			 ESRCH);
	ck_assert_int_eq(posix_trace_list_modules_np(trid, 0, 100, NULL, NULL),
			 EINVAL);

	assert_ok(posix_trace_get_thread_np(trid, 2, 100, 101, name, 7));
	ck_assert_str_eq(name, "worker");
	ck_assert_int_eq(posix_trace_get_thread_np(trid, 2, 100, 101, name, 6),
			 ERANGE);
	ck_assert_int_eq(posix_trace_get_thread_np(trid, 0, 100, 101, name, 7),
			 ENODATA);

	assert_ok(posix_trace_get_origin_np(trid, 2, &told));
	ck_assert_mem_eq(&told, &origin, sizeof(told));
	assert_ok(posix_trace_get_origin_np(trid, 0, &told));
	ck_assert_str_eq(told.host, about.host);
	ck_assert_mem_eq(told.uuid, about.uuid, 16);
	ck_assert_mem_eq(told.boot, about.boot, 16);
	assert_ok(posix_trace_get_origin_np(trid, 1, &told));
	ck_assert_mem_eq(&told, &left_out, sizeof(told));
	ck_assert_int_eq(posix_trace_get_origin_np(trid, 3, &told), ESRCH);
	ck_assert_int_eq(posix_trace_get_origin_np(trid, 0, NULL), EINVAL);
}
END_TEST

struct seen_objects {
	trace_id_t trid;
	unsigned count;
	char name[8][16];
};

static void see_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct seen_objects *seen = argument;
	struct posix_trace_object_np again;

	/* Other functions may be called. */
	assert_ok(posix_trace_get_object_np(seen->trid, 2, object->pid,
					    object->address, object->kind,
					    &object->since, &again));
	ck_assert_str_eq(again.name, object->name);
	strcpy(seen->name[seen->count++], object->name);
}

START_TEST(objects_and_notes_are_told)
{
	const struct posix_trace_object_np queue = {
		.pid = 100,
		.address = UINT64_MAX,
		.kind = "queue",
		.name = "jobs",
		.details = "capacity=100",
		.since = at(5),
	};
	const struct posix_trace_object_np mutex = {
		.pid = 100,
		.address = UINT64_MAX,
		.kind = "mutex",
		.name = "",
		.details = "",
		.since = at(9),
	};
	const struct timespec early = at(1), late = at(9);
	struct seen_objects seen = { .count = 0 };
	struct posix_trace_object_np got;
	struct posix_trace_note_np note;
	trace_id_t trid;

	assert_ok(posix_trace_writer_object_np(writer, 2, &queue));
	assert_ok(posix_trace_writer_object_np(writer, 2, &mutex));
	assert_ok(posix_trace_writer_note_np(writer, 2, "ticks", "100 Hz"));
	trid = finish();

	assert_ok(posix_trace_get_object_np(trid, 2, 100, UINT64_MAX, NULL,
					    &early, &got));
	ck_assert_int_eq(got.pid, 100);
	ck_assert(got.address == UINT64_MAX);
	ck_assert_str_eq(got.kind, "queue");
	ck_assert_str_eq(got.name, "jobs");
	ck_assert_str_eq(got.details, "capacity=100");
	ck_assert(is_time(&got.since, &queue.since));
	assert_ok(posix_trace_get_object_np(trid, 2, 100, UINT64_MAX, "", &late,
					    &got));
	ck_assert_str_eq(got.kind, "mutex");
	assert_ok(posix_trace_get_object_np(trid, 2, 100, UINT64_MAX, "queue",
					    NULL, &got));
	ck_assert_str_eq(got.kind, "queue");
	assert_ok(posix_trace_get_object_np(trid, 2, 100, UINT64_MAX, NULL,
					    NULL, &got));
	ck_assert_str_eq(got.kind, "mutex");
	ck_assert_int_eq(posix_trace_get_object_np(trid, 2, 101, UINT64_MAX,
						   NULL, NULL, &got),
			 ESRCH);
	ck_assert_int_eq(posix_trace_get_object_np(trid, 0, 100, UINT64_MAX,
						   NULL, NULL, &got),
			 ESRCH);

	seen.trid = trid;
	assert_ok(posix_trace_list_objects_np(trid, 2, see_object, &seen));
	ck_assert_uint_eq(seen.count, 2);
	ck_assert_str_eq(seen.name[0], "jobs");
	ck_assert_str_eq(seen.name[1], "");
	assert_ok(posix_trace_list_objects_np(trid, 1, see_object, &seen));
	ck_assert_uint_eq(seen.count, 2);

	assert_ok(posix_trace_get_note_np(trid, 2, 0, &note));
	ck_assert_str_eq(note.key, "ticks");
	ck_assert_str_eq(note.value, "100 Hz");
	ck_assert_int_eq(posix_trace_get_note_np(trid, 2, 1, &note), ENODATA);
	ck_assert_int_eq(posix_trace_get_note_np(trid, 0, 0, &note), ENODATA);
}
END_TEST

START_TEST(who_asks_wrongly_for_objects_is_told_nothing)
{
	const struct timespec no_time = { .tv_nsec = -1 };
	struct posix_trace_object_np object = { .kind = "queue",
						.name = "a",
						.details = "" };
	struct posix_trace_note_np note;
	trace_id_t trid;

	ck_assert_int_eq(posix_trace_writer_object_np(NULL, 0, &object),
			 EINVAL);
	ck_assert_int_eq(posix_trace_writer_object_np(writer, 0, NULL), EINVAL);
	object.kind = "";
	ck_assert_int_eq(posix_trace_writer_object_np(writer, 0, &object),
			 EINVAL);
	object.kind = NULL;
	ck_assert_int_eq(posix_trace_writer_object_np(writer, 0, &object),
			 EINVAL);
	object.kind = "queue";
	object.since = no_time;
	ck_assert_int_eq(posix_trace_writer_object_np(writer, 0, &object),
			 EINVAL);
	ck_assert_int_eq(posix_trace_writer_note_np(writer, 0, "", "value"),
			 EINVAL);
	ck_assert_int_eq(posix_trace_writer_note_np(writer, 0, "key", NULL),
			 EINVAL);
	ck_assert_int_eq(posix_trace_writer_note_np(NULL, 0, "key", "value"),
			 EINVAL);
	trid = finish();

	ck_assert_int_eq(
		posix_trace_get_object_np(trid, 0, 0, 0, NULL, NULL, NULL),
		EINVAL);
	ck_assert_int_eq(posix_trace_get_object_np(trid, 0, 0, 0, NULL,
						   &no_time, &object),
			 EINVAL);
	ck_assert_int_eq(
		posix_trace_get_object_np(trid, 0, 0, 0, NULL, NULL, &object),
		ESRCH);
	ck_assert_int_eq(posix_trace_list_objects_np(trid, 0, NULL, NULL),
			 EINVAL);
	ck_assert_int_eq(posix_trace_get_note_np(trid, 0, 0, NULL), EINVAL);
	assert_ok(posix_trace_close(trid));
	ck_assert_int_eq(posix_trace_get_note_np(trid, 0, 0, &note), EINVAL);
	ck_assert_int_eq(
		posix_trace_get_object_np(trid, 0, 0, 0, NULL, NULL, &object),
		EINVAL);
	ck_assert_int_eq(posix_trace_list_objects_np(trid, 0, see_object, NULL),
			 EINVAL);
}
END_TEST

START_TEST(the_log_tells_what_it_was_told_of_itself)
{
	const struct timespec created = { 1600000000, 5 };
	struct posix_trace_status_info status = {
		.posix_stream_overrun_status = POSIX_TRACE_OVERRUN,
		.posix_stream_flush_error = ENOSPC,
	};
	struct posix_trace_log_np told;
	struct timespec time;
	trace_attr_t attr;
	char name[TRACE_NAME_MAX];
	trace_id_t trid;
	int policy;

	assert_ok(posix_trace_attr_init(&attr));
	assert_ok(posix_trace_attr_setname(&attr, "of a robot"));
	assert_ok(posix_trace_attr_setcreatetime_np(&attr, &created));
	assert_ok(posix_trace_writer_close_np(writer, NULL));
	assert_ok(posix_trace_writer_open_np(fd, &attr, &about, &writer));
	assert_ok(posix_trace_writer_close_np(writer, &status));

	trid = open_log(fd);
	assert_ok(posix_trace_get_log_np(trid, &told));
	ck_assert_mem_eq(told.uuid, about.uuid, 16);
	ck_assert_mem_eq(told.boot, about.boot, 16);
	ck_assert_int_eq(told.clock_sync, about.clock_sync);
	ck_assert_int_eq(told.clock_offset_ns, -5);
	ck_assert_int_eq(told.clock_error_ns, 7);
	ck_assert_int_eq(told.clock, POSIX_TRACE_CLOCK_MADE_NP);
	ck_assert_int_eq(told.target, 100);
	ck_assert_str_eq(told.host, about.host);
	ck_assert_str_eq(told.system, about.system);
	ck_assert(told.complete);
	assert_ok(posix_trace_get_status(trid, &status));
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(status.posix_stream_flush_error, ENOSPC);
	ck_assert_int_eq(status.posix_log_full_status, POSIX_TRACE_NOT_FULL);

	assert_ok(posix_trace_get_attr(trid, &attr));
	assert_ok(posix_trace_attr_getname(&attr, name));
	ck_assert_str_eq(name, "of a robot");
	assert_ok(posix_trace_attr_getcreatetime(&attr, &time));
	ck_assert(is_time(&time, &created));
	assert_ok(posix_trace_attr_getlogfullpolicy(&attr, &policy));
	ck_assert_int_eq(policy, POSIX_TRACE_APPEND);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_writer_facts_np");
	TCase *tcase = tcase_create("posix_trace_writer_facts_np");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, a_type_is_a_name_with_a_description);
	tcase_add_test(tcase, there_are_so_many_types);
	tcase_add_test(tcase, processes_threads_and_origins_are_told);
	tcase_add_test(tcase, objects_and_notes_are_told);
	tcase_add_test(tcase, who_asks_wrongly_for_objects_is_told_nothing);
	tcase_add_test(tcase, the_log_tells_what_it_was_told_of_itself);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
