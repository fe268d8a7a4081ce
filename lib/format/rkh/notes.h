/* notes.h - notes about the configuration, for export */
#ifndef PXT_FORMAT_RKH_NOTES_H
#define PXT_FORMAT_RKH_NOTES_H

/* Notes: the configuration before any record, and the user's settings, as
 * "ptr=4 fun=4"; and the dialect. */
#define PXT_RKH_NOTE_START "rkh.start"
#define PXT_RKH_NOTE_GIVEN "rkh.given"
#define PXT_RKH_NOTE_DIALECT "rkh.dialect"

#endif
