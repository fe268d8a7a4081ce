/*
 * encode.c - the values of members, as the data of an event
 */
#include <stdio.h>
#include <string.h>

#include "source/ctf/encode.h"
#include "source/ctf/facts.h"
#include "source/ctf/json.h"

/* The low bytes of a number. */
static bool put_bytes(struct ctf_frames *frames, uint64_t value, size_t size)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	value <<= 64 - 8 * size;
#endif
	return ctf_frames_put(frames, &value, size) == size;
}

static bool put_number(struct ctf_frames *frames,
		       const struct ctf_member *member, const bt_field *field)
{
	double real;
	float single;

	switch (member->kind) {
	case CTF_BOOL:
		return put_bytes(frames, bt_field_bool_get_value(field) != 0,
				 1);
	case CTF_BITS:
		return put_bytes(frames,
				 bt_field_bit_array_get_value_as_integer(field),
				 member->size);
	case CTF_UNSIGNED:
		return put_bytes(frames,
				 bt_field_integer_unsigned_get_value(field),
				 member->size);
	case CTF_SIGNED:
		return put_bytes(
			frames,
			(uint64_t)bt_field_integer_signed_get_value(field),
			member->size);
	case CTF_FLOAT:
		single = bt_field_real_single_precision_get_value(field);
		return ctf_frames_put(frames, &single, sizeof(single)) ==
		       sizeof(single);
	default:
		real = bt_field_real_double_precision_get_value(field);
		return ctf_frames_put(frames, &real, sizeof(real)) ==
		       sizeof(real);
	}
}

static bool put_array(struct ctf_frames *frames,
		      const struct ctf_member *member, const bt_field *field)
{
	const uint64_t length = bt_field_array_get_length(field);
	const uint64_t most = CTF_VALUE_MAX / member->size;
	const uint64_t count = length < most ? length : most;
	bool is_whole = count == length;

	for (uint64_t i = 0; i < count && is_whole; i++)
		is_whole = put_number(
			frames, member,
			bt_field_array_borrow_element_field_by_index_const(
				field, i));
	return is_whole;
}

/* Texts end at their first null. */
static bool put_text(struct ctf_frames *frames, const char *text)
{
	const size_t len = strnlen(text, CTF_VALUE_MAX + 1);
	const size_t kept = len > CTF_VALUE_MAX ? CTF_VALUE_MAX : len;
	const size_t put = ctf_frames_put(frames, text, kept);

	return ctf_frames_put(frames, "", 1) && put == len;
}

/* A text in its field, which has nulls behind it; without a size it is all of
 * the rest. */
static bool put_fixed(struct ctf_frames *frames,
		      const struct ctf_member *member, const char *text)
{
	static const char nulls[4096];
	const size_t len = strnlen(text, CTF_VALUE_MAX);
	const size_t kept =
		member->count && len > member->count ? member->count : len;
	size_t left = member->count ? member->count - kept : 0;
	bool is_whole = ctf_frames_put(frames, text, kept) == len;

	for (; left; left -= left < sizeof(nulls) ? left : sizeof(nulls))
		is_whole &= ctf_frames_put(frames, nulls,
					   left < sizeof(nulls) ?
						   left :
						   sizeof(nulls)) > 0;
	return is_whole;
}

/* An enumeration's labels of a value, as bt prints them: "a", or "a, b". */
static bool put_labels(struct ctf_frames *frames, const bt_field *field)
{
	const bool is_signed =
		bt_field_class_type_is(bt_field_get_class_type(field),
				       BT_FIELD_CLASS_TYPE_SIGNED_INTEGER);
	bt_field_class_enumeration_mapping_label_array label;
	uint64_t count = 0;

	if (is_signed ? bt_field_enumeration_signed_get_mapping_labels(
				field, &label, &count) :
			bt_field_enumeration_unsigned_get_mapping_labels(
				field, &label, &count))
		count = 0;
	for (uint64_t i = 0; i < count; i++) {
		if (i)
			ctf_frames_put(frames, ", ", 2);
		ctf_frames_put(frames, label[i], strlen(label[i]));
	}
	return ctf_frames_put(frames, "", 1);
}

static bool put_tag(struct ctf_frames *frames, const bt_field *field)
{
	return put_text(
		frames,
		bt_field_class_variant_option_get_name(
			bt_field_variant_borrow_selected_option_class_const(
				field)));
}

bool ctf_encode(struct ctf_frames *frames, const struct ctf_member *member,
		const struct ctf_fields *fields)
{
	const bt_field *field = ctf_member_field(member, fields);

	switch (member->kind) {
	case CTF_TEXT:
		if (member->is_fixed)
			return put_fixed(frames, member, ctf_facts_text(field));
		return put_text(frames, ctf_facts_text(field));
	case CTF_LABEL:
		return put_labels(frames, field);
	case CTF_TAG:
		return put_tag(frames, field);
	case CTF_JSON:
		ctf_json_put(frames, field);
		return ctf_frames_put(frames, "", 1);
	default:
		break;
	}
	return member->is_array || member->is_sequence ?
		       put_array(frames, member, field) :
		       put_number(frames, member, field);
}
