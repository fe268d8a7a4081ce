/*
 * link.h - symbolic links where a file is to be written
 *
 * A link says where its maker wants the file. In a directory that others can
 * write to, that may be anybody, who would have a file of the caller's
 * replaced.
 */
#ifndef LINK_H
#define LINK_H

enum link_kind {
	LINK_NONE,   /* no link, or nothing: open it with O_NOFOLLOW */
	LINK_OWN,    /* only the caller, or root, can have put it there */
	LINK_SHARED, /* others can write to the directory: do not follow */
};

/* A link that leads to other links is what the worst of them is. */
enum link_kind link_kind(const char *path);

#endif
