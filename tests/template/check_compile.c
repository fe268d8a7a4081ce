/*
 * check_compile.c - what is wrong in a file of templates is told, with its place
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "template/templates.h"
#include "template/update.h"
#include "run.h"

static struct pxt_templates *templates;
static char told[8192];

static void tell(struct pxt_complaints *complaints,
		 const struct pxt_complaint *complaint)
{
	const size_t len = strlen(told);

	(void)complaints;
	snprintf(told + len, sizeof(told) - len, "%u:%u %s'%s': %s\n",
		 complaint->line, complaint->column,
		 complaint->is_warning ? "warning " : "", complaint->at,
		 complaint->why);
}

static void setup(void)
{
	told[0] = '\0';
	ck_assert_int_eq(pxt_templates_create(&templates), 0);
}

static void teardown(void)
{
	pxt_templates_close(templates);
}

static int add(const char *text)
{
	struct pxt_complaints complaints = { .tell = tell };

	return pxt_templates_add(templates, "test", text, strlen(text),
				 &complaints);
}

static const struct {
	const char *text, *told;
} wrongs[] = {
	/* The line of a template */
	{ "xyz", "1:1 'xyz': the id of a template, three or four hex digits, "
		 "was expected\n" },
	{ "0C11 1.0", "1:1 '0C11': an id that ends in 0, as those of four "
		      "digits below 1000 do, was expected\n" },
	{ "0C1", "1:4 '': a version, as 1.0, was expected\n" },
	{ "0C1 1", "1:5 '1': a version, as 1.0, was expected\n" },
	{ "0C1 1.0.0", "1:5 '1.0.0': a version, as 1.0, was expected\n" },
	{ "0C1 1.0 L=USER", "1:9 'L=USER': 'L=APPL', 'L=SVC', 'L=KERN' or "
			    "'L=INT' was expected\n" },
	{ "0C1 1.0 \"\" }", "1:12 '}': closes nothing: an item, or the end of "
			    "the template, was expected\n" },
	{ "0C1 1.0 \"\" { }", "1:12 '{': belongs behind a match value or the "
			      "count of a LOOP: an item was expected\n" },

	/* Words */
	{ "0C1 1.0 \"\" D3", "1:12 'D3': 'D1', 'D2', 'D4', 'D8' or 'DW' was "
			     "expected\n" },
	{ "0C1 1.0 \"\" X17", "1:12 'X17': 'X0' to 'X16' or 'XW' was "
			      "expected\n" },
	{ "0C1 1.0 \"\" R1.1", "1:12 'R1.1': 'Rm' was expected\n" },
	{ "0C1 1.0 \"\" \"abc", "1:12 '\"abc': a string ends with '\"'\n" },
	{ "0C1 1.0 \"\" \"\033[2J\"", "1:12 '\"?': a string has no control "
				      "characters\n" },
	{ "0C1 1.0 \"\" \"\\\033[2J\"", "1:12 '\"\\?': a string has no control "
					"characters\n" },
	{ "0C1 1.0 \"\" \"\xc2\r\r\x9b\"", "1:12 '\"\xc2': a string has no "
					   "control characters\n" },
	{ "0C1 1.0 \"\" a\xc2\x9b", "1:12 'a\xc2': there are no control "
				    "characters in a template\n" },
	{ "0C1 1.0 \"\" \\x", "1:12 '\\': behind '\\' stands 'n', 't', '*' or "
			      "the end of the line\n" },
	{ "0C1 1.0 \"\" $", "1:12 '$': behind '$' stands the name of a "
			    "macro\n" },
	{ "0C1 1.0 \"\" a, b", "1:13 ',': a string, a format code, a macro or "
			       "a keyword was expected\n" },

	/* Macros */
	{ "0C1 1.0 \"\" $v", "1:12 '$v': no macro of that name is defined "
			     "here; '{{ $NAME = VALUE }}' does that\n" },
	{ "0C1 1.0 \"\" {{ $bad = 1 }}", "1:15 '$bad': hex digits are the id "
					 "of a template: choose another "
					 "name\n" },
	{ "0C1 1.0 \"\" {{ $D1 = 1 }}",
	  "1:15 '$D1': this macro cannot be set; of those that have a meaning, "
	  "$DATAPOINTER and $BASEPOINTER can\n" },
	{ "0C1 1.0 \"\" {{ $v = }}", "1:20 '}': a format code, a macro or a "
				     "number was expected\n" },
	{ "0C1 1.0 \"\" {{ $v = 1 }", "1:22 '}': an operator or '}}' was "
				      "expected\n" },
	{ "0C1 1.0 \"\" {{ $v = A4 }}", "1:20 'A4': this is no number of at "
					"most 8 bytes\n" },
	{ "0C1 1.0 \"\" $D1%", "1:16 '': a format code that prints was "
			       "expected\n" },
	{ "0C1 1.0 \"\" $D1%G4", "1:16 'G4': a format code that prints was "
				 "expected\n" },
	{ "0C1 1.0 \"\" $EVENT%X4", "1:12 '$EVENT': this macro is a text, and "
				    "prints as such: '%Am' was expected\n" },
	{ "0C1 1.0 \"\" X4 & YZ", "1:17 'YZ': a mask in hex was expected\n" },
	{ "0C1 1.0 \"\" A4 & F", "1:12 'A4': only numbers of at most 8 bytes "
				 "have a mask\n" },
	{ "0C1 1.0 \"\" $0C11", "1:12 '$0C11': an id that ends in 0, as those "
				"of four digits below 1000 do, was "
				"expected\n" },

	/* Choices */
	{ "0C1 1.0 \"\" X2, 1 { \"a\"", "1:23 '': '}' for the '{' in line 1, "
					"column 18, was expected\n" },
	{ "0C1 1.0 \"\" LOOP 2 \\\n {\\\n X2, 1 { \"a\" }\n",
	  "3:15 '': '}' for the '{' in line 2, column 2, was expected\n" },
	{ "0C1 1.0 \"\" X2, 1", "1:17 '': a string, or a descriptor in '{' and "
				"'}', was expected\n" },
	{ "0C1 1.0 \"\" X2, 1 G4",
	  "1:18 'G4': a string, or a descriptor in '{' "
	  "and '}', was expected\n" },
	{ "0C1 1.0 \"\" X2, 1 LOOP 2 { }", "1:18 'LOOP': a string, or a "
					   "descriptor in '{' and '}', was "
					   "expected\n" },
	{ "0C1 1.0 \"\" D4, 0A \"a\"", "1:16 '0A': behind ',' a match value in "
				       "decimal, or '\\*', was expected\n" },
	{ "0C1 1.0 \"\" X2, 1 \"a\", \"x\" \"b\"",
	  "1:23 'x': behind ',' a match value in hex, or '\\*', was "
	  "expected\n" },
	{ "0C1 1.0 \"\" A2, ab \"a\", (", "1:24 '(': behind ',' a text to "
					  "match, or '\\*', was expected\n" },
	{ "0C1 1.0 \"\" X16, 1 \"a\"", "1:12 'X16': this is no number of at "
				       "most 8 bytes\n" },
	{ "0C1 1.0 \"\" LOOP { X0 }",
	  "1:17 '{': a format code, a macro or a number of turns was "
	  "expected\n" },
	{ "0C1 1.0 \"\" LOOP 4 X0", "1:19 'X0': '{' was expected\n" },
	{ "0C1 1.0 \"\" BITFLAGS X2 1 \"a\"", "1:24 '1': ',' was expected\n" },
	{ "0C1 1.0 \"\" BITFLAGS X2, A \"a\"",
	  "1:25 'A': a flag, or '&' with mask and field, was expected\n" },
	{ "0C1 1.0 \"\" BITFLAGS X2, 1", "1:26 '': a string was expected\n" },

	/* Functions */
	{ "0C1 1.0 \"\" text (more)", "1:18 'more': an argument, which is a "
				      "format code, a macro or a number, was "
				      "expected\n" },
	{ "0C1 1.0 \"\" f(1)", "1:12 'f': no function of that name is defined; "
			       "a text stands in '\"'\n" },
	{ "0C1 1.0 \"\" {{ f(a) }} f()", "1:23 'f': called with 0 arguments, 1 "
					 "were expected\n" },
	{ "0C1 1.0 \"\" {{ f(a, a) }}", "1:20 'a': two parameters have the "
					"same name\n" },
	{ "0C1 1.0 \"\" {{ f(bad) }}", "1:17 'bad': this name has a meaning "
				       "already\n" },
	{ "0C1 1.0 \"\" {{ f() $v }} {{ $v = 1 }}",
	  "1:19 '$v': no macro of that name is defined here; "
	  "'{{ $NAME = VALUE }}' does that\n" },
	{ "0C1 1.0 \"\" starttimer(1)", "1:12 'starttimer': a timer has two "
					"arguments\n" },

	/* Names of events */
	{ "#!posix event app", "1:15 'app': the name of an event in '\"' was "
			       "expected\n" },
	{ "#!posix event \"a\" hook 12", "1:24 '12': the id of a template, "
					 "three or four hex digits, was "
					 "expected\n" },
	{ "#!posix event \"a\" hook 0123",
	  "1:24 '0123': an id that ends in 0, as those of four digits below "
	  "1000 do, was expected\n" },
	{ "#!posix event \"a\" hook 123 kind=any",
	  "1:28 'kind=any': 'kind=words', 'kind=generic', 'kind=raw' or "
	  "'kind=hook' was expected\n" },
	{ "#!posix event \"a\" hook 123 order=up",
	  "1:28 'order=up': 'order=big' or 'order=little' was expected\n" },
	{ "#!posix event \"a\" hook 123 word=5",
	  "1:28 'word=5': 'word=4' or 'word=8' was expected\n" },
	{ "#!posix event \"a\" hook 123 system=",
	  "1:28 'system=': the first word of a system was expected\n" },
	{ "#!posix event \"a\" hook 123 system=a-word-of-16-by.",
	  "1:28 'system=a-word-of-16-by.': the first word of a system was "
	  "expected\n" },
	{ "#!posix event \"a\" hook 123 5",
	  "1:28 '5': 'kind=', 'subhook=', 'word=', 'order=', 'system=' or "
	  "'layout=' was expected\n" },
	{ "#!posix event \"a\" hook 7F01 layout=0x123456789",
	  "1:29 'layout=0x123456789': the mark of a description, eight hex "
	  "digits, was expected\n" },

	/* Places in lines that go on */
	{ "# comment\n\n0C1 1.0 \"\" \\\n  # inside\n  \"a\\\n b\" D3 \\\n D5",
	  "6:5 'D3': 'D1', 'D2', 'D4', 'D8' or 'DW' was expected\n" },
	{ "0C1 1.0 \"\" D3 \\\n D5\n0C2 1.0 \"\" X2 \\ \n0C3 1.0 X99\n0C4",
	  "1:12 'D3': 'D1', 'D2', 'D4', 'D8' or 'DW' was expected\n"
	  "4:9 'X99': 'X0' to 'X16' or 'XW' was expected\n"
	  "5:4 '': a version, as 1.0, was expected\n" },
};

START_TEST(a_wrong_file_is_refused_with_the_place)
{
	ck_assert_int_eq(add(wrongs[_i].text), EINVAL);
	ck_assert_str_eq(told, wrongs[_i].told);
	ck_assert_ptr_null(pxt_templates_list(templates, 0));
}
END_TEST

static const struct {
	const char *text, *told;
} warned[] = {
	{ "0C1 1.0 \"\" $D1, 10 \"a\"",
	  "1:17 warning '10': taken as hex, as it is compared with a macro; "
	  "write 0x..., or cast the macro\n" },
	{ "0C1 1.0 \"\" X1, 1 \"a\" 2 \"b\"",
	  "1:22 warning '2': prints itself: in front of another case stands "
	  "','\n" },
	{ "0C1 1.0 \"\" X1, 1 \"a\" b \"c\"", "" },
	{ "0C1 1.0 \"\" X1, 100 \"a\"",
	  "1:16 warning '100': too large: nothing equals that\n" },
	{ "0C1 1.0 \"a\"\n0c10 1.0 \"b\"", "2:1 warning '0c10': replaces the "
					   "template of that id in line 1\n" },
	{ "0C1 1.0 \"\" {{ f() }} {{ f() }}",
	  "1:25 warning 'f': replaces an earlier function of that name\n" },
	{ " 0C1 1.0 \"\" $0C2 \\\n \"$0C4\" X2, 1 { $0C1 $0C30 }\n",
	  "1:13 warning '$0C2': there is no template of that id\n"
	  "2:22 warning '$0C30': there is no template of that id\n" },
	{ "0C1 1.0 \"\" X2, 1 \"a\", \\* { LOOP X1 { X0 } }", "" },
	{ "0C1 1.0 L=APPL", "" },
	{ "\r\n0C1 1.0 \\\r\n\"a\"\r\n", "" },
	{ "", "" },
};

START_TEST(what_is_odd_is_taken_with_a_warning)
{
	struct pxt_complaints complaints = { .tell = tell };

	ck_assert_int_eq(add(warned[_i].text), 0);
	pxt_templates_check(templates, &complaints);
	ck_assert_str_eq(told, warned[_i].told);
}
END_TEST

START_TEST(a_file_goes_in_as_a_whole_or_not_at_all)
{
	size_t len;

	ck_assert_int_eq(add("#!posix event \"a\" hook 123\n"
			     "0C1 1.0 \"one\" {{ f() }}\n"),
			 0);
	ck_assert_int_eq(add("#!posix event \"a\" hook 456\n"
			     "0C1 1.0 \"two\" f() {{ g() }}\n0C2 1.0 D3\n"),
			 EINVAL);
	ck_assert_int_eq(add("0C3 1.0 \"\" f()\n0C4 1.0 g()\n"), EINVAL);
	ck_assert_mem_eq(
		pxt_templates_label(
			templates, pxt_templates_find(templates, 0x0c10), &len),
		"one", 3);
	ck_assert_ptr_null(pxt_templates_find(templates, 0x0c20));
	ck_assert_ptr_null(pxt_templates_list(templates, 1));
	ck_assert_int_eq(add("0C3 1.0 \"\" f()\n"), 0);
}
END_TEST

START_TEST(not_more_than_twenty_errors_are_told)
{
	char text[4096] = "";
	unsigned lines = 0;

	for (int i = 0; i < 100; i++)
		strcat(text, "0C1 1.0 \"\" D3\n");
	ck_assert_int_eq(add(text), EINVAL);
	for (const char *at = told; (at = strchr(at, '\n')); at++)
		lines++;
	ck_assert_uint_eq(lines, PXT_COMPLAINTS_MOST);
}
END_TEST

START_TEST(braces_in_braces_have_a_limit)
{
	char text[4096] = "0C1 1.0 \"\" ";

	for (int i = 0; i < 70; i++)
		strcat(text, "LOOP 1 { ");
	ck_assert_int_eq(add(text), EINVAL);
	ck_assert_ptr_nonnull(strstr(told, "too many braces"));
}
END_TEST

START_TEST(a_file_that_is_too_long_is_refused)
{
	static char text[PXT_TEMPLATES_FILE_MAX + 2];

	memset(text, '\n', sizeof(text) - 1);
	ck_assert_int_eq(add(text), EFBIG);
}
END_TEST

/* Each ends in a way that would go on in the next line. */
static const char *const ends[] = {
	"",	     "\n",	 " \\",		  " \\\n",
	" \\ \n \\", " \\\n# c", " \\\n# c \\\n", "\n# c",
};

static size_t count(const char *text, size_t len)
{
	struct pxt_templates *all;
	struct pxt_complaints complaints = { .tell = tell };
	size_t number = 0;

	ck_assert_int_eq(pxt_templates_create(&all), 0);
	ck_assert_int_eq(pxt_templates_add(all, "all", text, len, &complaints),
			 0);
	while (pxt_templates_list(all, number))
		number++;
	pxt_templates_close(all);
	return number;
}

static void update_by(const char *base, const char *change, size_t expected)
{
	const struct pxt_file before = { "base", base, strlen(base) };
	const struct pxt_file update = { "update", change, strlen(change) };
	struct pxt_complaints complaints = { .tell = tell };
	struct pxt_updated updated, undone;
	struct pxt_file now = { "now", NULL, 0 }, undo = { "undo", NULL, 0 };

	ck_assert_int_eq(
		pxt_update(&before, &update, false, &complaints, &updated), 0);
	ck_assert_uint_eq(count(updated.text, updated.len), expected);
	now.text = updated.text;
	now.len = updated.len;
	undo.text = updated.undo;
	undo.len = updated.undo_len;
	ck_assert_int_eq(pxt_update(&now, &undo, true, &complaints, &undone),
			 0);
	ck_assert_uint_eq(count(undone.text, undone.len), 2);
	free(undone.text);
	free(undone.undo);
	free(updated.text);
	free(updated.undo);
}

START_TEST(an_update_keeps_templates_apart)
{
	char base[128], change[128];

	snprintf(base, sizeof(base), "0C1 1.0 \"a\"\n0C2 1.0 \"b\"%s",
		 ends[_i]);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		snprintf(change, sizeof(change),
			 "* /etc/trcfmt\n+ 0C3 1.0 \"c\"\n+ 0C4 1.0%s",
			 ends[i]);
		update_by(base, change, 4);
		snprintf(change, sizeof(change),
			 "* /etc/trcfmt\n- 0C2\n+ 0C1 1.0 \"d\"%s", ends[i]);
		update_by(base, change, 1);
		snprintf(change, sizeof(change),
			 "* /etc/trcfmt\n+ 0C2 1.0 \"d\"\n+ 0C1 1.1%s",
			 ends[i]);
		update_by(base, change, 2);
	}
}
END_TEST

START_TEST(an_update_deletes_all_that_have_the_id)
{
	static const char base[] = "0C1 1.0 \"a\"\n0C1 1.1 \"b\"\n"
				   "0C2 1.0 \"c\"\n0C1 1.2 \"d\"\n";
	static const char change[] = "* /etc/trcfmt\n+ 0C1 1.3 \"e\"\n- 0C1\n"
				     "+ 0C10 1.0 \"f\"\n+ 0C1 1.0 \"g\"\n";
	const struct pxt_file before = { "base", base, sizeof(base) - 1 };
	const struct pxt_file update = { "update", change, sizeof(change) - 1 };
	struct pxt_complaints complaints = { .tell = tell };
	struct pxt_updated updated;

	ck_assert_int_eq(
		pxt_update(&before, &update, false, &complaints, &updated), 0);
	ck_assert_str_eq(updated.text, "0C2 1.0 \"c\"\n0C1 1.0 \"g\"\n");
	ck_assert_uint_eq(updated.deleted, 3);
	free(updated.text);
	free(updated.undo);
}
END_TEST

START_TEST(templates_of_our_own_stay_unless_they_may_go)
{
	size_t len;

	ck_assert_int_eq(
		pxt_templates_add_own(templates, "own", "001 1.0 \"own\"\n"),
		0);
	ck_assert_int_eq(add("0010 1.0 \"user's\"\n"), 0);
	pxt_templates_label(templates, pxt_templates_find(templates, 0x0010),
			    &len);
	ck_assert_uint_eq(len, strlen("own"));
	pxt_templates_replace_own(templates, true);
	ck_assert_int_eq(add("0010 1.0 \"user's\"\n"), 0);
	pxt_templates_label(templates, pxt_templates_find(templates, 0x0010),
			    &len);
	ck_assert_uint_eq(len, strlen("user's"));
	ck_assert(!pxt_templates_is_own(templates, 0x0010));
}
END_TEST

START_TEST(what_prints_without_a_template_is_our_own_too)
{
	static const char text[] = "007 1.0 \"\"\n008 1.0 \"\"\n"
				   "001 1.0 \"own\"\n002 1.0 \"own\"\n"
				   "7F0 1.0 \"\"\n";
	static const char own[] = "001 1.0 \"own\"\n002 1.0 \"\"\n";
	const struct pxt_template *template;

	ck_assert(!pxt_templates_is_own(templates, PXT_TEMPLATE_UNDEFINED));
	ck_assert_int_eq(pxt_templates_add_own(templates, "own", own), 0);
	ck_assert(pxt_templates_is_own(templates, PXT_TEMPLATE_UNDEFINED));
	ck_assert_int_eq(add(text), 0);
	ck_assert_ptr_null(
		pxt_templates_find(templates, PXT_TEMPLATE_UNDEFINED));
	ck_assert_ptr_null(pxt_templates_find(templates, PXT_TEMPLATE_DEFAULT));
	for (size_t i = 2; (template = pxt_templates_list(templates, i)); i++)
		ck_assert_int_eq(pxt_templates_keeps_own(templates, template),
				 template->id != 0x0010 &&
					 template->id != 0x7f00);
	pxt_templates_replace_own(templates, true);
	ck_assert_int_eq(add(text), 0);
	ck_assert_ptr_nonnull(
		pxt_templates_find(templates, PXT_TEMPLATE_DEFAULT));
	template = pxt_templates_find(templates, PXT_TEMPLATE_UNDEFINED);
	ck_assert_ptr_nonnull(template);
	ck_assert(!pxt_templates_keeps_own(templates, template));
}
END_TEST

START_TEST(events_are_known_by_their_names)
{
	struct pxt_attachment attachment = { .id = 0x4560 };

	ck_assert_int_eq(add("#!posix event \"a b\" hook 123 kind=raw word=8\n"
			     "#!posix event \"a b\" hook 0123 subhook=0x10\n"
			     "#!posix event \"hook:777\" hook 888\n"),
			 EINVAL);
	ck_assert_int_eq(add("#!posix event \"a b\" hook 123 kind=raw word=8\n"
			     "#!posix event \"hook:777\" hook 888\n"),
			 0);
	ck_assert(pxt_templates_know(templates, "a b", &attachment));
	ck_assert_uint_eq(attachment.id, 0x1230);
	ck_assert_int_eq(attachment.kind, PXT_PAYLOAD_RAW);
	ck_assert_uint_eq(attachment.word, 8);
	ck_assert(pxt_templates_know(templates, "hook:777", &attachment));
	ck_assert_uint_eq(attachment.id, 0x8880);
	ck_assert(pxt_templates_know(templates, "hook:7778:x", &attachment));
	ck_assert_uint_eq(attachment.id, 0x7778);
	ck_assert(pxt_templates_know(templates, "posix_trace_overflow",
				     &attachment));
	ck_assert_uint_eq(attachment.id, 0x0060);
	ck_assert(!pxt_templates_know(templates, "a", &attachment));
	ck_assert_uint_eq(attachment.id, 0x0070);
	ck_assert(!pxt_templates_know(templates, "hook:77", &attachment));
	ck_assert(!pxt_templates_know(templates, "hook:777x", &attachment));
	ck_assert_int_eq(attachment.kind, PXT_PAYLOAD_WORDS);
	ck_assert(!pxt_templates_know(templates, "trc:77", &attachment));
	ck_assert_int_eq(attachment.kind, PXT_PAYLOAD_WORDS);
	ck_assert(pxt_templates_know(templates, "trc:777:chan3", &attachment));
	ck_assert_uint_eq(attachment.id, 0x7770);
	ck_assert_int_eq(attachment.kind, PXT_PAYLOAD_HOOK);
	ck_assert(pxt_templates_know(templates, "trc:7778", &attachment));
	ck_assert_uint_eq(attachment.id, 0x7778);
	attachment.id = 0x4560;
	ck_assert_int_eq(pxt_templates_attach(templates, "a b", &attachment),
			 0);
	ck_assert_int_eq(pxt_templates_attach(templates, "", &attachment),
			 EINVAL);
	ck_assert(pxt_templates_know(templates, "a b", &attachment));
	ck_assert_uint_eq(attachment.id, 0x4560);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("compile");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_loop_test(all, a_wrong_file_is_refused_with_the_place, 0,
			    sizeof(wrongs) / sizeof(*wrongs));
	tcase_add_loop_test(all, what_is_odd_is_taken_with_a_warning, 0,
			    sizeof(warned) / sizeof(*warned));
	tcase_add_test(all, a_file_goes_in_as_a_whole_or_not_at_all);
	tcase_add_test(all, not_more_than_twenty_errors_are_told);
	tcase_add_test(all, braces_in_braces_have_a_limit);
	tcase_add_test(all, a_file_that_is_too_long_is_refused);
	tcase_add_test(all, an_update_deletes_all_that_have_the_id);
	tcase_add_loop_test(all, an_update_keeps_templates_apart, 0,
			    sizeof(ends) / sizeof(*ends));
	tcase_add_test(all, templates_of_our_own_stay_unless_they_may_go);
	tcase_add_test(all, what_prints_without_a_template_is_our_own_too);
	tcase_add_test(all, events_are_known_by_their_names);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
