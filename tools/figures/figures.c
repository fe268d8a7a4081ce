/*
 * figures.c - figures of a trace
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "figures/figures.h"
#include "figures/threadx/threadx.h"
#include "source/programs.h"

enum { ASK_ALWAYS = 64, ASK_AGAIN = 64 };

/* Scheduling needs all events. */
static int begin_threadx(struct figures *figures)
{
	figures->threadx = NULL;
	if (figures->options.partial)
		return 0;
	figures->threadx = malloc(sizeof(*figures->threadx));
	if (!figures->threadx)
		return ENOMEM;
	threadx_init(figures->threadx, figures->source, &figures->fields,
		     &figures->labels);
	return 0;
}

static void end_threadx(struct figures *figures)
{
	if (figures->threadx)
		threadx_fini(figures->threadx);
	free(figures->threadx);
	figures->threadx = NULL;
}

int figures_init(struct figures *figures, struct source *source,
		 const struct figures_options *options, int64_t base_ns)
{
	int err;

	figures->options = *options;
	figures->source = source;
	figures->base_ns = base_ns;
	figures->alike = (struct namesakes){ .source = source };
	memset(figures->undescribed, 0, sizeof(figures->undescribed));
	fields_init(&figures->fields, source);
	labels_init(&figures->labels, source, options->ascii);
	tally_init(&figures->tally, options->group, options->intervals);
	levels_init(&figures->levels, &figures->fields);
	locks_init(&figures->locks, &figures->fields);
	ends_init(&figures->ends, &figures->fields, &figures->labels,
		  &figures->locks);
	posts_init(&figures->posts, &figures->fields, &figures->labels);
	unit_tests_init(&figures->tests, &figures->fields, &figures->labels);
	err = begin_threadx(figures);
	return err ? err :
		     pairs_init(&figures->pairs, &figures->fields,
				&figures->labels, options->rules,
				options->rule_count);
}

void figures_fini(struct figures *figures)
{
	end_threadx(figures);
	pairs_fini(&figures->pairs);
	posts_fini(&figures->posts);
	unit_tests_fini(&figures->tests);
	locks_fini(&figures->locks);
	levels_fini(&figures->levels);
	tally_fini(&figures->tally);
	namesakes_fini(&figures->alike);
	labels_fini(&figures->labels);
	fields_fini(&figures->fields);
}

/* Descriptions precede events in a log. Some programs describe recorded types
 * late: the source is asked now and then. */
static const struct posix_trace_layout_np *layout_of(struct figures *figures,
						     trace_event_id_t type)
{
	uint32_t events;

	if (type >= FIELDS_TYPES)
		return NULL;
	if (figures->fields.layouts[type])
		return figures->fields.layouts[type];
	events = figures->undescribed[type]++;
	if (events > ASK_ALWAYS && events % ASK_AGAIN)
		return NULL;
	return fields_layout(&figures->fields, type);
}

/* Events that are more than counted. */
static int add_event(struct figures *figures,
		     const struct posix_trace_item_np *item)
{
	const trace_event_id_t type = item->info.posix_event_id;
	const struct posix_trace_layout_np *layout = layout_of(figures, type);
	bool in_pairs = false, has_levels = false, in_locks = false;
	int err;

	err = pairs_want(&figures->pairs, type, layout, &in_pairs);
	if (!err)
		err = levels_want(&figures->levels, type,
				  namesakes_first(&figures->alike, type),
				  layout, &has_levels);
	if (!err && !figures->options.rule_count)
		err = locks_want(&figures->locks, type, layout, &in_locks);
	if (!err && !in_locks)
		err = locks_note(&figures->locks, item);
	if (err || (!in_pairs && !has_levels && !in_locks))
		return err;
	fields_decode(&figures->fields, item);
	if (has_levels)
		levels_add(&figures->levels, type);
	if (in_locks)
		err = locks_add(&figures->locks, item);
	return in_pairs && !err ? pairs_add(&figures->pairs, item) : err;
}

/* Counts by name, whatever the data. */
static int count(struct figures *figures,
		 const struct posix_trace_item_np *item)
{
	struct posix_trace_item_np counted = *item;
	const int64_t program =
		figures->tally.group == TALLY_EVENT ?
			0 :
			programs_which(figures->source, item->origin,
				       item->info.posix_pid,
				       &item->info.posix_timestamp);

	if (item->kind == POSIX_TRACE_ITEM_EVENT_NP)
		counted.info.posix_event_id = namesakes_first(
			&figures->alike, item->info.posix_event_id);
	return tally_add(&figures->tally, &counted, program);
}

int figures_add(struct figures *figures, const struct posix_trace_item_np *item)
{
	const bool is_event = item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	int err;

	err = locks_pass(&figures->locks, item->origin,
			 stamp_ns(&item->info.posix_timestamp));
	if (err)
		return err;
	if (is_event && !figures->options.system &&
	    item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return 0;
	err = count(figures, item);
	if (!err && is_event)
		err = add_event(figures, item);
	if (!err && item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		err = locks_lose(&figures->locks, item);
	if (!err && is_event)
		ends_add(&figures->ends, item);
	if (!err && is_event)
		err = posts_add(&figures->posts, item);
	if (!err && is_event)
		err = unit_tests_add(&figures->tests, item);
	if (!err && is_event && figures->threadx)
		err = threadx_add(figures->threadx, item);
	return err;
}
