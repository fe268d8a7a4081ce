/*
 * classes.c - event types as classes of CTF
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bridge/ctf/classes.h"
#include "source/ctf/uri.h"

enum { MOST_ELEMENTS = 1 << 20 }; /* limit per array */

/* Constants of an enumeration; each name stands for one value. */
static bool add_constant(bt_field_class *class, bool is_signed,
			 const char *name, long long value)
{
	bool done;

	if (is_signed) {
		bt_integer_range_set_signed *range =
			bt_integer_range_set_signed_create();

		done = range &&
		       !bt_integer_range_set_signed_add_range(range, value,
							      value) &&
		       !bt_field_class_enumeration_signed_add_mapping(
			       class, name, range);
		bt_integer_range_set_signed_put_ref(range);
	} else {
		bt_integer_range_set_unsigned *range =
			bt_integer_range_set_unsigned_create();

		done = range &&
		       !bt_integer_range_set_unsigned_add_range(
			       range, (uint64_t)value, (uint64_t)value) &&
		       !bt_field_class_enumeration_unsigned_add_mapping(
			       class, name, range);
		bt_integer_range_set_unsigned_put_ref(range);
	}
	return done;
}

static bool has_constant(const struct posix_trace_layout_np *layout,
			 const struct posix_trace_field_np *field,
			 unsigned before, const char *name)
{
	long long value;

	for (unsigned i = 0; i < before; i++)
		if (!strcmp(posix_trace_field_constant_np(layout, field, i,
							  &value),
			    name))
			return true;
	return false;
}

/* The bits of a value, as its type has them. */
static long long extend(const struct posix_trace_field_np *field,
			bool is_signed, long long value)
{
	const unsigned unused = 64 - 8 * (unsigned)field->size;

	if (is_signed)
		return (long long)((unsigned long long)value << unused) >>
		       unused;
	return (long long)((unsigned long long)value << unused >> unused);
}

static bt_field_class *
make_enumeration(bt_trace_class *trace,
		 const struct posix_trace_layout_np *layout,
		 const struct posix_trace_field_np *field, bool is_signed)
{
	bt_field_class *class =
		is_signed ? bt_field_class_enumeration_signed_create(trace) :
			    bt_field_class_enumeration_unsigned_create(trace);
	const char *name;
	long long value;

	for (unsigned i = 0;
	     class &&
	     (name = posix_trace_field_constant_np(layout, field, i, &value));
	     i++)
		if (!has_constant(layout, field, i, name) &&
		    !add_constant(class, is_signed, name,
				  extend(field, is_signed, value))) {
			bt_field_class_put_ref(class);
			class = NULL;
		}
	return class;
}

static bt_field_class *make_integer(bt_trace_class *trace,
				    const struct posix_trace_layout_np *layout,
				    const struct posix_trace_field_np *field)
{
	const bool is_signed = field->kind == POSIX_TRACE_FIELD_SIGNED_NP;
	bt_field_class *class;
	long long value;

	if (posix_trace_field_constant_np(layout, field, 0, &value))
		class = make_enumeration(trace, layout, field, is_signed);
	else
		class = is_signed ?
				bt_field_class_integer_signed_create(trace) :
				bt_field_class_integer_unsigned_create(trace);
	if (!class)
		return NULL;
	bt_field_class_integer_set_field_value_range(class, 8 * field->size);
	if (field->flags & POSIX_TRACE_FIELD_HEX_NP)
		bt_field_class_integer_set_preferred_display_base(
			class,
			BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL);
	else if (field->flags & POSIX_TRACE_FIELD_OCTAL_NP)
		bt_field_class_integer_set_preferred_display_base(
			class,
			BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_OCTAL);
	return class;
}

static bt_field_class *make_element(bt_trace_class *trace,
				    const struct posix_trace_layout_np *layout,
				    const struct posix_trace_field_np *field)
{
	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return bt_field_class_string_create(trace);
	if (field->kind == POSIX_TRACE_FIELD_BOOL_NP)
		return bt_field_class_bool_create(trace);
	if (field->kind != POSIX_TRACE_FIELD_FLOAT_NP)
		return make_integer(trace, layout, field);
	return field->size == sizeof(float) ?
		       bt_field_class_real_single_precision_create(trace) :
		       bt_field_class_real_double_precision_create(trace);
}

/* Members. Each function takes the class over. */

static bool append(bt_field_class *payload, const char *name,
		   bt_field_class *class)
{
	const bool done = class && !bt_field_class_structure_append_member(
					   payload, name, class);

	bt_field_class_put_ref(class);
	return done;
}

static bool append_sequence(bt_trace_class *trace, bt_field_class *payload,
			    const char *name, bt_field_class *element)
{
	char length_name[128];
	bt_field_class *length = bt_field_class_integer_unsigned_create(trace);
	bool done;

	snprintf(length_name, sizeof(length_name), "_%s_length", name);
	if (length)
		bt_field_class_integer_set_field_value_range(length, 32);
	done = element && length &&
	       !bt_field_class_structure_append_member(payload, length_name,
						       length) &&
	       append(payload, name,
		      bt_field_class_array_dynamic_create(trace, element,
							  length));
	bt_field_class_put_ref(length);
	bt_field_class_put_ref(element);
	return done;
}

static bool is_array(const struct posix_trace_field_np *field)
{
	return field->flags & POSIX_TRACE_FIELD_ARRAY_NP &&
	       field->kind != POSIX_TRACE_FIELD_TEXT_NP;
}

static bool append_field(struct ctf_class *class, bt_trace_class *trace,
			 bt_field_class *payload, unsigned index)
{
	const struct posix_trace_field_np *field = &class->layout->field[index];
	bt_field_class *element = make_element(trace, class->layout, field);
	bt_field_class *array;

	class->at[index] =
		(uint8_t)bt_field_class_structure_get_member_count(payload);
	if (!is_array(field))
		return append(payload, field->name, element);
	if (!field->count) {
		class->at[index]++;
		return append_sequence(trace, payload, field->name, element);
	}
	array = element ? bt_field_class_array_static_create(trace, element,
							     field->count) :
			  NULL;
	bt_field_class_put_ref(element);
	return append(payload, field->name, array);
}

static bool append_data(bt_trace_class *trace, bt_field_class *payload)
{
	bt_field_class *byte = bt_field_class_integer_unsigned_create(trace);

	if (byte) {
		bt_field_class_integer_set_field_value_range(byte, 8);
		bt_field_class_integer_set_preferred_display_base(
			byte,
			BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL);
	}
	return append_sequence(trace, payload, "data", byte);
}

static bool set_payload(struct ctf_class *class, bt_trace_class *trace)
{
	bt_field_class *payload = bt_field_class_structure_create(trace);
	bool done = payload;

	if (done && !class->layout)
		done = append_data(trace, payload);
	for (unsigned i = 0; done && class->layout && i < class->layout->fields;
	     i++)
		done = append_field(class, trace, payload, i);
	done = done &&
	       !bt_event_class_set_payload_field_class(class->class, payload);
	bt_field_class_put_ref(payload);
	return done;
}

static bool set_uri(struct ctf_class *class, const char *description)
{
	char *uri = ctf_uri_make(description);
	const bool done = uri && !bt_event_class_set_emf_uri(class->class, uri);

	free(uri);
	return done;
}

int ctf_class_make(struct ctf_class *class, bt_stream_class *stream,
		   const char *name, const char *description,
		   const struct posix_trace_layout_np *layout)
{
	class->layout = layout;
	class->class = bt_event_class_create(stream);
	if (class->class && !bt_event_class_set_name(class->class, name) &&
	    set_uri(class, description) &&
	    set_payload(class, bt_stream_class_borrow_trace_class(stream)))
		return 0;
	bt_current_thread_clear_error();
	bt_event_class_put_ref(class->class);
	class->class = NULL;
	return ENOMEM;
}

/* Values */

static void set_number(bt_field *to, const struct posix_trace_number_np *number)
{
	const bt_field_class_type type = bt_field_get_class_type(to);

	if (type == BT_FIELD_CLASS_TYPE_BOOL)
		bt_field_bool_set_value(to, number->as.u != 0);
	else if (type == BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL)
		bt_field_real_single_precision_set_value(to,
							 (float)number->as.f);
	else if (type == BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL)
		bt_field_real_double_precision_set_value(to, number->as.f);
	else if (bt_field_class_type_is(type,
					BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		bt_field_integer_signed_set_value(to, number->as.s);
	else
		bt_field_integer_unsigned_set_value(to, number->as.u);
}

/* value: NULL if the event lacks the field. */
static void set_element(bt_field *to,
			const struct posix_trace_layout_np *layout,
			const struct posix_trace_value_np *value, size_t index)
{
	struct posix_trace_number_np number = { .as.u = 0 };

	if (bt_field_get_class_type(to) != BT_FIELD_CLASS_TYPE_STRING) {
		if (value &&
		    posix_trace_value_number_np(layout, value, index, &number))
			number = (struct posix_trace_number_np){ .as.u = 0 };
		set_number(to, &number);
		return;
	}
	bt_field_string_clear(to);
	if (value)
		bt_field_string_append_with_length(to, value->data, value->len);
}

static bool set_length(bt_field *payload, uint64_t at, bt_field *to,
		       uint64_t count)
{
	bt_field_integer_unsigned_set_value(
		bt_field_structure_borrow_member_field_by_index(payload,
								at - 1),
		count);
	return !bt_field_array_dynamic_set_length(to, count);
}

static bool set_field(const struct ctf_class *class, bt_field *payload,
		      unsigned index, const struct posix_trace_value_np *value)
{
	const struct posix_trace_field_np *field = &class->layout->field[index];
	bt_field *to = bt_field_structure_borrow_member_field_by_index(
		payload, class->at[index]);
	const uint64_t count = value ? value->count : 0;
	const uint64_t kept = count < MOST_ELEMENTS ? count : MOST_ELEMENTS;

	if (!is_array(field)) {
		set_element(to, class->layout, value, 0);
		return true;
	}
	if (!field->count && !set_length(payload, class->at[index], to, kept))
		return false;
	for (uint64_t i = 0; i < bt_field_array_get_length(to); i++)
		set_element(bt_field_array_borrow_element_field_by_index(to, i),
			    class->layout, i < count ? value : NULL, i);
	return kept == count;
}

/* False: it is cut. Each byte is a field of the library's, of some 50 bytes. */
static bool set_data(bt_field *payload, const struct posix_trace_item_np *item)
{
	bt_field *to =
		bt_field_structure_borrow_member_field_by_index(payload, 1);
	const size_t len =
		item->data_len < MOST_ELEMENTS ? item->data_len : MOST_ELEMENTS;
	const uint8_t *data = item->data;

	if (!set_length(payload, 1, to, len))
		return false;
	for (size_t i = 0; i < len; i++)
		bt_field_integer_unsigned_set_value(
			bt_field_array_borrow_element_field_by_index(to, i),
			data[i]);
	return len == item->data_len;
}

bool ctf_class_set(const struct ctf_class *class, bt_event *event,
		   const struct fields *fields,
		   const struct posix_trace_item_np *item)
{
	bt_field *payload = bt_event_borrow_payload_field(event);
	bool is_whole = true;

	if (!class->layout)
		return set_data(payload, item);
	for (unsigned i = 0; i < class->layout->fields; i++)
		is_whole &= set_field(class, payload, i,
				      i < fields->count ? &fields->values[i] :
							  NULL);
	return is_whole;
}
