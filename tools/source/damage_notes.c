/*
 * damage_notes.c - damage in the notes of an origin
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/damage_notes.h"

static const char count_key[] = "damage", places_key[] = "damage.";

static bool has_places(const char *key)
{
	return !strncmp(key, places_key, sizeof(places_key) - 1);
}

bool damage_notes_has(const char *key)
{
	return !strcmp(key, count_key) || has_places(key);
}

/* Reading */

/* Parses a number, and the space behind it. NULL: none. */
static const char *take_number(const char *text, uint64_t *number)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return NULL;
	errno = 0;
	*number = strtoull(text, &end, 10);
	return !errno && *end == ' ' ? end + 1 : NULL;
}

static bool take_line(const char *line, size_t len,
		      struct pxt_trace_damage *damage)
{
	const char *end = line + len;

	line = take_number(line, &damage->offset);
	if (line)
		line = take_number(line, &damage->len);
	if (!line || line > end)
		return false;
	snprintf(damage->why, sizeof(damage->why), "%.*s", (int)(end - line),
		 line);
	return true;
}

/* Other lines were not written by this module. */
static uint64_t list_lines(const char *text, damage_notes_visit *visit,
			   void *argument)
{
	struct pxt_trace_damage damage;
	uint64_t count = 0;

	while (*text) {
		const size_t len = strcspn(text, "\n");

		if (take_line(text, len, &damage)) {
			count++;
			visit(&damage, argument);
		}
		text += len + (text[len] == '\n');
	}
	return count;
}

uint64_t damage_notes_list(struct source *source, unsigned origin,
			   damage_notes_visit *visit, void *argument)
{
	struct posix_trace_note_np note;
	uint64_t count = 0;

	for (unsigned i = 0; !source_get_note(source, origin, i, &note); i++)
		if (has_places(note.key))
			count += list_lines(note.value, visit, argument);
	return count;
}

uint64_t damage_notes_count(struct source *source, unsigned origin)
{
	const char *count = source_find_note(source, origin, count_key);

	return count ? strtoull(count, NULL, 10) : 0;
}

/* Noting */

/* Returns its length. */
static size_t put_line(const struct pxt_trace_damage *damage, char *line,
		       size_t size)
{
	const int len = snprintf(line, size, "%llu %llu %s",
				 (unsigned long long)damage->offset,
				 (unsigned long long)damage->len, damage->why);

	for (char *at = line; *at; at++)
		if (*at == '\n')
			*at = ' ';
	return (size_t)len;
}

/* Fills a note with lines. */
static void put_lines(struct damage_noting *noting, damage_noting_get *get,
		      const void *from)
{
	char line[sizeof(((struct pxt_trace_damage *)0)->why) + 48];
	const struct pxt_trace_damage *damage;
	size_t used = 0;

	while ((damage = get(from, noting->noted))) {
		const size_t len = put_line(damage, line, sizeof(line));

		if (used + len + 2 > sizeof(noting->value))
			break;
		memcpy(noting->value + used, line, len);
		used += len;
		noting->value[used++] = '\n';
		noting->noted++;
	}
	noting->value[used] = '\0';
}

int damage_noting_next(struct damage_noting *noting, uint64_t count,
		       damage_noting_get *get, const void *from,
		       struct posix_trace_note_np *note)
{
	if (!count || (noting->number && !get(from, noting->noted)))
		return ENODATA;
	if (noting->number) {
		snprintf(noting->key, sizeof(noting->key), "%s%u", places_key,
			 noting->number);
		put_lines(noting, get, from);
	} else {
		strcpy(noting->key, count_key);
		snprintf(noting->value, sizeof(noting->value), "%llu",
			 (unsigned long long)count);
	}
	noting->number++;
	note->key = noting->key;
	note->value = noting->value;
	return 0;
}
