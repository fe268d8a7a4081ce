/*
 * export.c - a trace as a stream of RKH
 *
 * A trace with events of such a target is written as it was, others as user
 * events. Where no survey tells, the first event that is not the stream's own
 * decides.
 */
#include "format/rkh/export/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/rkh/export/fields.h"
#include "format/rkh/export/native_events.h"
#include "format/rkh/export/user.h"

enum { KEPT_MAX = 16 };

struct exporter {
	enum { UNKNOWN, NATIVE_EVENTS, USER } is;
	struct pxt_rkh_options options;
	struct pxt_rkh_writer writer;
	struct pxt_rkh_native_events native_events;
	struct pxt_rkh_late_start start;
	struct pxt_rkh_user user;
	uint64_t first_lost;   /* losses before the first event */
	uint64_t first_losses; /* losses of unknown number before it */

	/* The stream's own events before it, with copies of their data. */
	struct posix_trace_item_np kept[KEPT_MAX];
	size_t keeps;
};

static void close_export(struct pxt_export *export)
{
	struct exporter *exporter = export->state;

	if (!exporter)
		return;
	for (size_t i = 0; i < exporter->keeps; i++)
		free((void *)(uintptr_t)exporter->kept[i].data);
	pxt_rkh_late_start_fini(&exporter->start);
	pxt_rkh_user_fini(&exporter->user);
	pxt_rkh_writer_fini(&exporter->writer);
	free(exporter);
	export->state = NULL;
}

static int open_export(struct pxt_export *export)
{
	struct exporter *exporter = calloc(1, sizeof(*exporter));
	int err;

	export->state = exporter;
	if (!exporter)
		return ENOMEM;
	exporter->writer.out = export->out;
	exporter->native_events.start = &exporter->start;
	err = pxt_rkh_options_init(&exporter->options, export->settings,
				   export->why);
	if (!err)
		err = pxt_rkh_user_init(&exporter->user, export->settings,
					export->why);
	return err;
}

/* Sequence numbers express losses of known number. */
static void lose_place(struct pxt_export *export)
{
	pxt_export_lose(export, "places that could not be read");
}

/* Events of a stream about itself, which no target has. */
static bool is_system(const struct posix_trace_item_np *item)
{
	return item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT;
}

static void lose_other(struct pxt_export *export,
		       const struct posix_trace_item_np *item)
{
	pxt_export_lose(export, is_system(item) ?
					"events of the tracing system" :
					"events that are none of RKH");
}

static void begin(struct pxt_export *export, unsigned origin,
		  bool native_events)
{
	struct exporter *exporter = export->state;

	exporter->is = native_events ? NATIVE_EVENTS : USER;
	if (native_events) {
		pxt_rkh_native_events_begin(
			&exporter->native_events, &exporter->writer,
			&exporter->options, export->view, origin);
		for (; exporter->first_losses; exporter->first_losses--)
			lose_place(export);
		if (exporter->first_lost)
			pxt_export_lose(export,
					"losses before the first event");
		for (size_t i = 0; i < exporter->keeps; i++)
			lose_other(export, &exporter->kept[i]);
		return;
	}
	pxt_rkh_user_begin(&exporter->user, &exporter->writer,
			   &exporter->options, export);
	for (; exporter->first_losses; exporter->first_losses--)
		pxt_rkh_user_lose(&exporter->user, export, 0);
	if (exporter->first_lost)
		pxt_rkh_user_lose(&exporter->user, export,
				  exporter->first_lost);
}

/* Surveys the events up to a configuration record. */
static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct exporter *exporter = export->state;
	struct pxt_view *view = export->view;
	const struct posix_trace_layout_np *layout;
	const char *name;

	if (!item || item->kind == POSIX_TRACE_ITEM_LOSS_NP || is_system(item))
		return 0;
	layout = view->get_layout(view, item->info.posix_event_id);
	name = view->get_name(view, item->info.posix_event_id);
	if (pxt_rkh_fields_are_of(name, layout))
		return pxt_rkh_late_start_meet(
			&exporter->start,
			pxt_rkh_native_events_dialect(view, item->origin), name,
			layout, item);
	return 0;
}

/* False: no room. */
static bool keep(struct exporter *exporter,
		 const struct posix_trace_item_np *item)
{
	struct posix_trace_item_np *kept = &exporter->kept[exporter->keeps];
	void *data;

	if (exporter->keeps == KEPT_MAX)
		return false;
	data = malloc(item->data_len + 1);
	if (!data)
		return false;
	if (item->data_len)
		memcpy(data, item->data, item->data_len);
	*kept = *item;
	kept->data = data;
	exporter->keeps++;
	return true;
}

static void put_user_event(struct pxt_export *export,
			   const struct posix_trace_item_np *item)
{
	struct exporter *exporter = export->state;
	const trace_event_id_t type = item->info.posix_event_id;
	const char *name = export->view->get_name(export->view, type);

	pxt_rkh_user_put(&exporter->user, &exporter->writer, export,
			 name ? name : "?",
			 export->view->get_layout(export->view, type), item);
}

static void put_kept(struct pxt_export *export)
{
	struct exporter *exporter = export->state;

	for (size_t i = 0; exporter->is == USER && i < exporter->keeps; i++)
		put_user_event(export, &exporter->kept[i]);
}

static void put_event(struct pxt_export *export,
		      const struct posix_trace_item_np *item)
{
	struct exporter *exporter = export->state;
	const trace_event_id_t type = item->info.posix_event_id;
	const struct posix_trace_layout_np *layout =
		export->view->get_layout(export->view, type);
	const char *name = export->view->get_name(export->view, type);
	const bool native_events = pxt_rkh_fields_are_of(name, layout);

	if (exporter->is == UNKNOWN && is_system(item) && keep(exporter, item))
		return;
	if (exporter->is == UNKNOWN && exporter->start.is_surveyed &&
	    !native_events) {
		lose_other(export, item);
		return;
	}
	if (exporter->is == UNKNOWN) {
		begin(export, item->origin, native_events);
		put_kept(export);
	}
	if (exporter->is == USER)
		put_user_event(export, item);
	else if (native_events)
		pxt_rkh_native_events_put(&exporter->native_events,
					  &exporter->writer, export, name,
					  layout, item);
	else
		lose_other(export, item);
}

/* The kind of stream is unknown before the first event. */
static void keep_loss(struct exporter *exporter, uint64_t lost)
{
	if (!lost)
		exporter->first_losses++;
	else if (__builtin_add_overflow(exporter->first_lost, lost,
					&exporter->first_lost))
		exporter->first_lost = UINT64_MAX;
}

static void put_loss(struct pxt_export *export,
		     const struct posix_trace_item_np *item)
{
	struct exporter *exporter = export->state;

	if (exporter->is == USER)
		pxt_rkh_user_lose(&exporter->user, export, item->lost);
	else
		pxt_rkh_native_events_lose(&exporter->native_events,
					   item->lost);
	if (exporter->is == NATIVE_EVENTS && !item->lost)
		lose_place(export);
	if (exporter->is == UNKNOWN)
		keep_loss(exporter, item->lost);
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct exporter *exporter = export->state;

	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		put_loss(export, item);
	else
		put_event(export, item);
	return exporter->writer.error;
}

static int flush(struct pxt_export *export)
{
	struct exporter *exporter = export->state;

	return pxt_rkh_writer_flush(&exporter->writer);
}

static int finish(struct pxt_export *export)
{
	struct exporter *exporter = export->state;

	if (exporter->is == UNKNOWN) {
		begin(export, 0, false);
		put_kept(export);
	}
	if (exporter->is == USER)
		pxt_rkh_user_end(&exporter->user, export);
	else
		pxt_rkh_native_events_end(&exporter->native_events, export);
	return pxt_rkh_writer_flush(&exporter->writer);
}

const struct pxt_exporter pxt_rkh_export = {
	.open = open_export,
	.survey = survey,
	.survey_is_optional = true,
	.put = put,
	.flush = flush,
	.finish = finish,
	.close = close_export,
};
