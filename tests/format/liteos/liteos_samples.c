/*
 * liteos_samples.c - do captures of LiteOS decode as somebody else says?
 *
 *	liteos_samples FOLDER
 *
 * Reads each file of the folder that has an expected decode in
 * FOLDER/expected/FILE.json, one record a line, and compares all that these
 * have: values of events by their own names, objects, gaps, facts. A file of
 * hex text is unpacked here. Prints how many there are; exits with 1 if any is
 * otherwise, with 77 if nothing can be compared.
 */
#include "config.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/liteos.h"

#ifdef HAVE_YAJL
#include <yajl/yajl_tree.h>

enum {
	RECORDS = 1 << 12,
	EVENTS = RECORDS,
};

static const char *file; /* that is compared */
static unsigned wrong;

static void __attribute__((format(printf, 1, 2)))
differs(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fprintf(stderr, "%s: ", file);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	wrong++;
}

/* Files */

static uint8_t *read_file(const char *path, size_t *len)
{
	FILE *in = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t room = 0;

	*len = 0;
	while (in && !feof(in)) {
		if (room - *len < 4096) {
			room = 2 * room + 8192;
			data = realloc(data, room);
			if (!data)
				abort();
		}
		*len += fread(data + *len, 1, room - *len, in);
	}
	if (in)
		fclose(in);
	if (data)
		data[*len] = '\0';
	return data;
}

/* Two digits and a blank for each byte. */
static size_t unpack(uint8_t *data)
{
	char *at = (char *)data;
	size_t len = 0;

	while (isxdigit((unsigned char)*at)) {
		data[len++] = (uint8_t)strtoul(at, &at, 16);
		while (isspace((unsigned char)*at))
			at++;
	}
	return len;
}

static bool ends_in(const char *name, const char *end)
{
	return strlen(name) > strlen(end) &&
	       !strcmp(name + strlen(name) - strlen(end), end);
}

/* What is expected: a tree for each line. */

static yajl_val record[RECORDS];
static size_t records;

static void read_records(const char *path)
{
	size_t len;
	char *text = (char *)read_file(path, &len), *line = text, *end;

	for (records = 0; line && *line; line = end + 1) {
		end = strchr(line, '\n');
		if (!end)
			break;
		*end = '\0';
		record[records] = yajl_tree_parse(line, NULL, 0);
		if (!record[records++])
			differs("the expected line %zu is no JSON", records);
	}
	free(text);
}

static void free_records(void)
{
	while (records)
		yajl_tree_free(record[--records]);
}

static yajl_val member(yajl_val tree, const char *name)
{
	const char *path[] = { name, NULL };

	return tree ? yajl_tree_get(tree, path, yajl_t_any) : NULL;
}

static const char *text_of(yajl_val value)
{
	return YAJL_IS_STRING(value) ? YAJL_GET_STRING(value) : "";
}

/* A number, or a text in hex. */
static uint64_t number_of(yajl_val value)
{
	if (YAJL_IS_INTEGER(value))
		return (uint64_t)YAJL_GET_INTEGER(value);
	if (YAJL_IS_NUMBER(value))
		return strtoull(YAJL_GET_NUMBER(value), NULL, 10);
	if (YAJL_IS_TRUE(value))
		return 1;
	return strtoull(text_of(value), NULL, 0);
}

/* Of these, by what makes it one. */
static yajl_val find(const char *name)
{
	for (size_t i = 0; i < records; i++)
		if (member(record[i], name))
			return record[i];
	return NULL;
}

/* What is there */

static struct event {
	struct posix_trace_item_np item;
	uint8_t data[1024];
	const char *name;
	const char *description;
	uint64_t ns, order;
} event[EVENTS];
static size_t events;

static struct posix_trace_layout_np layout;
static struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
static unsigned fields;

static const struct posix_trace_value_np *value_of(const char *name)
{
	for (unsigned i = 0; i < fields; i++)
		if (!strcmp(values[i].field->name, name))
			return &values[i];
	return NULL;
}

static bool get(const char *name, size_t index, uint64_t *number)
{
	const struct posix_trace_value_np *value = value_of(name);
	struct posix_trace_number_np found;

	if (!value ||
	    posix_trace_value_number_np(&layout, value, index, &found))
		return false;
	*number = found.as.u;
	return true;
}

static void decode(const struct event *of)
{
	fields = 0;
	if (!of->description ||
	    posix_trace_layout_parse_np(of->description, &layout))
		differs("%s has no description", of->name);
	else
		fields = posix_trace_layout_decode_np(
			&layout, of->data, of->item.data_len, values);
	if (fields != layout.fields)
		differs("%s has %u of %u fields", of->name, fields,
			layout.fields);
}

static int keep(struct pxt_trace *trace, const struct posix_trace_item_np *item)
{
	struct event *to = &event[events];
	uint64_t order;

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return 0;
	if (events == EVENTS || item->data_len > sizeof(to->data))
		return ENOSPC;
	to->item = *item;
	memcpy(to->data, item->data, item->data_len);
	to->name = pxt_trace_type_name(trace, item->info.posix_event_id);
	to->description =
		pxt_trace_type_description(trace, item->info.posix_event_id);
	to->ns = (uint64_t)item->info.posix_timestamp.tv_sec * 1000000000 +
		 (uint64_t)item->info.posix_timestamp.tv_nsec;
	decode(to);
	to->order = 0;
	if (get("offset", 0, &order) || get("slot", 0, &order))
		to->order = order;
	events++;
	return 0;
}

static int decode_all(struct pxt_trace *trace, const uint8_t *data, size_t len,
		      const char *setting)
{
	struct pxt_settings settings = { .count = 0 };
	struct pxt_import import = { .trace = trace, .settings = &settings };
	struct posix_trace_item_np item;
	int unavailable = 0;
	int err;

	events = 0;
	if (setting)
		pxt_settings_add(&settings, setting);
	if (pxt_feed_open_memory(data, len, &import.feed))
		return ENOMEM;
	err = pxt_format_liteos.import->open(&import);
	while (!err) {
		err = pxt_format_liteos.import->next(&import, &item,
						     &unavailable);
		if (err || unavailable)
			break;
		err = keep(trace, &item);
	}
	pxt_format_liteos.import->close(&import);
	pxt_feed_close(import.feed);
	return err;
}

/* Comparing */

static void same(size_t line, const char *what, uint64_t is, yajl_val wanted)
{
	if (is != number_of(wanted))
		differs("line %zu: %s is 0x%" PRIx64 ", expected 0x%" PRIx64,
			line, what, is, number_of(wanted));
}

static void same_field(size_t line, const char *field, size_t index,
		       yajl_val wanted)
{
	uint64_t is;

	if (!wanted)
		return;
	if (get(field, index, &is))
		same(line, field, is, wanted);
	else
		differs("line %zu: no %s", line, field);
}

static void same_args(size_t line, yajl_val args)
{
	for (size_t i = 0; YAJL_IS_OBJECT(args) && i < args->u.object.len; i++)
		same_field(line, args->u.object.keys[i], 0,
			   args->u.object.values[i]);
}

static void same_array(size_t line, const char *field, yajl_val wanted)
{
	const struct posix_trace_value_np *value = value_of(field);

	if (!YAJL_IS_ARRAY(wanted))
		return;
	if ((value ? value->count : 0) < wanted->u.array.len)
		differs("line %zu: %s has %zu elements, expected %zu", line,
			field, value ? value->count : 0, wanted->u.array.len);
	for (size_t i = 0; i < wanted->u.array.len; i++)
		same_field(line, field, i, wanted->u.array.values[i]);
}

static void same_core(size_t line, yajl_val core)
{
	same_field(line, "cpuid", 0, member(core, "cpu"));
	same_field(line, "hwiActive", 0, member(core, "hwi"));
	same_field(line, "taskLockCnt", 0, member(core, "lock"));
	same_field(line, "paramCount", 0, member(core, "n"));
	same_field(line, "reserves", 0, member(core, "rsv"));
}

static void same_task(size_t line, yajl_val task)
{
	uint64_t word = 0;

	if (!get("curTask", 0, &word))
		differs("line %zu: no curTask", line);
	same(line, "tid", word & 0xffff, member(task, "tid"));
	same(line, "gen", word >> 16, member(task, "gen"));
}

static void same_event(size_t line, const struct event *is, yajl_val wanted)
{
	decode(is);
	if (strcmp(is->name, text_of(member(wanted, "name"))))
		differs("line %zu: %s, expected %s", line, is->name,
			text_of(member(wanted, "name")));
	same_field(line, "eventType", 0, member(wanted, "type"));
	same_field(line, "curTime", 0, member(wanted, "t"));
	same_field(line, "curPid", 0, member(wanted, "curPid"));
	same_field(line, "identity", 0, member(wanted, "identity"));
	same_field(line, "eventCount", 0, member(wanted, "count"));
	same_field(line, "slot", 0, member(wanted, "slot"));
	same_field(line, "offset", 0, member(wanted, "off"));
	same_task(line, member(wanted, "curTask"));
	same_core(line, member(wanted, "core"));
	same_core(line, wanted);
	same_array(line, "params", member(wanted, "params"));
	same_array(line, "linkReg", member(wanted, "lr"));
	same_args(line, member(wanted, "args"));
	if (member(wanted, "ns"))
		same(line, "ns", is->ns, member(wanted, "ns"));
}

static int by_order(const void *a, const void *b)
{
	const struct event *left = a, *right = b;

	return left->order < right->order ? -1 : left->order > right->order;
}

static bool is_event(yajl_val wanted)
{
	return member(wanted, "curTask");
}

/* Dumps are expected in the order of slots, and read with the oldest first. */
static void same_events(void)
{
	size_t at = 0;

	if (!find("capacity"))
		qsort(event, events, sizeof(event[0]), by_order);
	for (size_t i = 0; i < records; i++) {
		if (!is_event(record[i]))
			continue;
		if (at == events) {
			differs("line %zu: there are no more events", i + 1);
			return;
		}
		same_event(i + 1, &event[at++], record[i]);
	}
	if (at != events)
		differs("%zu events, expected %zu", events, at);
}

static void same_object(const struct pxt_trace *trace, size_t line,
			yajl_val wanted)
{
	const uint64_t id = number_of(member(wanted, "id"));
	struct posix_trace_object_np object;
	char details[40];

	if (!id && !*text_of(member(wanted, "name")))
		return;
	snprintf(details, sizeof(details), "priority=%" PRIu64,
		 number_of(member(wanted, "prio")));
	if (pxt_trace_get_object(trace, PXT_TRACE_PID, id, "task", NULL,
				 &object))
		differs("line %zu: no task 0x%" PRIx64, line, id);
	else if (strcmp(object.name, text_of(member(wanted, "name"))))
		differs("line %zu: task 0x%" PRIx64 " is %s", line, id,
			object.name);
}

static void same_damage(const struct pxt_trace *trace)
{
	const struct pxt_trace_damage *damage;
	size_t at = 0;

	if (!member(record[0], "gaps"))
		return;
	for (size_t i = 0; i < records; i++) {
		if (!member(record[i], "gap"))
			continue;
		damage = pxt_trace_get_damage(trace, at++);
		if (!damage) {
			differs("line %zu: no gap", i + 1);
			return;
		}
		same(i + 1, "gap", damage->offset, member(record[i], "gap"));
		same(i + 1, "its length", damage->len,
		     member(record[i], "len"));
	}
	if (at != pxt_trace_damages(trace))
		differs("%" PRIu64 " gaps, expected %zu",
			pxt_trace_damages(trace), at);
}

static void same_note(const struct pxt_trace *trace, yajl_val wanted,
		      const char *key)
{
	const char *note = pxt_trace_get_note(trace, key);
	yajl_val value = member(wanted, key);
	char text[32];

	if (!value || YAJL_IS_NULL(value))
		return;
	if (YAJL_IS_INTEGER(value))
		snprintf(text, sizeof(text), "%lld", YAJL_GET_INTEGER(value));
	else if (YAJL_IS_STRING(value))
		snprintf(text, sizeof(text), "%s", YAJL_GET_STRING(value));
	else
		snprintf(text, sizeof(text), "%s",
			 YAJL_IS_TRUE(value) ? "yes" : "no");
	if (!note || strcmp(note, text))
		differs("%s is %s, expected %s", key, note ? note : "nothing",
			text);
}

static void same_notes(const struct pxt_trace *trace)
{
	/* clang-format off */
	static const char *const keys[] = {
		"byteOrder",	"clockFreq",   "version",     "totalLen",
		"objSize",	"frameSize",   "objOffset",   "frameOffset",
		"capacity",	"used",	       "full",	      "oldestSlot",
		"wrapped",	"complete",    "objCapacity", "bytes",
		"curObjIndex",	"curEvtIndex", "capacityByHeader",
		"slackBytes",
	};
	static const char *const counts[] = {
		"NOTIFY", "HEAD", "OBJ", "EVENT", "blankEvents", "badBytes",
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		same_note(trace, member(record[0], "stats"), counts[i]);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		same_note(trace, member(find("head"), "head"), keys[i]);
		if (find("capacity"))
			same_note(trace, find("capacity"), keys[i]);
		if (find("curEvtIndex"))
			same_note(trace, find("curEvtIndex"), keys[i]);
	}
}

static void same_commands(void)
{
	size_t at = 0;

	for (size_t i = 1; i < records; i++, at++) {
		const struct posix_trace_value_np *hex;

		if (at == events) {
			differs("line %zu: no command", i + 1);
			return;
		}
		decode(&event[at]);
		if (strcmp(event[at].name, text_of(member(record[i], "name"))))
			differs("line %zu: %s", i + 1, event[at].name);
		same_field(i + 1, "offset", 0, member(record[i], "off"));
		same_field(i + 1, "cmd", 0, member(record[i], "cmd"));
		same_field(i + 1, "accepted", 0, member(record[i], "accepted"));
		same_field(i + 1, "mask", 0, member(record[i], "mask"));
		same_field(i + 1, "maskInEffect", 0,
			   member(record[i], "maskInEffect"));
		hex = value_of("hex");
		if (!hex ||
		    memcmp(hex->data, text_of(member(record[i], "hex")), 14))
			differs("line %zu: other bytes", i + 1);
	}
	if (at != events)
		differs("%zu commands, expected %zu", events, at);
}

static void compare(struct pxt_trace *trace)
{
	if (find("accepted")) {
		same_commands();
		return;
	}
	same_events();
	for (size_t i = 0; i < records; i++) {
		if (member(record[i], "obj"))
			same_object(trace, i + 1, member(record[i], "obj"));
		if (!strcmp(text_of(member(record[i], "msg")), "OBJ"))
			same_object(trace, i + 1, record[i]);
	}
	same_damage(trace);
	same_notes(trace);
}

static void try_setting(const uint8_t *data, size_t len, const char *setting)
{
	struct pxt_trace *trace;
	int err;

	if (pxt_trace_create(&trace))
		abort();
	err = decode_all(trace, data, len, setting);
	if (find("error")) {
		if (err != EBADMSG || !*pxt_trace_get_refusal(trace))
			differs("is not refused: %s", strerror(err));
	} else if (err) {
		differs("%s: %s", strerror(err), pxt_trace_get_refusal(trace));
	} else {
		compare(trace);
	}
	if (pxt_trace_error(trace))
		differs("something was not kept");
	pxt_trace_close(trace);
}

/* With the layout as it is known, and as it is guessed. What is guessed
 * otherwise has nothing that could tell it. */
static void try_file(const char *folder, const char *name)
{
	char path[4096], setting[64];
	const char *layout_is;
	uint8_t *data;
	size_t len;

	file = name;
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	data = read_file(path, &len);
	if (!data || !records) {
		differs("cannot be read");
		return;
	}
	if (ends_in(name, ".hex"))
		len = unpack(data);
	layout_is = text_of(member(record[0], "layout"));
	if (strcmp(name, "a32-everyevent.raw"))
		try_setting(data, len, NULL);
	if (*layout_is) {
		snprintf(setting, sizeof(setting), "layout=%s", layout_is);
		try_setting(data, len, setting);
	}
	free(data);
}

static unsigned try_folder(const char *folder)
{
	char path[4096], name[512];
	struct dirent *entry;
	unsigned tried = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/expected", folder);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (!ends_in(entry->d_name, ".json"))
			continue;
		file = entry->d_name;
		snprintf(path, sizeof(path), "%s/expected/%s", folder,
			 entry->d_name);
		snprintf(name, sizeof(name), "%.*s",
			 (int)strlen(entry->d_name) - 5, entry->d_name);
		read_records(path);
		try_file(folder, name);
		free_records();
		tried++;
	}
	if (dir)
		closedir(dir);
	return tried;
}

int main(int argc, char **argv)
{
	unsigned tried;

	if (argc != 2) {
		fputs("usage: liteos_samples FOLDER\n", stderr);
		return 2;
	}
	tried = try_folder(argv[1]);
	if (!tried) {
		fprintf(stderr, "SKIPPED: no captures in %s\n", argv[1]);
		return 77;
	}
	printf("%u captures, %u differences\n", tried, wrong);
	return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

#else

int main(void)
{
	fputs("SKIPPED: built without yajl\n", stderr);
	return 77;
}

#endif
