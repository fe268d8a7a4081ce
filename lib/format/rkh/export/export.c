/*
 * export.c - a trace as a stream of RKH
 *
 * The first event decides: a trace that came from such a stream is written as
 * it was, others as user events.
 */
#include "format/rkh/export/export.h"

#include <errno.h>
#include <stdlib.h>

#include "format/rkh/export/native_events.h"
#include "format/rkh/export/user.h"

struct exporter {
	enum { UNKNOWN, NATIVE_EVENTS, USER } is;
	struct pxt_rkh_options options;
	struct pxt_rkh_writer writer;
	struct pxt_rkh_native_events native_events;
	struct pxt_rkh_user user;
	uint64_t first_lost;   /* losses before the first event */
	uint64_t first_losses; /* losses of unknown number before it */
};

static void close_export(struct pxt_export *export)
{
	struct exporter *exporter = export->state;

	if (!exporter)
		return;
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

static void put_event(struct pxt_export *export,
		      const struct posix_trace_item_np *item)
{
	struct exporter *exporter = export->state;
	const trace_event_id_t type = item->info.posix_event_id;
	const struct posix_trace_layout_np *layout =
		export->view->get_layout(export->view, type);
	const char *name = export->view->get_name(export->view, type);
	const bool native_events = pxt_rkh_native_events_know(name, layout);

	if (exporter->is == UNKNOWN)
		begin(export, item->origin, native_events);
	if (exporter->is == USER)
		pxt_rkh_user_put(&exporter->user, &exporter->writer, export,
				 name ? name : "?", layout, item);
	else if (native_events)
		pxt_rkh_native_events_put(&exporter->native_events,
					  &exporter->writer, export, name,
					  layout, item);
	else
		pxt_export_lose(export, "events that are none of RKH");
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
		pxt_rkh_native_events_lose(&exporter->native_events);
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

static int finish(struct pxt_export *export)
{
	struct exporter *exporter = export->state;

	if (exporter->is == UNKNOWN)
		begin(export, 0, false);
	if (exporter->is == USER)
		pxt_rkh_user_end(&exporter->user, export);
	return pxt_rkh_writer_flush(&exporter->writer);
}

const struct pxt_exporter pxt_rkh_export = {
	.open = open_export,
	.put = put,
	.finish = finish,
	.close = close_export,
};
