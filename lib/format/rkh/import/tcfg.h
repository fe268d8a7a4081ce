/*
 * tcfg.h - the record of the configuration as an event
 */
#ifndef PXT_FORMAT_RKH_IMPORT_TCFG_H
#define PXT_FORMAT_RKH_IMPORT_TCFG_H

#include "format/rkh/layout.h"

/* Zeroes at first. */
struct pxt_rkh_tcfg {
	trace_event_id_t type;
	unsigned shape; /* for which it is; 0: there is none yet */
};

/* Put an event with all that the record tells into data. has_header: as those of
 * releases before 2.4.04 have it. ENOMEM. */
int pxt_rkh_tcfg_put(struct pxt_rkh_tcfg *tcfg,
		     const struct pxt_rkh_config *config,
		     const struct pxt_rkh_record *record, bool has_header,
		     struct pxt_trace *trace, struct pxt_rkh_data *data);

#endif
