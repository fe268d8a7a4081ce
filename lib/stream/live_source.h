/* live_source.h - an active stream as a source of runs */
#ifndef PXT_STREAM_LIVE_SOURCE_H
#define PXT_STREAM_LIVE_SOURCE_H

#include "model/merge.h"
#include "stream/live.h"

/* The source for pxt_merge_create(): takes pieces as it delivers them. It
 * looks once for each request, and does not wait for ever for a writer that
 * is stopped within a record: such a record may come late, behind younger
 * events. */
struct pxt_source *pxt_live_source(struct pxt_live *live);

#endif
