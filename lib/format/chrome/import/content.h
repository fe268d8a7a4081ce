/*
 * content.h - the meaning of a Chrome trace's JSON, token by token
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_CONTENT_H
#define PXT_FORMAT_CHROME_IMPORT_CONTENT_H

#include <yajl/yajl_parse.h>

#include "format/chrome/import/reader_state.h"

/* The callbacks of yajl, whose argument is a struct pxt_chrome_reader. They
 * stop at an error, in reader->err, and at damage, in reader->why. */
extern const yajl_callbacks pxt_chrome_content;

/* True inside an event. */
bool pxt_chrome_content_in_event(const struct pxt_chrome_reader *reader);

/* Ends a damage in front of a byte: tells it, and makes it a loss. Errors of
 * lose. */
int pxt_chrome_content_mend(struct pxt_chrome_reader *reader, uint64_t end,
			    uint64_t lost);

#endif
