/*
 * meanings.c - what the events of a CTF trace mean
 */
#include <stdio.h>
#include <string.h>

#include "source/ctf/meanings.h"

static const struct {
	const char *event;
	struct ctf_meaning meaning;
} known[] = {
	{ "lttng_ust_cyg_profile:func_entry",
	  { "[[begin(function)]]; ",
	    { { "addr", "object(function)" } },
	    NULL } },
	{ "lttng_ust_cyg_profile:func_exit",
	  { "[[end(function)]]; ", { { "addr", "object(function)" } }, NULL } },
	{ "lttng_ust_cyg_profile_fast:func_entry",
	  { "[[begin(function)]]; ",
	    { { "addr", "object(function)" } },
	    NULL } },
	{ "lttng_ust_cyg_profile_fast:func_exit",
	  { "[[end(function)]]; ", { { "addr", "object(function)" } }, NULL } },
	{ "lttng_ust_libc:calloc",
	  { "[[begin(memory)]]; ",
	    { { "ptr", "key, object(memory)" }, { "size", "unit(B)" } },
	    NULL } },
	/* Memory that was there before has no beginning. */
	{ "lttng_ust_libc:free",
	  { "[[end(memory), optional]]; ",
	    { { "ptr", "key, object(memory)" } },
	    NULL } },
	{ "lttng_ust_libc:malloc",
	  { "[[begin(memory)]]; ",
	    { { "ptr", "key, object(memory)" }, { "size", "unit(B)" } },
	    NULL } },
	{ "lttng_ust_libc:memalign",
	  { "[[begin(memory)]]; ",
	    { { "ptr", "key, object(memory)" }, { "size", "unit(B)" } },
	    NULL } },
	{ "lttng_ust_libc:posix_memalign",
	  { "[[begin(memory)]]; ",
	    { { "out_ptr", "key, object(memory)" }, { "size", "unit(B)" } },
	    "result" } },
	{ "lttng_ust_libc:realloc",
	  { "",
	    { { "in_ptr", "object(memory)" },
	      { "ptr", "object(memory)" },
	      { "size", "unit(B)" } },
	    NULL } },
	{ "lttng_ust_pthread:pthread_mutex_lock_acq",
	  { "[[end(lock)]]; ",
	    { { "mutex", "object(mutex), acquire" }, { "status", "errno" } },
	    "status" } },
	{ "lttng_ust_pthread:pthread_mutex_lock_req",
	  { "[[begin(lock)]]; ", { { "mutex", "object(mutex)" } }, NULL } },
	{ "lttng_ust_pthread:pthread_mutex_trylock",
	  { "",
	    { { "mutex", "object(mutex), acquire" }, { "status", "errno" } },
	    "status" } },
	{ "lttng_ust_pthread:pthread_mutex_unlock",
	  { "",
	    { { "mutex", "object(mutex), release" }, { "status", "errno" } },
	    "status" } },
	/* A span of a processor goes from one switch to the next. */
	{ "sched_switch",
	  { "[[end(running), begin(running), optional]]; ",
	    { { "cpu_id", "key" } },
	    NULL } },
};

/* System calls have an event each, of which the rest of the name is that of the
 * call. */
static const struct {
	const char *prefix, *role;
} calls[] = {
	{ "compat_syscall_entry_", "begin" },
	{ "compat_syscall_exit_", "end" },
	{ "syscall_entry_", "begin" },
	{ "syscall_exit_", "end" },
};

static bool find_call(struct ctf_meaning *meaning, const char *event)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		const size_t len = strlen(calls[i].prefix);

		if (strncmp(event, calls[i].prefix, len) || !event[len])
			continue;
		snprintf(meaning->role, sizeof(meaning->role),
			 "[[%s(%.63s)]]; ", calls[i].role, event + len);
		return true;
	}
	return false;
}

static bool find_span(struct ctf_meaning *meaning,
		      const struct ctf_spans *spans, const char *event)
{
	for (unsigned i = 0; i < spans->count; i++) {
		const struct ctf_span *span = &spans->span[i];
		const bool begins = !strcmp(span->begin, event);
		const bool ends = !strcmp(span->end, event);

		if (!begins && !ends)
			continue;
		snprintf(meaning->role, sizeof(meaning->role),
			 "[[%s(%.63s)]]; ", begins ? "begin" : "end",
			 span->begin);
		if (begins && ends)
			strcpy(meaning->role, "[[end, begin]]; ");
		if (*span->key) {
			meaning->field[0].name = span->key;
			meaning->field[0].attributes = "key";
		}
		return true;
	}
	return false;
}

bool ctf_meaning_find(struct ctf_meaning *meaning,
		      const struct ctf_spans *spans, const char *event)
{
	*meaning = (struct ctf_meaning){ .role = "" };
	if (find_span(meaning, spans, event) || find_call(meaning, event))
		return true;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strcmp(known[i].event, event))
			continue;
		*meaning = known[i].meaning;
		return true;
	}
	return false;
}

bool ctf_meaning_is_function(const char *event)
{
	return !strncmp(event, "lttng_ust_cyg_profile", 21) &&
	       strstr(event, ":func_");
}

const char *ctf_meaning_of_field(const struct ctf_meaning *meaning,
				 const char *field)
{
	for (size_t i = 0; i < CTF_MEANING_FIELDS; i++)
		if (meaning->field[i].name &&
		    !strcmp(meaning->field[i].name, field))
			return meaning->field[i].attributes;
	return NULL;
}

/* The user's spans */

/* Copies a part of a setting, of len characters. */
static bool copy_word(char word[CTF_WORD], const char *from, size_t len)
{
	if (!len || len >= CTF_WORD)
		return false;
	memcpy(word, from, len);
	word[len] = '\0';
	return true;
}

/* Length of the first `colons` parts of a text that ends at len. */
static size_t parts(const char *text, size_t len, unsigned count)
{
	size_t at = 0;

	while (at < len && (text[at] != ':' || --count))
		at++;
	return at;
}

/* Names of events may have a colon themselves, behind their provider: a span of
 * four or five parts is of such names. */
static bool parse_span(struct ctf_span *span, const char *text, size_t len)
{
	unsigned colons = 0, each;
	size_t begin, end;

	for (size_t i = 0; i < len; i++)
		colons += text[i] == ':';
	if (!colons || colons > 4)
		return false;
	each = colons > 2 ? 2 : 1;
	begin = parts(text, len, each);
	if (begin == len || !copy_word(span->begin, text, begin))
		return false;
	text += begin + 1;
	len -= begin + 1;
	end = parts(text, len, each);
	if (!copy_word(span->end, text, end))
		return false;
	*span->key = '\0';
	return end == len ||
	       copy_word(span->key, text + end + 1, len - end - 1);
}

bool ctf_spans_parse(struct ctf_spans *spans,
		     const struct pxt_settings *settings, const char **why)
{
	const char *text = pxt_settings_get(settings, "spans");

	spans->count = 0;
	*why = "more than 32 spans";
	while (text && *text) {
		const size_t len = strcspn(text, ",");

		if (spans->count == CTF_SPANS)
			return false;
		if (!parse_span(&spans->span[spans->count++], text, len)) {
			*why = "a span is BEGIN:END or BEGIN:END:KEY, two "
			       "names of events and one of a field";
			return false;
		}
		text += len + (text[len] == ',');
	}
	return true;
}
