/* lineage.c - inheriting streams and names */
#include "session/traced/lineage.h"

#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/proc.h"
#include "base/shortage.h"
#include "session/traced/registry.h"
#include "stream/process_file.h"
#include "stream/process_image.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/stream_directory.h"

enum { ANCESTORS_MAX = 64 };

static uint64_t program_of(const struct pxt_process *process)
{
	return atomic_load_explicit(&process->shared->program,
				    memory_order_relaxed);
}

static int64_t now(void)
{
	return pxt_clock_ns(CLOCK_REALTIME);
}

static void set_since(struct pxt_process *process, int64_t since_ns)
{
	atomic_store_explicit(&process->shared->program_since_ns, since_ns,
			      memory_order_relaxed);
}

static int set_program(struct pxt_process *process, uint64_t image,
		       int64_t since_ns)
{
	set_since(process, since_ns);
	return pxt_process_set_program(process, image ? image : 1);
}

/* The name of the previous program belongs to its events: readers find it in
 * the table of objects. */
static void leave_program(struct pxt_process *process, int64_t until_ns)
{
	const int64_t since_ns = atomic_load_explicit(
		&process->shared->program_since_ns, memory_order_relaxed);

	if (pxt_process_traced(atomic_load_explicit(&process->shared->word,
						    memory_order_relaxed)))
		pxt_registry_leave_program(process, since_ns, until_ns);
}

/* The program is replaced as long as it is the old one. */
static void replace_program(struct pxt_process *process, uint64_t old,
			    uint64_t image)
{
	atomic_compare_exchange_strong_explicit(&process->shared->program, &old,
						image, memory_order_relaxed,
						memory_order_relaxed);
}

/* Errors of others are no reason not to begin; those of means that may be there
 * later are a reason to come again. */
static int later(int err)
{
	return pxt_is_shortage(err) ? err : 0;
}

static int inherit(struct pxt_process *child, struct pxt_process *parent,
		   int dir, uint64_t born)
{
	int err;

	if (!pxt_process_has_heirs(parent, born))
		return 0;
	/* The family comes first, as it names the events. */
	err = pxt_process_join_family(child, dir, &parent->names);
	if (!err)
		pxt_process_inherit(child, parent, born);
	return later(err);
}

/* Finds the nearest ancestor that can be traced, and the child on the way to
 * it. Programs without the library, a shell for instance, pass the heritage
 * on. */
static int find_ancestor(int dir, pid_t *child, struct pxt_proc *proc,
			 struct pxt_process *ancestor)
{
	struct pxt_proc parent;
	int err;

	for (int i = 0; i < ANCESTORS_MAX && proc->parent > 0; i++) {
		err = pxt_proc_read(proc->parent, &parent);
		if (err)
			return err;
		err = pxt_process_find(dir, proc->parent, parent.start,
				       ancestor);
		if (!err || pxt_is_shortage(err))
			return err;
		*child = proc->parent;
		*proc = parent;
	}
	return ESRCH;
}

/* The mark is in the file of the ancestor that had a home when the child was
 * forked. */
static int look_for_mark(int dir, pid_t child, struct pxt_proc proc,
			 bool *disowned)
{
	const uint64_t born = proc.start;
	struct pxt_process ancestor;
	pid_t on_the_way = child;
	int err;

	*disowned = false;
	do {
		err = find_ancestor(dir, &on_the_way, &proc, &ancestor);
		if (err)
			break;
		*disowned = pxt_process_disowned(&ancestor, child, born);
		on_the_way = ancestor.here;
		pxt_process_close(&ancestor);
		err = pxt_proc_read(on_the_way, &proc);
	} while (!err && !*disowned);
	return later(err);
}

/* A stream of the same hundredth of a second as the child may be older or
 * younger. */
static int inherit_from(struct pxt_process *ancestor,
			struct pxt_process *process, int dir, pid_t child,
			struct pxt_proc proc)
{
	bool disowned;
	int err;

	if (!pxt_process_has_heirs(ancestor, proc.start))
		return 0;
	err = look_for_mark(dir, child, proc, &disowned);
	return err ? err :
		     inherit(process, ancestor, dir, proc.start - disowned);
}

static int inherit_from_ancestors(struct pxt_process *process, int dir)
{
	struct pxt_process ancestor;
	struct pxt_proc proc;
	pid_t child = getpid();
	int err;

	if (!pxt_stream_any(dir))
		return 0;
	err = pxt_proc_read(child, &proc);
	if (!err)
		err = find_ancestor(dir, &child, &proc, &ancestor);
	if (err)
		return later(err);
	err = inherit_from(&ancestor, process, dir, child, proc);
	pxt_process_close(&ancestor);
	return err;
}

/* The nearest ancestor that can be traced decides. */
static bool may_have_heirs(int dir, pid_t pid, uint64_t start, bool *decides)
{
	struct pxt_process_summary summary;
	struct pxt_process_id id;
	int err;

	pxt_process_identify(pid, start, &id);
	err = pxt_process_summarize(dir, &id, &summary);
	*decides = err != ENOENT;
	return *decides && (err || summary.streams);
}

/* Ancestors of an ancestor are older. */
static bool may_inherit_from_ancestors(int dir, pid_t pid, uint64_t oldest)
{
	struct pxt_proc proc = { .start = UINT64_MAX };
	bool decides = false, may = false;
	int err;

	for (int i = 0; i < ANCESTORS_MAX && pid > 0 && !decides; i++) {
		err = pxt_proc_read(pid, &proc);
		if (err)
			return pxt_is_shortage(err);
		if (proc.start < oldest)
			break;
		may = may_have_heirs(dir, pid, proc.start, &decides);
		pid = proc.parent;
	}
	return may;
}

/* Streams whose processes have all been killed are often there, and can be
 * inherited by no process. */
bool pxt_lineage_may_inherit(int dir)
{
	struct pxt_process_summary summary;
	struct pxt_process_id id;
	struct pxt_proc self;
	uint64_t oldest;
	int err;

	if (!pxt_stream_any(dir) || !pxt_process_file_any_living(dir, &oldest))
		return false;
	err = pxt_proc_read(getpid(), &self);
	if (err)
		return pxt_is_shortage(err);
	pxt_process_identify(getpid(), self.start, &id);
	return pxt_process_summarize(dir, &id, &summary) != ENOENT ||
	       may_inherit_from_ancestors(dir, self.parent, oldest);
}

int pxt_lineage_begin(struct pxt_process *process, int dir,
		      enum pxt_heritage heritage)
{
	const int64_t until = now();
	uint64_t start, image, old;
	int err;

	err = pxt_proc_own(&start, &image);
	if (err)
		return later(err);
	old = program_of(process);
	if (old)
		leave_program(process, until);
	/* The program is set first: a new family must not be taken for the old
	 * one. */
	err = set_program(process, image, until + 1);
	if (err)
		return err;
	if (old) {
		pxt_process_forget_names(process, dir);
		pxt_process_forget_image(process);
		pxt_registry_executed(process);
	} else if (heritage == PXT_HERITAGE_ANCESTORS) {
		err = inherit_from_ancestors(process, dir);
	}
	/* The next attempt must find the file of no program. */
	if (err)
		atomic_store_explicit(&process->shared->program,
				      PXT_PROGRAM_NONE, memory_order_relaxed);
	return err;
}

enum pxt_heritage pxt_lineage_forked(struct pxt_process *known, bool is_parent)
{
	if (!known->shared)
		return PXT_HERITAGE_NONE;
	if (is_parent && pxt_process_has_heirs(known, UINT64_MAX))
		return PXT_HERITAGE_PARENTS;
	pxt_process_disown(known, getpid(), pxt_proc_now());
	return is_parent ? PXT_HERITAGE_NONE : PXT_HERITAGE_ANCESTORS;
}

/* The parent may run another program by now, of which the child is no copy. */
int pxt_lineage_fork(struct pxt_process *child, struct pxt_process *parent,
		     int dir, enum pxt_heritage heritage, uint64_t born)
{
	uint64_t program = program_of(parent);
	uint64_t start, image;
	int err = 0;

	if (heritage == PXT_HERITAGE_PARENTS)
		err = inherit(child, parent, dir, born);
	else if (heritage == PXT_HERITAGE_ANCESTORS)
		err = inherit_from_ancestors(child, dir);
	if (err)
		return err;
	/* An event must not get another's name. The names may fit later, when
	 * the controller that opened them has gone. */
	if (pxt_process_keep_names(child, parent))
		return EAGAIN;
	pxt_registry_forked(child, parent);
	if (!pxt_proc_own(&start, &image) && image && image != program)
		program = image;
	else
		pxt_process_copy_image(child, parent);
	return set_program(child, program, now());
}

static void foresee_fork(struct pxt_process *process, int dir,
			 const struct pxt_proc *self)
{
	struct pxt_process parent;
	struct pxt_proc other;

	if (pxt_proc_read(self->parent, &other) ||
	    pxt_process_find(dir, self->parent, other.start, &parent))
		return;
	if (program_of(&parent) == self->image)
		pxt_process_keep_names(process, &parent);
	pxt_process_close(&parent);
}

/* A new program is also detected while it is about to say so itself: both may
 * do all of this. */
static void foresee_exec(struct pxt_process *process, int dir, uint64_t old,
			 const struct pxt_proc *self)
{
	const int64_t until = now();

	if (old == self->image || old == PXT_PROGRAM_GONE)
		return;
	leave_program(process, until);
	set_since(process, until + 1);
	pxt_process_forget_names(process, dir);
	pxt_process_forget_image(process);
	replace_program(process, old, self->image);
}

/* True for a process of the calling program that has said so itself. */
static bool has_begun(const struct pxt_process *process)
{
	uint64_t start, image;

	return pxt_process_is_own(process) && !pxt_proc_own(&start, &image) &&
	       image && program_of(process) == image;
}

void pxt_lineage_foresee(struct pxt_process *process, int dir)
{
	/* Read first: a program that begins afterwards is this one, or a later
	 * one, and not taken for gone. */
	const uint64_t old = program_of(process);
	struct pxt_proc self;

	if (has_begun(process) ||
	    pxt_proc_read(pxt_process_number(process), &self) || !self.image)
		return;
	if (old)
		foresee_exec(process, dir, old, &self);
	else
		foresee_fork(process, dir, &self);
}
