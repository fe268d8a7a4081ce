/*
 * trial.h - candidates are checked as rules in a run
 */
#ifndef LEARN_TRIAL_H
#define LEARN_TRIAL_H

#include "learn/candidates.h"
#include "select/selection.h"

enum trial_stage {
	TRIAL_FIRST, /* all candidates, in little memory: some stay unsure */
	TRIAL_LAST,  /* candidates that are left, as check does */
};

/* Checks in the source, whose selection has begun, the candidates that are not
 * broken so far, and adds what was found to them. Returns the exit status,
 * after reporting errors. */
int trial_pass(struct candidates *candidates, enum trial_stage stage,
	       struct source *source, struct selection *selection, bool ascii);

#endif
