/*
 * encode.h - the values of members, as the data of an event
 */
#ifndef SOURCE_CTF_ENCODE_H
#define SOURCE_CTF_ENCODE_H

#include "source/ctf/frames.h"
#include "source/ctf/members.h"

enum { CTF_VALUE_MAX = 1 << 20 }; /* bytes of a text, or an array */

/* Appends the value of a member to the open frame, without padding. False: it
 * was cut to CTF_VALUE_MAX bytes, or the frame is full. */
bool ctf_encode(struct ctf_frames *frames, const struct ctf_member *member,
		const struct ctf_fields *fields);

#endif
