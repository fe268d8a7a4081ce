/* notes.h - what a stream of RKH was configured as, noted for the way back */
#ifndef PXT_FORMAT_RKH_NOTES_H
#define PXT_FORMAT_RKH_NOTES_H

/* Notes: the configuration before any record, and what the user said; "ptr=4
 * fun=4"... And the dialect. */
#define PXT_RKH_NOTE_START "rkh.start"
#define PXT_RKH_NOTE_GIVEN "rkh.given"
#define PXT_RKH_NOTE_DIALECT "rkh.dialect"

#endif
