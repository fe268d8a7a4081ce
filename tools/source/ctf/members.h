/*
 * members.h - the members of an event's data, of CTF's fields
 *
 * CTF nests fields. A description is a list: structs are flattened, of a variant
 * the chosen option counts, and what has no form there is text in JSON.
 */
#ifndef SOURCE_CTF_MEMBERS_H
#define SOURCE_CTF_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <babeltrace2/babeltrace.h>

#include "source/ctf/meanings.h"

enum {
	CTF_MEMBERS_MOST = 512, /* further ones are left out, with a remark */
	CTF_MEMBER_STEPS = 8,	/* levels */
	CTF_MEMBER_NAME = 64,	/* with the null */
};

/* The parts of an event that have fields. */
enum ctf_scope {
	CTF_PAYLOAD,
	CTF_SPECIFIC,
	CTF_COMMON,
	CTF_PACKET,
	CTF_SCOPES
};

enum ctf_member_kind {
	CTF_BOOL,
	CTF_BITS,
	CTF_UNSIGNED,
	CTF_SIGNED,
	CTF_FLOAT,
	CTF_DOUBLE,
	CTF_TEXT,
	CTF_LABEL, /* the label of an enumeration, as text */
	CTF_TAG,   /* the name of a variant's option, as text */
	CTF_JSON,
};

struct ctf_member {
	char name[CTF_MEMBER_NAME];
	const char *origin; /* the field's name in CTF; borrowed */
	const bt_field_class *class;
	enum ctf_member_kind kind;
	enum ctf_scope scope;
	uint8_t size;	  /* bytes of an element; 0: text */
	bool is_array;	  /* an array of count elements */
	bool is_sequence; /* an array of any number of elements */
	bool has_labels;  /* an enumeration, each label of one value */
	bool is_fixed;	  /* a text in a field of count bytes; 0: the rest */
	uint32_t count;
	uint8_t steps;
	int16_t step[CTF_MEMBER_STEPS]; /* index of a member; -1: the chosen
					 * option */
};

struct ctf_members {
	struct ctf_member *member;
	size_t count, room;
	bool is_cut;
};

/* The fields of an event; NULL: it has none of that scope. */
struct ctf_fields {
	const bt_field *field[CTF_SCOPES];
};

/* Lists the members of an event, with its options. Returns an error number. */
int ctf_members_list(struct ctf_members *members,
		     const struct ctf_fields *fields);
void ctf_members_fini(struct ctf_members *members);

/* The field of a member. NULL: this event has none. */
const bt_field *ctf_member_field(const struct ctf_member *member,
				 const struct ctf_fields *fields);

#endif
