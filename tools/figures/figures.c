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
	if (figures->options.partial || figures->options.lean)
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
	memset(&figures->accounts, 0, sizeof(figures->accounts));
	figures->keeps_accounts =
		source->is_settled &&
		(options->group == TALLY_EVENT || source->has_no_programs);
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

/* Figures that may want an event, besides counting it. */
enum figure {
	FIGURE_PAIRS = 1 << 0,
	FIGURE_LEVELS = 1 << 1,
	FIGURE_LOCKS = 1 << 2,
	FIGURE_ENDS = 1 << 3,
	FIGURE_POSTS = 1 << 4,
	FIGURE_TESTS = 1 << 5,
	FIGURE_FIELDS = (1 << 6) - 1, /* all that need decoded fields */
	FIGURE_THREADX = 1 << 6,
};

static void want(unsigned *wanted, enum figure figure, bool is_wanted)
{
	if (is_wanted)
		*wanted |= figure;
}

/* The figures that depend on the description. */
static int find_described(struct figures *figures, trace_event_id_t type,
			  unsigned *wanted)
{
	const struct posix_trace_layout_np *layout = layout_of(figures, type);
	bool is_wanted;
	int err;

	err = pairs_want(&figures->pairs, type, layout, &is_wanted);
	if (err)
		return err;
	want(wanted, FIGURE_PAIRS, is_wanted);
	err = levels_want(&figures->levels, type,
			  namesakes_first(&figures->alike, type), layout,
			  &is_wanted);
	if (err)
		return err;
	want(wanted, FIGURE_LEVELS, is_wanted);
	if (figures->options.rule_count || figures->options.lean)
		return 0;
	err = locks_want(&figures->locks, type, layout, &is_wanted);
	want(wanted, FIGURE_LOCKS, !err && is_wanted);
	return err;
}

static int find_figures(struct figures *figures,
			const struct posix_trace_item_np *item,
			unsigned *wanted)
{
	const trace_event_id_t type = item->info.posix_event_id;
	int err;

	*wanted = 0;
	if (figures->options.lean)
		return find_described(figures, type, wanted);
	want(wanted, FIGURE_ENDS, ends_want(&figures->ends, type));
	want(wanted, FIGURE_POSTS, posts_want(&figures->posts, type));
	want(wanted, FIGURE_TESTS, unit_tests_want(&figures->tests, type));
	err = find_described(figures, type, wanted);
	want(wanted, FIGURE_THREADX,
	     figures->threadx && threadx_want(figures->threadx, type));
	return err;
}

static int add_to_figures(struct figures *figures, unsigned wanted,
			  const struct posix_trace_item_np *item)
{
	int err = 0;

	if (wanted & FIGURE_FIELDS)
		fields_decode(&figures->fields, item);
	if (wanted & FIGURE_LEVELS)
		levels_add(&figures->levels, item->info.posix_event_id);
	if (!figures->options.lean)
		err = wanted & FIGURE_LOCKS ? locks_add(&figures->locks, item) :
					      locks_note(&figures->locks, item);
	if (!err && wanted & FIGURE_PAIRS)
		err = pairs_add(&figures->pairs, item);
	if (!err && wanted & FIGURE_ENDS)
		ends_add(&figures->ends, item);
	if (!err && wanted & FIGURE_POSTS)
		err = posts_add(&figures->posts, item);
	if (!err && wanted & FIGURE_TESTS)
		err = unit_tests_add(&figures->tests, item);
	if (!err && wanted & FIGURE_THREADX)
		err = threadx_add(figures->threadx, item);
	return err;
}

/* Counts by name, whatever the data. */
static int count(struct figures *figures,
		 const struct posix_trace_item_np *item,
		 struct tally_place *place)
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
	return tally_add(&figures->tally, &counted, program, place);
}

/* Counts an event, and makes an account of what was found out for that. */
static int open_account(struct figures *figures, struct account *account,
			const struct posix_trace_item_np *item)
{
	int err;

	account->is_kept = false;
	err = count(figures, item, &account->place);
	if (!err)
		err = find_figures(figures, item, &account->wanted);
	if (err)
		return err;
	account->origin = item->origin;
	account->pid = item->info.posix_pid;
	account->tid = item->tid;
	account->type = item->info.posix_event_id;
	account->is_kept = figures->keeps_accounts &&
			   tally_keeps(&figures->tally, &account->place);
	return 0;
}

static int add_event(struct figures *figures,
		     const struct posix_trace_item_np *item, int64_t ns)
{
	struct account *account = accounts_of(&figures->accounts, item);
	int err;

	err = account_is_of(account, item) ?
		      tally_add_again(&figures->tally, &account->place, ns) :
		      open_account(figures, account, item);
	return err ? err : add_to_figures(figures, account->wanted, item);
}

static int add_loss(struct figures *figures,
		    const struct posix_trace_item_np *item)
{
	struct tally_place none;
	int err;

	err = count(figures, item, &none);
	return err || figures->options.lean ? err :
					      locks_lose(&figures->locks, item);
}

int figures_add(struct figures *figures, const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	int err = 0;

	if (!figures->options.lean)
		err = locks_pass(&figures->locks, item->origin, ns);
	if (err)
		return err;
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		return add_loss(figures, item);
	if (!figures->options.system &&
	    item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return 0;
	return add_event(figures, item, ns);
}

void figures_renew(struct figures *figures)
{
	tally_renew(&figures->tally);
	pairs_renew(&figures->pairs);
	levels_renew(&figures->levels);
}
