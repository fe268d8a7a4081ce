/* identity.c - the user that a thread is for file access */
#include "base/identity.h"

#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* An unused group: the user's own groups are not needed for files of the
 * user. */
enum { NO_GROUP = 65534 };

/* Changing a thread's identity makes its process undumpable: the last thread to
 * change back restores that. In a child that another thread forked meanwhile it
 * stays undumpable. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned changed;
static int dumpable;

static void begin_anew(void)
{
	pthread_mutex_init(&lock, NULL);
	changed = 0;
}

static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, begin_anew);
}

static void keep_process(struct pxt_identity *before)
{
	static pthread_once_t watched = PTHREAD_ONCE_INIT;

	pthread_once(&watched, watch_forks);
	prctl(PR_GET_PDEATHSIG, &before->death_signal);
	pthread_mutex_lock(&lock);
	if (!changed++)
		dumpable = prctl(PR_GET_DUMPABLE);
	pthread_mutex_unlock(&lock);
}

static void restore_process(const struct pxt_identity *before)
{
	prctl(PR_SET_PDEATHSIG, before->death_signal);
	pthread_mutex_lock(&lock);
	if (!--changed && dumpable == 1)
		prctl(PR_SET_DUMPABLE, 1);
	pthread_mutex_unlock(&lock);
}

/* The C library's functions would change all threads. */
static int set_groups(int count, const gid_t *groups)
{
	return (int)syscall(SYS_setgroups, (size_t)count, groups);
}

static int get_caps(struct __user_cap_data_struct *caps)
{
	struct __user_cap_header_struct self = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};

	return (int)syscall(SYS_capget, &self, caps);
}

static int set_caps(const struct __user_cap_data_struct *caps)
{
	struct __user_cap_header_struct self = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};

	return (int)syscall(SYS_capset, &self, caps);
}

static int put_caps_aside(const struct pxt_identity *before)
{
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3];

	memcpy(caps, before->caps, sizeof(caps));
	for (size_t i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
		caps[i].effective = 0;
	return set_caps(caps);
}

/* The system calls return the previous id, even if they fail. */
static bool is_user(uid_t user)
{
	return (uid_t)setfsuid((uid_t)-1) == user &&
	       (gid_t)setfsgid((gid_t)-1) == NO_GROUP;
}

static bool be_user(uid_t user, const struct pxt_identity *before)
{
	if (before->groups && set_groups(0, NULL))
		return false;
	setfsgid(NO_GROUP);
	setfsuid(user);
	return is_user(user) && !put_caps_aside(before);
}

/* Becoming root again raises all capabilities, even dropped ones: they are
 * restored last. */
static void be_self(const struct pxt_identity *before)
{
	set_caps(before->caps);
	setfsuid(before->user);
	setfsgid(before->group);
	if (before->groups)
		set_groups(before->groups, before->others);
	set_caps(before->caps);
}

static void leave_guard(const struct pxt_identity *before)
{
	pthread_sigmask(SIG_SETMASK, &before->signals, NULL);
	pthread_setcancelstate(before->cancel, NULL);
}

static void enter_guard(struct pxt_identity *before)
{
	sigset_t all;

	sigfillset(&all);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before->cancel);
	pthread_sigmask(SIG_BLOCK, &all, &before->signals);
}

int pxt_identity_take(uid_t user, struct pxt_identity *before)
{
	const uid_t self = geteuid();

	before->taken = false;
	if (self || user == self)
		return 0;
	before->groups = getgroups(PXT_IDENTITY_GROUPS, before->others);
	if (before->groups < 0 || get_caps(before->caps))
		return EPERM;

	before->taken = true;
	before->user = (uid_t)setfsuid((uid_t)-1);
	before->group = (gid_t)setfsgid((gid_t)-1);
	enter_guard(before);
	keep_process(before);
	if (be_user(user, before))
		return 0;
	pxt_identity_give_back(before);
	return EPERM;
}

void pxt_identity_give_back(const struct pxt_identity *before)
{
	if (!before->taken)
		return;
	be_self(before);
	restore_process(before);
	leave_guard(before);
}
