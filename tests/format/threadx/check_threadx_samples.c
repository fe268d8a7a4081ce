/*
 * check_threadx_samples.c - every trace of a folder is what is expected of it
 *
 * Of NAME.trx there is NAME.json, with its header, its registry and more, and
 * NAME.events.tsv, perhaps compressed, with a line for each event. Folders are
 * those of the arguments, or tests/data/threadx.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef HAVE_YAJL

int main(void)
{
	fprintf(stderr, "SKIPPED: built without yajl\n");
	return 77;
}

#else

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <yajl/yajl_tree.h>

#include "format/container/container.h"
#include "format/threadx/threadx.h"

enum { LINE = 4096, SHOWN = 10 };

static unsigned wrong; /* in all */

struct sample {
	const char *folder;
	char name[256];
	yajl_val expected;

	uint8_t *data;
	size_t len;
	struct pxt_feed *feed;
	struct pxt_trace *trace;
	struct pxt_settings settings;
	struct pxt_import import;
	unsigned failures;
};

static void fail(struct sample *sample, const char *what, const char *got,
		 const char *expected)
{
	wrong++;
	if (++sample->failures <= SHOWN)
		fprintf(stderr, "%s/%s: %s: '%s' instead of '%s'\n",
			sample->folder, sample->name, what, got, expected);
}

static char *read_all(FILE *file, size_t *len)
{
	size_t room = 1 << 16, got;
	char *text = malloc(room);

	*len = 0;
	while (text && (got = fread(text + *len, 1, room - *len - 1, file))) {
		*len += got;
		if (room - *len > 1)
			continue;
		room *= 2;
		text = realloc(text, room);
	}
	if (!text)
		abort();
	text[*len] = '\0';
	return text;
}

static FILE *open_beside(const struct sample *sample, const char *suffix)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s%s", sample->folder, sample->name,
		 suffix);
	return fopen(path, "re");
}

static bool read_trace(struct sample *sample)
{
	static const char *const suffixes[] = { ".trx", ".hex", ".mot",
						".txt" };
	FILE *file = NULL;

	for (size_t i = 0; !file && i < 4; i++)
		file = open_beside(sample, suffixes[i]);
	if (!file)
		return false;
	sample->data = (uint8_t *)read_all(file, &sample->len);
	fclose(file);
	return true;
}

/* The lines of events, compressed or not. */
static FILE *open_events(const struct sample *sample)
{
	char command[1024];
	FILE *file = open_beside(sample, ".events.tsv");

	if (file)
		return file;
	snprintf(command, sizeof(command), "gzip -dc '%s/%s.events.tsv.gz'",
		 sample->folder, sample->name);
	return popen(command, "re");
}

static yajl_val find(yajl_val in, const char *key, yajl_type type)
{
	const char *path[] = { key, NULL };

	return yajl_tree_get(in, path, type);
}

static const char *text_of(yajl_val in, const char *key)
{
	yajl_val value = find(in, key, yajl_t_any);

	if (!value)
		return "";
	return YAJL_IS_STRING(value) ? YAJL_GET_STRING(value) :
	       YAJL_IS_NUMBER(value) ? YAJL_GET_NUMBER(value) :
	       YAJL_IS_TRUE(value)   ? "true" :
				       "false";
}

/* Header */

static void compare_note(struct sample *sample, const char *key,
			 const char *expected)
{
	const char *got = pxt_trace_get_note(sample->trace, key);

	if (!got || strcmp(got, expected))
		fail(sample, key, got ? got : "", expected);
}

static void compare_header(struct sample *sample)
{
	static const char *const facts[] = {
		"byte_order",	  "ulong_bytes",   "registry_entry_bytes",
		"registry_slots", "event_count",   "event_entry_bytes",
		"event_capacity", "current_index", "wrapped",
	};
	static const char *const stamps[] = { "direction", "increases",
					      "decreases" };
	yajl_val header = find(sample->expected, "header", yajl_t_object);
	yajl_val time = find(sample->expected, "time", yajl_t_object);

	for (size_t i = 0; i < YAJL_GET_OBJECT(header)->len; i++)
		compare_note(sample, YAJL_GET_OBJECT(header)->keys[i],
			     text_of(header, YAJL_GET_OBJECT(header)->keys[i]));
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		compare_note(sample, facts[i],
			     text_of(sample->expected, facts[i]));
	for (size_t i = 0; i < 3; i++)
		compare_note(sample, stamps[i], text_of(time, stamps[i]));
}

/* Registry */

/* Names are told as if their bytes were of ISO 8859-1. */
static void to_bytes(char *text)
{
	uint8_t *to = (uint8_t *)text;

	for (const uint8_t *at = to; *at; at++)
		if (*at >= 0xc2 && *at <= 0xc3 && at[1]) {
			*to++ = (uint8_t)(*at << 6 | (at[1] & 0x3f));
			at++;
		} else {
			*to++ = *at;
		}
	*to = '\0';
}

static void print_slot(char *text, size_t size, yajl_val slot)
{
	const char *priority = text_of(slot, "priority");

	snprintf(text, size,
		 "slot=%s available=%s type=%s reserved1=%s reserved2=%s "
		 "param1=%s param2=%s%s%s ",
		 text_of(slot, "slot"), text_of(slot, "available"),
		 text_of(slot, "type"), text_of(slot, "reserved1"),
		 text_of(slot, "reserved2"), text_of(slot, "param1"),
		 text_of(slot, "param2"), *priority ? " priority=" : "",
		 priority);
}

static bool starts_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* As an object, or else as a note of another one at its address. */
static bool has_slot(const struct sample *sample, yajl_val slot)
{
	const char *address = text_of(slot, "address");
	struct posix_trace_object_np object;
	char details[512], line[1024], name[512];
	const char *note, *key;

	print_slot(details, sizeof(details), slot);
	snprintf(name, sizeof(name), "%s", text_of(slot, "name"));
	to_bytes(name);
	for (size_t i = 0; !pxt_trace_list_object(sample->trace, i, &object);
	     i++) {
		snprintf(line, sizeof(line), "%s ", object.details);
		if (object.address == strtoull(address, NULL, 16) &&
		    starts_with(line, details))
			return !strcmp(object.kind,
				       text_of(slot, "type_name")) &&
			       !strcmp(object.name, name);
	}
	snprintf(line, sizeof(line), "%s %s %s", text_of(slot, "type_name"),
		 address, details);
	for (size_t i = 0; (note = pxt_trace_list_note(sample->trace, i, &key));
	     i++)
		if (starts_with(key, "other_object_") &&
		    starts_with(note, line))
			return strstr(note, name);
	return false;
}

static void compare_registry(struct sample *sample)
{
	yajl_val registry = find(sample->expected, "registry", yajl_t_array);
	char details[512];

	for (size_t i = 0; i < YAJL_GET_ARRAY(registry)->len; i++) {
		yajl_val slot = YAJL_GET_ARRAY(registry)->values[i];

		print_slot(details, sizeof(details), slot);
		if (!has_slot(sample, slot))
			fail(sample, "registry", "", details);
	}
}

/* Events */

static void put_text(char *line, const struct posix_trace_value_np *value)
{
	char *to = line + strlen(line);
	const char *at = value->data;

	for (size_t i = 0; i < value->len; i++)
		to += sprintf(to, at[i] < ' ' || at[i] > '~' ? "\\x%02x" : "%c",
			      (uint8_t)at[i]);
}

static void put_number(char *line, const struct posix_trace_layout_np *layout,
		       const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;
	const bool is_hex = value->field->flags & POSIX_TRACE_FIELD_HEX_NP;

	if (posix_trace_value_number_np(layout, value, 0, &number))
		abort();
	sprintf(line + strlen(line), is_hex ? "0x%08llx" : "%llu", number.as.u);
}

/* One column; "-" where the event has none such. */
static void put_column(char *line, const struct posix_trace_layout_np *layout,
		       const struct posix_trace_value_np *values,
		       unsigned count, const char *name)
{
	for (unsigned i = 0; i < count; i++) {
		if (strcmp(values[i].field->name, name))
			continue;
		if (values[i].field->kind == POSIX_TRACE_FIELD_TEXT_NP)
			put_text(line, &values[i]);
		else
			put_number(line, layout, &values[i]);
		return;
	}
	strcat(line, "-");
}

/* The line that is expected of an item. */
static void print_event(const struct sample *sample, unsigned index,
			const struct posix_trace_item_np *item, char *line)
{
	static const char *const columns[] = {
		"context",
		"context_name",
		"raw_priority",
		"priority",
		"threshold",
		"raw_event_id",
		"core",
		"event_id",
		NULL,
		"raw_time_stamp",
		"relative_ticks",
		"i1",
		"i2",
		"i3",
		"i4",
	};
	static struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
	static struct posix_trace_layout_np layout;
	const trace_event_id_t type = item->info.posix_event_id;
	unsigned count;

	if (posix_trace_layout_parse_np(
		    pxt_trace_type_description(sample->trace, type), &layout))
		abort();
	count = posix_trace_layout_decode_np(&layout, item->data,
					     item->data_len, values);
	sprintf(line, "%u", index);
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
		strcat(line, "\t");
		if (columns[i])
			put_column(line, &layout, values, count, columns[i]);
		else
			strcat(line, pxt_trace_type_name(sample->trace, type));
	}
	strcat(line, "\n");
}

static bool next_event(struct sample *sample, struct posix_trace_item_np *item)
{
	int unavailable = 0;

	do {
		if (pxt_format_threadx.import->next(&sample->import, item,
						    &unavailable))
			abort();
	} while (!unavailable && item->kind != POSIX_TRACE_ITEM_EVENT_NP);
	return !unavailable;
}

static void compare_events(struct sample *sample)
{
	static char line[LINE], expected[LINE];
	FILE *events = open_events(sample);
	struct posix_trace_item_np item;
	unsigned index = 0;

	if (!events || !fgets(expected, sizeof(expected), events))
		*expected = '\0';
	while (next_event(sample, &item)) {
		print_event(sample, index++, &item, line);
		if (!events || !fgets(expected, sizeof(expected), events))
			*expected = '\0';
		if (strcmp(line, expected))
			fail(sample, "event", line, expected);
	}
	if (events && fgets(expected, sizeof(expected), events))
		fail(sample, "event", "", expected);
	if (events)
		fclose(events);
}

/* What cannot be read may also be told as damaged. */
static void compare_refusal(struct sample *sample, int err)
{
	struct posix_trace_item_np item;

	if (err == EBADMSG && *pxt_trace_get_refusal(sample->trace))
		return;
	while (!err && next_event(sample, &item))
		;
	if (err || !pxt_trace_damages(sample->trace))
		fail(sample, "is damaged", strerror(err), "told");
}

static void compare_damage(struct sample *sample)
{
	yajl_val warnings = find(sample->expected, "warnings", yajl_t_array);
	const bool expected = warnings && YAJL_GET_ARRAY(warnings)->len;

	if (!pxt_trace_damages(sample->trace) != !expected)
		fail(sample, "is damaged", expected ? "no" : "yes",
		     expected ? "yes" : "no");
}

static void compare(struct sample *sample)
{
	int err = pxt_format_threadx.import->open(&sample->import);

	if (find(sample->expected, "error", yajl_t_string)) {
		compare_refusal(sample, err);
	} else if (err) {
		fail(sample, "refused", pxt_trace_get_refusal(sample->trace),
		     "");
	} else {
		compare_header(sample);
		compare_registry(sample);
		compare_events(sample);
		compare_damage(sample);
	}
	pxt_format_threadx.import->close(&sample->import);
}

static void unpack(struct sample *sample)
{
	const char *container = text_of(sample->expected, "container");
	struct pxt_payload payload;

	if (pxt_container_unpack(sample->data, sample->len, sample->trace,
				 &payload)) {
		if (*container && strcmp(container, "raw"))
			fail(sample, "container", "none", container);
		return;
	}
	if (strcmp(payload.what,
		   !strcmp(container, "intel-hex") ? "Intel HEX" :
		   !strcmp(container, "s-record")  ? "Motorola S-records" :
		   !strcmp(container, "ascii-hex") ? "hexadecimal text" :
						     ""))
		fail(sample, "container", payload.what, container);
	free(sample->data);
	sample->data = payload.data;
	sample->len = payload.size;
	payload.data = NULL;
	pxt_payload_fini(&payload);
}

static void import(struct sample *sample)
{
	if (pxt_trace_create(&sample->trace))
		abort();
	unpack(sample);
	if (pxt_feed_open_memory(sample->data, sample->len, &sample->feed))
		abort();
	sample->import = (struct pxt_import){
		.feed = sample->feed,
		.trace = sample->trace,
		.settings = &sample->settings,
	};
	compare(sample);
	pxt_feed_close(sample->feed);
	pxt_trace_close(sample->trace);
	free(sample->data);
}

static bool check_sample(const char *folder, const char *file)
{
	struct sample sample = { .folder = folder };
	char error[256], *text;
	FILE *json;
	size_t len;

	snprintf(sample.name, sizeof(sample.name), "%.*s",
		 (int)(strlen(file) - strlen(".json")), file);
	json = open_beside(&sample, ".json");
	if (!json || !read_trace(&sample)) {
		fail(&sample, "is there", "no", "yes");
		return false;
	}
	text = read_all(json, &len);
	fclose(json);
	sample.expected = yajl_tree_parse(text, error, sizeof(error));
	free(text);
	if (!sample.expected) {
		fail(&sample, "JSON", error, "");
		return false;
	}
	import(&sample);
	yajl_tree_free(sample.expected);
	return true;
}

static unsigned check_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	unsigned samples = 0;

	while (dir && (entry = readdir(dir))) {
		const char *dot = strrchr(entry->d_name, '.');

		if (dot && !strcmp(dot, ".json"))
			samples += check_sample(folder, entry->d_name);
	}
	if (dir)
		closedir(dir);
	printf("%s: %u traces\n", folder, samples);
	return samples;
}

int main(int argc, char **argv)
{
	const char *top = getenv("top_srcdir");
	char folder[1024];
	unsigned samples = 0;

	snprintf(folder, sizeof(folder), "%s/tests/data/threadx",
		 top ? top : ".");
	if (argc < 2)
		samples = check_folder(folder);
	for (int i = 1; i < argc; i++)
		samples += check_folder(argv[i]);
	return wrong || !samples ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
