/* section.c - a chunk of a log that several slices have a part of */
#include "reading/section.h"

#include <stdlib.h>

#include "log/log_runs.h"

struct pxt_section *pxt_section_new(void)
{
	struct pxt_section *section = calloc(1, sizeof(*section));

	if (section)
		pthread_mutex_init(&section->lock, NULL);
	return section;
}

static void drop_buffer(struct pxt_section *section)
{
	if (section->is_fetched && !section->err)
		pxt_log_buffers_put(&section->buffers, section->fetched.buffer);
	section->is_fetched = false;
}

void pxt_section_free(struct pxt_section *section)
{
	drop_buffer(section);
	pxt_log_buffers_fini(&section->buffers);
	pthread_mutex_destroy(&section->lock);
	free(section);
}

void pxt_section_begin(struct pxt_section *section, const struct pxt_run *run)
{
	drop_buffer(section);
	section->announced = *run;
	section->slices = 0;
}

const struct pxt_run *pxt_section_fetch(struct pxt_section *section,
					const struct pxt_log_reader *log)
{
	int err;

	pthread_mutex_lock(&section->lock);
	if (!section->is_fetched) {
		section->fetched = section->announced;
		section->err = pxt_log_runs_fetch(log, &section->fetched,
						  &section->buffers);
		section->is_fetched = true;
	}
	err = section->err;
	pthread_mutex_unlock(&section->lock);
	return err ? NULL : &section->fetched;
}
