/*
 * uncounted_note.h - a recorder's note that a process could not even count
 *
 * The note's value is why the process had no process file: whatever it recorded
 * is lost.
 */
#ifndef UNCOUNTED_NOTE_H
#define UNCOUNTED_NOTE_H

#define UNCOUNTED_NOTE "uncounted"

#endif
