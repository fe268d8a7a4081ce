/*
 * shm.h - files in memory, shared by the processes of a user
 *
 * The files are in the user's runtime directory on a tmpfs. It is never reached
 * through a symbolic link, and used only if the user owns it and has exclusive
 * access. Modes are 0700 and 0600, whatever the umask.
 *
 * A privileged caller makes, opens and removes everything as the user of the
 * process (base/identity.h), as the user's root may contain anything, and
 * change at any moment.
 */
#ifndef PXT_BASE_SHM_H
#define PXT_BASE_SHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Opens the directory of a process's user, as that process sees it; pid 0 is
 * the caller. It is made if necessary. The caller closes *dir. EPERM: another
 * user's and the caller is not privileged, or the directory is not safe to use.
 * ESRCH, ENOMEM, ENOSPC. POSIXTRACE_DIR names another directory, by an absolute
 * path. In another root than the caller's: from Linux 5.6, ENOSYS. */
int pxt_shm_directory(pid_t pid, int *dir);

/* Opens the caller's directory, if it exists. ENOENT. */
int pxt_shm_find_directory(int *dir);

/* The path of the caller's directory, and the reason why it is not used, with
 * EPERM; or an empty text. A missing directory is no error. */
int pxt_shm_explain(char *path, size_t size, char *why, size_t why_size);

/* Identifies a file of the caller's directory, as distinct from a later file of
 * the same name; and gets the last change of the directory's entries
 * (CLOCK_REALTIME). Neither takes a descriptor. ENOENT. */
struct pxt_shm_birth {
	uint64_t inode;
	int64_t ns; /* CLOCK_REALTIME; 0: unknown */
};
int pxt_shm_birth(const char *name, struct pxt_shm_birth *birth);
int pxt_shm_changed(int64_t *ns);

/* Opens the directory of a process, or of a user, if it exists. ENOENT;
 * otherwise errors of pxt_shm_directory(). */
int pxt_shm_find_directory_of(pid_t pid, int *dir);
int pxt_shm_find_users_directory(uid_t user, int *dir);

/* Visits the directories of all users whose streams the caller may control: its
 * own, for a privileged caller all others, and those of processes that see other
 * files, or have users of their own. POSIXTRACE_DIR names a single one for each
 * of these. beside: such a process; 0: the directory is where the caller sees
 * it. dir: valid during the visit. */
typedef void pxt_shm_visit(uid_t user, pid_t beside, int dir, void *argument);
int pxt_shm_for_each_directory(pxt_shm_visit *visit, void *argument);

/* Locks or unlocks making and removing files in the directory. EAGAIN: held by
 * another process for too long. The try does not wait. */
int pxt_shm_lock(int dir);
bool pxt_shm_try_lock(int dir);
void pxt_shm_unlock(int dir);

/* Creates a file of length bytes, with memory for the first reserved bytes. It
 * belongs to the owner of the directory. EEXIST; ENOMEM, ENOSPC: no room. */
int pxt_shm_create(int dir, const char *name, size_t reserved, size_t length,
		   int *fd);

/* ENOENT; EPERM: not the directory owner's, accessible to others, or not a
 * file. */
int pxt_shm_open(int dir, const char *name, int *fd, size_t *length);

/* Gives a finished file its final name. EEXIST: that name is taken. The
 * temporary name is gone in either case. */
int pxt_shm_publish(int dir, const char *unfinished, const char *name);

/* Renames a file. EEXIST: the name is taken. ENOENT. */
int pxt_shm_rename(int dir, const char *name, const char *other);

void pxt_shm_remove(int dir, const char *name);

/* Maps a file. If it is truncated, zeroes take its place: see base/fault.h. */
int pxt_shm_map(int fd, size_t length, void **memory);

/* Maps a private copy: writes do not change the memory of other processes. */
int pxt_shm_map_copy(int fd, size_t length, void **memory);
void pxt_shm_unmap(void *memory, size_t length);

/* Reserves mapped memory, so that accesses cannot fail later. ENOMEM: no room.
 * Safe in signal handlers, keeps errno. */
int pxt_shm_populate(void *memory, size_t length);

#endif
