/*
 * log_thread.c - what the thread costs that writes a log
 */
#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_thread.h"

int log_thread_find(void)
{
	static const char name[] = "posixtrace-log";
	DIR *dir = opendir("/proc/self/task");
	struct dirent *entry;
	int found = 0;

	while (dir && !found && (entry = readdir(dir))) {
		char path[300], line[64] = "";
		FILE *file;

		snprintf(path, sizeof(path), "/proc/self/task/%s/comm",
			 entry->d_name);
		file = isdigit(*entry->d_name) ? fopen(path, "re") : NULL;
		if (!file)
			continue;
		if (fgets(line, sizeof(line), file) &&
		    !strncmp(line, name, strlen(name)))
			found = atoi(entry->d_name);
		fclose(file);
	}
	if (dir)
		closedir(dir);
	return found;
}

double log_thread_seconds(int tid)
{
	unsigned long long ns = 0;
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/schedstat", tid);
	file = tid ? fopen(path, "re") : NULL;
	if (!file)
		return NAN;
	if (fscanf(file, "%llu", &ns) != 1)
		ns = 0;
	fclose(file);
	return (double)ns / 1e9;
}
