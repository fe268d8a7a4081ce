/*
 * descriptions.h - descriptions of event types, in a names file
 *
 *	first -> node -> node -> node -> 0
 *
 * A list that is only appended to. Its nodes are in their own area of the file,
 * whose top moves up like that of the names.
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
 * Every member of the family may write to it, so nobody trusts it: a walk ends
 * after twice as many nodes as there are types, and each link, and what a node
 * says of itself, is read once and checked.
 */
#ifndef PXT_STREAM_DESCRIPTIONS_H
#define PXT_STREAM_DESCRIPTIONS_H

#include "model/description.h"
#include "stream/names.h"

enum {
	PXT_DESCRIPTIONS_REFUSED = 1 << 15,	  /* marks a refused
						   * description */
	PXT_DESCRIPTIONS_MOST = 2 * PXT_NAMES_MAX /* nodes */
};

/* Adds the description of a type, which the caller has checked. EEXIST: the
 * type has another one. ENOMEM: no room. Safe in signal handlers. */
int pxt_descriptions_add(struct pxt_names *names, uint32_t type,
			 const char *text);

/* Keeps a refused description for readers, if the type has none. ENOMEM. Safe
 * in signal handlers. */
int pxt_descriptions_refuse(struct pxt_names *names, uint32_t type,
			    const char *text);

/* Copies the description of a type, or the refused one, into
 * PXT_DESCRIPTION_MAX + 1 bytes. ENODATA: none. */
int pxt_descriptions_get(const struct pxt_names *names, uint32_t type,
			 char *text);

/* Gets the description behind *at, which is advanced to it; 0: the first. A
 * refused one has the mark in its type. ENODATA: none so far. */
int pxt_descriptions_next(const struct pxt_names *names, uint32_t *at,
			  uint32_t *type, char *text);

/* Appends the descriptions of another file, for types with the same names. */
void pxt_descriptions_copy(struct pxt_names *to, const struct pxt_names *from);

#endif
