/*
 * scale.c - what grows with a log, and with what it tells of
 */
#include "scale.h"

static void run(struct bench *bench)
{
	scale_tables(bench);
	scale_crowds(bench);
	scale_logs(bench);
}

const struct section section_scale = {
	.name = "scale",
	.summary = "logs, crowds and tables larger than anyone has",
	.run = run,
};
