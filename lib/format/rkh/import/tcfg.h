/*
 * tcfg.h - the configuration record as an event
 */
#ifndef PXT_FORMAT_RKH_IMPORT_TCFG_H
#define PXT_FORMAT_RKH_IMPORT_TCFG_H

#include "format/rkh/layout.h"

/* Zero at first. */
struct pxt_rkh_tcfg {
	trace_event_id_t type;
	unsigned shape; /* key of the type; 0: none yet */
};

/* Puts an event with all contents of the record into data. has_header: as in
 * releases before 2.4.04. ENOMEM. */
int pxt_rkh_tcfg_put(struct pxt_rkh_tcfg *tcfg,
		     const struct pxt_rkh_config *config,
		     const struct pxt_rkh_record *record, bool has_header,
		     struct pxt_trace *trace, struct pxt_rkh_data *data);

#endif
