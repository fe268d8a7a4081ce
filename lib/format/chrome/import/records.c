/* records.c - from events of the JSON to items of a trace */
#include "format/chrome/import/records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Order of events at the same time. Ends of spans that have lasted are first,
 * the shortest of these in front, then what is no span of both ends, then the
 * beginnings, the longest in front, and their ends if they last no time. */
enum rank { RANK_END, RANK_PLAIN, RANK_BEGIN, RANK_INSTANT_END };

enum { RANK_BITS = 62 };

static const uint64_t rank_most = (UINT64_C(1) << RANK_BITS) - 1;

static uint64_t rank_of(enum rank rank, uint64_t within)
{
	return (uint64_t)rank << RANK_BITS |
	       (within < rank_most ? within : rank_most);
}

static uint64_t rank_of_begin(const struct pxt_chrome_event *event)
{
	const uint64_t lasts = (uint64_t)event->dur_ns;

	return rank_of(RANK_BEGIN,
		       rank_most - (lasts < rank_most ? lasts : rank_most));
}

static uint64_t rank_of_end(const struct pxt_chrome_event *event)
{
	return event->dur_ns ? rank_of(RANK_END, (uint64_t)event->dur_ns) :
			       rank_of(RANK_INSTANT_END, 0);
}

void pxt_chrome_records_fini(struct pxt_chrome_records *records)
{
	pxt_chrome_types_fini(&records->types);
	pxt_chrome_numbers_fini(&records->numbers);
	pxt_chrome_open_spans_fini(&records->open);
	free(records->loss);
	free(records->key.at);
}

/* Losses */

static int put_loss(struct pxt_chrome_records *records,
		    const struct pxt_chrome_open_loss *open, int64_t to_ns)
{
	uint8_t data[sizeof(struct pxt_chrome_loss) + sizeof(open->why)];
	const bool is_back = to_ns < open->ns;
	const struct pxt_chrome_loss loss = { open->lost,
					      is_back ? open->ns : to_ns };
	const size_t len = strlen(open->why) + 1;
	const struct pxt_sorted_event record = {
		.ns = is_back ? to_ns : open->ns,
		.rank = rank_of(RANK_PLAIN, 0),
		.number = records->number++,
		.pid = open->pid,
		.tid = open->tid,
		.type = PXT_CHROME_LOSS,
		.len = (uint32_t)(sizeof(loss) + len),
	};

	memcpy(data, &loss, sizeof(loss));
	memcpy(data + sizeof(loss), open->why, len);
	return pxt_event_sorter_put(records->sorter, &record, data);
}

int pxt_chrome_records_lose(void *context, uint64_t lost, const char *why)
{
	struct pxt_chrome_records *records = context;
	struct pxt_chrome_open_loss loss = { .ns = records->ns, .lost = lost };

	snprintf(loss.why, sizeof(loss.why), "%s", why);
	return put_loss(records, &loss, loss.ns);
}

static const struct pxt_chrome_field *
find_field(const struct pxt_chrome_event *event, const char *key)
{
	const size_t len = strlen(key);

	for (unsigned i = 0; i < event->fields; i++)
		if (event->field[i].key_len == len &&
		    !memcmp(event->bytes + event->field[i].key, key, len))
			return &event->field[i];
	return NULL;
}

static bool is_text(const struct pxt_chrome_event *event,
		    const struct pxt_chrome_field *field, const char *text)
{
	return field && field->value.kind == PXT_CHROME_TEXT &&
	       pxt_scan_is(pxt_chrome_event_text(event, &field->value), text);
}

/* Losses of posixtrace's own export are a span of this category. */
static bool is_loss(const struct pxt_chrome_event *event, char phase)
{
	const struct pxt_chrome_field *reason;

	if (!is_text(event, find_field(event, "cat"), "lost"))
		return false;
	reason = find_field(event, "reason");
	return phase == 'e' || (phase == 'b' && reason &&
				reason->value.kind == PXT_CHROME_TEXT);
}

static struct pxt_chrome_open_loss *
find_loss(const struct pxt_chrome_records *records, const char *key)
{
	for (unsigned i = 0; records->loss && i < PXT_CHROME_LOSSES; i++)
		if (!strcmp(records->loss[i].key, key))
			return &records->loss[i];
	return NULL;
}

static int read_loss(struct pxt_chrome_records *records,
		     struct pxt_chrome_open_loss *loss,
		     const struct pxt_chrome_event *event)
{
	const struct pxt_chrome_field *lost = find_field(event, "lost");
	const struct pxt_chrome_field *reason = find_field(event, "reason");
	const struct pxt_text why =
		pxt_chrome_event_text(event, &reason->value);
	int err;

	loss->ns = event->ns;
	loss->lost = lost && lost->value.kind == PXT_CHROME_SIGNED &&
				     lost->value.number.s > 0 ?
			     lost->value.number.u :
			     0;
	snprintf(loss->why, sizeof(loss->why), "%.*s",
		 (int)(why.len < PXT_TRACE_WHY ? why.len : PXT_TRACE_WHY),
		 why.at);
	err = pxt_chrome_numbers_find(&records->numbers, event, &loss->pid,
				      &loss->tid);
	/* A loss of a whole process stands at its first thread. */
	if (!err && find_field(event, "of_process"))
		loss->tid = 0;
	return err;
}

static int begin_loss(struct pxt_chrome_records *records, const char *key,
		      const struct pxt_chrome_event *event)
{
	struct pxt_chrome_open_loss *place, loss;
	int err;

	if (!records->loss)
		records->loss =
			calloc(PXT_CHROME_LOSSES, sizeof(*records->loss));
	if (!records->loss)
		return ENOMEM;
	err = read_loss(records, &loss, event);
	if (err)
		return err;
	place = *key && !find_loss(records, key) ? find_loss(records, "") :
						   NULL;
	if (!place)
		return put_loss(records, &loss, loss.ns);
	*place = loss;
	snprintf(place->key, sizeof(place->key), "%s", key);
	return 0;
}

/* An end without a beginning is that of a loss that was put at once. */
static int end_loss(struct pxt_chrome_records *records, const char *key,
		    const struct pxt_chrome_event *event)
{
	struct pxt_chrome_open_loss *loss =
		*key ? find_loss(records, key) : NULL;

	if (!loss)
		return 0;
	*loss->key = '\0';
	return put_loss(records, loss, event->ns);
}

static int take_loss(struct pxt_chrome_records *records,
		     const struct pxt_chrome_event *event,
		     const struct pxt_chrome_id *id, char phase)
{
	char key[PXT_CHROME_LOSS_KEY];

	if (id->kind == PXT_CHROME_TEXT_ID)
		snprintf(key, sizeof(key), "%.*s",
			 (int)(id->text.len < sizeof(key) ? id->text.len :
							    sizeof(key)),
			 id->text.at);
	else
		snprintf(key, sizeof(key), "%" PRIu64, id->number);
	return phase == 'b' ? begin_loss(records, key, event) :
			      end_loss(records, key, event);
}

int pxt_chrome_records_end(struct pxt_chrome_records *records)
{
	int err = 0;

	for (unsigned i = 0; records->loss && !err && i < PXT_CHROME_LOSSES;
	     i++) {
		const struct pxt_chrome_open_loss *loss = &records->loss[i];

		if (*loss->key)
			err = put_loss(records, loss, loss->ns);
	}
	if (records->left_out)
		pxt_trace_tell(records->trace,
			       "metadata that gives no name is left out: "
			       "%" PRIu64 ", the first is \"%s\"",
			       records->left_out, records->first_left_out);
	return err;
}

/* Names */

static void leave_out(struct pxt_chrome_records *records, struct pxt_text name)
{
	const size_t most = sizeof(records->first_left_out) - 1;

	if (!records->left_out++)
		snprintf(records->first_left_out,
			 sizeof(records->first_left_out), "%.*s",
			 (int)(name.len < most ? name.len : most), name.at);
}

static int take_name(struct pxt_chrome_records *records,
		     const struct pxt_chrome_event *event, struct pxt_text what)
{
	const struct pxt_chrome_field *name = find_field(event, "name");
	const bool is_process = pxt_scan_is(what, "process_name");
	char text[POSIX_TRACE_THREAD_NAME_MAX_NP + 2];
	pid_t pid, tid;
	int err;

	err = pxt_chrome_numbers_find(&records->numbers, event, &pid, &tid);
	if (err)
		return err;
	if ((!is_process && !pxt_scan_is(what, "thread_name")) || !name ||
	    name->value.kind != PXT_CHROME_TEXT) {
		leave_out(records, what);
		return 0;
	}
	snprintf(text, sizeof(text), "%.*s",
		 (int)(name->value.len < sizeof(text) ? name->value.len :
							sizeof(text)),
		 event->bytes + name->value.at);
	if (is_process)
		pxt_trace_process(records->trace, pid, text);
	else
		pxt_trace_thread(records->trace, pid, tid, text);
	return 0;
}

/* Ids */

static int join(struct pxt_chrome_records *records, struct pxt_text front,
		struct pxt_text back, struct pxt_text *joined)
{
	if (pxt_array_reserve(&records->key.at, &records->key.room,
			      front.len + back.len + 1, 1))
		return ENOMEM;
	memcpy(records->key.at, front.at, front.len);
	records->key.at[front.len] = '/';
	if (back.len)
		memcpy(records->key.at + front.len + 1, back.at, back.len);
	*joined =
		(struct pxt_text){ records->key.at, front.len + back.len + 1 };
	return 0;
}

/* An id of a process, or of a scope, is that with the id behind. */
static int find_id(struct pxt_chrome_records *records,
		   const struct pxt_chrome_event *event,
		   struct pxt_chrome_id *id)
{
	const struct pxt_chrome_value *member = event->member;
	const bool is_local = member[PXT_CHROME_LOCAL].kind > PXT_CHROME_BOOL;
	const struct pxt_chrome_value *value =
		&member[is_local ? PXT_CHROME_LOCAL : PXT_CHROME_ID];
	const struct pxt_chrome_value *scope =
		&member[is_local ? PXT_CHROME_PID : PXT_CHROME_SCOPE];

	*id = (struct pxt_chrome_id){ .kind = PXT_CHROME_NO_ID };
	if (value->kind <= PXT_CHROME_BOOL)
		return 0;
	id->text = pxt_chrome_event_text(event, value);
	id->kind = PXT_CHROME_TEXT_ID;
	if (scope->kind > PXT_CHROME_BOOL && scope->len)
		return join(records, pxt_chrome_event_text(event, scope),
			    id->text, &id->text);
	if (pxt_chrome_number_id(id->text.at, id->text.len, &id->number))
		id->kind = id->text.len > 1 && id->text.at[1] == 'x' ?
				   PXT_CHROME_HEX_ID :
				   PXT_CHROME_DECIMAL_ID;
	return 0;
}

/* Events */

static enum pxt_chrome_role role_of(struct pxt_text phase)
{
	switch (phase.len == 1 ? *phase.at : '\0') {
	case 'B':
	case 'X':
		return PXT_CHROME_BEGIN;
	case 'E':
		return PXT_CHROME_END;
	case 'b':
	case 'S':
		return PXT_CHROME_KEYED_BEGIN;
	case 'e':
	case 'F':
		return PXT_CHROME_KEYED_END;
	case 'n':
		return PXT_CHROME_KEYED;
	case 'i':
	case 'I':
	case 'R':
		return PXT_CHROME_INSTANT;
	case 'C':
		return PXT_CHROME_COUNTER;
	case 's':
	case 't':
	case 'f':
		return PXT_CHROME_FLOW;
	default:
		return PXT_CHROME_PHASE;
	}
}

static int put(struct pxt_chrome_records *records,
	       const struct pxt_chrome_what *what,
	       struct pxt_chrome_event *event, struct pxt_sorted_event *record)
{
	trace_event_id_t type;
	int err;

	err = pxt_chrome_types_put(&records->types, what, event, &type);
	if (err)
		return err;
	record->type = type;
	record->len = (uint32_t)records->types.len;
	return pxt_event_sorter_put(records->sorter, record,
				    records->types.data);
}

/* The end of a complete event has nothing but its time. */
static int put_end(struct pxt_chrome_records *records,
		   struct pxt_chrome_what *what, struct pxt_chrome_event *event,
		   struct pxt_sorted_event *record)
{
	record->ns = event->ns + event->dur_ns;
	record->rank = rank_of_end(event);
	record->number = UINT64_MAX - records->number++;
	what->role = PXT_CHROME_END;
	what->id = (struct pxt_chrome_id){ .kind = PXT_CHROME_NO_ID };
	event->fields = 0;
	event->rest_len = 0;
	return put(records, what, event, record);
}

/* Names what the event is of, if it does not itself. */
static int find_name(struct pxt_chrome_records *records,
		     const struct pxt_chrome_event *event,
		     struct pxt_chrome_what *what,
		     const struct pxt_sorted_event *record)
{
	static const struct pxt_text unnamed = { "unnamed", 7 };
	const bool is_complete = *what->phase.at == 'X';
	struct pxt_text open = { "", 0 };

	what->name =
		pxt_chrome_event_text(event, &event->member[PXT_CHROME_NAME]);
	if (what->role == PXT_CHROME_END)
		open = pxt_chrome_open_spans_end(&records->open, record->pid,
						 record->tid);
	if (!what->name.len)
		what->name = open.len ? open : unnamed;
	return what->role == PXT_CHROME_BEGIN && !is_complete ?
		       pxt_chrome_open_spans_begin(&records->open, record->pid,
						   record->tid, what->name) :
		       0;
}

static int take_event(struct pxt_chrome_records *records,
		      struct pxt_chrome_what *what,
		      struct pxt_chrome_event *event)
{
	const bool is_complete = *what->phase.at == 'X' && what->phase.len == 1;
	struct pxt_sorted_event record = {
		.ns = event->ns,
		.rank = rank_of(RANK_PLAIN, 0),
		.number = records->number++,
		.offset = event->offset,
	};
	int err;

	err = pxt_chrome_numbers_find(&records->numbers, event, &record.pid,
				      &record.tid);
	if (!err)
		err = find_name(records, event, what, &record);
	if (err)
		return err;
	records->ns = event->ns;
	if (!is_complete || !event->has_duration)
		return put(records, what, event, &record);
	record.rank = rank_of_begin(event);
	err = put(records, what, event, &record);
	return err ? err : put_end(records, what, event, &record);
}

int pxt_chrome_records_take(void *context, struct pxt_chrome_event *event)
{
	struct pxt_chrome_records *records = context;
	struct pxt_chrome_what what = {
		.phase = pxt_chrome_event_text(event,
					       &event->member[PXT_CHROME_PH]),
	};
	int err;

	if (pxt_scan_is(what.phase, "M"))
		return take_name(
			records, event,
			pxt_chrome_event_text(event,
					      &event->member[PXT_CHROME_NAME]));
	what.role = role_of(what.phase);
	err = find_id(records, event, &what.id);
	if (err)
		return err;
	if (is_loss(event, *what.phase.at))
		return take_loss(records, event, &what.id, *what.phase.at);
	return take_event(records, &what, event);
}
