/*
 * shm_directory.h - where the runtime directory of a user is, and may be used
 *
 * POSIXTRACE_DIR, or else the first of these that can be used: /dev/shm/
 * posixtrace-UID; the same with the user namespace behind it, for a process
 * with users of its own, if the first is another user's; and, where nothing can
 * be made in /dev/shm, /tmp/posixtrace-UID-NAMESPACE.
 */
#ifndef PXT_BASE_SHM_DIRECTORY_H
#define PXT_BASE_SHM_DIRECTORY_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct pxt_shm_directory {
	int root;	  /* start of the path; -1: the caller's root */
	uid_t owner;	  /* as the caller sees it */
	uid_t user;	  /* the same in the process's user namespace */
	uint64_t users;	  /* the user namespace; 0: the machine's first */
	bool knows_users; /* otherwise they are the caller's, and not looked up
			   * yet: the first candidate does without */
	char path[4096];
};

/* POSIXTRACE_DIR, or NULL. */
const char *pxt_shm_directory_chosen(void);

/* Opens the directory, if it exists; or makes it if necessary. path: the one
 * that was tried last. */
int pxt_shm_directory_find(struct pxt_shm_directory *directory, int *dir);
int pxt_shm_directory_make(struct pxt_shm_directory *directory, int *dir);

/* Names the path. ENAMETOOLONG; EPERM: not an absolute path. */
int pxt_shm_directory_name(struct pxt_shm_directory *directory);

/* Errors of inaccessible files: they belong to another user, or are of the
 * wrong kind. */
static inline int pxt_shm_denied(int err)
{
	switch (err) {
	case EACCES:
	case EAGAIN: /* leased, or being moved */
	case EISDIR:
	case ELOOP:
	case ENODEV:
	case ENOTDIR:
	case ENXIO:
	case EOVERFLOW: /* the user cannot have files there */
	case EXDEV:
		return EPERM;
	}
	return err;
}

#endif
