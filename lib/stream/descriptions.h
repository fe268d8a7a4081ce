/*
 * descriptions.h - what the data of event types is, in their names file
 *
 *	first -> node -> node -> node -> 0
 *
 * A list, which is only appended to. Its nodes are in an area of the file of
 * their own, whose top moves up as that of the names does.
 *
 * Always true
 *	D1  a node is whole before it is linked: the link, which is swapped in
 *	    where there was none, releases; reading a link acquires
 *	D2  a link that is there stays, so that who has come to a node finds
 *	    all later ones behind it
 *	D3  no type is there twice: who appends has seen all nodes before his.
 *	    What was refused counts as another type, marked by a bit, so that
 *	    the right description may still follow
 *
 * Every member of the family may write to it, so nobody trusts it: a walk
 * ends after twice as many nodes as there are types, and each link, and what a node
 * says of itself, is read once and checked.
 */
#ifndef PXT_STREAM_DESCRIPTIONS_H
#define PXT_STREAM_DESCRIPTIONS_H

#include "model/description.h"
#include "stream/names.h"

enum {
	PXT_DESCRIPTIONS_REFUSED = 1 << 15,	  /* the mark of a type */
	PXT_DESCRIPTIONS_MOST = 2 * PXT_NAMES_MAX /* nodes */
};

/* Describe a type, in words that have been checked. EEXIST: it has another
 * description. ENOMEM: no room. Safe in signal handlers. */
int pxt_descriptions_add(struct pxt_names *names, uint32_t type,
			 const char *text);

/* Keep what was refused, for readers to tell, if the type has no description.
 * ENOMEM. As safe. */
int pxt_descriptions_refuse(struct pxt_names *names, uint32_t type,
			    const char *text);

/* The description of a type, into PXT_DESCRIPTION_MAX + 1 bytes, or what was
 * refused. ENODATA: none. */
int pxt_descriptions_get(const struct pxt_names *names, uint32_t type,
			 char *text);

/* The one that was added behind *at, which then says where this one is; 0:
 * the first. The type has a mark if it was refused. ENODATA: none so far. */
int pxt_descriptions_next(const struct pxt_names *names, uint32_t *at,
			  uint32_t *type, char *text);

/* Append those of another, for types that have the same names here. */
void pxt_descriptions_copy(struct pxt_names *to, const struct pxt_names *from);

#endif
