/*
 * check_render.c - what templates print, beyond the cases that are files
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "template/render.h"
#include "run.h"

static struct pxt_templates *templates;
static struct pxt_render *render;
static enum pxt_render_end end;
static struct pxt_hook hook;
static char got[PXT_LINES_MOST + PXT_LINES_NOTE + 1];

static const char *get_process(struct pxt_render_names *names, int64_t pid)
{
	(void)names;
	return pid == 7	 ? "/bin/demo" :
	       pid == 8	 ? "\033[2J" :
	       pid == 9	 ? "gr\xc3\xb6\xc3\x9f"
			   "e \xe2\x82\xac \xf0\x9f\x98\x80" :
	       pid == 10 ? "\xc3 \xc2\x9b \xe0\x80\xaf \xed\xa0\x80 \xff \x7f"
			   " \xf4\x90\x80\x80 \xe2\x82" :
			   NULL;
}

static struct pxt_render_names names = { get_process };

static void setup(void)
{
	static const uint8_t entry[] = {
		0x0c, 0x1e, 0x00, 0x02, /* id 0C1, subhook 2 */
		0x00, 0x00, 0x00, 0x05, 0xff, 0xff, 0xff, 0xfe,
		'a',  'b',  0x00, 'd',	0x80, 0x01, 0x02, 0x03,
	};

	hook = (struct pxt_hook){
		.id = 0x0c10,
		.type = 14,
		.data = 2,
		.word = 4,
		.is_big = true,
		.entry = entry,
		.len = sizeof(entry),
	};
	ck_assert_int_eq(pxt_templates_create(&templates), 0);
}

static void teardown(void)
{
	pxt_render_close(render);
	render = NULL;
	pxt_templates_close(templates);
}

static void run(void)
{
	const struct pxt_occurrence occurrence = {
		.hook = hook,
		.pid = 7,
		.tid = 70,
		.event = "app.loop",
		.log = "a.ptl",
		.log_offset = 100,
		.log_entry = 120,
	};
	const struct pxt_lines *lines;

	if (!render)
		ck_assert_int_eq(pxt_render_open(&render, templates, &names),
				 0);
	end = pxt_render(render, &occurrence, &lines);
	memcpy(got, lines->text, lines->len);
	got[lines->len] = '\0';
}

static void add(const char *text)
{
	struct pxt_complaints complaints = { 0 };

	ck_assert_int_eq(pxt_templates_add(templates, "test", text,
					   strlen(text), &complaints),
			 0);
}

/* The items of a template give that text. */
static void check(const char *items, const char *expected)
{
	char text[4096];

	snprintf(text, sizeof(text), "0C1 1.0 \"\" %s\n", items);
	add(text);
	run();
	ck_assert_str_eq(got, expected);
}

/* The entry: hook word 0C1E 0002, words 5, -2, "ab\0d", 80010203. */
static const struct {
	const char *items, *expected;
} prints[] = {
	/* Codes */
	{ "W1 X16", "00000005FFFFFFFE6162006480010203" },
	{ "W1 X3 X5", "000000 05FFFFFFFE" },
	{ "W2 D1 D2 G8 D4 U4", "-1 -1 -2 1633812580" },
	{ "W2 o2 o4", "177777 37777460542" },
	{ "W3 A4 \"|\"", "ab |" },
	{ "W3 A4.6 \"|\"", "ab     |" },
	{ "W3 A4.1 \"|\"", "a |" },
	{ "W3 A4.0 \"|\" A0.0 \"|\" X1", " ||80" },
	{ "W3 A0 A0 A0 A0 \"|\" X1", "abd|80" },
	{ "W3 A0.3 \"|\" A1", "   |a" },
	{ "W4 A4 \"|\"", ".... |" },
	{ "G7 O1.0 R1 S1 \"|\" X1", "....a |62" },
	{ "G10 B2.4 \"|\" X1", "11111111111111100110 |62" },
	{ "W1 B9 X0 X0", "00000000000000000000000000000101111111111111111111111"
			 "1111111111001100001 6200" },
	{ "W1 T4", "Thu Jan  1 00:00:05 1970" },
	{ "W1 P4", "5" },
	{ "W1 E4 \"|\" E4", "EIO|-2" },
	{ "$D3%F4", "2.6056E+20" },
	{ "HB HT $HT", "0 E 000E" },
	{ "$HL $HD $GENERIC $HOOKENV%D2", "0010 0002 0000 32" },
	{ "$PID%D4 $TID%D4 $EXECPATH $EVENT \"|\"",
	  "7 70 /bin/demo app.loop |" },
	{ "$EVENT%A3 \"|\" $EVENT%A8.2 $LOGFILE", "app |ap a.ptl" },
	{ "$LOGID0%D4 $LOGIDX%D4", "100 122" },
	{ "{{ $p = 7 }} $p%P4", "/bin/demo" },
	{ "{{ $p = 8 }} $p%P4", ".[2J" },
	{ "{{ $p = 9 }} $p%P4", "gr\xc3\xb6\xc3\x9f"
				"e \xe2\x82\xac \xf0\x9f\x98\x80" },
	{ "{{ $p = 10 }} $p%P4", ". .. ... ... . . .... .." },
	{ "$TRACEID", "0C10" },
	{ "$TRACEID, 0C1 \"short\"", "short" },
	{ "$TRACEID, 0x0C10 \"long\"", "long" },

	/* Places */
	{ "$DATAPOINTER%D2 X2 $DATAPOINTER%D2", "2 0002 4" },
	{ "{{ $DATAPOINTER = 8 }} X4", "FFFFFFFE" },
	{ "{{ $BASEPOINTER = 4 }} W1 X4 $BASEPOINTER%D1 $D1%D4",
	  "FFFFFFFE 4 5" },
	{ "G0 R5 G4 X4", "00000005" },
	{ "G0 R1 X1", "[truncated]" },
	{ "G20 \"at the end\"", "at the end" },
	{ "{{ $DATAPOINTER = 0 - 9223372036854775807 }} O1 X1", "[truncated]" },
	{ "G4.3 X1", "00" },
	{ "G6.12 B0.1 $DATAPOINTER%D1", "0 7" },

	/* Macros */
	{ "{{ $v = 65536 }} $v $v%X2 $v%X8", "00010000 0000 0000000000010000" },
	{ "{{ $v = 0 - 1 }} $v", "FFFFFFFFFFFFFFFF" },
	{ "{{ $v = 2 + 3 * 4 - 6 / 2 }} $v%D4", "11" },
	{ "{{ $v = 0x10 * D1 }} $v%D4", "0" },
	{ "{{ $v = $D2%D4 / 2 }} $v%D4", "-1" },
	{ "{{ $v = 1 / 0 }} \"never\"", "[error: division by zero]" },
	{ "$v%D1 {{ $v = 1 }} $v%D1", "0 1" },
	{ "{{ $v = 0x616263 }} $v%A3 $v%A2.4 \"|\"", "abc bc   |" },
	{ "$D1%A0.3 \"|\"", "   |" },
	{ "$D4 & FF $D4%X4 & 0xF0", "0003 00000000" },
	{ "{{ $v = 420 }} $v%B1.2", "0110100100" },

	/* Switches */
	{ "$D2%D4, -2 \"minus two\", \\* \"other\"", "minus two" },
	{ "G8 D1, 255 \"all ones\"", "all ones" },
	{ "G8 D1, 0xFE \"two less\", -1 \"all ones\"", "all ones" },
	{ "G8 X1, -1 \"all ones\"", "all ones" },
	{ "G8 X1, 1FF \"too large\", \\* \"other\"", "other" },
	{ "W2 XW, -1 \"all ones\", -2 \"two\"", "two" },
	{ "W2 DW, 0xFFFFFFFE \"two\"", "two" },
	{ "$D2%DW, 4294967294 \"two\"", "two" },
	{ "$D1%XW, 0x100000005 \"too large\", \\* \"other\"", "other" },
	{ "$D2%XW & FF, -2 \"no type\", 0FE \"two\"", "two" },
	{ "W1 o4, 5 { X1 }, 6 \"six\" \"|\"", "FF |" },
	{ "$D1%D4, 10 \"ten\", 5 \"five\" , \\* \"other\"", "five" },
	{ "W3 A2, ab \"match\", \\* \"other\"", "match" },
	{ "W3 A4, \"ab\" \"match\", \\* \"other\"", "match" },
	{ "W3 A1, A0 \"code\", a \"letter\"", "letter" },
	{ "$EVENT, \"app.loop\" \"this\"", "this" },
	{ "$D1, 6 \"six\" \"none of it\"", "none of it" },
	{ "$D1, 5 five \"|\"", "five|" },
	{ "$D1 & 4, 4 { $D2, 0 \"no\", \\* { \"deep\" } }", "deep" },
	{ "$D1, 5 {{{ $x = 9 }} $x%D1}", "9" },
	{ "W1 F4, 0 \"tiny\", \\* \"other\"", "tiny" },

	/* Loops and flags */
	{ "LOOP 3 { \"x\" } \"|\"", "xxx|" },
	{ "LOOP $D2%D4 { \"x\" } \"|\"", "|" },
	{ "LOOP 2 { LOOP 2 { \"a\" } \"b\" }", "aabaab" },
	{ "W1 BITFLAGS X4, 1 \"a\" 2 \"b\" 4 \"c\" \"d\"", "ac" },
	{ "BITFLAGS $D1, 5 \"any\", 0 \"never\" \"clear\"", "anyclear" },
	{ "BITFLAGS $D1, & 5 5 \"both\", & 5 1 \"one\", \"|\"", "both|" },
	{ "BITFLAGS $D1, o5 \"octal\" \"\"", "octal" },
	{ "W1 BITFLAGS $D1, 1 \"a\", o4", "a5" },
	{ "{{ $m = 420 }} BITFLAGS $m%o4, 00400 \"r\" \"-\", 00200 \"w\" "
	  "\"-\" 00100 \"x\" \"-\" 00040 \"r\" \"-\" 00020 \"w\" \"-\"",
	  "rw-r-" },
	{ "{{ $m = 0x77 }} BITFLAGS $m, & 012 040 \"a\", & 012 020 \"b\", "
	  "& 012 080 \"c\"",
	  "" },

	/* Calls */
	{ "{{ f(a) $a%D4 }} f(7) f($D1) f(X2)", "7 5 2" },
	{ "{{ f(a, b) {{ $c = $a - $b }} $c%D4 }} {{ $c = 1 }} f(7, 3) $c%D1",
	  "4 1" },
	{ "f() {{ f() \"f\" }} {{ g() f() \"g\" }} g()", "ffg" },
	{ "{{ f() $a%D1 {{ $a = 1 }} }} f() f()", "0 0" },
	{ "{{ f() f() }} \"a\" f()",
	  "a[error: too many functions in functions]" },
	{ "\"a\" $0C1",
	  "aaaaaaaaaaa[error: too many subroutines in subroutines]" },
	{ "$ABC", "[error: no template ABC]" },

	/* Lines */
	{ "a  b   c \"d\"", "a b c d" },
	{ "\"a\\tb\\n\\\"c\\\\\\x\"", "a       b\n\"c\\\\x" },
	{ "\"a   \" \\n \"b\" \\n \\n", "a\nb\n" },
	{ "\\n \"b\"", "\nb" },
	{ "\"\xc3\xa4\xc3\xb6\" \\t \"c\"", "\xc3\xa4\xc3\xb6      c" },
	{ "\"a\" \\t \\t \"\xc3\xa4\" \\t \"b\" \\n \\t \"c\"",
	  "a               \xc3\xa4       b\n        c" },
	{ "\"12345678\" \\t \"c\"", "12345678        c" },

	/* Ends */
	{ "\"\xc2\" \"\x9b\"", ".\x9b" },
	{ "\"\xc2\" \"\" \"\xa9\"", "\xc2\xa9" },
	{ "\"a\" $BREAK \"b\"", "a" },
	{ "\"a\" LOOP 5 { \"b\" $ERROR \"c\" } \"d\"",
	  "ab\nERROR: a.ptl, offset 100, id 0C1\nc" },
	{ "\"a\" $DEFAULT \"b\"",
	  "aDEFAULT TEMPLATE 00000005 FFFFFFFE 61620064 80010203" },
	{ "\"a\" $D5 \"b\"", "a[truncated]" },
};

START_TEST(items_print_what_they_say)
{
	check(prints[_i].items, prints[_i].expected);
}
END_TEST

START_TEST(a_label_is_printed_first)
{
	add("0C1 1.0 L=KERN \"label\" \"text\"\n");
	run();
	ck_assert_str_eq(got, "label text");
}
END_TEST

START_TEST(a_label_of_a_subroutine_or_with_an_at_is_not)
{
	add("0C1 1.0 \"@label\" \"text \" $0C2\n0C2 1.0 \"other\" \"sub\"\n");
	run();
	ck_assert_str_eq(got, "text sub");
}
END_TEST

START_TEST(a_level_counts_for_an_empty_line_or_the_next)
{
	const struct pxt_occurrence occurrence = { .hook = hook };
	static const uint8_t expected[] = { 1, 3, 3 };
	const struct pxt_lines *lines;
	size_t at = 0, len;
	unsigned line = 0;
	uint8_t level;

	add("0C1 1.0 L=KERN \"\" L=SVC \"a\" L=INT \"b\" \\n \"c\" \\n "
	    "\"d\"\n");
	ck_assert_int_eq(pxt_render_open(&render, templates, NULL), 0);
	pxt_render(render, &occurrence, &lines);
	for (int i = 0; i < 3; i++) {
		ck_assert_ptr_nonnull(
			pxt_lines_next(lines, &at, &line, &len, &level));
		ck_assert_uint_eq(level, expected[i]);
	}
	ck_assert_ptr_null(pxt_lines_next(lines, &at, &line, &len, &level));
}
END_TEST

START_TEST(how_an_event_ends_is_told)
{
	add("0C1 1.0 \"\" \"a\" $SKIP\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_SKIPPED);
	ck_assert_str_eq(got, "");
	add("0C1 1.0 \"\" \"a\" $STOP \"b\"\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_STOPPED);
	ck_assert_str_eq(got, "a");
	add("0C1 1.0 \"\" $D5\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_TRUNCATED);
	add("0C1 1.0 \"\" $ABC\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_FAILED);
	add("0C1 1.0 \"\" $D1\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_DONE);
}
END_TEST

START_TEST(an_event_that_prints_too_much_is_cut)
{
	add("0C1 1.0 \"\" LOOP 60000 { \"ab\xc3\xa4\" }\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_TRUNCATED);
	ck_assert_uint_eq(strlen(got), PXT_LINES_MOST + strlen("[truncated]"));
	ck_assert_str_eq(got + PXT_LINES_MOST, "[truncated]");
}
END_TEST

START_TEST(a_loop_has_65536_turns_at_most)
{
	add("0C1 1.0 \"\" LOOP 99999999 { {{ $n = $n + 1 }} } $n%D4\n");
	run();
	ck_assert_str_eq(got, "65536");
}
END_TEST

START_TEST(loops_in_loops_have_no_more_turns)
{
	add("0C1 1.0 \"\" {{ $n = 0 }} {{ $m = 0 }} LOOP 256 { "
	    "{{ $n = $n + 1 }} LOOP 300 { {{ $m = $m + 1 }} } } "
	    "LOOP 1 { {{ $m = 0 }} } $n%D4 $m%D4\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_DONE);
	ck_assert_str_eq(got, "218 65318");
}
END_TEST

START_TEST(an_event_that_takes_too_long_ends)
{
	add("0C1 1.0 \"\" \"a\" LOOP 65536 { LOOP 65536 { X0 R1 } }\n");
	run();
	ck_assert_int_eq(end, PXT_RENDER_TRUNCATED);
	add("0C1 1.0 \"\" \"a\" $0C2\n0C2 1.0 \"\" $0C3 $0C3 $0C3 $0C3\n"
	    "0C3 1.0 \"\" $0C4 $0C4 $0C4 $0C4\n"
	    "0C4 1.0 \"\" $0C5 $0C5 $0C5 $0C5\n"
	    "0C5 1.0 \"\" LOOP 60000 { G1 G2 G3 G4 G1 G2 G3 G4 G1 G2 G3 G4 "
	    "G1 G2 G3 G4 G1 G2 G3 G4 G1 G2 G3 G4 }\n");
	run();
	ck_assert_str_eq(got, "a[error: too much work]");
	ck_assert_int_eq(end, PXT_RENDER_FAILED);
}
END_TEST

START_TEST(an_event_without_a_template_is_undefined)
{
	add("0C2 1.0 \"\" \"a\"\n");
	run();
	ck_assert_str_eq(got, "UNDEFINED TRACE ID 0C1 app.loop, 16 bytes\n"
			      "00000005 FFFFFFFE 61620064 80010203");
	add("007 1.0 \"\" \"nobody knows \" $TRACEID\n");
	run();
	ck_assert_str_eq(got, "nobody knows 0C10");
}
END_TEST

START_TEST(id_zero_is_told)
{
	static const uint8_t entry[] = { 0, 1, 0, 2 };

	hook.id = 0;
	hook.entry = entry;
	hook.len = 4;
	add("007 1.0 \"\" \"of no template\"\n");
	run();
	ck_assert_str_eq(got, "TRACEID IS ZERO 00010002 a.ptl, offset 100");
	add("004 1.0 \"\" \"zero\"\n");
	run();
	ck_assert_str_eq(got, "zero");
}
END_TEST

START_TEST(a_default_of_the_user_is_taken)
{
	add("0C1 1.0 \"\" \"a\" $DEFAULT \"b\"\n008 1.0 \"\" \"mine\"\n");
	run();
	ck_assert_str_eq(got, "amine");
}
END_TEST

START_TEST(timers_are_of_a_pair)
{
	struct pxt_occurrence occurrence = { .hook = hook, .time = 1000 };
	const struct pxt_lines *lines;

	add("0C1 1.0 \"\" starttimer(1,2) endtimer(1,3) endtimer(2,1)\n"
	    "0C2 1.0 \"\" endtimer(1,2) \"|\" endtimer(1,2)\n");
	ck_assert_int_eq(pxt_render_open(&render, templates, NULL), 0);
	pxt_render(render, &occurrence, &lines);
	ck_assert_uint_eq(lines->len, 0);
	occurrence.hook.id = 0x0c20;
	occurrence.time = 3999;
	pxt_render(render, &occurrence, &lines);
	ck_assert_uint_eq(lines->len, strlen("[2 usec]|"));
	ck_assert_mem_eq(lines->text, "[2 usec]|", lines->len);
}
END_TEST

START_TEST(a_value_behind_a_timer_stands_apart)
{
	static const char wanted[] =
		"[2 usec] 1234 n=5678 [2 usec] [2 usec]|9A";
	struct pxt_occurrence occurrence = { .hook = hook, .time = 1000 };
	const struct pxt_lines *lines;

	add("0C1 1.0 \"\" starttimer(1,2) starttimer(1,3) starttimer(1,4)\n"
	    "0C2 1.0 \"\" endtimer(1,2) X2 endtimer(1,2) \"n=\" X2 "
	    "endtimer(1,3) endtimer(1,4) \"|\" X0\n");
	ck_assert_int_eq(pxt_render_open(&render, templates, NULL), 0);
	pxt_render(render, &occurrence, &lines);
	occurrence.hook.id = 0x0c20;
	occurrence.time = 3999;
	occurrence.hook.entry = (const uint8_t *)"\0\0\x12\x34\x56\x78\x9a";
	occurrence.hook.len = 7;
	occurrence.hook.word = 4;
	occurrence.hook.is_generic = false;
	occurrence.hook.is_big = true;
	pxt_render(render, &occurrence, &lines);
	ck_assert_uint_eq(lines->len, strlen(wanted));
	ck_assert_mem_eq(lines->text, wanted, lines->len);
}
END_TEST

START_TEST(subroutines_share_macros_in_their_order)
{
	add("0C1 1.0 \"\" {{ $a = 1 }} $0C2 $a%D1 $0C3 $0C2\n"
	    "0C2 1.0 \"\" {{ $x }} {{ $y }} $x%D1 $y%D1 {{ $x = $x + 1 }} "
	    "{{ $y = $y + 1 }}\n"
	    "0C3 1.0 \"\" {{ $x }} {{ $y }} $y%D1\n");
	run();
	ck_assert_str_eq(got, "1 0 2 1 2 1");
}
END_TEST

START_TEST(ten_levels_are_allowed)
{
	char text[1024] = "0C1 1.0 \"\" $D10\n";

	for (int i = 0; i < 9; i++)
		sprintf(text + strlen(text), "D1%d 1.0 \"\" \"%d\" $D1%d\n", i,
			i, i + 1);
	strcat(text, "D19 1.0 \"\" \"end\"\n");
	add(text);
	run();
	ck_assert_str_eq(got, "012345678end");
	add("D19 1.0 \"\" $D20\nD20 1.0 \"\" \"never\"\n");
	run();
	ck_assert_str_eq(got, "012345678[error: too many subroutines in "
			      "subroutines]");
}
END_TEST

START_TEST(words_of_64_bits_have_eight_bytes)
{
	static const uint8_t entry[] = {
		0x00, 0xc0, 16,	 0,   0x34, 0x12, 9,   0, /* little-endian */
		5,    0,    0,	 0,   0,    0,	  0,   0,
		'a',  'b',  'c', 'd', 'e',  'f',  'g', 'h',
	};

	ck_assert(pxt_hook_take(&hook, (struct pxt_machine_form){ 8, false },
				entry, sizeof(entry)));
	ck_assert_uint_eq(hook.id, 0x1234);
	ck_assert(hook.is_generic);
	add("1234 1.0 \"\" X2 W1 UW $D1%XW HB HT LOOP HB { A0 }\n");
	run();
	ck_assert_str_eq(got, "0009 5 0000000000000005 8 C000 abcdefgh");
}
END_TEST

START_TEST(text_of_a_little_system_stands_as_in_its_memory)
{
	static const uint8_t entry[] = {
		0x1e, 0x0c, 0x00, 0x00, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
	};

	hook.is_big = false;
	hook.entry = entry;
	hook.len = sizeof(entry);
	check("A0.1 W1 A4 $D1%A4 $D1%A2 $D2%A8 {{ $v = $D1%X2 }} $v%A2 "
	      "$D1%X4",
	      " abcd abcd ab efgh ab 64636261");
}
END_TEST

START_TEST(data_becomes_an_entry)
{
	static const char data[] = "abcdefgh";
	uint8_t memory[sizeof(data) + PXT_HOOK_EXTRA];
	struct pxt_attachment attachment = { .id = 0x7f01, .subhook = 3 };
	const struct pxt_machine_form form = { 4, false };

	add("7F01 1.0 \"\" $HD $HL $GENERIC $D1 HT\n");
	pxt_hook_make(&hook, &attachment, form, data, 8, memory);
	run();
	ck_assert_str_eq(got, "0003 0008 0000 64636261 E");
	attachment.kind = PXT_PAYLOAD_GENERIC;
	pxt_hook_make(&hook, &attachment, form, data, 8, memory);
	run();
	ck_assert_str_eq(got, "0004 0004 0001 64636261 8");
	attachment.kind = PXT_PAYLOAD_RAW;
	pxt_hook_make(&hook, &attachment, form, data, 8, memory);
	run();
	ck_assert_str_eq(got, "0008 0008 0001 0008 8");
	attachment.word = 8;
	pxt_hook_make(&hook, &attachment, form, data, 8, memory);
	run();
	ck_assert_str_eq(got, "0003 0008 0001 0008 C000");
	ck_assert(!pxt_hook_take(&hook, form, data, 3));
}
END_TEST

static void make_hook(uint8_t word, const char *data, size_t len)
{
	const struct pxt_attachment attachment = {
		.id = 0x7f01,
		.kind = PXT_PAYLOAD_HOOK,
		.word = word,
	};

	pxt_hook_make(&hook, &attachment, (struct pxt_machine_form){ 4, true },
		      data, len, NULL);
}

START_TEST(an_entry_may_bring_its_hook_word)
{
	static const char entry[] = "\x0c\x1e\0\x02\0\0\0\x05";
	static const char wide[] = "\xc0\0\0\x08\x0c\x15\0\x02";

	add("7F01 1.0 \"\" $TRACEID $HD X2 HT $GENERIC $HL $D1\n");
	make_hook(0, entry, 8);
	run();
	ck_assert_str_eq(got, "7F01 0002 0002 E 0000 0004 0005");
	make_hook(8, wide, 8);
	run();
	ck_assert_str_eq(got, "7F01 0002 0002 C000 0001 0000 [truncated]");
}
END_TEST

static const char *const hook_items[] = {
	"X2", "$HD", "$HT", "HT", "HB", "$GENERIC", "$D1", "LOOP HB { }"
};

START_TEST(an_entry_may_be_shorter_than_its_hook_word)
{
	char text[64];

	snprintf(text, sizeof(text), "7F01 1.0 \"\" \"a\" %s \"b\"\n",
		 hook_items[_i]);
	add(text);
	make_hook(0, "\x0c\x1e\0", 3);
	run();
	ck_assert_str_eq(got, "a[truncated]");
	ck_assert_int_eq(end, PXT_RENDER_TRUNCATED);
	make_hook(8, NULL, 0);
	run();
	ck_assert_str_eq(got, "a[truncated]");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("render");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_loop_test(all, items_print_what_they_say, 0,
			    sizeof(prints) / sizeof(*prints));
	tcase_add_test(all, a_label_is_printed_first);
	tcase_add_test(all, a_label_of_a_subroutine_or_with_an_at_is_not);
	tcase_add_test(all, a_level_counts_for_an_empty_line_or_the_next);
	tcase_add_test(all, how_an_event_ends_is_told);
	tcase_add_test(all, an_event_that_prints_too_much_is_cut);
	tcase_add_test(all, a_loop_has_65536_turns_at_most);
	tcase_add_test(all, loops_in_loops_have_no_more_turns);
	tcase_add_test(all, an_event_that_takes_too_long_ends);
	tcase_add_test(all, an_event_without_a_template_is_undefined);
	tcase_add_test(all, id_zero_is_told);
	tcase_add_test(all, a_default_of_the_user_is_taken);
	tcase_add_test(all, timers_are_of_a_pair);
	tcase_add_test(all, a_value_behind_a_timer_stands_apart);
	tcase_add_test(all, subroutines_share_macros_in_their_order);
	tcase_add_test(all, ten_levels_are_allowed);
	tcase_add_test(all, words_of_64_bits_have_eight_bytes);
	tcase_add_test(all, text_of_a_little_system_stands_as_in_its_memory);
	tcase_add_test(all, data_becomes_an_entry);
	tcase_add_test(all, an_entry_may_bring_its_hook_word);
	tcase_add_loop_test(all, an_entry_may_be_shorter_than_its_hook_word, 0,
			    sizeof(hook_items) / sizeof(*hook_items));
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
