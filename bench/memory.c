/*
 * memory.c - what a process has in memory
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "memory.h"

static void take(const char *line, const char *member, double *kib)
{
	size_t len = strlen(member);

	if (!strncmp(line, member, len))
		*kib = atof(line + len);
}

struct memory memory_of(pid_t pid)
{
	struct memory memory = { 0 };
	char name[64], line[256];
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%d/smaps_rollup", (int)pid);
	file = fopen(name, "re");
	must(file ? 0 : errno, name);
	while (fgets(line, sizeof(line), file)) {
		take(line, "Rss:", &memory.resident);
		take(line, "Anonymous:", &memory.anonymous);
		take(line, "Pss:", &memory.share);
		take(line, "Private_Dirty:", &memory.own);
	}
	fclose(file);
	return memory;
}
