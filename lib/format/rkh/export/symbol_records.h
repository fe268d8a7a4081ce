/*
 * symbol_records.h - records for names that no record of a log tells
 *
 * A log has the names of objects, whether it has the records that told them, or
 * begins behind these. Each record is made before the first event that needs
 * the name.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_SYMBOL_RECORDS_H
#define PXT_FORMAT_RKH_EXPORT_SYMBOL_RECORDS_H

#include "format/export.h"
#include "format/rkh/export/fields.h"
#include "format/rkh/export/name_table.h"

/* Zero at first. */
struct pxt_rkh_symbol_records {
	struct pxt_rkh_name_table told; /* names that the stream has */
	struct pxt_rkh_name_table own;	/* the first names that the log's own
					 * records tell, as far as is known */
};

/* A record: an event that names a symbol, and its arguments. */
struct pxt_rkh_symbol_record {
	enum pxt_rkh_meaning meaning;
	uint64_t ao, number;
	const char *name; /* valid until the next call */
	bool is_short;	  /* the name's beginning is not in the log */
};

void pxt_rkh_symbol_records_fini(struct pxt_rkh_symbol_records *records);

/* Meets an event of the log before any is written. ENOMEM. */
int pxt_rkh_symbol_records_meet(struct pxt_rkh_symbol_records *records,
				const struct pxt_rkh_event *event,
				struct pxt_rkh_fields *fields);

/* Takes an event that has been written. ENOMEM. */
int pxt_rkh_symbol_records_take(struct pxt_rkh_symbol_records *records,
				const struct pxt_rkh_event *event,
				struct pxt_rkh_fields *fields);

/* Gets the next record that is missing before an event. ESRCH: none. ENOMEM. */
int pxt_rkh_symbol_records_next(struct pxt_rkh_symbol_records *records,
				struct pxt_view *view,
				const struct pxt_rkh_event *event,
				const struct posix_trace_item_np *item,
				struct pxt_rkh_fields *fields,
				struct pxt_rkh_symbol_record *record);

#endif
