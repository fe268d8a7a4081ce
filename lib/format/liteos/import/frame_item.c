/* frame_item.c - frames of LiteOS as items */
#include "format/liteos/import/import.h"
#include "format/liteos/message.h"

enum {
	SECOND = 1000000000,
	PROCESS_0 = 1 << 16, /* number of process 0 here */
};

#define NOBODY 0xffffffffU /* owner of a free mutex */

void pxt_liteos_set_clock(struct pxt_liteos *liteos, uint32_t hz)
{
	if (!liteos->options.hz)
		liteos->hz = hz;
	if (!liteos->first_hz) {
		liteos->first_hz = hz;
		pxt_trace_note(liteos->trace, "clockFreq", "%u", hz);
	}
	if (!liteos->hz)
		pxt_trace_tell(liteos->trace,
			       "the trace does not tell the frequency of its "
			       "clock: a tick counts as 1 ns, hz=N says it");
}

uint64_t pxt_liteos_time(const struct pxt_liteos *liteos, uint64_t cycles)
{
	const uint64_t hz = liteos->hz;
	uint64_t ns;

	if (!hz || hz == SECOND)
		return cycles;
	if (__builtin_mul_overflow(cycles / hz, (uint64_t)SECOND, &ns))
		return UINT64_MAX;
	return ns + cycles % hz * SECOND / hz;
}

void pxt_liteos_opening_loss(struct pxt_liteos *liteos, uint64_t cycles,
			     uint64_t lost, struct posix_trace_item_np *item)
{
	const uint64_t ns = pxt_liteos_time(liteos, cycles);

	pxt_trace_loss(liteos->trace, item, ns, ns, lost,
		       "overwritten, or cleared");
}

static bool passes(const struct pxt_liteos *liteos, uint32_t type)
{
	uint32_t mask = liteos->options.mask;

	/* Only Huawei LiteOS 5 keeps the lower bits. */
	if (liteos->tree != 'l')
		mask &= ~15U;
	return type & mask;
}

/* True for the form with two more params of LiteOS 5 and before: one of these
 * is nonzero, or more are present than declared since. */
static bool is_old_timer(struct pxt_liteos *liteos,
			 const struct pxt_liteos_shape *shape,
			 const struct pxt_liteos_frame *frame)
{
	bool old;

	if (frame->type != PXT_LITEOS_SWTMR_START)
		return false;
	if (liteos->options.old_timer >= 0)
		return liteos->options.old_timer;
	if (liteos->tree == 'l')
		return true;
	if (shape->core && !shape->core_printed)
		old = pxt_liteos_recorded(frame) > 2 ||
		      (shape->params > 2 && frame->param[2]);
	else if (shape->params > 2)
		old = frame->param[2];
	else
		old = shape->params == 2 && !frame->param[1];
	if (old)
		pxt_trace_tell(liteos->trace,
			       "SWTMR_START has overrun and expiry, as before "
			       "OpenHarmony 3.1; old_timer=0 if not");
	return old;
}

static unsigned cpu_of(const struct pxt_liteos_shape *shape,
		       const struct pxt_liteos_frame *frame)
{
	return (shape->core ? pxt_liteos_cpu(frame) : frame->task) %
	       PXT_LITEOS_CPUS;
}

static bool is(const struct pxt_liteos *liteos, uint32_t type, uint32_t now,
	       uint32_t before)
{
	return type == (liteos->options.old_numbers ? before : now);
}

/* Finds the interrupt that a frame belongs to. False: none. */
static bool find_interrupt(struct pxt_liteos *liteos,
			   const struct pxt_liteos_shape *shape,
			   const struct pxt_liteos_frame *frame,
			   uint32_t *number)
{
	struct pxt_liteos_interrupts *interrupts = &liteos->interrupts;
	const unsigned cpu = cpu_of(shape, frame);
	const uint32_t type = frame->type;
	const bool interrupted =
		!is(liteos, type, PXT_LITEOS_TASK_SWITCH, 0x46) &&
		(!shape->core || pxt_liteos_in_interrupt(frame));

	pxt_liteos_interrupts_at(interrupts, cpu, frame->task, interrupted);
	*number = (uint32_t)frame->identity;
	if (is(liteos, type, PXT_LITEOS_HWI_IN, 0x22)) {
		pxt_liteos_interrupts_enter(interrupts, cpu, *number);
		return true;
	}
	if (is(liteos, type, PXT_LITEOS_HWI_OUT, 0x23)) {
		pxt_liteos_interrupts_leave(interrupts, cpu, *number);
		return true;
	}
	return pxt_liteos_interrupts_get(interrupts, cpu, number);
}

/* Returns the process of a frame. Traces without processes get one, which views
 * name after the file: a real process of that number gets another name. */
static pid_t pid_of(struct pxt_liteos *liteos,
		    const struct pxt_liteos_shape *shape,
		    const struct pxt_liteos_frame *frame)
{
	if (!shape->pid)
		return PXT_TRACE_PID;
	if (frame->pid == PXT_TRACE_PID && !liteos->has_process_1) {
		pxt_trace_process(liteos->trace, PXT_TRACE_PID, "1");
		liteos->has_process_1 = true;
	}
	if (frame->pid && frame->pid <= INT32_MAX)
		return (pid_t)frame->pid;
	if (!liteos->has_process_0)
		pxt_trace_process(liteos->trace, PROCESS_0, "0");
	liteos->has_process_0 = true;
	return PROCESS_0;
}

static void meet(struct pxt_liteos *liteos, pid_t pid,
		 enum pxt_liteos_kind kind, uint64_t value)
{
	const char *object = pxt_liteos_kind_object(kind);

	if (kind == PXT_LITEOS_OWNER && (uint32_t)value == NOBODY)
		return;
	if (kind == PXT_LITEOS_TASK_ID || kind == PXT_LITEOS_OWNER)
		pxt_liteos_tasks_meet(liteos->tasks, pid, (uint32_t)value);
	else
		pxt_liteos_objects_meet(&liteos->objects, liteos->trace, pid,
					object, value);
}

static void meet_all(struct pxt_liteos *liteos, pid_t pid,
		     const struct pxt_liteos_values *values,
		     const struct pxt_liteos_frame *frame)
{
	for (unsigned i = 0; values->objects >> i; i++)
		if (values->objects >> i & 1)
			meet(liteos, pid, values->event->arg[i].kind,
			     i ? frame->param[i - 1] : frame->identity);
}

/* Only liteos_a has process ids; full messages may lack them. */
static enum pxt_liteos_states states_of(struct pxt_liteos *liteos,
					const struct pxt_liteos_shape *shape,
					const struct pxt_liteos_place *place)
{
	const bool in_doubt = !liteos->tree && place->has_offset &&
			      !liteos->options.old_numbers &&
			      pxt_liteos_message_may_lack_pid(shape);

	if (shape->pid || liteos->tree == 'a')
		return PXT_LITEOS_STATES_A;
	if (!in_doubt && liteos->tree != 'u')
		return PXT_LITEOS_STATES_ML;
	pxt_trace_tell(liteos->trace,
		       "it may be of liteos_a, whose process ids found no room "
		       "in messages, or of another kernel: the states of tasks "
		       "have the names of both; layout= says which");
	return PXT_LITEOS_STATES_EITHER;
}

bool pxt_liteos_emit(struct pxt_liteos *liteos,
		     const struct pxt_liteos_shape *shape,
		     const struct pxt_liteos_place *place,
		     const struct pxt_liteos_frame *frame,
		     struct posix_trace_item_np *item)
{
	const pid_t pid = pid_of(liteos, shape, frame);
	trace_event_id_t type;
	uint32_t interrupt;
	struct pxt_liteos_shape known = *shape;
	struct pxt_liteos_values values;
	pid_t tid;
	size_t len;

	if (find_interrupt(liteos, shape, frame, &interrupt))
		tid = pxt_liteos_tasks_interrupt(liteos->tasks, pid, interrupt);
	else
		tid = pxt_liteos_tasks_thread(liteos->tasks, pid, frame->task);
	if (!passes(liteos, frame->type))
		return false;
	known.states = states_of(liteos, shape, place);
	type = pxt_liteos_types_put(liteos->types, &known, place,
				    is_old_timer(liteos, shape, frame), frame,
				    liteos->data, &len, &values);
	liteos->last_ns = pxt_liteos_time(liteos, frame->time);
	pxt_trace_now(liteos->trace, liteos->last_ns);
	meet_all(liteos, pid, &values, frame);
	pxt_trace_event(liteos->trace, item, type, liteos->last_ns, pid, tid,
			liteos->data, len);
	return true;
}
