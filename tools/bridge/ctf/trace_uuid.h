/*
 * trace_uuid.h - the UUID of traces that libbabeltrace2 has written
 *
 * Its sink makes a random one for each trace, in the metadata and in each
 * packet. A trace of a log has the log's instead, so that it is the same each
 * time: the environment says which.
 */
#ifndef BRIDGE_CTF_TRACE_UUID_H
#define BRIDGE_CTF_TRACE_UUID_H

/* Name in the environment. */
#define CTF_LOG_UUID "log_uuid"

enum { CTF_UUID_TEXT = 37 }; /* bytes of the text, with the null */

void ctf_uuid_print(char text[CTF_UUID_TEXT], const unsigned char uuid[16]);

/* Gives the traces of a folder the UUIDs of their logs. A trace that does not
 * look as that sink writes it stays as it is. */
void ctf_uuids_set(const char *folder);

#endif
