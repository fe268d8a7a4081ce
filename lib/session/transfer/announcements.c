/* announcements.c - announcements in a log before the events that need them */
#include <errno.h>
#include <string.h>

#include "log/log_reader.h"
#include "session/transfer/transfer.h"
#include "session/transfer/transfer_state.h"
#include "stream/process_names.h"

/* Names are written before the events that need them. */
static int write_names(struct pxt_transfer *transfer)
{
	struct pxt_controller *controller = transfer->controller;
	char name[TRACE_EVENT_NAME_MAX + 1];
	int err;

	while (!pxt_process_name(&controller->process,
				 transfer->announced.name + 1, name)) {
		pxt_transfer_before_writing(transfer);
		err = pxt_log_put_name(transfer->log, controller->stream.family,
				       transfer->announced.name + 1, name);
		pxt_transfer_after_writing(transfer);
		/* Processes may call their events by what is no name. */
		if (err && err != EINVAL && err != EMSGSIZE)
			return err;
		transfer->announced.name++;
	}
	return 0;
}

/* Only types need one. A description that was refused is told, too, and the
 * right one behind it. */
static bool wants_description(const struct pxt_transfer *transfer,
			      uint32_t type)
{
	type &= ~(uint32_t)PXT_DESCRIPTIONS_REFUSED;
	return type < PXT_EVENT_END &&
	       !(transfer->announced.has_description[type / 64] >> type % 64 &
		 1);
}

static void note_description(struct pxt_transfer *transfer, uint32_t type)
{
	transfer->announced.has_description[type / 64] |= UINT64_C(1)
							  << type % 64;
}

static int write_description(struct pxt_transfer *transfer, uint32_t type,
			     const char *text)
{
	int err;

	pxt_transfer_before_writing(transfer);
	err = pxt_log_put_description(
		transfer->log, transfer->controller->stream.family,
		type & ~(uint32_t)PXT_DESCRIPTIONS_REFUSED, text);
	pxt_transfer_after_writing(transfer);
	/* No text is a reason to write no more, as with names. */
	if (err && err != EINVAL && err != EMSGSIZE)
		return err;
	if (!(type & PXT_DESCRIPTIONS_REFUSED))
		note_description(transfer, type);
	return 0;
}

/* Descriptions go there likewise, in the order of their list; each once, and
 * not for ever, whoever scribbles over that. */
static int write_descriptions(struct pxt_transfer *transfer)
{
	struct pxt_controller *controller = transfer->controller;
	char text[PXT_DESCRIPTION_MAX + 1];
	uint32_t at = transfer->announced.description, type;
	int err = 0;

	for (unsigned i = 0; i < PXT_DESCRIPTIONS_MOST && !err; i++) {
		if (pxt_process_next_description(&controller->process, &at,
						 &type, text))
			break;
		if (wants_description(transfer, type))
			err = write_description(transfer, type, text);
		if (!err)
			transfer->announced.description = at;
	}
	return err;
}

/* The present family's table. */
static int write_objects(struct pxt_transfer *transfer)
{
	int err;

	pxt_transfer_before_writing(transfer);
	err = pxt_announced_objects_write(transfer->announced.objects,
					  &transfer->controller->process.names,
					  transfer->announced.thread_names,
					  transfer->log);
	pxt_transfer_after_writing(transfer);
	return err;
}

int pxt_transfer_announce_images(struct pxt_transfer *transfer)
{
	int err;

	pxt_transfer_before_writing(transfer);
	err = pxt_images_write(transfer->announced.images, transfer->log);
	if (!err)
		err = pxt_thread_names_write(transfer->announced.thread_names,
					     transfer->log);
	pxt_transfer_after_writing(transfer);
	return err;
}

int pxt_transfer_announce(struct pxt_transfer *transfer)
{
	int err;

	err = write_names(transfer);
	if (!err)
		err = write_descriptions(transfer);
	if (!err)
		err = write_objects(transfer);
	return err ? err : pxt_transfer_announce_images(transfer);
}

void pxt_transfer_announce_anew(struct pxt_transfer *transfer)
{
	transfer->announced.name = PXT_EVENT_USER_FIRST - 1;
	transfer->announced.description = 0;
	memset(transfer->announced.has_description, 0,
	       sizeof(transfer->announced.has_description));
	pxt_images_switch_log(transfer->announced.images);
	pxt_thread_names_switch_log(transfer->announced.thread_names);
	pxt_announced_objects_switch_log(transfer->announced.objects);
}

int pxt_transfer_note(struct pxt_transfer *transfer, const char *key,
		      const char *value)
{
	const struct pxt_log_note note = { 0, key, value };
	int err;

	pxt_transfer_before_writing(transfer);
	err = pxt_log_put_note(transfer->log, &note);
	pxt_transfer_after_writing(transfer);
	return err;
}

/* A log that is resumed */

/* Behind a description that was refused the right one may follow. */
static bool is_right(const char *description)
{
	return description &&
	       !pxt_description_check(description, strlen(description));
}

static void note_described(struct pxt_transfer *transfer,
			   const struct pxt_log_reader *reader)
{
	const uint32_t family = transfer->controller->stream.family;

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (is_right(pxt_log_reader_description(reader, family, type)))
			note_description(transfer, type);
}

int pxt_transfer_note_announced(struct pxt_transfer *transfer, int fd)
{
	struct pxt_log_reader *reader;
	int err;

	err = pxt_log_open(fd, &reader);
	if (err)
		return err;
	while (pxt_log_reader_name(reader, transfer->controller->stream.family,
				   transfer->announced.name + 1))
		transfer->announced.name++;
	note_described(transfer, reader);
	pxt_log_reader_close(reader);
	return 0;
}
