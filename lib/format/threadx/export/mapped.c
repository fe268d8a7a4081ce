/* mapped.c - the events of other systems as those of ThreadX */
#include "format/threadx/export/mapped.h"

#include <errno.h>
#include <string.h>

#include "format/threadx/export/beside.h"
#include "format/threadx/export/clocking.h"
#include "format/threadx/export/lives.h"
#include "format/threadx/export/naming.h"
#include "format/threadx/export/native.h"
#include "format/threadx/export/one.h"

#define INTERRUPT 0xffffffffu
#define THRESHOLD_PRESENT 0x80000000u

enum {
	RESUME = 1,
	SUSPEND = 2,
	RUNNING = 6,

	CONTEXT = 0,
	PRIORITY,
	ID,
	STAMP,
	INFORMATION,

	THRESHOLD_SHIFT = 16,
	NARROW = 4, /* bytes of a word */
};

void pxt_threadx_mapped_init(struct pxt_threadx_mapped *mapped)
{
	memset(mapped, 0, sizeof(*mapped));
	pxt_threadx_things_init(&mapped->things);
}

void pxt_threadx_mapped_fini(struct pxt_threadx_mapped *mapped)
{
	pxt_threadx_things_fini(&mapped->things);
}

pid_t pxt_threadx_mapped_pid(struct pxt_threadx_mapped *mapped,
			     struct pxt_export *export, unsigned origin,
			     pid_t pid)
{
	enum { UNKNOWN, NO, YES };
	static const char word[] = "Linux";
	const char *system;

	if (origin >= PXT_THREADX_ORIGINS)
		return pid;
	if (mapped->has_processes[origin] == UNKNOWN) {
		system = export->view->get_system(export->view, origin);
		mapped->has_processes[origin] =
			!system || !*system ||
					!strncmp(system, word, strlen(word)) ?
				YES :
				NO;
	}
	return mapped->has_processes[origin] == YES ? pid : 0;
}

/* Words */

static struct pxt_threadx_thing *thing(const struct pxt_threadx_one *one,
				       size_t number)
{
	return pxt_threadx_one_thing(one, number);
}

static int word_of_heap(struct pxt_threadx_one *one, uint64_t *word)
{
	size_t found;
	int err;

	err = pxt_threadx_one_get(one, PXT_THREADX_BYTE_POOL, 0, &found);
	if (!err)
		*word = thing(one, found)->address;
	return err;
}

static int word_of_rule(struct pxt_threadx_one *one,
			const struct pxt_threadx_word_rule *rule,
			uint64_t *word)
{
	const struct posix_trace_value_np *value;

	*word = 0;
	switch (rule->what) {
	case PXT_THREADX_NOTHING:
		break;
	case PXT_THREADX_OBJECT:
		*word = thing(one, one->object)->address;
		break;
	case PXT_THREADX_SELF:
		*word = thing(one, one->thread)->address;
		break;
	case PXT_THREADX_HEAP:
		return word_of_heap(one, word);
	case PXT_THREADX_OWNER:
		*word = thing(one, one->object)->owner;
		break;
	case PXT_THREADX_HELD:
		*word = !!thing(one, one->object)->owner;
		break;
	case PXT_THREADX_FIELD:
		*word = rule->constant;
		value = rule->field ? pxt_threadx_one_field(one, rule->field) :
				      NULL;
		if (value)
			return pxt_threadx_one_word(one, value, word);
	}
	return 0;
}

/* Events */

static uint64_t priority_word(const struct pxt_threadx_thing *thread)
{
	return THRESHOLD_PRESENT |
	       (uint64_t)thread->priority << THRESHOLD_SHIFT |
	       thread->priority;
}

static void begin_words(const struct pxt_threadx_one *one,
			struct pxt_threadx_words *words, unsigned id)
{
	const struct pxt_threadx_mapped *mapped = one->mapped;
	const struct pxt_threadx_thing *thread = thing(one, one->thread);

	*words = (struct pxt_threadx_words){
		{ thread->address, priority_word(thread), id, one->ns }
	};
	if (!thread->is_interrupt)
		return;
	words->word[CONTEXT] = INTERRUPT;
	words->word[PRIORITY] =
		mapped->has_running ? thing(one, mapped->running)->address : 0;
}

/* It goes on: the thread that ran before did that, or else an interrupt. */
static int wake(struct pxt_threadx_one *one)
{
	const struct pxt_threadx_mapped *mapped = one->mapped;
	struct pxt_threadx_thing *thread = thing(one, one->thread);
	const struct pxt_threadx_thing *other = NULL;
	struct pxt_threadx_words words = { { INTERRUPT } };

	if (mapped->has_running && mapped->running != one->thread)
		other = thing(one, mapped->running);
	if (other && !other->state) {
		words.word[CONTEXT] = other->address;
		words.word[PRIORITY] = priority_word(other);
	}
	words.word[ID] = RESUME;
	words.word[STAMP] = one->ns;
	words.word[INFORMATION] = thread->address;
	words.word[INFORMATION + 1] = (uint64_t)thread->state;
	words.word[INFORMATION + 3] = thread->address;
	thread->state = 0;
	return pxt_threadx_buffer_add(one->buffer, &words);
}

/* Who runs instead is known in the end. */
static int sleep_on(struct pxt_threadx_one *one, unsigned state)
{
	struct pxt_threadx_words words;

	begin_words(one, &words, SUSPEND);
	words.word[INFORMATION] = words.word[CONTEXT];
	words.word[INFORMATION + 1] = state;
	thing(one, one->thread)->state = (int8_t)state;
	return pxt_threadx_buffer_add(one->buffer, &words);
}

static unsigned id_of(const struct pxt_threadx_one *one)
{
	const struct posix_trace_value_np *way;
	uint64_t number;

	if (one->meaning->role != PXT_THREADX_TRANSFERS)
		return one->meaning->id;
	way = pxt_threadx_one_field(one, "operateType");
	return one->meaning->id +
	       (way && pxt_threadx_one_number(one, way, &number) &&
		number % 2);
}

/* What the words of its event say of it. */
static bool is_taken(const struct pxt_threadx_one *one,
		     const struct posix_trace_field_np *field)
{
	const struct pxt_threadx_meaning *meaning = one->meaning;

	if (field->object &&
	    pxt_threadx_things_type(field->object) == meaning->type)
		return true;
	for (int i = 0; i < 4; i++)
		if (meaning->word[i].what == PXT_THREADX_FIELD &&
		    meaning->word[i].field &&
		    !strcmp(meaning->word[i].field, field->name))
			return true;
	return (one->life && !strcmp(field->name, "name")) ||
	       (meaning->role == PXT_THREADX_TRANSFERS &&
		!strcmp(field->name, "operateType"));
}

static void tell_untaken(const struct pxt_threadx_one *one)
{
	for (unsigned i = 0; i < one->values; i++) {
		const struct posix_trace_field_np *field = one->value[i].field;

		if (field->flags & POSIX_TRACE_FIELD_DETAIL_NP ||
		    is_taken(one, field))
			continue;
		if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
			pxt_export_lose(one->export, "texts");
		else
			pxt_export_lose(one->export,
					"values that the event of ThreadX has "
					"no word for");
	}
}

static int put_meaning(struct pxt_threadx_one *one)
{
	struct pxt_threadx_words words;
	int err = 0;

	begin_words(one, &words, id_of(one));
	for (int i = 0; i < 4 && !err; i++)
		err = word_of_rule(one, &one->meaning->word[i],
				   &words.word[INFORMATION + i]);
	return err ? err : pxt_threadx_buffer_add(one->buffer, &words);
}

static bool is_coded(const struct pxt_threadx_one *one,
		     const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;

	return !posix_trace_value_number_np(one->layout, value, 0, &number) &&
	       number.label;
}

/* What four words of numbers cannot hold. */
static void tell_left(const struct pxt_threadx_one *one, unsigned taken)
{
	unsigned words = 0;

	for (unsigned i = 0; i < one->values; i++) {
		const struct posix_trace_field_np *field =
			one->value[i].field;

		if (field->flags & POSIX_TRACE_FIELD_DETAIL_NP)
			continue;
		if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
			pxt_export_lose(one->export, "texts");
		else if (field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
			pxt_export_lose(one->export, "arrays");
		else if (++words > taken)
			pxt_export_lose(one->export,
					"numbers beyond four of an event");
		else if (is_coded(one, &one->value[i]))
			pxt_export_lose(one->export, "names of values");
	}
}

static int put_described(struct pxt_threadx_one *one,
			 struct pxt_threadx_words *words)
{
	unsigned fields[4], count;
	int err = 0;

	count = pxt_threadx_users_fields(one->layout, fields);
	for (unsigned i = 0; i < count && !err; i++)
		if (fields[i] < one->values)
			err = pxt_threadx_one_word(
				one, &one->value[fields[i]],
				&words->word[INFORMATION + i]);
	tell_left(one, count);
	return err;
}

/* Bytes that nobody described: as many as fit, as they lie. */
static void put_bytes(struct pxt_threadx_one *one,
		      struct pxt_threadx_words *words)
{
	const uint8_t *at = one->item->data;
	const size_t len = one->item->data_len;

	for (size_t i = 0; i < len && i < 4 * NARROW; i++)
		words->word[INFORMATION + i / NARROW] |=
			(uint64_t)at[i] << 8 * (i % NARROW);
	if (len > 4 * NARROW)
		pxt_export_lose(one->export,
				"data of events beyond 16 bytes");
}

static int put_user(struct pxt_threadx_one *one)
{
	struct pxt_threadx_words words;
	uint16_t id;
	int err = 0;

	id = pxt_threadx_users_id(&one->mapped->users,
				  one->item->info.posix_event_id);
	if (!id) {
		pxt_export_lose(one->export, "events of too many types");
		return 0;
	}
	begin_words(one, &words, id);
	if (one->layout)
		err = put_described(one, &words);
	else
		put_bytes(one, &words);
	return err ? err : pxt_threadx_buffer_add(one->buffer, &words);
}

/* What it says of who runs */

static enum pxt_threadx_role role_of(const struct pxt_threadx_one *one)
{
	const struct pxt_threadx_meaning *meaning = one->meaning;

	if (!meaning)
		return PXT_THREADX_CALLS;
	if (meaning->state && one->layout) {
		if (one->layout->flags & POSIX_TRACE_LAYOUT_BEGIN_NP)
			return PXT_THREADX_WAITS;
		if (one->layout->flags & POSIX_TRACE_LAYOUT_END_NP)
			return PXT_THREADX_GOES;
	}
	return meaning->role;
}

static void affect(struct pxt_threadx_one *one, enum pxt_threadx_role role)
{
	struct pxt_threadx_thing *mutex;

	if (!one->meaning || !one->has_object)
		return;
	mutex = thing(one, one->object);
	if (one->meaning->effect == PXT_THREADX_TAKES &&
	    role != PXT_THREADX_WAITS)
		mutex->owner = thing(one, one->thread)->address;
	else if (one->meaning->effect == PXT_THREADX_LEAVES)
		mutex->owner = 0;
}

static int put_one(struct pxt_threadx_one *one)
{
	const enum pxt_threadx_role role = role_of(one);
	int waited, err = 0;

	if (role == PXT_THREADX_SWITCHES)
		one->thread = one->object;
	if (role == PXT_THREADX_INTERRUPTS)
		thing(one, one->thread)->is_interrupt = true;
	waited = thing(one, one->thread)->state;
	if (waited)
		err = wake(one);
	if (err)
		return err;
	if (!one->meaning)
		err = put_user(one);
	else if (one->meaning->id && (role != PXT_THREADX_GOES ||
				      waited != one->meaning->state))
		err = put_meaning(one);
	if (one->meaning)
		tell_untaken(one);
	affect(one, role);
	if (!err && role == PXT_THREADX_WAITS)
		err = sleep_on(one, one->meaning->state);
	if (thing(one, one->thread)->is_interrupt)
		return err;
	one->mapped->running = one->thread;
	one->mapped->has_running = true;
	return err;
}

/* Items */

static void find_meaning(struct pxt_threadx_one *one)
{
	const trace_event_id_t type = one->item->info.posix_event_id;
	struct pxt_threadx_mapped_type *known;
	const char *name;

	one->layout = one->export->view->get_layout(one->export->view, type);
	if (type >= sizeof(one->mapped->type) / sizeof(one->mapped->type[0]))
		return;
	known = &one->mapped->type[type];
	if (!known->is_known || known->layout != one->layout) {
		name = one->export->view->get_name(one->export->view, type);
		known->meaning =
			name ? pxt_threadx_vocabulary_find(name) : NULL;
		known->life = name ? pxt_threadx_lives_find(name) :
				     PXT_THREADX_NO_LIFE;
		known->layout = one->layout;
		known->is_known = true;
	}
	one->meaning = known->meaning;
	one->life = known->life;
}

static void find_time(struct pxt_threadx_one *one)
{
	const struct timespec *time = &one->item->info.posix_timestamp;
	uint64_t ns;

	ns = time->tv_sec < 0 ? 0 :
				(uint64_t)time->tv_sec * 1000000000 +
					(uint64_t)time->tv_nsec;
	if (one->mapped->has_now && ns < one->mapped->now) {
		pxt_export_lose(one->export, "times that went back");
		ns = one->mapped->now;
	}
	one->mapped->has_now = true;
	one->mapped->now = one->ns = ns;
}

/* Whose it is, and what it speaks of. */
static int find_things(struct pxt_threadx_one *one)
{
	int err;

	err = pxt_threadx_lives_begin(one);
	if (!err)
		err = pxt_threadx_one_get(one, PXT_THREADX_THREAD,
					  (uint64_t)one->item->tid,
					  &one->thread);
	if (!err)
		err = pxt_threadx_lives_end(one);
	if (!err && one->meaning)
		err = pxt_threadx_one_object(one, one->meaning->type);
	return err;
}

int pxt_threadx_mapped_put(struct pxt_threadx_mapped *mapped,
			   struct pxt_threadx_buffer *buffer,
			   struct pxt_export *export,
			   const struct posix_trace_item_np *item)
{
	struct pxt_threadx_one one = {
		.mapped = mapped,
		.buffer = buffer,
		.export = export,
		.item = item,
	};
	struct pxt_threadx_words words;
	int err;

	if (item->origin < PXT_THREADX_ORIGINS &&
	    item->origin >= mapped->origins)
		mapped->origins = item->origin + 1;
	find_time(&one);
	find_meaning(&one);
	if (one.layout)
		one.values = posix_trace_layout_decode_np(
			one.layout, item->data, item->data_len, one.value);
	if (pxt_threadx_native_is(&mapped->shapes, export->view, item,
				  &words))
		return pxt_threadx_beside_put(&one, &words);
	err = find_things(&one);
	if (err == ENOSPC) {
		pxt_export_lose(export, "events of too many threads");
		return 0;
	}
	if (one.meaning && one.meaning->type && !one.has_object)
		one.meaning = NULL;
	if (!err)
		pxt_export_lose_place(export, item);
	return err ? err : put_one(&one);
}

/* In the end */

static bool is_suspension(const struct pxt_threadx_words *words)
{
	return words->word[ID] == SUSPEND &&
	       words->word[CONTEXT] == words->word[INFORMATION];
}

/* Who runs next is who has the next event; nobody, if that is an interrupt or
 * the same one. */
static void tell_next(struct pxt_threadx_buffer *buffer)
{
	for (size_t i = 0; i + 1 < buffer->events; i++) {
		struct pxt_threadx_words *words = &buffer->event[i];
		const uint64_t next = words[1].word[CONTEXT];

		if (is_suspension(words) && !pxt_threadx_is_special(next) &&
		    next != words->word[CONTEXT] &&
		    !words->word[INFORMATION + 3])
			words->word[INFORMATION + 3] = next;
	}
}

/* The kernel begins with these, and TraceX needs events whose stamps rise. */
static int put_start(struct pxt_threadx_buffer *buffer)
{
	const struct pxt_threadx_words none = { { 0 } };
	struct pxt_threadx_words *event;
	int err;

	if (!buffer->events)
		return 0;
	err = pxt_threadx_buffer_add(buffer, &none);
	if (!err)
		err = pxt_threadx_buffer_add(buffer, &none);
	if (err)
		return err;
	event = buffer->event;
	memmove(event + 2, event, (buffer->events - 2) * sizeof(*event));
	for (int i = 0; i < 2; i++)
		event[i] = (struct pxt_threadx_words){
			{ event[2].word[CONTEXT], event[2].word[PRIORITY],
			  RUNNING, event[2].word[STAMP] }
		};
	return 0;
}

int pxt_threadx_mapped_end(struct pxt_threadx_mapped *mapped,
			   struct pxt_threadx_buffer *buffer,
			   struct pxt_export *export, uint64_t hz)
{
	int err;

	tell_next(buffer);
	err = put_start(buffer);
	if (err)
		return err;
	pxt_threadx_clocking(buffer, export, hz);
	return pxt_threadx_naming(mapped, buffer, export);
}
