/*
 * replay.c - run a fuzz target without a fuzzer: replay_TARGET [FILE...]
 *
 * Each seed of the target, or each file that is given, in all its prefixes,
 * and with each of its bytes changed in a few ways. A target aborts, or is
 * aborted by a sanitizer, where it finds something.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/quick.h"
#include "sanitizers.h"

enum {
	SIZE_MAX_READ = 1 << 20,
	FOLDER_MAX = 4096,
	/* Prefixes are all there; of the bytes, only some are changed. */
	STRIDE = SANITIZED ? 61 : 17,
};

static const uint8_t changes[] = { 0x01, 0x80, 0xff };

static unsigned files, runs;

static void die(const char *what)
{
	fprintf(stderr, "replay: %s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

/* From memory of its own size: reading beyond it is found out. */
static void run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		die("malloc");
	if (size)
		memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	runs++;
}

static void run_prefixes(const uint8_t *data, size_t size)
{
	for (size_t len = 0; len <= size; len++)
		run(data, len);
}

static void run_changed(uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i += STRIDE)
		for (size_t k = 0; k < sizeof(changes); k++) {
			data[i] ^= changes[k];
			run(data, size);
			data[i] ^= changes[k];
		}
}

static void replay(const char *path)
{
	static uint8_t data[SIZE_MAX_READ];
	FILE *file = fopen(path, "re");
	size_t size;

	if (!file)
		die(path);
	size = fread(data, 1, sizeof(data), file);
	if (ferror(file))
		die(path);
	fclose(file);
	run_prefixes(data, size);
	run_changed(data, size);
	files++;
}

static void replay_all(const char *folder)
{
	struct dirent *entry;
	char path[FOLDER_MAX + sizeof(entry->d_name)];
	DIR *list = opendir(folder);

	if (!list)
		die(folder);
	while ((entry = readdir(list))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		replay(path);
	}
	closedir(list);
}

int main(int argc, char **argv)
{
	const char *top = getenv("top_srcdir");
	char folder[FOLDER_MAX];

	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	if (argc == 1) {
		snprintf(folder, sizeof(folder),
			 "%s/tests/fuzz/seeds/" REPLAYED, top ? top : ".");
		replay_all(folder);
	}
	printf("%s: %u inputs from %u files\n", REPLAYED, runs, files);
	return files ? EXIT_SUCCESS : EXIT_FAILURE;
}
