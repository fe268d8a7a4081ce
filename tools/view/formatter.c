/* formatter.c - lines that workers make */
#include "base/sum.h"
#include "view/formatter.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/array.h"

/* The state of an output between two lines. */
struct line_state {
	struct stamp stamp;
	size_t thread_width, event_width;
};

/* Numbers of selected items in a batch. */
struct counts {
	unsigned long long events, lost;
	unsigned long long uncounted; /* losses of unknown size */
	bool is_over;		      /* items behind are not selected */
};

/* The work that was done for a batch. */
struct formatted {
	char *text; /* all lines as JSON, or all but the first */
	size_t len, room;
	bool is_whole;
	size_t first; /* the first selected item; or the batch's count */
	struct line_state before, after; /* states around the text of lines */
	struct counts counts;
};

/* The view of a worker. */
struct maker {
	struct out out;
	struct selection selection; /* a copy */
	struct symbols *symbols;    /* may be NULL */
	struct formatted *into;
	union {
		struct line line;
		struct json json;
	} view;
};

struct formatter {
	struct output *output;
	struct selection *selection;
	struct log_workers *workers;
	bool is_json;
	unsigned count;
	struct maker *makers; /* views of the workers */
	pthread_mutex_t lock; /* over the rest */
	struct line_state last;
	bool has_last;
};

/* Text */

/* Has the output put what follows behind the text, where it stays. */
static int make_room(struct maker *maker)
{
	struct formatted *into = maker->into;

	if (pxt_array_reserve(&into->text, &into->room, into->len + OUT_BLOCK,
			      1)) {
		maker->out.block = maker->out.own;
		return ENOMEM;
	}
	maker->out.block = into->text + into->len;
	return 0;
}

/* The data is in its place. */
static int append(void *argument, const char *data, size_t len)
{
	struct maker *maker = argument;

	(void)data;
	maker->into->len += len;
	return make_room(maker);
}

static void begin_text(struct maker *maker, struct formatted *into)
{
	maker->into = into;
	maker->out.len = 0;
	into->len = 0;
	into->is_whole = false;
	maker->out.error = make_room(maker);
}

static void end_text(struct maker *maker)
{
	maker->into->is_whole = !out_flush(&maker->out);
}

/* Lines */

static struct line_state state_of(const struct line *line)
{
	return (struct line_state){
		.stamp = line->stamp,
		.thread_width = line->thread_width,
		.event_width = line->event_width,
	};
}

static void set_state(struct line *line, const struct line_state *state)
{
	line->stamp = state->stamp;
	line->thread_width = state->thread_width;
	line->event_width = state->event_width;
}

/* The date is that of the time. */
static bool is_same(const struct line_state *a, const struct line_state *b)
{
	return a->stamp.now == b->stamp.now &&
	       a->stamp.first == b->stamp.first &&
	       a->stamp.form == b->stamp.form &&
	       a->thread_width == b->thread_width &&
	       a->event_width == b->event_width;
}

static bool get_last(struct formatter *formatter, struct line_state *last)
{
	bool has_last;

	pthread_mutex_lock(&formatter->lock);
	*last = formatter->last;
	has_last = formatter->has_last;
	pthread_mutex_unlock(&formatter->lock);
	return has_last;
}

static void set_last(struct formatter *formatter, const struct line *line)
{
	pthread_mutex_lock(&formatter->lock);
	formatter->last = state_of(line);
	formatter->has_last = true;
	pthread_mutex_unlock(&formatter->lock);
}

/* Selected items */

static inline void count_item(struct counts *counts,
			      const struct posix_trace_item_np *item)
{
	const bool is_loss = item->kind == POSIX_TRACE_ITEM_LOSS_NP;

	counts->events += !is_loss;
	counts->lost = pxt_sum(counts->lost, item->lost);
	counts->uncounted += is_loss && !item->lost;
}

/* The next selected item, from one on, which is counted; or the batch's
 * count. */
static inline size_t select_from(struct selection *selection,
				 const struct posix_trace_batch_np *batch,
				 size_t i, struct counts *counts)
{
	for (; i < batch->count; i++) {
		const struct posix_trace_item_np *item = &batch->items[i];

		if (selection_is_past(selection, item)) {
			counts->is_over = true;
			return batch->count;
		}
		if (!selection->chooses || selection_has(selection, item)) {
			count_item(counts, item);
			return i;
		}
	}
	return i;
}

/* The first item is put by the output, which knows the line before. Items are
 * counted while they are in the cache. */
static void format_rest(struct maker *maker,
			const struct posix_trace_batch_np *batch,
			struct counts *counts)
{
	struct selection *selection = &maker->selection;
	size_t i = maker->into->first;

	while ((i = select_from(selection, batch, i + 1, counts)) <
	       batch->count)
		line_put(&maker->view.line, &maker->out, &batch->items[i]);
}

static void format_lines(struct formatter *formatter, struct maker *maker,
			 const struct posix_trace_batch_np *batch)
{
	struct formatted *into = maker->into;
	struct line *line = &maker->view.line;
	const struct posix_trace_item_np *item;
	struct counts counts = { 0 };
	struct line_state last;

	into->first = select_from(&maker->selection, batch, 0, &into->counts);
	if (into->first == batch->count)
		return;
	item = &batch->items[into->first];
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP ||
	    !get_last(formatter, &last))
		return;
	counts = into->counts;
	set_state(line, &last);
	stamp_move(&line->stamp, &item->info.posix_timestamp);
	into->before = state_of(line);
	format_rest(maker, batch, &counts);
	into->after = state_of(line);
	into->counts = counts;
	end_text(maker);
}

static void format_json(struct maker *maker,
			const struct posix_trace_batch_np *batch)
{
	struct formatted *into = maker->into;
	struct counts counts = { 0 };
	size_t i = 0;

	while ((i = select_from(&maker->selection, batch, i, &counts)) <
	       batch->count)
		json_put(&maker->view.json, &batch->items[i++]);
	into->counts = counts;
	end_text(maker);
}

static void work(struct posix_trace_batch_np *batch, unsigned worker,
		 void *argument)
{
	struct formatter *formatter = argument;
	struct maker *maker = &formatter->makers[worker];

	if (!batch->own)
		batch->own = calloc(1, sizeof(struct formatted));
	if (!batch->own)
		return;
	begin_text(maker, batch->own);
	maker->into->counts = (struct counts){ 0 };
	if (formatter->is_json)
		format_json(maker, batch);
	else
		format_lines(formatter, maker, batch);
}

static void free_room(void *own, void *argument)
{
	struct formatted *formatted = own;

	(void)argument;
	free(formatted->text);
	free(formatted);
}

/* Views */

static int begin_maker(struct formatter *formatter, struct maker *maker)
{
	struct output *output = formatter->output;
	struct line_style style;

	if (selection_copy(&maker->selection, formatter->selection))
		return ENOMEM;
	out_init_taker(&maker->out, append, maker);
	if (output->symbols)
		maker->symbols =
			symbols_create(output->source, output_is_ascii(output));
	if (formatter->is_json)
		return json_init(&maker->view.json, output->source,
				 maker->symbols, &maker->out);
	style = output->view.line.style;
	style.symbols = maker->symbols;
	line_init(&maker->view.line, output->source, &style);
	return 0;
}

static void end_maker(struct formatter *formatter, struct maker *maker)
{
	if (formatter->is_json)
		json_fini(&maker->view.json);
	else
		line_fini(&maker->view.line);
	symbols_close(maker->symbols);
	selection_copy_fini(&maker->selection);
}

static void free_formatter(struct formatter *formatter)
{
	while (formatter->count)
		end_maker(formatter, &formatter->makers[--formatter->count]);
	free(formatter->makers);
	pthread_mutex_destroy(&formatter->lock);
	free(formatter);
}

static int begin_makers(struct formatter *formatter, unsigned count)
{
	int err = 0;

	formatter->makers = calloc(count, sizeof(*formatter->makers));
	if (!formatter->makers)
		return ENOMEM;
	for (unsigned i = 0; i < count && !err; i++) {
		err = begin_maker(formatter, &formatter->makers[i]);
		formatter->count += !err;
	}
	return err;
}

struct formatter *formatter_create(struct output *output,
				   struct selection *selection,
				   struct log_workers *workers)
{
	const unsigned count = workers ? log_workers_count(workers) : 0;
	struct formatter *formatter;
	int err;

	if (!count || !output_is_of_batches(output))
		return NULL;
	formatter = calloc(1, sizeof(*formatter));
	if (!formatter)
		return NULL;
	formatter->output = output;
	formatter->selection = selection;
	formatter->workers = workers;
	formatter->is_json = output->options.format == OUTPUT_JSON;
	pthread_mutex_init(&formatter->lock, NULL);
	err = begin_makers(formatter, count);
	if (!err)
		err = log_workers_set_work(workers, work, free_room, formatter);
	if (!err)
		return formatter;
	free_formatter(formatter);
	return NULL;
}

void formatter_close(struct formatter *formatter)
{
	if (!formatter)
		return;
	log_workers_set_work(formatter->workers, NULL, NULL, NULL);
	free_formatter(formatter);
}

/* Putting */

/* Puts selected items that were not formatted. */
static void put_items(struct formatter *formatter,
		      const struct posix_trace_batch_np *batch, size_t i,
		      struct counts *counts)
{
	struct selection *selection = formatter->selection;

	while ((i = select_from(selection, batch, i, counts)) < batch->count)
		output_put(formatter->output, &batch->items[i++]);
}

static void put_lines(struct formatter *formatter,
		      const struct posix_trace_batch_np *batch,
		      const struct formatted *made, struct counts *counts)
{
	struct output *output = formatter->output;
	struct line *line = &output->view.line;
	struct line_state state;

	if (made->first == batch->count)
		return;
	output_put(output, &batch->items[made->first]);
	state = state_of(line);
	if (made->is_whole && is_same(&state, &made->before)) {
		out_large(&output->to.out, made->text, made->len);
		set_state(line, &made->after);
	} else {
		*counts = (struct counts){ 0 };
		count_item(counts, &batch->items[made->first]);
		put_items(formatter, batch, made->first + 1, counts);
	}
	set_last(formatter, line);
}

static void put_json(struct formatter *formatter,
		     const struct posix_trace_batch_np *batch,
		     const struct formatted *made, struct counts *counts)
{
	if (made->is_whole) {
		out_large(&formatter->output->to.out, made->text, made->len);
		return;
	}
	*counts = (struct counts){ 0 };
	put_items(formatter, batch, 0, counts);
}

/* Without memory nothing was made of a batch. */
static struct counts put_batch(struct formatter *formatter,
			       const struct posix_trace_batch_np *batch)
{
	const struct formatted *made = batch->own;
	struct counts counts = { 0 };

	if (made)
		counts = made->counts;
	if (!made)
		put_items(formatter, batch, 0, &counts);
	else if (formatter->is_json)
		put_json(formatter, batch, made, &counts);
	else
		put_lines(formatter, batch, made, &counts);
	return counts;
}

/* Workers that get their work begin with the whole log. */
static int go_to_begin(const struct formatter *formatter)
{
	const struct selection *selection = formatter->selection;

	return selection->bounded && selection->from.kind ?
		       source_seek(selection->source, &selection->since) :
		       0;
}

static bool is_over(const struct formatter *formatter)
{
	return formatter->selection->over || output_is_over(formatter->output);
}

static int take_batch(const struct posix_trace_batch_np *batch, void *argument)
{
	struct formatter *formatter = argument;
	struct selection *selection = formatter->selection;
	const struct counts counts = put_batch(formatter, batch);

	selection_count(selection, counts.events, counts.lost,
			counts.uncounted);
	selection->over = counts.is_over;
	return is_over(formatter) ? ECANCELED : 0;
}

int formatter_put_all(struct formatter *formatter)
{
	int err;

	err = go_to_begin(formatter);
	if (!err)
		err = log_workers_walk(formatter->workers, take_batch,
				       formatter);
	return is_over(formatter) ? 0 : err;
}
