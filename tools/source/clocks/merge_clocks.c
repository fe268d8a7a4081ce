/*
 * merge_clocks.c - the clocks of merged logs
 */
#include <errno.h>
#include <stdlib.h>

#include "source/clocks/merge_clocks.h"
#include "source/source_merge.h"

static int learn_log(struct merge_clocks *of, size_t log)
{
	struct clock_log *to = &of->log[log];
	unsigned number = 0;

	source_merge_origin(of->source, log, 0, &number);
	to->name = source_merge_name(of->source, log);
	to->origin = &of->origin[log];
	to->has_times =
		source_merge_times(of->source, log, &to->first, &to->last);
	return source_get_origin(of->source, number, &of->origin[log]);
}

int merge_clocks_init(struct merge_clocks *of, struct source *source)
{
	const size_t logs = source_merge_count(source);
	int err = 0;

	*of = (struct merge_clocks){
		.source = source,
		.log = calloc(logs + 1, sizeof(*of->log)),
		.origin = calloc(logs + 1, sizeof(*of->origin)),
	};
	if (!of->log || !of->origin)
		err = ENOMEM;
	for (size_t i = 0; !err && i < logs; i++)
		err = learn_log(of, i);
	if (!err)
		err = clocks_init(&of->clocks, of->log, logs);
	if (err)
		merge_clocks_fini(of);
	return err;
}

void merge_clocks_fini(struct merge_clocks *of)
{
	clocks_fini(&of->clocks);
	free(of->log);
	free(of->origin);
	*of = (struct merge_clocks){ 0 };
}

size_t *merge_clocks_origins(struct source *source, const size_t *of_log)
{
	struct source_origin found;
	size_t count = 0, *of_origin;
	unsigned origin;

	while (!source_get_origin(source, (unsigned)count, &found))
		count++;
	of_origin = calloc(count + 1, sizeof(*of_origin));
	for (size_t i = 0; of_origin && i < source_merge_count(source); i++)
		for (unsigned j = 0; source_merge_origin(source, i, j, &origin);
		     j++)
			of_origin[origin] = of_log[i];
	return of_origin;
}

int merge_clocks_apply(struct merge_clocks *of)
{
	return source_merge_shift_all(of->source, of->clocks.shift);
}
