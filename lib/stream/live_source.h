/* live_source.h - an active stream as a source of runs */
#ifndef PXT_STREAM_LIVE_SOURCE_H
#define PXT_STREAM_LIVE_SOURCE_H

#include "model/merge.h"
#include "stream/live.h"

/* For pxt_merge_create(): takes the pieces as it delivers them. It looks once
 * each time it is asked, and does not wait for ever for a writer that is
 * stopped in the middle of a record: that may come late, behind events that are
 * younger. */
struct pxt_source *pxt_live_source(struct pxt_live *live);

#endif
