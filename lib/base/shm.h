/*
 * shm.h - files in memory that processes of one user share
 *
 * They live in a directory of the user's own on a tmpfs. It is never reached
 * through a symbolic link, and used only if the user owns it and nobody else
 * may enter. It and its files are made with modes 0700 and 0600, whatever the
 * umask.
 *
 * A privileged caller makes, opens and removes everything as the user whose
 * process it is (base/identity.h): there may be anything in the user's root,
 * and it may change at any moment.
 */
#ifndef PXT_BASE_SHM_H
#define PXT_BASE_SHM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The directory of the process pid's user, as that process sees it; pid 0 is
 * the caller. Made if need be. The caller closes *dir. EPERM: another user's
 * and the caller is not privileged, or the directory is not safe to use.
 * ESRCH, ENOMEM, ENOSPC. POSIXTRACE_DIR names another directory, by an absolute
 * path. In another root than the caller's: from Linux 5.6, ENOSYS. */
int pxt_shm_directory(pid_t pid, int *dir);

/* The caller's, if it is there. ENOENT. */
int pxt_shm_find_directory(int *dir);

/* The path of the caller's directory, and why that is not used, with EPERM; or
 * an empty text. A directory that is not there is no error. */
int pxt_shm_explain(char *path, size_t size, char *why, size_t why_size);

/* A file of the caller's directory, told apart from a later file of its name;
 * and when the directory got or lost a file last (CLOCK_REALTIME). Neither
 * takes a descriptor. ENOENT. */
struct pxt_shm_birth {
	uint64_t inode;
	int64_t ns; /* CLOCK_REALTIME; 0: not known */
};
int pxt_shm_birth(const char *name, struct pxt_shm_birth *birth);
int pxt_shm_changed(int64_t *ns);

/* That of a process, or of a user, if it is there. ENOENT; otherwise as
 * pxt_shm_directory(). */
int pxt_shm_find_directory_of(pid_t pid, int *dir);
int pxt_shm_find_users_directory(uid_t user, int *dir);

/* Those of all users whose streams the caller may steer: its own, and for who is
 * privileged the others'. POSIXTRACE_DIR names a single one. dir: until the
 * visit ends. */
typedef void pxt_shm_visit(uid_t user, int dir, void *argument);
int pxt_shm_for_each_user(pxt_shm_visit *visit, void *argument);

/* Take or leave the lock that makes and removes files in the directory.
 * EAGAIN: somebody holds it for longer than is reasonable. */
int pxt_shm_lock(int dir);
void pxt_shm_unlock(int dir);

/* A new file of length bytes, the first reserved bytes backed by memory from
 * the start. It belongs to the owner of the directory. EEXIST; ENOMEM, ENOSPC:
 * no room. */
int pxt_shm_create(int dir, const char *name, size_t reserved, size_t length,
		   int *fd);

/* ENOENT; EPERM: not the directory owner's, open to others, or no file. */
int pxt_shm_open(int dir, const char *name, int *fd, size_t *length);

/* Give a file that is complete the name by which others look for it. EEXIST:
 * another has that name. Either way the first name is gone. */
int pxt_shm_publish(int dir, const char *unfinished, const char *name);

/* Give a file another name. EEXIST: another file has it. ENOENT. */
int pxt_shm_rename(int dir, const char *name, const char *other);

void pxt_shm_remove(int dir, const char *name);

/* Should somebody cut the file, zeroes take its place: see base/fault.h. */
int pxt_shm_map(int fd, size_t length, void **memory);

/* The same, but what is written there is the caller's own, and no other
 * process's memory changes. */
int pxt_shm_map_copy(int fd, size_t length, void **memory);
void pxt_shm_unmap(void *memory, size_t length);

/* Back mapped memory now, so that touching it cannot fail later. ENOMEM: no
 * room. Safe in signal handlers, keeps errno. */
int pxt_shm_populate(void *memory, size_t length);

#endif
