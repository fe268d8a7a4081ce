/*
 * room.h - whether a trace's directory has room for more
 */
#ifndef BRIDGE_CTF_ROOM_H
#define BRIDGE_CTF_ROOM_H

#include <stddef.h>

/* Asks whether a new file of so many bytes has room. Returns an error number, as
 * ENOSPC. */
int ctf_room_check(const char *folder, size_t bytes);

/* Finds why a file in the folder could not grow, by letting each of them. Returns an
 * error number, or zero: there is room again, or it was something else. */
int ctf_room_find_reason(const char *folder);

#endif
