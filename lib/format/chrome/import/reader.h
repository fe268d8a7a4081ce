/*
 * reader.h - the JSON of a Chrome trace, event by event
 *
 * The text is parsed as it comes, and never kept. What cannot be parsed is left
 * out up to the next event that can be. The parser is yajl; content.h has what
 * its tokens mean.
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_READER_H
#define PXT_FORMAT_CHROME_IMPORT_READER_H

#include "format/chrome/import/reader_state.h"

/* Zero at first, but for feed, trace, take, lose and context. */
void pxt_chrome_reader_fini(struct pxt_chrome_reader *reader);

/* Reads a piece. ENODATA: nothing now, or, if the feed has ended, no more; a
 * cut end was told then. EBADMSG: this is no JSON, told by pxt_trace_refuse().
 * Other errors: of reading, or of take. */
int pxt_chrome_reader_read(struct pxt_chrome_reader *reader);

#endif
