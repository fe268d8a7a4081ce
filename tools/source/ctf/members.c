/*
 * members.c - the members of an event's data, of CTF's fields
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trace_np.h>

#include "base/array.h"
#include "source/ctf/members.h"

/* Values that may be elements of an array, or a member. */
static bool is_number(const bt_field_class *class)
{
	const bt_field_class_type type = bt_field_class_get_type(class);

	return type == BT_FIELD_CLASS_TYPE_BOOL ||
	       type == BT_FIELD_CLASS_TYPE_BIT_ARRAY ||
	       bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_INTEGER) ||
	       bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_REAL);
}

/* Bytes that a number of so many bits takes. */
static uint8_t bytes_of(uint64_t bits)
{
	return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

static void set_number(struct ctf_member *member, const bt_field_class *class)
{
	const bt_field_class_type type = bt_field_class_get_type(class);

	if (type == BT_FIELD_CLASS_TYPE_BOOL) {
		member->kind = CTF_BOOL;
		member->size = 1;
	} else if (type == BT_FIELD_CLASS_TYPE_BIT_ARRAY) {
		member->kind = CTF_BITS;
		member->size =
			bytes_of(bt_field_class_bit_array_get_length(class));
	} else if (type == BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL) {
		member->kind = CTF_FLOAT;
		member->size = sizeof(float);
	} else if (type == BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL) {
		member->kind = CTF_DOUBLE;
		member->size = sizeof(double);
	} else {
		member->kind =
			bt_field_class_type_is(
				type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER) ?
				CTF_UNSIGNED :
				CTF_SIGNED;
		member->size = bytes_of(
			bt_field_class_integer_get_field_value_range(class));
	}
}

/* Enumerations */

static bool is_identifier(const char *text)
{
	const size_t len = strlen(text);

	return len && len < CTF_MEMBER_NAME && (*text < '0' || *text > '9') &&
	       strspn(text, "abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == len;
}

static bool is_one_unsigned(const bt_field_class *class, uint64_t index)
{
	const bt_field_class_enumeration_unsigned_mapping *mapping =
		bt_field_class_enumeration_unsigned_borrow_mapping_by_index_const(
			class, index);
	const bt_integer_range_set_unsigned *ranges =
		bt_field_class_enumeration_unsigned_mapping_borrow_ranges_const(
			mapping);
	const bt_integer_range_unsigned *range;

	if (bt_integer_range_set_get_range_count(
		    bt_integer_range_set_unsigned_as_range_set_const(ranges)) !=
	    1)
		return false;
	range = bt_integer_range_set_unsigned_borrow_range_by_index_const(
		ranges, 0);
	return bt_integer_range_unsigned_get_lower(range) ==
	       bt_integer_range_unsigned_get_upper(range);
}

static bool is_one_signed(const bt_field_class *class, uint64_t index)
{
	const bt_field_class_enumeration_signed_mapping *mapping =
		bt_field_class_enumeration_signed_borrow_mapping_by_index_const(
			class, index);
	const bt_integer_range_set_signed *ranges =
		bt_field_class_enumeration_signed_mapping_borrow_ranges_const(
			mapping);
	const bt_integer_range_signed *range;

	if (bt_integer_range_set_get_range_count(
		    bt_integer_range_set_signed_as_range_set_const(ranges)) !=
	    1)
		return false;
	range = bt_integer_range_set_signed_borrow_range_by_index_const(ranges,
									0);
	return bt_integer_range_signed_get_lower(range) ==
	       bt_integer_range_signed_get_upper(range);
}

static const char *label_of(const bt_field_class *class, bool is_signed,
			    uint64_t index)
{
	return bt_field_class_enumeration_mapping_get_label(
		is_signed ?
			bt_field_class_enumeration_signed_mapping_as_mapping_const(
				bt_field_class_enumeration_signed_borrow_mapping_by_index_const(
					class, index)) :
			bt_field_class_enumeration_unsigned_mapping_as_mapping_const(
				bt_field_class_enumeration_unsigned_borrow_mapping_by_index_const(
					class, index)));
}

/* True if the description can have its labels: each is a name in C, of one
 * value. */
static bool has_constants(const bt_field_class *class)
{
	enum { MOST = 128 };
	const bool is_signed =
		bt_field_class_type_is(bt_field_class_get_type(class),
				       BT_FIELD_CLASS_TYPE_SIGNED_INTEGER);
	const uint64_t count =
		bt_field_class_enumeration_get_mapping_count(class);

	for (uint64_t i = 0; i < count && i <= MOST; i++)
		if (!is_identifier(label_of(class, is_signed, i)) ||
		    !(is_signed ? is_one_signed(class, i) :
				  is_one_unsigned(class, i)))
			return false;
	return count && count <= MOST;
}

/* Names */

static bool has_name(const struct ctf_members *members, const char *name)
{
	for (size_t i = 0; i < members->count; i++)
		if (!strcmp(members->member[i].name, name))
			return true;
	return false;
}

/* Names of types and the like are no names of fields. */
static bool is_free(const struct ctf_members *members, const char *name)
{
	char description[CTF_MEMBER_NAME + 16];
	const char *expected;
	size_t where;

	snprintf(description, sizeof(description), "int %s", name);
	return !has_name(members, name) &&
	       !posix_trace_description_check_np(description, &where,
						 &expected);
}

/* Makes a name of a prefix and a name of CTF; what is taken, or no name in C,
 * gets an underscore or a number. */
static void make_name(const struct ctf_members *members, char *name,
		      const char *prefix, const char *called)
{
	char base[CTF_MEMBER_NAME - 4];

	snprintf(base, sizeof(base), "%s%s%s", prefix,
		 *prefix && *called ? "_" : "", called);
	for (char *at = base; *at; at++)
		if (!strchr("abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789",
			    *at))
			*at = '_';
	snprintf(name, CTF_MEMBER_NAME, "%s%s",
		 !*base || (*base >= '0' && *base <= '9') ? "_" : "", base);
	for (unsigned i = 0; i < CTF_MEMBERS_MOST && !is_free(members, name);
	     i++)
		snprintf(name, CTF_MEMBER_NAME, i ? "%s_%u" : "%s_", base, i);
}

/* Contexts that are not members, but facts of the event itself. */
static bool are_facts(const char *name)
{
	static const char *const facts[] = { "ip",  "pid",  "procname",
					     "tid", "vpid", "vtid" };

	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		if (!strcmp(facts[i], name))
			return true;
	return false;
}

/* The walk through the fields of an event */

struct walk {
	struct ctf_members *members;
	enum ctf_scope scope;
	int err;
	uint8_t steps;
	int16_t step[CTF_MEMBER_STEPS];
};

static struct ctf_member *add(struct walk *walk, const char *prefix,
			      const char *called, const bt_field_class *class)
{
	struct ctf_members *members = walk->members;
	struct ctf_member member = {
		.origin = called,
		.class = class,
		.scope = walk->scope,
		.steps = walk->steps,
	};

	if (members->count == CTF_MEMBERS_MOST) {
		members->is_cut = true;
		return NULL;
	}
	walk->err = pxt_array_reserve(&members->member, &members->room,
				      members->count + 1, sizeof(member));
	if (walk->err)
		return NULL;
	make_name(members, member.name, prefix, called);
	memcpy(member.step, walk->step, sizeof(member.step));
	members->member[members->count] = member;
	return &members->member[members->count++];
}

static void add_json(struct walk *walk, const char *prefix, const char *called,
		     const bt_field_class *class)
{
	struct ctf_member *member = add(walk, prefix, called, class);

	if (member)
		member->kind = CTF_JSON;
}

static void add_number(struct walk *walk, const char *prefix,
		       const char *called, const bt_field_class *class)
{
	struct ctf_member *member = add(walk, prefix, called, class);
	char label[CTF_MEMBER_NAME];

	if (!member)
		return;
	set_number(member, class);
	if (!bt_field_class_type_is(bt_field_class_get_type(class),
				    BT_FIELD_CLASS_TYPE_ENUMERATION))
		return;
	member->has_labels = has_constants(class);
	if (member->has_labels)
		return;
	snprintf(label, sizeof(label), "%.57s_label", called);
	member = add(walk, prefix, label, class);
	if (member) {
		member->kind = CTF_LABEL;
		member->origin = called;
	}
}

static void add_array(struct walk *walk, const char *prefix, const char *called,
		      const bt_field_class *class)
{
	const bool is_static = bt_field_class_get_type(class) ==
			       BT_FIELD_CLASS_TYPE_STATIC_ARRAY;
	const bt_field_class *element =
		bt_field_class_array_borrow_element_field_class_const(class);
	const uint64_t count =
		is_static ? bt_field_class_array_static_get_length(class) : 0;
	struct ctf_member *member = add(walk, prefix, called, class);

	if (!member)
		return;
	member->kind = CTF_JSON;
	if (!is_number(element) || (is_static && (!count || count > 65535)))
		return;
	set_number(member, element);
	member->is_array = is_static;
	member->is_sequence = !is_static;
	member->count = (uint32_t)count;
}

static void visit(struct walk *walk, const char *prefix, const char *called,
		  const bt_field *field);

/* True if the next member is the sequence, or the text, whose length this one
 * is. */
static bool is_length(const bt_field_class *class, uint64_t index,
		      const char *called)
{
	char wanted[CTF_WORD];
	const bt_field_class_structure_member *next;

	if (index + 1 == bt_field_class_structure_get_member_count(class))
		return false;
	next = bt_field_class_structure_borrow_member_by_index_const(class,
								     index + 1);
	snprintf(wanted, sizeof(wanted), "_%s_length",
		 bt_field_class_structure_member_get_name(next));
	return !strcmp(wanted, called);
}

static void visit_structure(struct walk *walk, const char *prefix,
			    const bt_field *field)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);
	const uint64_t count = bt_field_class_structure_get_member_count(class);

	for (uint64_t i = 0; i < count && i < INT16_MAX && !walk->err; i++) {
		const char *called = bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(
				class, i));

		if (is_length(class, i, called) ||
		    (walk->scope != CTF_PAYLOAD && are_facts(called)))
			continue;
		walk->step[walk->steps++] = (int16_t)i;
		visit(walk, prefix, called,
		      bt_field_structure_borrow_member_field_by_index_const(
			      field, i));
		walk->steps--;
	}
}

static void visit_variant(struct walk *walk, const char *prefix,
			  const char *called, const bt_field *field)
{
	char name[CTF_WORD];
	struct ctf_member *tag;
	const bt_field_class_variant_option *option =
		bt_field_variant_borrow_selected_option_class_const(field);

	snprintf(name, sizeof(name), "%.57s_tag", called);
	tag = add(walk, prefix, name, bt_field_borrow_class_const(field));
	if (tag) {
		tag->kind = CTF_TAG;
		tag->origin = called;
	}
	snprintf(name, sizeof(name), "%s%s%s", prefix, *prefix ? "_" : "",
		 called);
	walk->step[walk->steps++] = -1;
	visit(walk, name, bt_field_class_variant_option_get_name(option),
	      bt_field_variant_borrow_selected_option_field_const(field));
	walk->steps--;
}

static void visit(struct walk *walk, const char *prefix, const char *called,
		  const bt_field *field)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);
	const bt_field_class_type type = bt_field_class_get_type(class);
	const bool is_deep = walk->steps + 1 >= CTF_MEMBER_STEPS;
	char name[CTF_WORD];

	if (is_number(class)) {
		add_number(walk, prefix, called, class);
	} else if (type == BT_FIELD_CLASS_TYPE_STRING) {
		struct ctf_member *member = add(walk, prefix, called, class);

		if (member)
			member->kind = CTF_TEXT;
	} else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ARRAY)) {
		add_array(walk, prefix, called, class);
	} else if (type == BT_FIELD_CLASS_TYPE_STRUCTURE && !is_deep) {
		snprintf(name, sizeof(name), "%s%s%s", prefix,
			 *prefix ? "_" : "", called);
		visit_structure(walk, name, field);
	} else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT) &&
		   !is_deep) {
		visit_variant(walk, prefix, called, field);
	} else {
		add_json(walk, prefix, called, class);
	}
}

/* The processor is the only member of a packet's context. */
static void visit_packet(struct walk *walk, const bt_field *field)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);
	const uint64_t count = bt_field_class_structure_get_member_count(class);

	for (uint64_t i = 0; i < count && i < INT16_MAX && !walk->err; i++) {
		const char *called = bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(
				class, i));

		if (strcmp(called, "cpu_id"))
			continue;
		walk->step[walk->steps++] = (int16_t)i;
		visit(walk, "", called,
		      bt_field_structure_borrow_member_field_by_index_const(
			      field, i));
		walk->steps--;
	}
}

int ctf_members_list(struct ctf_members *members,
		     const struct ctf_fields *fields)
{
	struct walk walk = { .members = members };

	for (unsigned scope = 0; scope < CTF_SCOPES && !walk.err; scope++) {
		walk.scope = (enum ctf_scope)scope;
		if (!fields->field[scope])
			continue;
		if (scope == CTF_PACKET)
			visit_packet(&walk, fields->field[scope]);
		else
			visit_structure(&walk, "", fields->field[scope]);
	}
	return walk.err;
}

void ctf_members_fini(struct ctf_members *members)
{
	free(members->member);
	*members = (struct ctf_members){ 0 };
}

const bt_field *ctf_member_field(const struct ctf_member *member,
				 const struct ctf_fields *fields)
{
	const bt_field *field = fields->field[member->scope];

	for (unsigned i = 0; i < member->steps && field; i++)
		field = member->step[i] < 0 ?
				bt_field_variant_borrow_selected_option_field_const(
					field) :
				bt_field_structure_borrow_member_field_by_index_const(
					field, (uint64_t)member->step[i]);
	return field;
}
