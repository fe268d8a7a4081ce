/*
 * identity.h - doing another user's work on files as that user
 *
 * Where a user may move, replace and mount things, root must do nothing by
 * name that the user could not do himself: or else, between two steps, he has
 * something of root's given to him. So for the time of that work the thread
 * is the user, as far as the kernel looks at files: it has his number, no group
 * that is of any use, and no capability. Nothing else of the process changes.
 */
#ifndef PXT_BASE_IDENTITY_H
#define PXT_BASE_IDENTITY_H

#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Groups that root may be in; in more it cannot be anybody else. */
enum { PXT_IDENTITY_GROUPS = 256 };

/* What the thread was before. */
struct pxt_identity {
	bool taken; /* there is anything to give back */
	uid_t user;
	gid_t group;
	int groups;
	gid_t others[PXT_IDENTITY_GROUPS];
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3];
	int death_signal;
	sigset_t signals;
	int cancel;
};

/* Be the user, until that is given back: signals are blocked, and nothing is a
 * cancellation point. For who is not privileged, or is that user already,
 * nothing changes. EPERM: the thread cannot be that user, and is itself. */
int pxt_identity_take(uid_t user, struct pxt_identity *before);
void pxt_identity_give_back(const struct pxt_identity *before);

#endif
