/* late_start.c - a log that begins behind its configuration record */
#include "format/rkh/export/late_start.h"

#include <errno.h>

enum {
	LINUX_HZ = 1000000,	/* rate of RKH's port to Linux, */
	LINUX_HZ_TOLD = 0x4240, /* and that in its records */
};

void pxt_rkh_late_start_fini(struct pxt_rkh_late_start *start)
{
	pxt_rkh_symbol_records_fini(&start->records);
}

static void take_type(struct pxt_rkh_late_start *start,
		      const struct pxt_rkh_event *event, trace_event_id_t type,
		      const struct posix_trace_layout_np *layout)
{
	if (type < PXT_RKH_TYPES && start->is_met[type])
		return;
	if (type < PXT_RKH_TYPES)
		start->is_met[type] = true;
	pxt_rkh_inferred_config_take(&start->inferred, event, layout);
}

int pxt_rkh_late_start_meet(struct pxt_rkh_late_start *start,
			    enum pxt_rkh_dialect dialect, const char *name,
			    const struct posix_trace_layout_np *layout,
			    const struct posix_trace_item_np *item)
{
	const struct pxt_rkh_event *event;
	struct pxt_rkh_fields fields;
	unsigned number;

	start->is_surveyed = true;
	event = pxt_rkh_fields_take(&fields, dialect, name, layout, item,
				    &number);
	if (!event)
		return 0;
	if (event->meaning == PXT_RKH_CONFIGURES)
		return ECANCELED;
	take_type(start, event, item->info.posix_event_id, layout);
	pxt_rkh_rate_take(&start->rate, event->meaning, &fields,
			  &item->info.posix_timestamp);
	return pxt_rkh_symbol_records_meet(&start->records, event, &fields);
}

void pxt_rkh_late_start_take_types(struct pxt_rkh_late_start *start,
				   enum pxt_rkh_dialect dialect,
				   struct pxt_view *view)
{
	const struct posix_trace_layout_np *layout;
	const struct pxt_rkh_event *event;
	const char *name;
	unsigned number;

	for (trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT + 1;
	     type < PXT_RKH_TYPES; type++) {
		layout = view->get_layout(view, type);
		name = layout ? view->get_name(view, type) : NULL;
		if (!pxt_rkh_fields_are_of(name, layout))
			continue;
		event = pxt_rkh_fields_event(dialect, name, 0, 1, &number);
		if (event)
			take_type(start, event, type, layout);
	}
}

static uint16_t release_of(enum pxt_rkh_dialect dialect)
{
	switch (dialect) {
	case PXT_RKH_V30:
		return 0x3400;
	case PXT_RKH_V2405:
		return 0x2405;
	case PXT_RKH_V2404:
		return 0x2404;
	case PXT_RKH_V2403:
		return 0x2403;
	default:
		return 0;
	}
}

static uint16_t told_rate(uint64_t hz, struct pxt_export *export)
{
	if (hz == LINUX_HZ)
		return LINUX_HZ_TOLD;
	if (hz == PXT_RKH_NO_RATE)
		return 0;
	if (hz > UINT16_MAX)
		pxt_export_lose(export, "a rate that has more than 16 bits");
	else if (!hz)
		pxt_export_lose(export, "the rate of stamps, which no event "
					"tells (hz=N)");
	return hz > UINT16_MAX ? 0 : (uint16_t)hz;
}

void pxt_rkh_late_start_configure(const struct pxt_rkh_late_start *start,
				  struct pxt_export *export,
				  enum pxt_rkh_dialect dialect, uint64_t hz,
				  bool has_times, struct pxt_rkh_config *config)
{
	pxt_rkh_inferred_config_apply(&start->inferred, config);
	config->release = release_of(dialect);
	config->hz = 0;
	if (config->value[PXT_RKH_TSTAMP])
		config->hz = told_rate(
			hz ? hz : pxt_rkh_rate_of(&start->rate, has_times),
			export);
}
