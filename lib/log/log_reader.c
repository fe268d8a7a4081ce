/* log_reader.c - a log as a source of runs */
#include <errno.h>
#include <stdlib.h>

#include "base/zstd.h"
#include "log/log_reader.h"
#include "log/log_reader_damage.h"
#include "log/log_runs.h"
#include "log/log_section.h"
#include "log/log_seek.h"
#include "log/log_survey.h"

static struct pxt_log_reader *reader_of(struct pxt_source *source)
{
	return (struct pxt_log_reader *)source;
}

/* Younger sections are in the place of those that were overwritten. */
static bool is_overtaken(struct pxt_log_reader *reader,
			 const struct pxt_log_position *position,
			 const struct pxt_log_spot *spot)
{
	const bool in_tail = pxt_log_path_turns(&reader->path) &&
			     position == &reader->path.straight;

	return reader->loops && !in_tail &&
	       spot->section.number > position->number + 1 &&
	       pxt_log_path_has_moved(&reader->path, &reader->file);
}

/* Takes one section. *told: the merge has learned something. ESTALE: the path
 * leads elsewhere now; not twice without a section, or a fast writer would keep
 * the reader from reading. */
static int take(struct pxt_log_reader *reader, struct pxt_merge *merge,
		bool *followed, bool *told)
{
	struct pxt_log_position *position;
	struct pxt_log_spot spot;
	int err;

	*told = false;
	err = pxt_log_path_find(&reader->path, &reader->file, &position, &spot);
	if (err)
		return err;

	if (!*followed && is_overtaken(reader, position, &spot))
		return ESTALE;
	*followed = false;

	if (spot.section.len > pxt_log_section_type(spot.section.type)->most) {
		err = EBADMSG;
	} else if (spot.section.type == PXT_LOG_CHUNK) {
		err = pxt_log_runs_add(reader, merge, &spot, told);
	} else {
		err = pxt_log_survey_take(reader, &spot);
	}
	if (err && err != EBADMSG)
		return err;

	pxt_log_reader_note_section(reader, position, &spot, err);
	pxt_log_path_step(&reader->path, position, &spot);
	pxt_log_survey_pass(reader, &spot);
	return 0;
}

/* The log was overwritten, or cleared, during the reading. */
static int follow(struct pxt_log_reader *reader, struct pxt_merge *merge)
{
	struct pxt_log_order order;
	int err;

	err = pxt_log_survey(reader, &order);
	if (!err)
		err = pxt_log_overtaken_follow(&reader->overtaken, merge,
					       &reader->path, &order);
	if (!err)
		pxt_log_path_follow(&reader->path, &order);
	return err;
}

/* The writer may be between the sections of two threads: it has vouched for
 * events below the floor only. */
static bool may_grow(const struct pxt_log_reader *reader)
{
	return reader->follows && !reader->has_end;
}

static int read_more(struct pxt_source *source, struct pxt_merge *merge)
{
	struct pxt_log_reader *reader = reader_of(source);
	bool followed = false, told = false, news = false;
	int err;

	/* The merge needs news. After the end was announced, later events must
	 * be delivered together. */
	err = pxt_log_overtaken_tell(&reader->overtaken, merge);
	while (!err && (!news || reader->at_end)) {
		err = take(reader, merge, &followed, &told);
		news |= told;
		if (err == ESTALE ||
		    (err == ENODATA &&
		     pxt_log_path_has_moved(&reader->path, &reader->file))) {
			err = follow(reader, merge);
			followed = true;
		}
	}
	if (err == ENODATA && reader->has_end)
		err = pxt_log_overtaken_end(&reader->overtaken, merge,
					    &reader->end, &news);
	if (err != ENODATA)
		return err;

	pxt_log_reader_note_round(reader);
	err = pxt_log_reader_note_end(reader);
	if (err)
		return err;
	reader->at_end = !may_grow(reader);
	if (reader->at_end)
		pxt_merge_floor(merge, UINT64_MAX);
	return news ? 0 : ENODATA;
}

/* ENODATA, EBADMSG: not a log. ENOTSUP: its compression. */
static int read_header(struct pxt_log_reader *reader)
{
	struct pxt_log_beginning beginning;
	int err;

	err = pxt_log_file_read_header(&reader->file, &beginning);
	if (err)
		return err;

	if (beginning.header.attr.log_compression != POSIX_TRACE_LOG_PLAIN_NP &&
	    !pxt_zstd_is_there())
		return ENOTSUP;

	reader->header = beginning.header;
	reader->loops = beginning.version > PXT_LOG_VERSION_FIRST &&
			reader->header.attr.log_policy == POSIX_TRACE_LOOP;
	pxt_log_path_init(&reader->path, &beginning.spot, reader->loops);
	pxt_log_reader_note_beginning(reader, &beginning);
	return 0;
}

static void begin_path(struct pxt_log_reader *reader,
		       const struct pxt_log_order *order)
{
	pxt_log_path_begin(&reader->path, order);
	pxt_log_overtaken_begin(&reader->overtaken, &reader->header,
				order->overwritten);
	reader->horizon = order->horizon;
}

static int begin(struct pxt_log_reader *reader)
{
	struct pxt_log_order order;
	int err;

	err = read_header(reader);
	if (err == ENODATA || err == EBADMSG)
		return EINVAL;
	if (err)
		return err;

	err = pxt_log_survey_end(reader, &order);
	if (err == ENODATA || err == EBADMSG)
		err = pxt_log_survey(reader, &order);
	if (!err)
		begin_path(reader, &order);
	return err;
}

int pxt_log_open(int fd, struct pxt_log_reader **out)
{
	struct pxt_log_reader *reader;
	int err;

	err = pxt_log_file_check_descriptor(fd);
	if (err)
		return err;

	reader = calloc(1, sizeof(*reader));
	if (!reader)
		return ENOMEM;
	reader->source = (struct pxt_source){
		read_more,
		pxt_log_runs_load,
		pxt_log_runs_note_damage,
		pxt_log_runs_release,
	};
	reader->file.fd = fd;

	err = begin(reader);
	if (err) {
		pxt_log_reader_close(reader);
		return err;
	}

	*out = reader;
	return 0;
}

void pxt_log_reader_close(struct pxt_log_reader *reader)
{
	if (!reader)
		return;

	pxt_log_buffers_fini(&reader->buffers);
	pxt_log_dictionary_fini(&reader->dictionary);
	pxt_log_damage_fini(&reader->damage);
	free(reader);
}

int pxt_log_reader_file(const struct pxt_log_reader *reader)
{
	return reader->file.fd;
}

const struct pxt_log_header *
pxt_log_reader_header(const struct pxt_log_reader *reader)
{
	return &reader->header;
}

struct pxt_source *pxt_log_reader_source(struct pxt_log_reader *reader)
{
	return &reader->source;
}

void pxt_log_reader_follow(struct pxt_log_reader *reader, bool on)
{
	reader->follows = on;
}

/* Without a survey, for lack of memory perhaps, the old order applies: changes
 * are detected at the end of reading. */
void pxt_log_reader_rewind(struct pxt_log_reader *reader)
{
	struct pxt_log_order order = reader->path.order;
	const uint64_t watched = reader->path.watched;
	const bool moved = pxt_log_path_has_moved(&reader->path, &reader->file);
	const bool failed = moved && pxt_log_survey(reader, &order);

	reader->at_end = false;
	reader->passed = 0;
	begin_path(reader, &order);
	if (failed)
		reader->path.watched = watched;
}

/* Only a log that is being overwritten needs to know what precedes. */
static int count_before(struct pxt_log_reader *reader)
{
	struct pxt_log_count count;
	int err;

	if (!reader->loops || reader->path.settled)
		return 0;
	err = pxt_log_count(&reader->path, &reader->file,
			    pxt_log_path_number(&reader->path), &count);
	if (!err)
		pxt_log_overtaken_begin(&reader->overtaken, &reader->header,
					count.events + count.overwritten);
	return err;
}

int pxt_log_reader_seek(struct pxt_log_reader *reader, int64_t time_ns)
{
	uint64_t before = 0;
	int err;

	err = pxt_log_survey_more(reader);
	pxt_log_reader_rewind(reader);
	if (!err && !reader->unsorted)
		err = pxt_log_seek(&reader->path, &reader->file,
				   reader->header.attr.max_data, time_ns,
				   &before);
	if (!err && before)
		reader->passed = before - 1;
	return err ? err : count_before(reader);
}

int pxt_log_reader_count(struct pxt_log_reader *reader,
			 struct pxt_log_count *count)
{
	return pxt_log_count(&reader->path, &reader->file, UINT64_MAX, count);
}

const char *pxt_log_reader_name(const struct pxt_log_reader *reader,
				uint32_t family, uint32_t type)
{
	return pxt_log_dictionary_name(&reader->dictionary, family, type);
}

const char *pxt_log_reader_description(const struct pxt_log_reader *reader,
				       uint32_t family, uint32_t type)
{
	return pxt_log_dictionary_description(&reader->dictionary, family,
					      type);
}

uint32_t pxt_log_reader_next_type(const struct pxt_log_reader *reader,
				  uint32_t family, uint32_t type)
{
	if (type < PXT_EVENT_USER_FIRST)
		type = PXT_EVENT_USER_FIRST - 1;

	while (type < PXT_EVENT_END - 1)
		if (pxt_log_reader_name(reader, family, ++type))
			return type;
	return 0;
}

const struct pxt_image *
pxt_log_reader_process(const struct pxt_log_reader *reader, uint32_t origin,
		       uint32_t pid)
{
	return pxt_log_dictionary_process(&reader->dictionary, origin, pid);
}

const struct pxt_log_origin *
pxt_log_reader_origin(const struct pxt_log_reader *reader, uint32_t number)
{
	return pxt_log_dictionary_origin(&reader->dictionary, number);
}

const char *pxt_log_reader_thread(const struct pxt_log_reader *reader,
				  uint32_t origin, uint32_t pid, uint32_t tid)
{
	return pxt_log_dictionary_thread(&reader->dictionary, origin, pid, tid);
}

const struct pxt_log_object *
pxt_log_reader_object(struct pxt_log_reader *reader,
		      const struct pxt_log_object *wanted)
{
	return pxt_log_objects_find(&reader->dictionary.objects, wanted);
}

const struct pxt_log_object *
pxt_log_reader_next_object(struct pxt_log_reader *reader, uint32_t origin,
			   const struct pxt_log_object *before)
{
	return pxt_log_objects_next(&reader->dictionary.objects, origin,
				    before);
}

const struct pxt_log_note *
pxt_log_reader_note(const struct pxt_log_reader *reader, uint32_t origin,
		    unsigned index)
{
	return pxt_log_notes_get(&reader->dictionary.notes, origin, index);
}

bool pxt_log_reader_is_settled(const struct pxt_log_reader *reader)
{
	return !reader->loops || reader->has_end;
}

const struct pxt_log_end *
pxt_log_reader_end(const struct pxt_log_reader *reader)
{
	return reader->has_end ? &reader->end : NULL;
}

void pxt_log_reader_damage(const struct pxt_log_reader *reader,
			   struct pxt_log_damage *damage)
{
	pxt_log_damage_sum(&reader->damage, damage);
}

void pxt_log_reader_keep_damage(struct pxt_log_reader *reader)
{
	pxt_log_damage_keep(&reader->damage, &reader->damage_kept);
}

void pxt_log_reader_forget_damage(struct pxt_log_reader *reader)
{
	pxt_log_damage_return(&reader->damage, &reader->damage_kept);
}
