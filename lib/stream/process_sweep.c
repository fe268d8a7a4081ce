/* process_sweep.c - removing files of processes that have ended */
#include "stream/process_sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number_space.h"
#include "base/shm.h"
#include "stream/process.h"
#include "stream/process_file.h"

enum {
	SWEEP_ENTRIES = 4096, /* limit of entries in a casual sweep */
	SWEEP_SOME = 128,     /* process files; the limit in most of them */
	SWEEP_SELDOM = 32,
	SWEEP_LIVING = 4,  /* living processes whose start is checked */
	SWEEP_DEAD = 64,   /* dead ones whose file is looked at */
	SWEEP_VAIN = 16,   /* looks that find a stream */
	SWEEP_NAMES = 256, /* names files examined at once */
	SWEEP_FEW = 16,	   /* process files with which names are examined */
	SWEEP_FILES = 64,  /* process files with which a removal has names
			    * examined */
	NEW_FOR_S = 10,
};

/* New files may be unfinished: process files, or names files without their
 * process file. */
static bool is_old(int dir, const char *name)
{
	struct stat st;

	return !fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) &&
	       time(NULL) - st.st_ctime > NEW_FOR_S;
}

/* Checking that a process exists is cheap, checking its start time, or its
 * file, is not: these are done for a random sample, so that each file gets its
 * turn. */
struct sample {
	uint64_t *lot;
	uint64_t most; /* in drawn */
	uint64_t count;
	struct pxt_process_id drawn[SWEEP_DEAD];
};

static uint64_t draw(uint64_t *lot, uint64_t count)
{
	*lot ^= *lot << 13;
	*lot ^= *lot >> 7;
	*lot ^= *lot << 17;
	return *lot % count;
}

/* Reservoir sampling: each is equally likely, whatever their number. */
static void add_to_sample(struct sample *sample,
			  const struct pxt_process_id *id)
{
	uint64_t i = sample->count++;

	if (i >= sample->most)
		i = draw(sample->lot, sample->count);
	if (i < sample->most)
		sample->drawn[i] = *id;
}

static uint64_t sample_size(const struct sample *sample)
{
	return sample->count < sample->most ? sample->count : sample->most;
}

/* Names without a known user. */
struct family {
	uint64_t id;
	uint32_t joins; /* before the search through the processes */
};

struct sweep {
	int dir;
	uint64_t space; /* the caller's */
	uint64_t lot;
	bool all;     /* on request: nothing is left to chance */
	bool removed; /* a process file */
	bool ended;   /* the whole directory was listed */
	struct sample living, dead;
	size_t found_count;
	uint64_t found[SWEEP_NAMES]; /* families whose names are there */
	size_t count;
	struct family family[SWEEP_NAMES];
};

/* New names may get a process file soon, unless others have joined: then there
 * was one. An unreadable file has no users. */
static void suspect_family(struct sweep *sweep, uint64_t id, bool is_old)
{
	struct family family = { .id = id };
	bool over = is_old, quiet;

	if (!pxt_names_look(sweep->dir, id, &quiet, &family.joins))
		over = quiet && (is_old || family.joins);
	for (size_t i = 0; i < sweep->count && over; i++)
		over = sweep->family[i].id != id;
	if (over && sweep->count < SWEEP_NAMES)
		sweep->family[sweep->count++] = family;
}

/* Removes the file of a process that has ended, unless a stream traces it, and
 * its names if it was their last user: names that had a file are not new. Files
 * of another version have no contents to preserve. */
static bool sweep_process(struct sweep *sweep, const struct pxt_process_id *id)
{
	struct pxt_process_summary summary = { 0 };
	char name[PXT_PROCESS_FILE_NAME];

	if (!pxt_process_summarize(sweep->dir, id, &summary) && summary.streams)
		return false;
	pxt_process_file_name(id, name);
	pxt_shm_remove(sweep->dir, name);
	if (summary.family)
		suspect_family(sweep, summary.family, true);
	sweep->removed = true;
	return true;
}

static void sweep_living(struct sweep *sweep)
{
	const struct sample *living = &sweep->living;

	for (uint64_t i = 0; i < sample_size(living); i++)
		if (!pxt_process_id_lives(sweep->dir, &living->drawn[i]))
			sweep_process(sweep, &living->drawn[i]);
}

/* Files that stay must not hide those behind them: the first one is drawn. */
static void sweep_dead(struct sweep *sweep)
{
	const struct sample *dead = &sweep->dead;
	const uint64_t size = sample_size(dead);
	const uint64_t first = size ? draw(&sweep->lot, size) : 0;
	unsigned vain = 0;

	for (uint64_t i = 0; i < size && vain < SWEEP_VAIN; i++) {
		const uint64_t at = (first + i) % size;

		vain += !sweep_process(sweep, &dead->drawn[at]);
	}
}

/* A process of another space may live, whatever has its number in ours. */
static bool may_live(const struct sweep *sweep, const struct pxt_process_id *id)
{
	if (sweep->space && id->space != sweep->space)
		return !sweep->all || pxt_process_id_lives(sweep->dir, id);
	return !kill(id->pid, 0) || errno != ESRCH;
}

static void sweep_file(struct sweep *sweep, const struct pxt_process_id *id)
{
	if (may_live(sweep, id))
		add_to_sample(&sweep->living, id);
	else if (sweep->all)
		sweep_process(sweep, id);
	else
		add_to_sample(&sweep->dead, id);
}

static void find_names(struct sweep *sweep, uint64_t id)
{
	uint64_t i = sweep->found_count++;

	if (i >= SWEEP_NAMES)
		i = draw(&sweep->lot, sweep->found_count);
	if (i < SWEEP_NAMES)
		sweep->found[i] = id;
}

/* Unfinished files of a dead maker have no contents to preserve. */
static void sweep_entry(struct sweep *sweep, const char *name)
{
	const uint64_t names = pxt_names_id(name);
	struct pxt_process_id id;

	if (names)
		find_names(sweep, names);
	else if (pxt_process_file_parse(name, &id))
		sweep_file(sweep, &id);
	else if (pxt_process_file_is_unfinished(name) &&
		 is_old(sweep->dir, name))
		pxt_shm_remove(sweep->dir, name);
}

static uint64_t count_files(const struct sweep *sweep)
{
	return sweep->living.count + sweep->dead.count;
}

/* Examines limited numbers of process files, and of entries: not many more than
 * these are listed. */
static void sweep_entries(struct sweep *sweep, uint64_t files, uint64_t most)
{
	_Alignas(struct dirent64) char list[4096];
	const struct dirent64 *entry;
	ssize_t len = -1, at = 0;

	if (lseek(sweep->dir, 0, SEEK_SET))
		return;
	while (most && count_files(sweep) < files) {
		if (at >= len) {
			len = getdents64(sweep->dir, list, sizeof(list));
			at = 0;
		}
		if (len <= 0)
			break;
		entry = (const struct dirent64 *)(const void *)(list + at);
		sweep_entry(sweep, entry->d_name);
		at += entry->d_reclen;
		most--;
	}
	sweep->ended = !len;
	sweep_dead(sweep);
	sweep_living(sweep);
}

static void remove_family(int dir, const struct family *family)
{
	struct pxt_names names;
	bool over = true;

	if (!pxt_names_open_head(dir, family->id, &names)) {
		over = pxt_names_end(&names, family->joins);
		pxt_names_close(&names);
	}
	if (over)
		pxt_names_remove(dir, family->id);
}

static void spare_family(struct sweep *sweep, uint64_t id)
{
	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->family[i].id == id)
			sweep->family[i] = sweep->family[--sweep->count];
}

/* The directory is listed anew: members may have come. */
static void spare_families(struct sweep *sweep)
{
	struct pxt_process_summary summary;
	struct pxt_process_id id;
	struct dirent *entry;
	DIR *list;

	if (!sweep->count)
		return;
	list = pxt_process_file_list(sweep->dir);
	if (!list)
		sweep->count = 0;
	while (sweep->count && (entry = readdir(list)))
		if (pxt_process_file_parse(entry->d_name, &id) &&
		    !pxt_process_summarize(sweep->dir, &id, &summary))
			spare_family(sweep, summary.family);
	if (list)
		closedir(list);
}

/* Examining names means a look at all process files. Dead processes leave few
 * names, and these can wait. */
static bool are_names_due(struct sweep *sweep)
{
	const uint64_t files = count_files(sweep);

	return sweep->ended && (sweep->all || files <= SWEEP_FEW ||
				(sweep->removed && files <= SWEEP_FILES) ||
				!draw(&sweep->lot, SWEEP_SELDOM));
}

static void sweep_names(struct sweep *sweep)
{
	char name[PXT_NAMES_FILE_NAME];

	for (size_t i = 0; i < sweep->found_count && i < SWEEP_NAMES; i++) {
		pxt_names_file_name(sweep->found[i], name);
		suspect_family(sweep, sweep->found[i],
			       is_old(sweep->dir, name));
	}
	spare_families(sweep);
	for (size_t i = 0; i < sweep->count; i++)
		remove_family(sweep->dir, &sweep->family[i]);
}

static void begin(struct sweep *sweep, int dir)
{
	sweep->dir = dir;
	sweep->space = pxt_space_own();
	sweep->lot = (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC) | 1;
	sweep->all = sweep->removed = sweep->ended = false;
	sweep->found_count = sweep->count = 0;
	sweep->living.lot = sweep->dead.lot = &sweep->lot;
	sweep->living.count = sweep->dead.count = 0;
	sweep->living.most = SWEEP_LIVING;
	sweep->dead.most = SWEEP_DEAD;
}

void pxt_process_sweep(int dir)
{
	struct sweep sweep;

	begin(&sweep, dir);
	sweep_entries(&sweep,
		      draw(&sweep.lot, SWEEP_SELDOM) ? SWEEP_SOME : UINT64_MAX,
		      SWEEP_ENTRIES);
	if (are_names_due(&sweep))
		sweep_names(&sweep);
}

void pxt_process_sweep_all(int dir)
{
	struct sweep sweep;

	begin(&sweep, dir);
	sweep.all = true;
	sweep_entries(&sweep, UINT64_MAX, UINT64_MAX);
	sweep_names(&sweep);
}
