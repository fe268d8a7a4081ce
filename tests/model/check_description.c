#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/description.h"
#include "model/field_type.h"
#include "run.h"

static struct pxt_description description;
static struct pxt_field field;

static int check(const char *text)
{
	return pxt_description_check(text, strlen(text));
}

static void begin(const char *text)
{
	ck_assert_msg(!check(text), "%s", text);
	pxt_description_init(&description, text, strlen(text));
}

static void next(void)
{
	ck_assert_int_eq(pxt_description_next(&description, &field), 0);
}

static void at_end(void)
{
	ck_assert_int_eq(pxt_description_next(&description, &field), ENODATA);
}

#define ck_assert_text(text, expected)                             \
	do {                                                       \
		ck_assert_uint_eq((text).len, strlen(expected));   \
		ck_assert_mem_eq((text).at, expected, (text).len); \
	} while (0)

START_TEST(each_type_has_the_size_and_sign_that_it_has_in_c)
{
	static const struct {
		const char *text;
		enum pxt_field_kind kind;
		uint32_t size;
	} known[] = {
		{ "char c", PXT_FIELD_CHAR, sizeof(char) },
		{ "signed char c", PXT_FIELD_SIGNED, 1 },
		{ "char unsigned c", PXT_FIELD_UNSIGNED, 1 },
		{ "short c", PXT_FIELD_SIGNED, sizeof(short) },
		{ "unsigned short int c", PXT_FIELD_UNSIGNED, 2 },
		{ "int c", PXT_FIELD_SIGNED, sizeof(int) },
		{ "unsigned c", PXT_FIELD_UNSIGNED, sizeof(unsigned) },
		{ "const int c", PXT_FIELD_SIGNED, 4 },
		{ "long c", PXT_FIELD_SIGNED, sizeof(long) },
		{ "unsigned long long c", PXT_FIELD_UNSIGNED, 8 },
		{ "long unsigned int long c", PXT_FIELD_UNSIGNED, 8 },
		{ "float c", PXT_FIELD_FLOAT, sizeof(float) },
		{ "double c", PXT_FIELD_FLOAT, sizeof(double) },
		{ "_Bool c", PXT_FIELD_BOOL, sizeof(bool) },
		{ "bool c", PXT_FIELD_BOOL, 1 },
		{ "int8_t c", PXT_FIELD_SIGNED, 1 },
		{ "uint16_t c", PXT_FIELD_UNSIGNED, 2 },
		{ "uint64_t c", PXT_FIELD_UNSIGNED, 8 },
		{ "size_t c", PXT_FIELD_UNSIGNED, sizeof(size_t) },
		{ "pid_t c", PXT_FIELD_SIGNED, 4 },
		{ "void *c", PXT_FIELD_UNSIGNED, sizeof(void *) },
		{ "const void *const c", PXT_FIELD_UNSIGNED, 8 },
		{ "char **c", PXT_FIELD_UNSIGNED, 8 },
		{ "char *c", PXT_FIELD_STRING, 0 },
		{ "enum { a } c", PXT_FIELD_UNSIGNED, 4 },
		{ "enum { a = -1 } c", PXT_FIELD_SIGNED, 4 },
		{ "enum t : uint8_t { a } c", PXT_FIELD_UNSIGNED, 1 },
		{ "enum : short { a } c", PXT_FIELD_SIGNED, 2 },
	};

	begin(known[_i].text);
	next();
	ck_assert_int_eq((int)field.kind, (int)known[_i].kind);
	ck_assert_uint_eq(field.size, known[_i].size);
	ck_assert_text(field.name, "c");
	at_end();
}
END_TEST

enum { TYPES = 28 };

START_TEST(a_struct_is_laid_out_as_the_compiler_does)
{
	struct {
		uint8_t a;
		double b;
		char c[3];
		int16_t d, e;
		bool f;
	} like;
	size_t size;

	begin("uint8_t a; double b; char c[3]; int16_t d, e; bool f;");
	for (int i = 0; i < 6; i++)
		next();
	at_end();
	ck_assert(pxt_description_size(&description, &size));
	ck_assert_uint_eq(size, sizeof(like));
}
END_TEST

START_TEST(a_packed_struct_has_no_holes)
{
	size_t size;

	begin("[[packed]]; uint8_t a; double b; char c[3];");
	for (int i = 0; i < 3; i++) {
		next();
		ck_assert_uint_eq(field.align, 1);
	}
	at_end();
	ck_assert(pxt_description_size(&description, &size));
	ck_assert_uint_eq(size, 12);
}
END_TEST

START_TEST(texts_and_open_arrays_have_no_size_of_their_own)
{
	size_t size;

	begin("char *a; int b[]");
	next();
	ck_assert_uint_eq(field.align, 1);
	next();
	ck_assert_uint_eq(field.count, 0);
	at_end();
	ck_assert(!pxt_description_size(&description, &size));
}
END_TEST

START_TEST(attributes_say_what_a_field_is)
{
	begin("[[unit(\"B/s\")]] uint32_t rate, peak [[hex, unit(B)]]; "
	      "uint64_t id [[ key ]]; int depth[[counter]][2]; "
	      "int x [[vendor::key]] [[deprecated(\"never\")]]");
	next();
	ck_assert_text(field.unit, "B/s");
	ck_assert_uint_eq(field.flags, 0);
	next();
	ck_assert_text(field.name, "peak");
	ck_assert_text(field.unit, "B");
	ck_assert_uint_eq(field.flags, PXT_FIELD_HEX);
	next();
	ck_assert_uint_eq(field.flags, PXT_FIELD_KEY);
	ck_assert_uint_eq(field.unit.len, 0);
	next();
	ck_assert_uint_eq(field.flags, PXT_FIELD_COUNTER | PXT_FIELD_ARRAY);
	ck_assert_uint_eq(field.count, 2);
	next();
	ck_assert_uint_eq(field.flags, 0);
	at_end();
}
END_TEST

START_TEST(a_field_may_name_an_object_and_be_a_detail)
{
	begin("uint32_t queue [[object(queue)]], any [[detail, object]], "
	      "none [[detail]]; [[object(mutex)]] void *a, *b [[object()]], "
	      "*c [[vendor::object(d)]]");
	next();
	ck_assert_text(field.object, "queue");
	ck_assert_uint_eq(field.flags, PXT_FIELD_OBJECT);
	next();
	ck_assert_uint_eq(field.object.len, 0);
	ck_assert_uint_eq(field.flags, PXT_FIELD_OBJECT | PXT_FIELD_DETAIL);
	next();
	ck_assert_uint_eq(field.flags, PXT_FIELD_DETAIL);
	next();
	ck_assert_text(field.object, "mutex");
	next();
	ck_assert_uint_eq(field.object.len, 0);
	ck_assert(field.flags & PXT_FIELD_OBJECT);
	next();
	ck_assert_text(field.object, "mutex");
	at_end();
}
END_TEST

START_TEST(an_event_may_open_or_close_a_span)
{
	begin("[[begin(order)]]; int id");
	next();
	at_end();
	ck_assert_uint_eq(description.flags, PXT_DESCRIPTION_BEGIN);
	ck_assert_text(description.span, "order");

	begin("[[end]]");
	at_end();
	ck_assert_uint_eq(description.flags, PXT_DESCRIPTION_END);
	ck_assert_uint_eq(description.span.len, 0);
}
END_TEST

START_TEST(an_end_may_be_optional)
{
	begin("[[end(lock), optional]]; int id");
	next();
	at_end();
	ck_assert_uint_eq(description.flags,
			  PXT_DESCRIPTION_END | PXT_DESCRIPTION_OPTIONAL);
	ck_assert_text(description.span, "lock");
}
END_TEST

START_TEST(an_event_may_end_a_span_and_begin_the_next)
{
	begin("[[end(turn)]] [[optional, begin(turn)]]; int id");
	next();
	at_end();
	ck_assert_uint_eq(description.flags, PXT_DESCRIPTION_END |
						     PXT_DESCRIPTION_BEGIN |
						     PXT_DESCRIPTION_OPTIONAL);
	ck_assert_text(description.span, "turn");
	begin("[[begin, end]]; int id");
	next();
	at_end();
	ck_assert_uint_eq(description.flags,
			  PXT_DESCRIPTION_END | PXT_DESCRIPTION_BEGIN);
}
END_TEST

START_TEST(an_object_may_be_acquired_or_released)
{
	begin("void *a [[object(mutex), release]], *b [[object, acquire]]");
	next();
	ck_assert_text(field.object, "mutex");
	ck_assert(field.flags & PXT_FIELD_RELEASE);
	ck_assert(!(field.flags & PXT_FIELD_ACQUIRE));
	next();
	ck_assert(field.flags & PXT_FIELD_ACQUIRE);
	at_end();
}
END_TEST

START_TEST(an_event_may_say_who_has_an_object)
{
	begin("void *a [[object(mutex)]]; int b [[owner]]; "
	      "void *c [[object(thread), self]]");
	next();
	ck_assert_uint_eq(field.flags & (PXT_FIELD_OWNER | PXT_FIELD_SELF), 0);
	next();
	ck_assert(field.flags & PXT_FIELD_OWNER);
	next();
	ck_assert(field.flags & PXT_FIELD_SELF);
	at_end();
}
END_TEST

START_TEST(constants_count_as_in_c)
{
	static const struct {
		const char *name;
		int64_t value;
	} expected[] = { { "a", 0 },  { "b", 1 },     { "c", 31 },
			 { "d", 32 }, { "e", -0x10 }, { "f", 8 } };
	struct pxt_constant constant = { .value = -1 };
	struct pxt_text rest;

	begin("enum kind { a, b, c=0x1f,d , e = -0x10, f = 010, } kind");
	next();
	ck_assert_text(field.tag, "kind");
	ck_assert_uint_eq(field.flags, PXT_FIELD_ENUM);
	rest = field.constants;
	for (int i = 0; i < 6; i++) {
		ck_assert_int_eq(pxt_constant_next(&rest, &constant), 0);
		ck_assert_text(constant.name, expected[i].name);
		ck_assert_int_eq(constant.value, expected[i].value);
	}
	ck_assert_int_eq(pxt_constant_next(&rest, &constant), ENODATA);
}
END_TEST

static const char *const wrong[] = {
	"",
	" ; ",
	"int",
	"int a b",
	"int a; int a",
	"a",
	"foo a",
	"int int",
	"int uint8_t",
	"int 1a",
	"int a,",
	"int a,;",
	"int a[0]",
	"int a[-1]",
	"int a[65536]",
	"int a[08]",
	"int a[2][2]",
	"int a[99999999999999999999]",
	"int a[1",
	"int a[",
	"int a[]; int b",
	"int a : 3",
	"char *a[2]",
	"void a",
	"void a[2]",
	"struct s a",
	"union { int a; } b",
	"struct { int a; } b",
	"long double a",
	"long long long a",
	"short long a",
	"unsigned signed a",
	"unsigned float a",
	"unsigned uint8_t a",
	"unsigned enum { a } b",
	"char char a",
	"int (*a)(void)",
	"int a = 1",
	"enum a",
	"enum { } a",
	"enum { a b } c",
	"enum { a, , b } c",
	"enum { a = } c",
	"enum { a = 1x } c",
	"enum { a = 9223372036854775808 } c",
	"enum { a = 9223372036854775807, b } c",
	"enum { a = 4294967296 } c",
	"enum { int } c",
	"enum : uint8_t { a = 256 } c",
	"enum : uint8_t { a = -1 } c",
	"enum : int8_t { a = -129 } c",
	"enum : float { a } c",
	"enum : bool { a } c",
	"enum : enum : int { a } c",
	"enum : enum { a } c",
	"enum { a c",
	"int a [[key",
	"int a [[key]",
	"int a [[unit(]]",
	"int a [[unit(a(b))]]",
	"int a [[unit(\n)]]",
	"int a [[]]",
	"int a [[begin]]",
	"int a [[object(queue]]",
	"[[object]]; int a",
	"[[detail]]; int a",
	"[[begin]] int a",
	"[[key]]; int a",
	"[[begin]]; [[end]]; int a",
	"[[begin(a), end(b)]]; int a",
	"[[end(a), begin]]; int a",
	"[[begin, optional]]; int a",
	"[[optional]]; int a",
	"[[optional]] int a",
	"int a; [[packed]]",
	"int a; /* b */ int c",
	"int \xc3\xa4",
};

enum { WRONG = sizeof(wrong) / sizeof(wrong[0]) };

START_TEST(what_is_no_description_is_refused)
{
	ck_assert_msg(check(wrong[_i]) == EINVAL, "%s", wrong[_i]);
}
END_TEST

START_TEST(a_null_is_no_part_of_a_description)
{
	ck_assert_int_eq(pxt_description_check("int a;\0", 7), EINVAL);
	ck_assert_int_eq(pxt_description_check("int a;\0", 6), 0);
}
END_TEST

static char text[2 * PXT_DESCRIPTION_MAX];

static void fill(const char *prefix, const char *piece, unsigned times,
		 const char *suffix)
{
	char *at = text;

	at += sprintf(at, "%s", prefix);
	for (unsigned i = 0; i < times; i++)
		at += sprintf(at, piece, i);
	sprintf(at, "%s", suffix);
}

START_TEST(there_are_limits)
{
	fill("", "int a%u;", PXT_DESCRIPTION_FIELDS, "");
	ck_assert_int_eq(check(text), 0);
	fill("", "int a%u;", PXT_DESCRIPTION_FIELDS + 1, "");
	ck_assert_int_eq(check(text), EINVAL);

	fill("enum {", "a%u,", PXT_DESCRIPTION_CONSTANTS, "} b");
	ck_assert_int_eq(check(text), 0);
	fill("enum {", "a%u,", PXT_DESCRIPTION_CONSTANTS + 1, "} b");
	ck_assert_int_eq(check(text), EINVAL);

	fill("int ", "a", PXT_DESCRIPTION_WORD, "");
	ck_assert_int_eq(check(text), 0);
	fill("int ", "a", PXT_DESCRIPTION_WORD + 1, "");
	ck_assert_int_eq(check(text), EINVAL);

	fill("int a;", " ", PXT_DESCRIPTION_MAX - 6, "");
	ck_assert_int_eq(check(text), 0);
	fill("int a;", " ", PXT_DESCRIPTION_MAX - 5, "");
	ck_assert_int_eq(check(text), EINVAL);
}
END_TEST

START_TEST(nothing_is_deep_enough_to_exhaust_the_stack)
{
	fill("", "enum:", 800, "");
	ck_assert_int_eq(check(text), EINVAL);
	fill("int ", "*", 4000, "a");
	ck_assert_int_eq(check(text), 0);
	fill("", "[[key]]", 500, "int a");
	ck_assert_int_eq(check(text), 0);
}
END_TEST

START_TEST(no_prefix_reads_beyond_its_end)
{
	static const char whole[] =
		"[[packed]]; [[begin(a)]]; enum e : uint8_t { a = -0x1, b } c "
		"[[unit(\"B\")]], d[0x10]; const char *f [[key]]; long g[]";

	for (size_t len = 0; len < sizeof(whole); len++) {
		char *copy = malloc(len + 1); /* the sanitizer's to watch */

		copy = realloc(copy, len ? len : 1);
		memcpy(copy, whole, len);
		pxt_description_check(copy, len);
		free(copy);
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("description");
	TCase *c = tcase_create("description");

	tcase_add_loop_test(c, each_type_has_the_size_and_sign_that_it_has_in_c,
			    0, TYPES);
	tcase_add_test(c, a_struct_is_laid_out_as_the_compiler_does);
	tcase_add_test(c, a_packed_struct_has_no_holes);
	tcase_add_test(c, texts_and_open_arrays_have_no_size_of_their_own);
	tcase_add_test(c, attributes_say_what_a_field_is);
	tcase_add_test(c, a_field_may_name_an_object_and_be_a_detail);
	tcase_add_test(c, an_event_may_open_or_close_a_span);
	tcase_add_test(c, an_end_may_be_optional);
	tcase_add_test(c, an_event_may_end_a_span_and_begin_the_next);
	tcase_add_test(c, an_object_may_be_acquired_or_released);
	tcase_add_test(c, an_event_may_say_who_has_an_object);
	tcase_add_test(c, constants_count_as_in_c);
	tcase_add_loop_test(c, what_is_no_description_is_refused, 0, WRONG);
	tcase_add_test(c, a_null_is_no_part_of_a_description);
	tcase_add_test(c, there_are_limits);
	tcase_add_test(c, nothing_is_deep_enough_to_exhaust_the_stack);
	tcase_add_test(c, no_prefix_reads_beyond_its_end);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
