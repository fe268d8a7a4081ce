/*
 * wordcount.c - count the words of many files with many threads
 *
 *	wordcount [-j THREADS] [-n WORDS] [FILE|DIRECTORY]...
 *
 * The main thread looks for files and puts their paths into a queue. Workers
 * take them out, count into tables of their own, and merge these into one
 * when there is nothing left to do.
 *
 * It is an example of a program that can be traced. All it takes is a line
 * where something happens, which gives the event its name, says what its data
 * is, and records it. With no stream around, these lines do next to nothing.
 */
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

enum {
	BLOCK = 65536,
	QUEUE = 64,
	THREADS_MAX = 256,
	WORD_MAX = 64, /* the rest of a longer word is ignored */
};

/*
 * Words and how often they were met: an open hash table
 */
struct word {
	char *text; /* NULL: a free slot */
	uint32_t hash;
	unsigned long long count;
};

struct table {
	struct word *slot;
	size_t size; /* a power of two */
	size_t used;
};

static void *allocate(size_t n, size_t size)
{
	void *memory = calloc(n, size);

	if (!memory)
		err(EXIT_FAILURE, "no memory");
	return memory;
}

static void table_init(struct table *table, size_t size)
{
	table->slot = allocate(size, sizeof(*table->slot));
	table->size = size;
	table->used = 0;
}

static void table_fini(struct table *table)
{
	for (size_t i = 0; i < table->size; i++)
		free(table->slot[i].text);
	free(table->slot);
}

static uint32_t hash_of(const char *text, size_t len)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	return hash;
}

static bool is_word(const struct word *word, uint32_t hash, const char *text,
		    size_t len)
{
	return word->hash == hash && !strncmp(word->text, text, len) &&
	       !word->text[len];
}

/* The slot of a word, or the free one where it belongs. */
static struct word *table_find(struct table *table, uint32_t hash,
			       const char *text, size_t len)
{
	size_t i = hash;

	for (;; i++) {
		struct word *word = &table->slot[i & (table->size - 1)];

		if (!word->text || is_word(word, hash, text, len))
			return word;
	}
}

static void table_grow(struct table *table)
{
	struct table old = *table;

	table_init(table, old.size * 2);
	table->used = old.used;
	for (size_t i = 0; i < old.size; i++) {
		struct word *word = &old.slot[i];

		if (word->text)
			*table_find(table, word->hash, word->text,
				    strlen(word->text)) = *word;
	}
	free(old.slot);
}

static void table_add(struct table *table, const char *text, size_t len,
		      unsigned long long count)
{
	uint32_t hash = hash_of(text, len);
	struct word *word = table_find(table, hash, text, len);

	if (word->text) {
		word->count += count;
		return;
	}

	word->text = strndup(text, len);
	if (!word->text)
		err(EXIT_FAILURE, "no memory");
	word->hash = hash;
	word->count = count;
	if (++table->used * 2 > table->size)
		table_grow(table);
}

/*
 * Paths on their way from the main thread to the workers
 */
static struct {
	pthread_mutex_t lock; /* guards all of it */
	pthread_cond_t filled;
	pthread_cond_t drained;
	char *path[QUEUE];
	unsigned head; /* paths put in so far */
	unsigned tail; /* paths taken out so far */
	bool closed;
} queue = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.filled = PTHREAD_COND_INITIALIZER,
	.drained = PTHREAD_COND_INITIALIZER,
};

static void queue_put(const char *path)
{
	char *copy = strdup(path);

	if (!copy)
		err(EXIT_FAILURE, "no memory");

	pthread_mutex_lock(&queue.lock);
	while (queue.head - queue.tail == QUEUE) {
		POSIX_TRACE_RECORD_NP("wordcount_queue_full",
				      "unsigned depth [[counter]]", QUEUE);
		pthread_cond_wait(&queue.drained, &queue.lock);
	}
	queue.path[queue.head++ % QUEUE] = copy;
	POSIX_TRACE_RECORD_NP("wordcount_queue_put",
			      "char *path; unsigned depth [[counter]]", path,
			      queue.head - queue.tail);
	pthread_cond_signal(&queue.filled);
	pthread_mutex_unlock(&queue.lock);
}

static void queue_close(void)
{
	pthread_mutex_lock(&queue.lock);
	queue.closed = true;
	pthread_cond_broadcast(&queue.filled);
	pthread_mutex_unlock(&queue.lock);
}

/* The next path, for the caller to free; NULL: there will be no more. */
static char *queue_take(void)
{
	char *path = NULL;

	pthread_mutex_lock(&queue.lock);
	while (queue.head == queue.tail && !queue.closed) {
		POSIX_TRACE_RECORD_NP("wordcount_worker_idle",
				      "unsigned depth [[counter]]", 0);
		pthread_cond_wait(&queue.filled, &queue.lock);
	}
	if (queue.head != queue.tail) {
		path = queue.path[queue.tail++ % QUEUE];
		pthread_cond_signal(&queue.drained);
	}
	pthread_mutex_unlock(&queue.lock);
	return path;
}

/*
 * The workers
 */
struct worker {
	pthread_t thread;
	struct table table;
	unsigned long long files;
	unsigned long long skipped;
	unsigned long long bytes;
	unsigned long long words;
	char word[WORD_MAX]; /* the word being read; it may span blocks */
	size_t word_len;
};

static bool in_word(unsigned char c)
{
	return isalnum(c) || c == '_' || c >= 0x80;
}

static void end_word(struct worker *worker)
{
	if (!worker->word_len)
		return;
	table_add(&worker->table, worker->word, worker->word_len, 1);
	worker->words++;
	worker->word_len = 0;
}

static void count_block(struct worker *worker, const char *block, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (!in_word((unsigned char)block[i]))
			end_word(worker);
		else if (worker->word_len < WORD_MAX)
			worker->word[worker->word_len++] =
				(char)tolower((unsigned char)block[i]);
	}
	worker->bytes += len;
}

/* Count one file, up to its end. */
static int count_descriptor(struct worker *worker, int fd)
{
	char block[BLOCK];
	ssize_t len;

	while ((len = read(fd, block, sizeof(block))) > 0)
		count_block(worker, block, (size_t)len);
	end_word(worker);
	return len < 0 ? errno : 0;
}

static int count_file(struct worker *worker, const char *path)
{
	int fd, err;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	err = count_descriptor(worker, fd);
	close(fd);
	return err;
}

static void do_file(struct worker *worker, const char *path)
{
	unsigned long long bytes = worker->bytes;
	unsigned long long words = worker->words;
	int err;

	POSIX_TRACE_RECORD_NP("wordcount_file_begin",
			      "[[begin(file)]]; char *path [[key]]", path);
	err = count_file(worker, path);
	if (err) {
		POSIX_TRACE_RECORD_NP("wordcount_file_skip",
				      "[[end(file)]]; char *path [[key]];"
				      "char *why",
				      path, strerror(err));
		warnx("%s: %s", path, strerror(err));
		worker->skipped++;
		return;
	}
	worker->files++;
	POSIX_TRACE_RECORD_NP("wordcount_file_end",
			      "[[end(file)]]; char *path [[key]];"
			      "uint64_t bytes [[unit(B)]], words",
			      path, worker->bytes - bytes,
			      worker->words - words);
}

static void *work(void *arg)
{
	struct worker *worker = arg;
	char *path;

	while ((path = queue_take())) {
		do_file(worker, path);
		free(path);
	}
	return NULL;
}

/*
 * The main thread
 */
static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_hidden(const FTSENT *entry)
{
	return entry->fts_level > FTS_ROOTLEVEL && entry->fts_name[0] == '.';
}

/* Queue all files at and below paths; gives how many could not be reached. */
static unsigned long long find_files(char *const *paths)
{
	unsigned long long missed = 0;
	FTSENT *entry;
	FTS *tree;

	tree = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
			by_name);
	if (!tree)
		err(EXIT_FAILURE, "%s", paths[0]);

	while ((entry = fts_read(tree))) {
		switch (entry->fts_info) {
		case FTS_D:
			if (is_hidden(entry))
				fts_set(tree, entry, FTS_SKIP);
			break;
		case FTS_F:
			if (!is_hidden(entry))
				queue_put(entry->fts_path);
			break;
		case FTS_DNR:
		case FTS_ERR:
		case FTS_NS:
			warnx("%s: %s", entry->fts_path,
			      strerror(entry->fts_errno));
			missed++;
			break;
		}
	}
	fts_close(tree);
	return missed;
}

static void merge(struct worker *total, const struct worker *worker)
{
	const struct table *table = &worker->table;

	POSIX_TRACE_RECORD_NP("wordcount_merge",
			      "uint64_t files, words, different", worker->files,
			      worker->words, table->used);

	for (size_t i = 0; i < table->size; i++) {
		const struct word *word = &table->slot[i];

		if (word->text)
			table_add(&total->table, word->text, strlen(word->text),
				  word->count);
	}
	total->files += worker->files;
	total->skipped += worker->skipped;
	total->bytes += worker->bytes;
	total->words += worker->words;
}

static int by_count(const void *a, const void *b)
{
	const struct word *x = a;
	const struct word *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	if (!x->text || !y->text)
		return !x->text - !y->text;
	return strcmp(x->text, y->text);
}

/* Sorts the table where it is: nothing can be found in it afterwards. */
static void print_totals(struct worker *total, size_t most)
{
	struct table *table = &total->table;

	qsort(table->slot, table->size, sizeof(*table->slot), by_count);
	for (size_t i = 0; i < most && i < table->used; i++)
		printf("%10llu %s\n", table->slot[i].count,
		       table->slot[i].text);
	printf("%llu files, %llu bytes, %llu words, %zu different\n",
	       total->files, total->bytes, total->words, table->used);
}

/* Fill total from all files at and below paths. */
static void count(struct worker *total, char *const *paths, unsigned threads)
{
	struct worker *worker = allocate(threads, sizeof(*worker));

	for (unsigned i = 0; i < threads; i++) {
		table_init(&worker[i].table, 1024);
		errno = pthread_create(&worker[i].thread, NULL, work,
				       &worker[i]);
		if (errno)
			err(EXIT_FAILURE, "cannot start a thread");
	}

	total->skipped = find_files(paths);
	queue_close();

	for (unsigned i = 0; i < threads; i++) {
		pthread_join(worker[i].thread, NULL);
		merge(total, &worker[i]);
		table_fini(&worker[i].table);
	}
	free(worker);
}

static void usage(void)
{
	fprintf(stderr, "usage: wordcount [-j THREADS] [-n WORDS] "
			"[FILE|DIRECTORY]...\n");
	exit(2);
}

static unsigned number(const char *text, unsigned long most)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (errno || !isdigit((unsigned char)*text) || *end || value > most)
		usage();
	return (unsigned)value;
}

static unsigned cores(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	if (n < 1)
		return 1;
	return n < THREADS_MAX ? (unsigned)n : THREADS_MAX;
}

int main(int argc, char **argv)
{
	static char *const here[] = { ".", NULL };
	struct worker total = { 0 };
	unsigned threads = cores();
	unsigned most = 10;
	int option;

	while ((option = getopt(argc, argv, "j:n:")) != -1) {
		switch (option) {
		case 'j':
			threads = number(optarg, THREADS_MAX);
			break;
		case 'n':
			most = number(optarg, 1000000);
			break;
		default:
			usage();
		}
	}
	if (!threads)
		usage();
	table_init(&total.table, 1024);
	count(&total, optind < argc ? argv + optind : here, threads);
	print_totals(&total, most);
	table_fini(&total.table);

	if (fflush(stdout) || ferror(stdout))
		err(EXIT_FAILURE, "cannot write");
	return total.skipped ? EXIT_FAILURE : EXIT_SUCCESS;
}
