/*
 * gatherer.c - how a command that gathers tells what it does
 */
#include <inttypes.h>
#include <unistd.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "common/text.h"
#include "gather/gatherer.h"

enum { SECOND_NS = 1000000000, WARNINGS_MOST = 20 };

static void write_metrics(struct gatherer *gatherer)
{
	int err;

	if (!gatherer->metrics)
		return;
	err = gather_totals_write(&gatherer->totals, gatherer->metrics,
				  gatherer->where);
	if (!err)
		return;
	talk_error(gatherer->metrics, err);
	gatherer->metrics = NULL;
}

void gatherer_report(struct gatherer *gatherer)
{
	const int64_t now = now_ns();

	if (now - gatherer->told_ns < SECOND_NS)
		return;
	gatherer->told_ns = now;
	if (!gatherer->quiet && isatty(STDERR_FILENO))
		gather_totals_tell(&gatherer->totals, gatherer->where, false);
	write_metrics(gatherer);
}

bool gatherer_may_tell(struct gatherer *gatherer)
{
	const int64_t now = now_ns();

	if (!gatherer->warned_ns || now - gatherer->warned_ns > SECOND_NS) {
		gatherer->warned_ns = now;
		gatherer->warnings = 0;
	}
	return gatherer->warnings++ < WARNINGS_MOST;
}

int gatherer_finish(struct gatherer *gatherer)
{
	const struct gather_totals *totals = &gatherer->totals;

	write_metrics(gatherer);
	if (!gatherer->quiet)
		gather_totals_tell(totals, gatherer->where, true);
	if (totals->gone)
		talk("%" PRIu64 " section%s never came", totals->gone,
		     text_plural(totals->gone));
	if (totals->refused)
		talk("%" PRIu64 " message%s not sound, and skipped",
		     totals->refused, totals->refused == 1 ? " is" : "s are");
	if (totals->conflicts)
		talk("%" PRIu64 " section%s came again with other bytes, and "
		     "the first ones were kept",
		     totals->conflicts, text_plural(totals->conflicts));
	if (totals->left_out) {
		talk("%" PRIu64 " row%s refused", totals->left_out,
		     totals->left_out == 1 ? " was" : "s were");
		return EXIT_SYSTEM;
	}
	if (totals->refused || totals->conflicts)
		return EXIT_DAMAGED;
	return totals->gone ? EXIT_LOST : EXIT_SUCCESS;
}
