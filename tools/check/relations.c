/*
 * relations.c - rules about events of one key: which come before, and which
 * never between others
 */
#include <errno.h>
#include <stdlib.h>

#include "check/relations.h"

int relations_init(struct relations *relations, struct position *position,
		   size_t rules)
{
	*relations = (struct relations){ .position = position };
	key_seed_init(&relations->seed);
	waits_init(&relations->open, &relations->seed, WAITS_MOST);
	relations->seen = calloc(rules + 1, sizeof(*relations->seen));
	if (!relations->seen)
		return ENOMEM;
	relations->rules = rules;
	for (size_t i = 0; i < rules; i++)
		key_set_init(&relations->seen[i], &relations->seed,
			     RELATIONS_KEYS);
	return 0;
}

void relations_fini(struct relations *relations)
{
	for (size_t i = 0; i < relations->rules; i++)
		key_set_fini(&relations->seen[i]);
	free(relations->seen);
	waits_fini(&relations->open);
}

/* The earliest places are told. */
static int64_t earliness(const struct position *position)
{
	return -(int64_t)position->line;
}

static int check_before(struct relations *relations, struct rule *rule,
			struct key_set *seen, unsigned term,
			const struct key *key)
{
	struct position *position = relations->position;

	if (term == RULE_FIRST)
		return key_set_add(seen, key);
	rule->met++;
	if (key_set_has(seen, key))
		return 0;
	/* Keys beyond the limit are unknown. */
	if (key_set_is_full(seen)) {
		rule->undecided++;
		return 0;
	}
	return position_note(position, &rule->broken, earliness(position), NULL,
			     "without %s before", rule->term[RULE_FIRST]->text);
}

static int begin(struct relations *relations, struct rule *rule,
		 uint32_t number, const struct key *key)
{
	const struct position *position = relations->position;
	struct wait wait;
	uint32_t gave_up;
	int err;

	rule->met++;
	if (waits_find(&relations->open, number, key, &wait))
		return 0;
	err = waits_put(&relations->open, number, key, position->ns,
			position->line, &gave_up);
	if (!err && gave_up != WAITS_NOBODY)
		rule->undecided++;
	return err;
}

static int check_never(struct relations *relations, struct rule *rule,
		       uint32_t number, unsigned term, const struct key *key)
{
	struct position *position = relations->position;
	struct wait wait;
	struct place from;
	int64_t ns;

	if (term == RULE_FIRST)
		return begin(relations, rule, number, key);
	if (term == RULE_SECOND) {
		waits_take(&relations->open, number, key, &ns);
		return 0;
	}
	if (!waits_find(&relations->open, number, key, &wait))
		return 0;
	from = (struct place){ wait.whose, wait.ns };
	return position_note(position, &rule->broken, earliness(position),
			     &from, "behind %s", rule->term[RULE_FIRST]->text);
}

int relations_add(struct relations *relations, struct rule *rule,
		  uint32_t number, unsigned term, const struct key_place *place)
{
	struct position *position = relations->position;
	struct key key;

	position_decode(position);
	if (!key_place_get(place, &relations->seed, &position->fields,
			   position->item, &key)) {
		rule->lacking++;
		return 0;
	}
	if (rule->kind == RULE_BEFORE)
		return check_before(relations, rule, &relations->seen[number],
				    term, &key);
	return check_never(relations, rule, number, term, &key);
}
