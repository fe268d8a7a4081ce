/*
 * identity.h - accessing another user's files as that user
 *
 * In directories of a user, who may move, replace and mount files, root must
 * not do anything by name that the user could not do: otherwise the user could
 * redirect root between two steps. So for that time the thread is the user for
 * file access: it has the user's id, no useful group, and no capability.
 * Nothing else of the process changes.
 */
#ifndef PXT_BASE_IDENTITY_H
#define PXT_BASE_IDENTITY_H

#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Limit of root's groups; with more, the identity cannot be changed. */
enum { PXT_IDENTITY_GROUPS = 256 };

/* The previous identity of the thread. */
struct pxt_identity {
	bool taken; /* an identity is to be restored */
	uid_t user;
	gid_t group;
	int groups;
	gid_t others[PXT_IDENTITY_GROUPS];
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3];
	int death_signal;
	sigset_t signals;
	int cancel;
};

/* Becomes the user, until that is undone: signals are blocked, and there are no
 * cancellation points. Nothing changes for an unprivileged caller, or for the
 * user itself. EPERM: not possible; the identity is unchanged. */
int pxt_identity_take(uid_t user, struct pxt_identity *before);
void pxt_identity_give_back(const struct pxt_identity *before);

#endif
