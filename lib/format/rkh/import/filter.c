/* filter.c - selecting records of RKH */
#include "format/rkh/import/filter.h"

#include <string.h>

#include "base/scan.h"

/* Words of a setting that may be given several times: "SMA,!SM". */

struct word {
	const char *at;
	size_t len;
	bool is_not;
};

struct words {
	const struct pxt_settings *settings;
	const char *key;
	size_t setting;
	const char *rest;
};

static bool next_word(struct words *words, struct word *word)
{
	while (!words->rest || !*words->rest) {
		words->rest = pxt_settings_next(words->settings, words->key,
						&words->setting);
		if (!words->rest)
			return false;
	}
	word->is_not = *words->rest == '!';
	word->at = words->rest + word->is_not;
	word->len = strcspn(word->at, ",");
	words->rest = word->at + word->len;
	words->rest += *words->rest == ',';
	return true;
}

static bool is_number(const struct word *word, uint64_t *number)
{
	return pxt_scan_is_number(word->at, word->len, false, UINT64_MAX,
				  number);
}

static bool is_word(const struct word *word, const char *text)
{
	return !strncmp(text, word->at, word->len) && !text[word->len];
}

/* True if the words let something pass. If the first word includes, everything
 * else is excluded; the last matching word counts. */
static bool passes(const struct pxt_settings *settings, const char *key,
		   bool (*speaks)(const struct word *word, const void *of),
		   const void *of)
{
	struct words words = { .settings = settings, .key = key };
	bool is_first = true, does = true;
	struct word word;

	while (next_word(&words, &word)) {
		if (is_first)
			does = word.is_not;
		is_first = false;
		if (speaks(&word, of))
			does = !word.is_not;
	}
	return does;
}

/* Events and groups */

struct event_of {
	unsigned number;
	const char *name;
	const char *called; /* the user's name of the event, or NULL */
	bool has_groups;
};

static bool speaks_of_event(const struct word *word, const void *argument)
{
	const struct event_of *of = argument;
	uint64_t number;

	if (is_number(word, &number))
		return number == of->number;
	return is_word(word, of->name) ||
	       (of->called && is_word(word, of->called));
}

/* Releases without groups use the prefixes of names. */
static unsigned group_of(const struct event_of *of)
{
	return of->has_groups ?
		       of->number / PXT_RKH_GROUP_SIZE :
		       pxt_rkh_group_find(of->name, strcspn(of->name, "_"));
}

static bool speaks_of_group(const struct word *word, const void *argument)
{
	const struct event_of *of = argument;
	uint64_t number;

	if (!is_number(word, &number))
		number = pxt_rkh_group_find(word->at, word->len);
	return number < PXT_RKH_GROUPS && number == group_of(of);
}

/* Events included by name pass whatever their group, as on a target. */
static bool is_asked_for(const struct pxt_settings *settings,
			 const struct event_of *of)
{
	struct words words = { .settings = settings, .key = "event" };
	bool is_asked = false;
	struct word word;

	while (next_word(&words, &word))
		if (speaks_of_event(&word, of))
			is_asked = !word.is_not;
	return is_asked;
}

static bool event_passes(const struct pxt_settings *settings,
			 const struct event_of *of)
{
	return is_asked_for(settings, of) ||
	       (passes(settings, "group", speaks_of_group, of) &&
		passes(settings, "event", speaks_of_event, of));
}

static const char *check_groups(const struct pxt_settings *settings)
{
	struct words words = { .settings = settings, .key = "group" };
	struct word word;
	uint64_t number;

	while (next_word(&words, &word))
		if (is_number(&word, &number) ?
			    number >= PXT_RKH_GROUPS :
			    pxt_rkh_group_find(word.at, word.len) ==
				    PXT_RKH_GROUPS)
			return word.at;
	return NULL;
}

const char *pxt_rkh_filter_init(struct pxt_rkh_filter *filter,
				const struct pxt_settings *settings)
{
	filter->settings = settings;
	filter->has_ao = pxt_settings_get(settings, "ao");
	filter->has_signal = pxt_settings_get(settings, "signal");
	filter->is_there = filter->has_ao || filter->has_signal ||
			   pxt_settings_get(settings, "group") ||
			   pxt_settings_get(settings, "event");
	return check_groups(settings);
}

void pxt_rkh_filter_set(struct pxt_rkh_filter *filter,
			enum pxt_rkh_dialect dialect,
			const struct pxt_rkh_symbols *symbols)
{
	if (!filter->is_there)
		return;
	for (unsigned i = 0; i < PXT_RKH_EVENTS; i++) {
		const struct pxt_rkh_event *event =
			pxt_rkh_event_of(dialect, i);
		struct event_of of = {
			.number = i,
			.has_groups = pxt_rkh_dialect_has_groups(dialect),
		};

		if (!event)
			continue;
		of.name = event->name;
		if (event->meaning == PXT_RKH_USER_EVENT)
			of.called = pxt_rkh_symbols_label(
				symbols, PXT_RKH_USER_EVENTS,
				i % PXT_RKH_GROUP_SIZE);
		filter->passes[i] = event->filtered == PXT_RKH_UNFILTERED ||
				    event_passes(filter->settings, &of);
	}
}

/* Active objects and signals */

struct symbol_of {
	uint64_t number;
	const char *name; /* may be NULL */
};

static bool speaks_of_symbol(const struct word *word, const void *argument)
{
	const struct symbol_of *of = argument;
	uint64_t number;

	if (is_number(word, &number))
		return number == of->number;
	return of->name && is_word(word, of->name);
}

static bool symbol_passes(const struct pxt_rkh_filter *filter, const char *key,
			  const struct pxt_rkh_symbols *symbols,
			  enum pxt_rkh_space space, uint64_t number)
{
	const struct symbol_of of = {
		.number = number,
		.name = pxt_rkh_symbols_label(symbols, space, number),
	};

	return passes(filter->settings, key, speaks_of_symbol, &of);
}

/* -2: a target's filters never suppress it. */
static bool is_completion(uint64_t signal, const struct pxt_rkh_config *config)
{
	const unsigned width = config->value[PXT_RKH_SIG];

	return width && width < 8 && signal == (UINT64_C(1) << 8 * width) - 2;
}

bool pxt_rkh_filter_passes(const struct pxt_rkh_filter *filter, unsigned number,
			   const struct pxt_rkh_event *event,
			   const uint64_t *ao, const uint64_t *signal,
			   const struct pxt_rkh_config *config,
			   const struct pxt_rkh_symbols *symbols)
{
	const bool by_signal = event->filtered == PXT_RKH_BY_SIGNAL;
	const bool by_ao = by_signal || event->filtered == PXT_RKH_BY_AO;

	if (!filter->passes[number])
		return false;
	if (by_ao && filter->has_ao && ao &&
	    !symbol_passes(filter, "ao", symbols, PXT_RKH_ADDRESSES, *ao))
		return false;
	return !by_signal || !filter->has_signal || !signal ||
	       is_completion(*signal, config) ||
	       symbol_passes(filter, "signal", symbols, PXT_RKH_SIGNALS,
			     *signal);
}
