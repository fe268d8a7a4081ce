/*
 * check_cases.c - the cases of the template language
 *
 * They are files, see tests/data/trcfmt/README. More of them, in a folder of
 * their own: TRCFMT_CASES=FOLDER.
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_YAJL
#include <yajl/yajl_tree.h>
#endif

#include "template/hook_id.h"
#include "template/render.h"
#include "template/report.h"
#include "template/templates.h"
#include "template/update.h"
#include "run.h"

#ifdef HAVE_YAJL

enum { MOST_CASES = 4096, SIZE = 1 << 20 };

static char *cases[MOST_CASES];
static int count;

static yajl_val load(const char *path)
{
	static char text[SIZE];
	FILE *file = fopen(path, "re");
	char why[256];
	yajl_val json;
	size_t len;

	ck_assert_ptr_nonnull(file);
	len = fread(text, 1, sizeof(text) - 1, file);
	text[len] = '\0';
	fclose(file);
	json = yajl_tree_parse(text, why, sizeof(why));
	ck_assert_msg(json, "%s: %s", path, why);
	return json;
}

static yajl_val get(yajl_val json, const char *key)
{
	const char *path[] = { key, NULL };

	return yajl_tree_get(json, path, yajl_t_any);
}

/* "": there is none. */
static const char *string(yajl_val value)
{
	const char *text = YAJL_GET_STRING(value);

	return text ? text : "";
}

static const char *text(yajl_val json, const char *key)
{
	return string(get(json, key));
}

static int64_t number(yajl_val json, const char *key)
{
	yajl_val value = get(json, key);

	return YAJL_IS_INTEGER(value) ? YAJL_GET_INTEGER(value) : 0;
}

static size_t read_hex(const char *hex, uint8_t *bytes)
{
	size_t len = 0;

	for (; *hex; hex += 2) {
		const char digits[] = { hex[0], hex[1], '\0' };

		bytes[len++] = (uint8_t)strtoul(digits, NULL, 16);
	}
	return len;
}

static void tell(struct pxt_complaints *complaints,
		 const struct pxt_complaint *complaint)
{
	(void)complaints;
	fprintf(stderr, "%s:%u:%u: '%s': %s\n", complaint->file,
		complaint->line, complaint->column, complaint->at,
		complaint->why);
}

static struct pxt_templates *compile(yajl_val json)
{
	struct pxt_complaints complaints = { .tell = tell };
	const char *source = text(json, "template");
	struct pxt_templates *templates;

	ck_assert_int_eq(pxt_templates_create(&templates), 0);
	ck_assert_int_eq(pxt_templates_add(templates, "case", source,
					   strlen(source), &complaints),
			 0);
	return templates;
}

/*
 * Comparing
 */

static bool ends_line(char c)
{
	return c == '\n' || c == '\0';
}

/* Without blanks at the ends of lines; and with single ones, if that is
 * wanted. */
static void reduce(char *line, bool squeeze)
{
	char *to = line;

	for (const char *at = line; *at; at++) {
		if (*at == ' ') {
			const char *end = at + strspn(at, " ");

			if (ends_line(*end) || (squeeze && at[1] == ' '))
				continue;
		}
		*to++ = *at;
	}
	*to = '\0';
}

static void compare(yajl_val json, const char *got_text)
{
	const char *how = text(json, "compare");
	char *got = strdup(got_text);
	char *expected = strdup(text(json, "expected"));
	const bool squeeze = !strcmp(how, "squeeze");

	if (!strcmp(how, "contains")) {
		ck_assert_msg(strstr(got, expected), "%s\nin\n%s", expected,
			      got);
	} else if (!strcmp(how, "not_contains")) {
		ck_assert_msg(!strstr(got, expected), "%s\nin\n%s", expected,
			      got);
	} else {
		ck_assert_msg(squeeze || !strcmp(how, "exact"), "%s", how);
		reduce(got, squeeze);
		reduce(expected, squeeze);
		ck_assert_str_eq(got, expected);
	}
	free(got);
	free(expected);
}

/*
 * Events
 */

static struct pxt_hook hook_of(yajl_val json, uint8_t *bytes)
{
	const char *id = text(json, "event_id");
	struct pxt_hook hook = {
		.word = (uint8_t)number(json, "word_size"),
		.is_big = !strcmp(text(json, "byte_order"), "big"),
		.is_generic = YAJL_IS_TRUE(get(json, "generic")),
		.data = (uint16_t)strtoul(text(json, "subhook"), NULL, 16),
		.entry = bytes,
		.len = read_hex(text(json, "entry"), bytes),
	};
	struct pxt_hook taken;

	ck_assert(pxt_hook_id_parse(id, strlen(id), &hook.id));
	/* What stands in the entry is the same. */
	ck_assert(pxt_hook_take(
		&taken, (struct pxt_machine_form){ hook.word, hook.is_big },
		bytes, hook.len));
	ck_assert_int_eq(taken.is_generic, hook.is_generic);
	ck_assert_uint_eq(taken.data, hook.data);
	if (hook.word == 8)
		ck_assert_uint_eq(taken.id, hook.id);
	hook.type = taken.type;
	return hook;
}

struct named {
	struct pxt_render_names names;
	yajl_val event;
};

static const char *get_process(struct pxt_render_names *names, int64_t pid)
{
	const struct named *named = (const struct named *)names;
	const char *exec = text(named->event, "exec");

	return number(named->event, "pid") == pid && *exec ? exec : NULL;
}

static struct pxt_occurrence occurrence_of(yajl_val json, uint8_t *bytes)
{
	return (struct pxt_occurrence){
		.hook = hook_of(json, bytes),
		.time = (uint64_t)number(json, "t_ns"),
		.pid = number(json, "pid"),
		.tid = (uint64_t)number(json, "tid"),
	};
}

static char *lines_text(const struct pxt_lines *lines)
{
	return strndup(lines->text, lines->len);
}

static void run_body(yajl_val json)
{
	struct pxt_templates *templates = compile(json);
	struct named named = { { get_process }, json };
	const struct pxt_lines *lines;
	static uint8_t bytes[SIZE];
	const struct pxt_occurrence occurrence = occurrence_of(json, bytes);
	struct pxt_render *render;
	char *got;

	ck_assert_int_eq(pxt_render_open(&render, templates, &named.names), 0);
	pxt_render(render, &occurrence, &lines);
	got = lines_text(lines);
	compare(json, got);
	free(got);
	pxt_render_close(render);
	pxt_templates_close(templates);
}

struct memory {
	struct pxt_report_output output;
	FILE *file;
};

static void write_memory(struct pxt_report_output *output, const char *line,
			 size_t len)
{
	fwrite(line, 1, len, ((struct memory *)output)->file);
}

static bool report_one(struct pxt_report *report, struct pxt_render *render,
		       yajl_val json)
{
	static uint8_t bytes[SIZE];
	const struct pxt_occurrence occurrence = occurrence_of(json, bytes);
	const struct pxt_report_event event = {
		.id = occurrence.hook.id,
		.time = occurrence.time,
		.pid = occurrence.pid,
		.tid = (int64_t)occurrence.tid,
		.exec = text(json, "exec"),
		.cpu = (unsigned)number(json, "cpu"),
	};
	const struct pxt_lines *lines;
	enum pxt_render_end end = pxt_render(render, &occurrence, &lines);

	pxt_report_meet(report, event.time);
	if (end != PXT_RENDER_SKIPPED && pxt_report_wants(report, event.time))
		pxt_report_put(report, &event, lines);
	return end != PXT_RENDER_STOPPED;
}

static void run_report(yajl_val json)
{
	struct pxt_templates *templates = compile(json);
	yajl_val events = get(json, "events");
	struct pxt_report_options options = { 0 };
	struct named named = { { get_process }, NULL };
	static struct pxt_report report;
	struct pxt_render *render;
	struct memory memory = { { write_memory }, NULL };
	const char *wrong, *why;
	char *got;
	size_t len;

	memory.file = open_memstream(&got, &len);
	ck_assert_ptr_nonnull(memory.file);
	ck_assert(pxt_report_parse(&options, text(json, "options"), &wrong,
				   &why));
	ck_assert_int_eq(pxt_render_open(&render, templates, &named.names), 0);
	pxt_report_init(&report, &options, false, &memory.output);
	for (size_t i = 0; i < YAJL_GET_ARRAY(events)->len; i++) {
		named.event = YAJL_GET_ARRAY(events)->values[i];
		if (!report_one(&report, render, named.event))
			break;
	}
	fclose(memory.file);
	if (len)
		got[len - 1] = '\0';
	compare(json, got);
	free(got);
	pxt_render_close(render);
	pxt_templates_close(templates);
}

static void render_named(struct pxt_render *render,
			 const struct pxt_templates *templates, yajl_val json,
			 FILE *file)
{
	static uint8_t data[SIZE], memory[SIZE + PXT_HOOK_EXTRA];
	const struct pxt_machine_form form = {
		.word = (uint8_t)number(json, "word_size"),
		.is_big = !strcmp(text(json, "byte_order"), "big"),
	};
	const size_t len = read_hex(text(json, "payload"), data);
	struct pxt_occurrence occurrence = {
		.event = text(json, "event_name"),
		.time = (uint64_t)number(json, "t_ns"),
		.pid = number(json, "pid"),
		.tid = (uint64_t)number(json, "tid"),
	};
	struct pxt_attachment attachment;
	const struct pxt_lines *lines;

	pxt_templates_know(templates, occurrence.event, &attachment);
	pxt_hook_make(&occurrence.hook, &attachment, form, data, len, memory);
	if (pxt_render(render, &occurrence, &lines) == PXT_RENDER_SKIPPED)
		return;
	if (ftell(file))
		putc('\n', file);
	fwrite(lines->text, 1, lines->len, file);
}

static void run_posix(yajl_val json)
{
	struct pxt_templates *templates = compile(json);
	yajl_val events = get(json, "events");
	struct pxt_render *render;
	char *got;
	size_t len;
	FILE *file = open_memstream(&got, &len);

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(pxt_render_open(&render, templates, NULL), 0);
	for (size_t i = 0; i < YAJL_GET_ARRAY(events)->len; i++)
		render_named(render, templates,
			     YAJL_GET_ARRAY(events)->values[i], file);
	fclose(file);
	compare(json, got);
	free(got);
	pxt_render_close(render);
	pxt_templates_close(templates);
}

static void run_check(yajl_val json)
{
	struct pxt_complaints complaints = { .tell = tell };
	const char *source = text(json, "template");
	const bool valid = YAJL_IS_TRUE(get(json, "valid"));
	struct pxt_templates *templates;

	ck_assert_int_eq(pxt_templates_create(&templates), 0);
	ck_assert_int_eq(pxt_templates_add(templates, "case", source,
					   strlen(source), &complaints),
			 valid ? 0 : EINVAL);
	ck_assert_int_eq(!complaints.errors, valid);
	pxt_templates_close(templates);
}

/* One line of the listing: id, version, label. */
static void check_listed(const struct pxt_templates *templates, size_t i,
			 yajl_val expected)
{
	const struct pxt_template *template = pxt_templates_list(templates, i);
	yajl_val *value = YAJL_GET_ARRAY(expected)->values;
	char version[32], id[PXT_HOOK_ID_SIZE];
	const char *label;
	size_t len;

	ck_assert_ptr_nonnull(template);
	pxt_hook_id_text(template->id, id);
	ck_assert_str_eq(id, string(value[0]));
	snprintf(version, sizeof(version), "%u.%u", template->version[0],
		 template->version[1]);
	ck_assert_str_eq(version, string(value[1]));
	label = pxt_templates_label(templates, template, &len);
	ck_assert_uint_eq(len, strlen(string(value[2])));
	ck_assert_mem_eq(label, string(value[2]), len);
}

static void check_listing(const char *file, size_t len, yajl_val listing)
{
	struct pxt_complaints complaints = { .tell = tell };
	struct pxt_templates *templates;
	size_t i;

	ck_assert_int_eq(pxt_templates_create(&templates), 0);
	ck_assert_int_eq(
		pxt_templates_add(templates, "updated", file, len, &complaints),
		0);
	for (i = 0; i < YAJL_GET_ARRAY(listing)->len; i++)
		check_listed(templates, i, YAJL_GET_ARRAY(listing)->values[i]);
	ck_assert_ptr_null(pxt_templates_list(templates, i));
	pxt_templates_close(templates);
}

/* What an undo makes of it is what it was, but for the order. */
static void check_undo(const struct pxt_file *base,
		       const struct pxt_updated *updated)
{
	struct pxt_complaints complaints = { .tell = tell };
	const struct pxt_file now = { "now", updated->text, updated->len };
	const struct pxt_file undo = { "undo", updated->undo,
				       updated->undo_len };
	struct pxt_templates *before, *after;
	struct pxt_updated undone;
	const struct pxt_template *template;

	ck_assert_int_eq(pxt_update(&now, &undo, true, &complaints, &undone),
			 0);
	ck_assert_int_eq(pxt_templates_create(&before), 0);
	ck_assert_int_eq(pxt_templates_create(&after), 0);
	ck_assert_int_eq(pxt_templates_add(before, "base", base->text,
					   base->len, &complaints),
			 0);
	ck_assert_int_eq(pxt_templates_add(after, "undone", undone.text,
					   undone.len, &complaints),
			 0);
	for (size_t i = 0; (template = pxt_templates_list(before, i)); i++) {
		const struct pxt_template *same =
			pxt_templates_find(after, template->id);

		ck_assert_ptr_nonnull(same);
		ck_assert_mem_eq(same->version, template->version,
				 sizeof(same->version));
		ck_assert_ptr_nonnull(pxt_templates_list(after, i));
	}
	pxt_templates_close(before);
	pxt_templates_close(after);
	free(undone.text);
	free(undone.undo);
}

static void run_update(yajl_val json)
{
	struct pxt_complaints complaints = { .tell = tell };
	const struct pxt_file base = { "base", text(json, "base"),
				       strlen(text(json, "base")) };
	const struct pxt_file update = { "update", text(json, "update"),
					 strlen(text(json, "update")) };
	const bool ok = !strcmp(text(json, "status"), "ok");
	struct pxt_updated updated;
	int err;

	err = pxt_update(&base, &update, YAJL_IS_TRUE(get(json, "override")),
			 &complaints, &updated);
	ck_assert_int_eq(err, ok ? 0 : EINVAL);
	if (err) {
		ck_assert_uint_ge(complaints.errors, 1);
		if (YAJL_IS_ARRAY(get(json, "listing")))
			check_listing(base.text, base.len,
				      get(json, "listing"));
		return;
	}
	check_listing(updated.text, updated.len, get(json, "listing"));
	check_undo(&base, &updated);
	free(updated.text);
	free(updated.undo);
}

START_TEST(a_case_gives_what_it_says)
{
	static const struct {
		const char *kind;
		void (*run)(yajl_val json);
	} kinds[] = {
		{ "body", run_body },	  { "report", run_report },
		{ "posix", run_posix },	  { "check", run_check },
		{ "update", run_update },
	};
	yajl_val json = load(cases[_i]);
	bool done = false;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strcmp(text(json, "kind"), kinds[i].kind)) {
			fprintf(stderr, "%s\n", cases[_i]);
			kinds[i].run(json);
			done = true;
		}
	ck_assert_msg(done, "%s: kind %s", cases[_i], text(json, "kind"));
	yajl_tree_free(json);
}
END_TEST

/* The cases of a folder, and of those in it. */
static void add_cases(const char *folder)
{
	struct dirent **entries;
	const int all = scandir(folder, &entries, NULL, alphasort);

	if (all < 0)
		perror(folder);
	for (int i = 0; i < all; i++) {
		const char *name = entries[i]->d_name;
		const size_t len = strlen(name);
		char path[4096];

		snprintf(path, sizeof(path), "%s/%s", folder, name);
		if (entries[i]->d_type == DT_DIR && name[0] != '.')
			add_cases(path);
		else if (len > 5 && !strcmp(name + len - 5, ".json") &&
			 count < MOST_CASES)
			cases[count++] = strdup(path);
		free(entries[i]);
	}
	if (all >= 0)
		free(entries);
}

int main(void)
{
	const char *top = getenv("top_srcdir"), *more = getenv("TRCFMT_CASES");
	Suite *suite = suite_create("template cases");
	TCase *all = tcase_create("all");
	char folder[4096];

	snprintf(folder, sizeof(folder), "%s/tests/data/trcfmt",
		 top ? top : ".");
	add_cases(folder);
	if (more)
		add_cases(more);
	if (!count) {
		fprintf(stderr, "%s: there are no cases\n", folder);
		return EXIT_FAILURE;
	}
	tcase_add_loop_test(all, a_case_gives_what_it_says, 0, count);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}

#else

int main(void)
{
	puts("SKIPPED: without yajl, nothing reads the cases");
	return EXIT_SKIPPED;
}

#endif
