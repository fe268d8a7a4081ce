/*
 * fleet_index_without.c - no index, where SQLite is not built in
 */
#include <errno.h>

#include "source/fleet/fleet_index.h"

int fleet_index_open(struct fleet_index **index, const char *folder)
{
	(void)folder;
	*index = NULL;
	return ENOTSUP;
}

void fleet_index_close(struct fleet_index *index)
{
	(void)index;
}

int fleet_index_update(struct fleet_index *index, const char *const *paths,
		       size_t count)
{
	(void)index;
	(void)paths;
	(void)count;
	return ENOTSUP;
}

int fleet_index_list(struct fleet_index *index, const char *below,
		     fleet_index_visit *visit, void *argument)
{
	(void)index;
	(void)below;
	(void)visit;
	(void)argument;
	return ENOTSUP;
}

int fleet_index_load_spans(struct fleet_index *index, struct fleet_log *log)
{
	(void)index;
	(void)log;
	return ENOTSUP;
}

int fleet_index_put(struct fleet_index *index, const struct fleet_log *log)
{
	(void)index;
	(void)log;
	return ENOTSUP;
}

int fleet_index_forget(struct fleet_index *index, const char *path)
{
	(void)index;
	(void)path;
	return ENOTSUP;
}

int fleet_index_commit(struct fleet_index *index)
{
	(void)index;
	return ENOTSUP;
}

int fleet_index_list_folders(struct fleet_index *index,
			     fleet_index_folder *visit, void *argument)
{
	(void)index;
	(void)visit;
	(void)argument;
	return ENOTSUP;
}

int fleet_index_renew(struct fleet_index **index, const char *folder)
{
	(void)folder;
	*index = NULL;
	return ENOTSUP;
}
