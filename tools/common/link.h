/*
 * link.h - symbolic links in place of a file to be written
 *
 * In a directory that others can write to, any user may have made a link to
 * have a file of the caller overwritten.
 */
#ifndef LINK_H
#define LINK_H

enum link_kind {
	LINK_NONE,   /* no link, or no file: open with O_NOFOLLOW */
	LINK_OWN,    /* made by the caller, or root */
	LINK_SHARED, /* in a directory that others can write to: do not
		      * follow */
};

/* The worst kind along a chain of links. */
enum link_kind link_kind(const char *path);

#endif
