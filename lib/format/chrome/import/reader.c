/* reader.c - the JSON of a Chrome trace, event by event */
#include "format/chrome/import/reader.h"
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifdef HAVE_YAJL
#include "base/scan.h"
#include "format/chrome/import/content.h"

/* The parser keeps a token until its end, and looks at all of it again for each
 * piece: long tokens are not worth that. */
enum { PIECE = 256 << 10, TOKEN_MAX = 16 << 20 };

static void drop_parser(struct pxt_chrome_reader *reader)
{
	if (reader->json)
		yajl_free(reader->json);
	reader->json = NULL;
}

void pxt_chrome_reader_fini(struct pxt_chrome_reader *reader)
{
	drop_parser(reader);
	pxt_chrome_event_fini(&reader->event);
}

/* Texts are checked where they are kept. */
static int make_parser(struct pxt_chrome_reader *reader)
{
	reader->place = PXT_CHROME_OUTSIDE;
	reader->last = reader->base;
	reader->json = yajl_alloc(&pxt_chrome_content, NULL, reader);
	if (!reader->json)
		return ENOMEM;
	return yajl_config(reader->json, yajl_dont_validate_strings, 1) ?
		       0 :
		       ENOMEM;
}

/* Makes a parser that finds itself between events. */
static int make_parser_of_events(struct pxt_chrome_reader *reader)
{
	const char *begin = reader->is_array ? "[" : "{\"traceEvents\":[";
	int err;

	err = make_parser(reader);
	if (err)
		return err;
	yajl_parse(reader->json, (const unsigned char *)begin, strlen(begin));
	return 0;
}

/* Takes what comes before the JSON: blanks, and the mark of UTF-8. Returns its
 * length. */
static size_t skip_mark(const uint8_t *at, size_t len)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };
	size_t skipped = 0;

	if (len >= sizeof(mark) && !memcmp(at, mark, sizeof(mark)))
		skipped = sizeof(mark);
	while (skipped < len && pxt_scan_is_space((char)at[skipped]))
		skipped++;
	return skipped;
}

static int begin(struct pxt_chrome_reader *reader, const uint8_t *at,
		 size_t len)
{
	const size_t skipped = skip_mark(at, len);

	pxt_feed_take(reader->feed, skipped);
	reader->base += skipped;
	if (skipped == len)
		return 0;
	if (at[skipped] != '{' && at[skipped] != '[') {
		pxt_trace_refuse(reader->trace,
				 "no JSON of Chrome: it begins neither with { "
				 "nor with [");
		return EBADMSG;
	}
	reader->is_begun = true;
	return make_parser(reader);
}

/* Damage */

static void begin_damage(struct pxt_chrome_reader *reader, uint64_t from,
			 uint64_t to, const char *why)
{
	if (!reader->is_damaged) {
		reader->gap = (struct pxt_gap){ 0 };
		pxt_gap_add(&reader->gap, from, to - from);
		snprintf(reader->why, sizeof(reader->why), "%s", why);
	}
	reader->is_damaged = true;
}

/* The reason of the parser, without what it quotes. */
static void explain(const struct pxt_chrome_reader *reader,
		    char why[PXT_TRACE_WHY])
{
	unsigned char *said = yajl_get_error(reader->json, 0, NULL, 0);

	snprintf(why, PXT_TRACE_WHY, "%s", said ? (char *)said : "no JSON");
	why[strcspn(why, ".\n")] = '\0';
	if (said)
		yajl_free_error(reader->json, said);
}

/* Leaves the parser for the search of an event, at an offset. */
static void leave(struct pxt_chrome_reader *reader, uint64_t at,
		  const char *why)
{
	const uint64_t from = pxt_chrome_content_in_event(reader) ?
				      reader->event.offset :
				      at - 1;

	begin_damage(reader, from, at, why);
	drop_parser(reader);
	reader->before = '\0';
}

/* A comma behind the last event is common, and damages nothing. */
static bool is_end_behind_comma(const struct pxt_chrome_reader *reader,
				const uint8_t *at, size_t used)
{
	return reader->place == PXT_CHROME_EVENTS && used &&
	       at[used - 1] == ']';
}

static int fail(struct pxt_chrome_reader *reader, const uint8_t *at, size_t len)
{
	size_t used = yajl_get_bytes_consumed(reader->json);
	char why[PXT_TRACE_WHY];

	if (reader->err && reader->err != ECANCELED)
		return reader->err;
	if (is_end_behind_comma(reader, at, used)) {
		used--;
		pxt_feed_take(reader->feed, used);
		reader->base += used;
		drop_parser(reader);
		return make_parser_of_events(reader);
	}
	if (reader->err)
		snprintf(why, sizeof(why), "nested more than %d deep",
			 PXT_CHROME_DEPTH);
	else
		explain(reader, why);
	reader->err = 0;
	used += !used && len;
	leave(reader, reader->base + used, why);
	pxt_feed_take(reader->feed, used);
	reader->base += used;
	return 0;
}

/* Finds the next brace that may begin an event, and takes what is before it. */
static int search(struct pxt_chrome_reader *reader, const uint8_t *at,
		  size_t len)
{
	size_t i = 0;

	while (i < len && (at[i] != '{' || !reader->before ||
			   !strchr(",[}\n", reader->before))) {
		if (at[i] == '\n' || !pxt_scan_is_space((char)at[i]))
			reader->before = (char)at[i];
		i++;
	}
	pxt_feed_take(reader->feed, i);
	reader->base += i;
	return i < len ? make_parser_of_events(reader) : 0;
}

static int parse(struct pxt_chrome_reader *reader, const uint8_t *at,
		 size_t len)
{
	if (yajl_parse(reader->json, at, len) != yajl_status_ok)
		return fail(reader, at, len);
	pxt_feed_take(reader->feed, len);
	reader->base += len;
	if (reader->base - reader->last > TOKEN_MAX &&
	    reader->place != PXT_CHROME_DONE)
		leave(reader, reader->base, "a text of more than 16 MiB");
	return 0;
}

/* The end */

static int finish(struct pxt_chrome_reader *reader)
{
	const bool is_whole =
		reader->place == PXT_CHROME_DONE ||
		(reader->is_array && reader->place == PXT_CHROME_EVENTS);

	if (!reader->is_damaged && is_whole)
		return 0;
	begin_damage(reader,
		     pxt_chrome_content_in_event(reader) ?
			     reader->event.offset :
			     reader->base,
		     reader->base, "the file ends inside the JSON");
	reader->place = PXT_CHROME_DONE;
	return pxt_chrome_content_mend(reader, reader->base, 0);
}

int pxt_chrome_reader_read(struct pxt_chrome_reader *reader)
{
	const uint8_t *at;
	size_t len;
	int err;

	at = pxt_feed_peek(reader->feed, &len);
	if (!len) {
		err = pxt_feed_more(reader->feed);
		if (err != ENODATA || !pxt_feed_ended(reader->feed))
			return err;
		err = finish(reader);
		return err ? err : ENODATA;
	}
	if (len > PIECE)
		len = PIECE;
	if (!reader->is_begun)
		return begin(reader, at, len);
	return reader->json ? parse(reader, at, len) : search(reader, at, len);
}

#else
void pxt_chrome_reader_fini(struct pxt_chrome_reader *reader)
{
	pxt_chrome_event_fini(&reader->event);
}

int pxt_chrome_reader_read(struct pxt_chrome_reader *reader)
{
	pxt_trace_refuse(reader->trace,
			 "posixtrace was built without yajl, which reads JSON");
	return EINVAL;
}
#endif
