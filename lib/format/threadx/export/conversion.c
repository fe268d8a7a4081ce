/* conversion.c - converting events of other systems to ThreadX */
#include "format/threadx/export/conversion.h"

#include <errno.h>
#include <string.h>

#include "format/threadx/export/foreign_event.h"
#include "format/threadx/export/native_events.h"
#include "format/threadx/export/registry_entries.h"
#include "format/threadx/export/relocation.h"
#include "format/threadx/export/thread_life.h"

#define INTERRUPT 0xffffffffu
#define THRESHOLD_PRESENT 0x80000000u

enum {
	RESUME = 1,
	SUSPEND = 2,

	CONTEXT = 0,
	PRIORITY,
	ID,
	STAMP,
	INFORMATION,

	THRESHOLD_SHIFT = 16,
	NARROW = 4, /* bytes of a word */
};

/* Words */

static struct pxt_threadx_object *
object(const struct pxt_threadx_foreign_event *event, size_t number)
{
	return pxt_threadx_foreign_event_object_at(event, number);
}

static int word_of_heap(struct pxt_threadx_foreign_event *event, uint64_t *word)
{
	size_t found;
	int err;

	err = pxt_threadx_foreign_event_get(event, PXT_THREADX_BYTE_POOL, 0,
					    &found);
	if (err == ENOSPC)
		pxt_export_lose(event->export, "objects beyond a million");
	else if (!err)
		*word = object(event, found)->address;
	return err == ENOSPC ? 0 : err;
}

static int word_of_rule(struct pxt_threadx_foreign_event *event,
			const struct pxt_threadx_word_rule *rule,
			uint64_t *word)
{
	const struct posix_trace_value_np *value;

	*word = 0;
	switch (rule->what) {
	case PXT_THREADX_NOTHING:
		break;
	case PXT_THREADX_OBJECT:
		*word = object(event, event->object)->address;
		break;
	case PXT_THREADX_SELF:
		*word = object(event, event->thread)->address;
		break;
	case PXT_THREADX_HEAP:
		return word_of_heap(event, word);
	case PXT_THREADX_OWNER:
		*word = object(event, event->object)->owner;
		break;
	case PXT_THREADX_HELD:
		*word = !!object(event, event->object)->owner;
		break;
	case PXT_THREADX_FIELD:
		*word = rule->constant;
		value = rule->field ? pxt_threadx_foreign_event_field(
					      event, rule->field) :
				      NULL;
		if (value)
			return pxt_threadx_foreign_event_word(event, value,
							      word);
	}
	return 0;
}

/* Events */

static int put_words(const struct pxt_threadx_foreign_event *event,
		     const struct pxt_threadx_words *words)
{
	return pxt_threadx_event_sequence_add(&event->conversion->sequence,
					      event->buffer, words);
}

static uint64_t priority_word(const struct pxt_threadx_object *thread)
{
	return THRESHOLD_PRESENT |
	       (uint64_t)thread->priority << THRESHOLD_SHIFT | thread->priority;
}

static void begin_words(const struct pxt_threadx_foreign_event *event,
			struct pxt_threadx_words *words, unsigned id)
{
	const struct pxt_threadx_conversion *conversion = event->conversion;
	const struct pxt_threadx_object *thread = object(event, event->thread);

	*words = (struct pxt_threadx_words){
		{ thread->address, priority_word(thread), id, event->ns }
	};
	if (!thread->is_interrupt)
		return;
	words->word[CONTEXT] = INTERRUPT;
	words->word[PRIORITY] =
		conversion->has_running ?
			object(event, conversion->running)->address :
			0;
}

/* Resumes the event's thread: by the thread that ran before, or an
 * interrupt. */
static int wake(struct pxt_threadx_foreign_event *event)
{
	const struct pxt_threadx_conversion *conversion = event->conversion;
	struct pxt_threadx_object *thread = object(event, event->thread);
	const struct pxt_threadx_object *other = NULL;
	struct pxt_threadx_words words = { { INTERRUPT } };

	if (conversion->has_running && conversion->running != event->thread)
		other = object(event, conversion->running);
	if (other && !other->state) {
		words.word[CONTEXT] = other->address;
		words.word[PRIORITY] = priority_word(other);
	}
	words.word[ID] = RESUME;
	words.word[STAMP] = event->ns;
	words.word[INFORMATION] = thread->address;
	words.word[INFORMATION + 1] = (uint64_t)thread->state;
	words.word[INFORMATION + 3] = thread->address;
	thread->state = 0;
	return put_words(event, &words);
}

/* The thread that runs instead is filled in at the end. */
static int sleep_on(struct pxt_threadx_foreign_event *event, unsigned state)
{
	struct pxt_threadx_words words;

	begin_words(event, &words, SUSPEND);
	words.word[INFORMATION] = words.word[CONTEXT];
	words.word[INFORMATION + 1] = state;
	object(event, event->thread)->state = (int8_t)state;
	return put_words(event, &words);
}

static unsigned id_of(const struct pxt_threadx_foreign_event *event)
{
	const struct posix_trace_value_np *way;
	uint64_t number;

	if (event->meaning->role != PXT_THREADX_TRANSFERS)
		return event->meaning->id;
	way = pxt_threadx_foreign_event_field(event, "operateType");
	return event->meaning->id +
	       (way && pxt_threadx_foreign_event_number(event, way, &number) &&
		number % 2);
}

/* True if a word of ThreadX's event has the field, or its type of object. */
static bool is_taken(const struct pxt_threadx_foreign_event *event,
		     const struct posix_trace_field_np *field)
{
	const struct pxt_threadx_meaning *meaning = event->meaning;

	if (field->object &&
	    pxt_threadx_objects_type(field->object) == meaning->type)
		return true;
	for (int i = 0; i < 4; i++)
		if (meaning->word[i].what == PXT_THREADX_FIELD &&
		    meaning->word[i].field &&
		    !strcmp(meaning->word[i].field, field->name))
			return true;
	return (event->life && !strcmp(field->name, "name")) ||
	       (meaning->role == PXT_THREADX_TRANSFERS &&
		!strcmp(field->name, "operateType"));
}

static void tell_untaken(const struct pxt_threadx_foreign_event *event)
{
	for (unsigned i = 0; i < event->values; i++) {
		const struct posix_trace_field_np *field =
			event->value[i].field;

		if (field->flags & POSIX_TRACE_FIELD_DETAIL_NP ||
		    is_taken(event, field))
			continue;
		if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
			pxt_export_lose(event->export, "texts");
		else
			pxt_export_lose(event->export,
					"values that the event of ThreadX has "
					"no word for");
	}
}

static int put_meaning(struct pxt_threadx_foreign_event *event)
{
	struct pxt_threadx_words words;
	int err = 0;

	begin_words(event, &words, id_of(event));
	for (int i = 0; i < 4 && !err; i++)
		err = word_of_rule(event, &event->meaning->word[i],
				   &words.word[INFORMATION + i]);
	return err ? err : put_words(event, &words);
}

static bool is_coded(const struct pxt_threadx_foreign_event *event,
		     const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;

	return !posix_trace_value_number_np(event->layout, value, 0, &number) &&
	       number.label;
}

/* Reports fields for which the four words have no room. */
static void tell_unused_fields(const struct pxt_threadx_foreign_event *event,
			       unsigned taken)
{
	unsigned words = 0;

	for (unsigned i = 0; i < event->values; i++) {
		const struct posix_trace_field_np *field =
			event->value[i].field;

		if (field->flags & POSIX_TRACE_FIELD_DETAIL_NP)
			continue;
		if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
			pxt_export_lose(event->export, "texts");
		else if (field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
			pxt_export_lose(event->export, "arrays");
		else if (++words > taken)
			pxt_export_lose(event->export,
					"numbers beyond four of an event");
		else if (is_coded(event, &event->value[i]))
			pxt_export_lose(event->export, "names of values");
	}
}

static int put_described(struct pxt_threadx_foreign_event *event,
			 struct pxt_threadx_words *words)
{
	unsigned fields[4], count;
	int err = 0;

	count = pxt_threadx_users_fields(event->layout, fields);
	for (unsigned i = 0; i < count && !err; i++)
		if (fields[i] < event->values)
			err = pxt_threadx_foreign_event_word(
				event, &event->value[fields[i]],
				&words->word[INFORMATION + i]);
	tell_unused_fields(event, count);
	return err;
}

/* Bytes without a description: as many as fit. */
static void put_bytes(struct pxt_threadx_foreign_event *event,
		      struct pxt_threadx_words *words)
{
	const uint8_t *at = event->item->data;
	const size_t len = event->item->data_len;

	for (size_t i = 0; i < len && i < 4 * NARROW; i++)
		words->word[INFORMATION + i / NARROW] |= (uint64_t)at[i]
							 << 8 * (i % NARROW);
	if (len > 4 * NARROW)
		pxt_export_lose(event->export,
				"data of events beyond 16 bytes");
}

static int put_user(struct pxt_threadx_foreign_event *event)
{
	struct pxt_threadx_words words;
	uint16_t id;
	int err = 0;

	id = pxt_threadx_users_id(&event->conversion->users,
				  event->item->info.posix_event_id);
	if (!id) {
		event->is_left_out = true;
		pxt_export_lose(event->export, "events of too many types");
		return 0;
	}
	begin_words(event, &words, id);
	if (event->layout)
		err = put_described(event, &words);
	else
		put_bytes(event, &words);
	return err ? err : put_words(event, &words);
}

/* Roles of events */

static enum pxt_threadx_role
role_of(const struct pxt_threadx_foreign_event *event)
{
	const struct pxt_threadx_meaning *meaning = event->meaning;

	if (!meaning)
		return PXT_THREADX_CALLS;
	if (meaning->state && event->layout) {
		if (event->layout->flags & POSIX_TRACE_LAYOUT_BEGIN_NP)
			return PXT_THREADX_WAITS;
		if (event->layout->flags & POSIX_TRACE_LAYOUT_END_NP)
			return PXT_THREADX_GOES;
	}
	return meaning->role;
}

static void affect(struct pxt_threadx_foreign_event *event,
		   enum pxt_threadx_role role)
{
	struct pxt_threadx_object *mutex;

	if (!event->meaning || !event->has_object)
		return;
	mutex = object(event, event->object);
	if (event->meaning->effect == PXT_THREADX_TAKES &&
	    role != PXT_THREADX_WAITS)
		mutex->owner = object(event, event->thread)->address;
	else if (event->meaning->effect == PXT_THREADX_LEAVES)
		mutex->owner = 0;
}

static int put_event(struct pxt_threadx_foreign_event *event)
{
	const enum pxt_threadx_role role = role_of(event);
	int waited, err = 0;

	if (role == PXT_THREADX_SWITCHES)
		event->thread = event->object;
	if (role == PXT_THREADX_INTERRUPTS)
		object(event, event->thread)->is_interrupt = true;
	waited = object(event, event->thread)->state;
	if (waited)
		err = wake(event);
	if (err)
		return err;
	/* An end without its wait has no event of ThreadX. */
	if (event->meaning && !event->meaning->id && !waited &&
	    role != PXT_THREADX_WAITS)
		event->meaning = NULL;
	if (!event->meaning)
		err = put_user(event);
	else if (event->meaning->id &&
		 (role != PXT_THREADX_GOES || waited != event->meaning->state))
		err = put_meaning(event);
	if (event->meaning)
		tell_untaken(event);
	affect(event, role);
	if (!err && role == PXT_THREADX_WAITS)
		err = sleep_on(event, event->meaning->state);
	event->conversion->carried += !event->is_left_out;
	if (object(event, event->thread)->is_interrupt)
		return err;
	event->conversion->running = event->thread;
	event->conversion->has_running = true;
	return err;
}

/* Items */

static void find_meaning(struct pxt_threadx_foreign_event *event)
{
	const trace_event_id_t type = event->item->info.posix_event_id;
	struct pxt_threadx_export_type *found;
	const char *name;

	event->layout =
		event->export->view->get_layout(event->export->view, type);
	if (type >= sizeof(event->conversion->type) /
			    sizeof(event->conversion->type[0]))
		return;
	found = &event->conversion->type[type];
	if (!found->is_known || found->layout != event->layout) {
		name = event->export->view->get_name(event->export->view, type);
		found->meaning =
			name ? pxt_threadx_vocabulary_find(name) : NULL;
		found->life = name ? pxt_threadx_thread_life_find(name) :
				     PXT_THREADX_NO_LIFE;
		found->layout = event->layout;
		found->is_known = true;
	}
	event->meaning = found->meaning;
	event->life = found->life;
}

static void find_time(struct pxt_threadx_foreign_event *event)
{
	const struct timespec *time = &event->item->info.posix_timestamp;
	uint64_t ns;

	ns = time->tv_sec < 0 ? 0 :
				(uint64_t)time->tv_sec * 1000000000 +
					(uint64_t)time->tv_nsec;
	if (event->conversion->has_now && ns < event->conversion->now) {
		pxt_export_lose(event->export, "times that went back");
		ns = event->conversion->now;
	}
	event->conversion->has_now = true;
	event->conversion->now = event->ns = ns;
}

/* Finds the event's thread and object. */
static int find_objects(struct pxt_threadx_foreign_event *event)
{
	int err;

	err = pxt_threadx_thread_life_begin(event);
	if (!err)
		err = pxt_threadx_foreign_event_get(event, PXT_THREADX_THREAD,
						    (uint64_t)event->item->tid,
						    &event->thread);
	if (!err)
		err = pxt_threadx_thread_life_end(event);
	if (!err && event->meaning)
		err = pxt_threadx_foreign_event_object(event,
						       event->meaning->type);
	return err;
}

int pxt_threadx_conversion_put(struct pxt_threadx_conversion *conversion,
			       struct pxt_threadx_buffer *buffer,
			       struct pxt_export *export,
			       const struct posix_trace_item_np *item)
{
	struct pxt_threadx_foreign_event event = {
		.conversion = conversion,
		.buffer = buffer,
		.export = export,
		.item = item,
	};
	struct pxt_threadx_words words;
	int err;

	if (item->origin < PXT_THREADX_ORIGINS &&
	    item->origin >= conversion->origins)
		conversion->origins = item->origin + 1;
	find_time(&event);
	find_meaning(&event);
	if (event.layout)
		event.values = posix_trace_layout_decode_np(
			event.layout, item->data, item->data_len, event.value);
	if (pxt_threadx_native_events_has(&conversion->shapes, export->view,
					  item, &words))
		return pxt_threadx_relocation_put(&event, &words);
	err = find_objects(&event);
	if (err == ENOSPC) {
		pxt_export_lose(export, "events of too many threads");
		return 0;
	}
	if (event.meaning && event.meaning->type && !event.has_object)
		event.meaning = NULL;
	if (!err)
		pxt_export_lose_place(export, item);
	return err ? err : put_event(&event);
}

/* Completion */

int pxt_threadx_conversion_end(struct pxt_threadx_conversion *conversion,
			       struct pxt_threadx_buffer *buffer,
			       struct pxt_export *export, uint64_t hz)
{
	int err;

	err = pxt_threadx_event_sequence_end(&conversion->sequence, buffer,
					     export, hz);
	if (!err && buffer->events > conversion->carried)
		pxt_export_lose_more(export,
				     "events that were made up, to tell which "
				     "thread runs",
				     buffer->events - conversion->carried);
	return err ? err :
		     pxt_threadx_registry_entries_put(conversion, buffer,
						      export);
}
