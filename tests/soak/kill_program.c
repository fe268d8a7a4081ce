/*
 * kill_program.c - SIGKILL of a traced program, at any moment
 *
 * The lab is the controller, and reads or writes to a log meanwhile. The
 * program's child, which inherited the streams, goes on.
 */
#include <signal.h>
#include <unistd.h>

#include "kill_stream.h"
#include "kill_target.h"

/* A look at a stream awaits all who are just recording: of a crowd of threads
 * that never rest, on few processors, there are always some. */
enum { CROWD = 8, STREAMS = 2, RUN_US = 6000, CHILD_RUN_US = 3000 };

struct experiment {
	struct target target;
	unsigned streams;
	struct stream_plan plan[STREAMS];
	trace_id_t trid[STREAMS];
	int fd[STREAMS];
	bool reads[STREAMS]; /* while the program runs */
	unsigned signals;    /* of ten pauses, those before which one is sent */
	struct audit audit[STREAMS];
	pid_t pid;
};

static void draw(struct experiment *experiment)
{
	static const unsigned threads[] = { 1, 1, 2, 4, 8, LEDGER_THREADS };
	static const size_t max_data[] = { 64, 64, 512, LEDGER_DATA_MAX };
	struct target *target = &experiment->target;

	*target = (struct target){
		.threads = threads[lab_luck(ARRAY_LEN(threads))],
		.max_data = max_data[lab_luck(ARRAY_LEN(max_data))],
		.pace = lab_luck(3) ? 0 : 20,
		.has_child = lab_luck(2),
	};
	if (target->threads > CROWD)
		target->pace = 20;
	experiment->signals = lab_luck(2) * 5;
	experiment->streams = 1 + !lab_luck(4);
	lab_tell("%u threads%s%s%s", target->threads,
		 target->pace ? ", paced" : "",
		 target->has_child ? ", a child" : "",
		 experiment->signals ? ", signals" : "");
	for (unsigned i = 0; i < experiment->streams; i++) {
		struct stream_plan *plan = &experiment->plan[i];

		stream_draw(plan, target->max_data, lab_luck(2));
		plan->inherited = target->has_child;
		experiment->reads[i] = lab_luck(3);
		stream_tell(plan);
	}
}

static void begin(struct experiment *experiment)
{
	experiment->pid = target_start(&experiment->target);
	for (unsigned i = 0; i < experiment->streams; i++) {
		const struct stream_plan *plan = &experiment->plan[i];

		experiment->fd[i] = plan->log_policy ? stream_make_log(i) : -1;
		experiment->trid[i] =
			stream_make(experiment->pid, plan, experiment->fd[i]);
		stream_expect(plan, &experiment->audit[i]);
		lab_check(posix_trace_start(experiment->trid[i]),
			  "posix_trace_start()");
	}
	atomic_store(&ledger->go, true);
}

/* What a reader, or a flush, does while the program runs. */
static void look(struct experiment *experiment)
{
	for (unsigned i = 0; i < experiment->streams; i++) {
		if (!experiment->reads[i])
			continue;
		if (experiment->fd[i] < 0)
			audit_live_some(&experiment->audit[i],
					experiment->trid[i], 200);
		else if (!lab_luck(5))
			lab_check(posix_trace_flush(experiment->trid[i]),
				  "posix_trace_flush()");
	}
}

static void run(struct experiment *experiment, unsigned limit_us)
{
	const int64_t end = lab_now_ns() + (int64_t)lab_luck(limit_us) * 1000;

	while (lab_now_ns() < end) {
		look(experiment);
		if (lab_luck(10) < experiment->signals)
			kill(experiment->pid, TARGET_SIGNAL);
		lab_sleep_us(lab_luck(200));
	}
}

static uint32_t count_of_child(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < LEDGER_THREADS; i++)
		sum += atomic_load(&ledger_line(ledger, 1, i, false)->done);
	return sum;
}

static void await_progress(uint32_t before)
{
	const int64_t end = lab_now_ns() + INT64_C(10000000000);

	while (count_of_child() == before && lab_now_ns() < end)
		lab_sleep_us(50);
	if (count_of_child() == before)
		lab_miss("the child does not go on");
}

static void let_child_go_on(struct experiment *experiment)
{
	pid_t child = atomic_load(&ledger->child);

	/* It may have been killed before it had one, or just then. */
	if (child) {
		await_progress(count_of_child());
		run(experiment, CHILD_RUN_US);
	}
	atomic_store(&ledger->quiet, true);
	if (child)
		lab_reap(child);
	else
		lab_reap_all();
}

/* A process that was killed and not waited for is as dead. */
static void end(struct experiment *experiment)
{
	experiment->signals = 0;
	lab_kill(experiment->pid);
	if (lab_luck(2))
		lab_reap(experiment->pid);
	if (experiment->target.has_child)
		let_child_go_on(experiment);
	for (unsigned i = 0; i < experiment->streams; i++) {
		struct audit *audit = &experiment->audit[i];
		trace_id_t trid = experiment->trid[i];

		if (experiment->fd[i] < 0) {
			lab_check(posix_trace_stop(trid), "posix_trace_stop()");
			audit_live(audit, trid);
		}
		lab_check(posix_trace_shutdown(trid), "posix_trace_shutdown()");
		if (experiment->fd[i] >= 0)
			audit_log(audit, experiment->fd[i]);
	}
	lab_reap_all();
}

void lab_kill_program(void)
{
	static struct experiment experiment;
	struct bounds bounds[LEDGER_LINES];

	memset(&experiment, 0, sizeof(experiment));
	draw(&experiment);
	begin(&experiment);
	run(&experiment, RUN_US);
	end(&experiment);
	audit_bounds_now(bounds);
	for (unsigned i = 0; i < experiment.streams; i++) {
		audit_finish(&experiment.audit[i], bounds);
		if (experiment.fd[i] >= 0)
			close(experiment.fd[i]);
	}
}
