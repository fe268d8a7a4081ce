/*
 * vocabulary.c - the names that runs have in common: event types with their fields,
 * spans, and kinds of objects
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"
#include "learn/vocabulary.h"

enum { NAME_MOST = 1 << 12 };

void vocabulary_fini(struct vocabulary *vocabulary)
{
	for (size_t i = 0; i < vocabulary->names; i++) {
		struct vocabulary_name *name = &vocabulary->name[i];

		for (size_t j = 0; j < name->keys; j++)
			free(name->key[j].name);
		free(name->key);
		free(name->run);
		free(name->name);
	}
	free(vocabulary->name);
	pxt_map_fini(&vocabulary->numbers);
}

/* True if a rule can say the name: it is no pattern, and no list. */
static bool can_say(const char *name)
{
	size_t len = 0;

	for (; name[len]; len++)
		if ((unsigned char)name[len] < ' ' || name[len] == '\x7f' ||
		    strchr("*?[]\\,!\"'", name[len]))
			return false;
	return len && len < NAME_MOST && strncmp(name, "posix_trace", 11);
}

static int add_name(struct vocabulary *vocabulary, enum vocabulary_kind kind,
		    const char *text)
{
	struct vocabulary_name *name;

	if (pxt_array_reserve(&vocabulary->name, &vocabulary->room,
			      vocabulary->names + 1, sizeof(*vocabulary->name)))
		return ENOMEM;
	name = &vocabulary->name[vocabulary->names];
	*name = (struct vocabulary_name){ .kind = kind, .name = strdup(text) };
	if (!name->name)
		return ENOMEM;
	vocabulary->names++;
	return 0;
}

/* Finds or adds a name; *found is NULL if no rule can say it. */
static int find(struct vocabulary *vocabulary, enum vocabulary_kind kind,
		const char *text, struct vocabulary_name **found)
{
	char key[NAME_MOST + 1] = { (char)kind };
	size_t *number;

	*found = NULL;
	if (!can_say(text)) {
		vocabulary->unsaid++;
		return 0;
	}
	memcpy(key + 1, text, strlen(text));
	number = pxt_map_at(&vocabulary->numbers, key, strlen(text) + 1);
	if (!number)
		return ENOMEM;
	if (!*number) {
		*number = vocabulary->names + 1;
		if (add_name(vocabulary, kind, text))
			return ENOMEM;
	}
	*found = &vocabulary->name[*number - 1];
	return 0;
}

/* Counts a name in the present run. */
static int count(struct vocabulary *vocabulary, struct vocabulary_name *name,
		 const struct vocabulary_run *run)
{
	struct vocabulary_run *its;

	if (pxt_array_reserve_zeroed(&name->run, &name->runs,
				     vocabulary->runs + 1, sizeof(*name->run)))
		return ENOMEM;
	assert(name->run);
	its = &name->run[vocabulary->runs];
	if (!its->count || run->first_ns < its->first_ns)
		its->first_ns = run->first_ns;
	if (!its->count || run->last_ns > its->last_ns)
		its->last_ns = run->last_ns;
	its->count += run->count;
	name->count += run->count;
	return 0;
}

/* True for a number that identifies, or a text. */
static bool is_key(const struct posix_trace_field_np *field)
{
	static const unsigned no_key =
		POSIX_TRACE_FIELD_COUNTER_NP | POSIX_TRACE_FIELD_ARRAY_NP |
		POSIX_TRACE_FIELD_ERRNO_NP | POSIX_TRACE_FIELD_FLAGS_NP;

	return field->kind != POSIX_TRACE_FIELD_FLOAT_NP &&
	       field->kind != POSIX_TRACE_FIELD_BOOL_NP &&
	       !(field->flags & no_key);
}

static int add_keys(struct vocabulary *vocabulary, struct vocabulary_name *name,
		    const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; layout && i < layout->fields; i++) {
		const struct posix_trace_field_np *field = &layout->field[i];
		struct vocabulary_key *key;

		if (!is_key(field))
			continue;
		if (!can_say(field->name)) {
			vocabulary->unsaid++;
			continue;
		}
		if (pxt_array_reserve(&name->key, &name->key_room,
				      name->keys + 1, sizeof(*name->key)))
			return ENOMEM;
		key = &name->key[name->keys];
		key->is_marked = field->flags & POSIX_TRACE_FIELD_KEY_NP;
		key->name = strdup(field->name);
		if (!key->name)
			return ENOMEM;
		name->keys++;
	}
	return 0;
}

static int add_type(struct vocabulary *vocabulary,
		    const struct figures *figures, uint32_t number)
{
	const struct tally_row *row = &figures->tally.row[number];
	const trace_event_id_t type =
		figures->tally.entities.entity[number].type;
	char text[TRACE_EVENT_NAME_MAX + 1];
	struct vocabulary_name *name;
	int err;

	if (!row->count)
		return 0;
	if (entities_is_rest(&figures->tally.entities, number) ||
	    type >= FIELDS_TYPES ||
	    source_get_name(figures->source, type, text)) {
		vocabulary->uncounted += row->count;
		return 0;
	}
	err = find(vocabulary, VOCABULARY_TYPE, text, &name);
	if (err || !name)
		return err;
	if (!name->keys)
		err = add_keys(vocabulary, name, figures->fields.layouts[type]);
	return err ? err :
		     count(vocabulary, name,
			   &(struct vocabulary_run){ row->count, row->first_ns,
						     row->last_ns });
}

static int add_span(struct vocabulary *vocabulary, const struct pair *pair)
{
	struct vocabulary_name *name;
	int err;

	if (!pair->span)
		return 0;
	err = find(vocabulary, VOCABULARY_SPAN, pair->span, &name);
	return err || !name ? err :
			      count(vocabulary, name,
				    &(struct vocabulary_run){
					    .count = pair->spread.count });
}

static int add_object(struct vocabulary *vocabulary, const char *kind)
{
	struct vocabulary_name *name;
	int err = find(vocabulary, VOCABULARY_OBJECT, kind, &name);

	return err || !name ?
		       err :
		       count(vocabulary, name, &(struct vocabulary_run){ 0 });
}

int vocabulary_add(struct vocabulary *vocabulary, const struct figures *figures,
		   uint64_t lost)
{
	const struct lock_words *words = &figures->locks.words;
	int err = 0;

	for (uint32_t i = 0; i < figures->tally.entities.count && !err; i++)
		err = add_type(vocabulary, figures, i);
	for (uint32_t i = 0; i < figures->pairs.count && !err; i++)
		err = add_span(vocabulary, &figures->pairs.pair[i]);
	for (uint32_t i = 0; i < words->count && !err; i++)
		err = *words->word[i] ? add_object(vocabulary, words->word[i]) :
					0;
	vocabulary->lost = pxt_sum(vocabulary->lost, lost);
	vocabulary->lossy_runs += lost > 0;
	vocabulary->runs++;
	return err;
}

static int compare(const void *a, const void *b)
{
	const struct vocabulary_name *one = a, *other = b;

	return one->kind != other->kind ? (int)one->kind - (int)other->kind :
					  strcmp(one->name, other->name);
}

void vocabulary_settle(struct vocabulary *vocabulary)
{
	size_t at = 0;

	if (vocabulary->names)
		qsort(vocabulary->name, vocabulary->names,
		      sizeof(*vocabulary->name), compare);
	for (unsigned kind = 0; kind < VOCABULARY_KINDS; kind++) {
		vocabulary->of[kind] = at;
		while (at < vocabulary->names &&
		       vocabulary->name[at].kind == kind)
			at++;
	}
	vocabulary->of[VOCABULARY_KINDS] = at;
}
