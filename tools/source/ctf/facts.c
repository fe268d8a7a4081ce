/*
 * facts.c - contexts of a CTF event that say where it happened
 */
#include <stddef.h>
#include <string.h>

#include "source/ctf/facts.h"

/* Numbers of a container's own come first: those of the program. */
static const struct {
	enum ctf_fact fact;
	const char *name;
} names[] = {
	{ CTF_FACT_PID, "vpid" },      { CTF_FACT_PID, "pid" },
	{ CTF_FACT_TID, "vtid" },      { CTF_FACT_TID, "tid" },
	{ CTF_FACT_NAME, "procname" }, { CTF_FACT_IP, "ip" },
};

static int find_member(const bt_field_class *class, const char *name)
{
	const uint64_t count =
		class ? bt_field_class_structure_get_member_count(class) : 0;

	for (uint64_t i = 0; i < count && i < INT16_MAX; i++)
		if (!strcmp(bt_field_class_structure_member_get_name(
				    bt_field_class_structure_borrow_member_by_index_const(
					    class, i)),
			    name))
			return (int)i;
	return -1;
}

static void note(struct ctf_facts *facts, enum ctf_fact fact,
		 enum ctf_scope scope, const bt_field_class *class,
		 const char *name)
{
	const int index =
		facts->at[fact].scope < 0 ? find_member(class, name) : -1;

	if (index < 0)
		return;
	facts->at[fact].scope = (int16_t)scope;
	facts->at[fact].index = (int16_t)index;
}

/* LTTng has a trace for each process, if its buffers are so. */
static void find_process(struct ctf_facts *facts, const bt_trace *trace)
{
	const bt_value *pid =
		bt_trace_borrow_environment_entry_value_by_name_const(trace,
								      "vpid");
	const bt_value *program =
		bt_trace_borrow_environment_entry_value_by_name_const(
			trace, "procname");
	int64_t number;

	facts->pid = 0;
	facts->program = NULL;
	if (!pid || !bt_value_is_signed_integer(pid))
		return;
	number = bt_value_integer_signed_get(pid);
	if (number <= 0 || number > INT32_MAX)
		return;
	facts->pid = (int32_t)number;
	if (program && bt_value_is_string(program))
		facts->program = bt_value_string_get(program);
}

void ctf_facts_find(struct ctf_facts *facts, const bt_event *event)
{
	const bt_event_class *class = bt_event_borrow_class_const(event);
	const bt_stream_class *stream =
		bt_event_class_borrow_stream_class_const(class);

	find_process(facts, bt_stream_borrow_trace_const(
				    bt_event_borrow_stream_const(event)));
	for (unsigned i = 0; i < CTF_FACT_COUNT; i++)
		facts->at[i].scope = -1;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		note(facts, names[i].fact, CTF_COMMON,
		     bt_stream_class_borrow_event_common_context_field_class_const(
			     stream),
		     names[i].name);
		note(facts, names[i].fact, CTF_SPECIFIC,
		     bt_event_class_borrow_specific_context_field_class_const(
			     class),
		     names[i].name);
	}
	if (bt_stream_class_supports_packets(stream))
		note(facts, CTF_FACT_CPU, CTF_PACKET,
		     bt_stream_class_borrow_packet_context_field_class_const(
			     stream),
		     "cpu_id");
}

const bt_field *ctf_facts_field(const struct ctf_facts *facts,
				enum ctf_fact fact,
				const struct ctf_fields *fields)
{
	const int scope = facts->at[fact].scope;

	return scope < 0 || !fields->field[scope] ?
		       NULL :
		       bt_field_structure_borrow_member_field_by_index_const(
			       fields->field[scope],
			       (uint64_t)facts->at[fact].index);
}

bool ctf_facts_field_number(const bt_field *field, int64_t *value)
{
	const bt_field_class_type type =
		field ? bt_field_get_class_type(field) :
			BT_FIELD_CLASS_TYPE_STRING;

	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		*value = bt_field_integer_signed_get_value(field);
	else if (bt_field_class_type_is(type,
					BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
		*value = (int64_t)bt_field_integer_unsigned_get_value(field);
	else
		return false;
	return true;
}

bool ctf_facts_number(const struct ctf_facts *facts, enum ctf_fact fact,
		      const struct ctf_fields *fields, int64_t *value)
{
	return ctf_facts_field_number(ctf_facts_field(facts, fact, fields),
				      value);
}

bool ctf_facts_process(const struct ctf_facts *facts,
		       const struct ctf_fields *fields, int64_t *pid)
{
	if (ctf_facts_number(facts, CTF_FACT_PID, fields, pid))
		return true;
	*pid = facts->pid;
	return facts->pid;
}

bool ctf_facts_member_number(const bt_field *structure, const char *name,
			     int64_t *value)
{
	return structure &&
	       ctf_facts_field_number(
		       bt_field_structure_borrow_member_field_by_name_const(
			       structure, name),
		       value);
}

/* The library does not end a text without a character: what the field had before
 * is there still. */
const char *ctf_facts_text(const bt_field *field)
{
	return bt_field_string_get_length(field) ?
		       bt_field_string_get_value(field) :
		       "";
}

const char *ctf_facts_member_text(const bt_field *structure, const char *name)
{
	const bt_field *field =
		structure ?
			bt_field_structure_borrow_member_field_by_name_const(
				structure, name) :
			NULL;

	return field && bt_field_get_class_type(field) ==
				       BT_FIELD_CLASS_TYPE_STRING ?
		       ctf_facts_text(field) :
		       NULL;
}
