/* session.c - sessions of a target */
#include "format/rkh/import/session.h"

#include <stdio.h>
#include <string.h>

#include "format/rkh/import/header.h"
#include "format/rkh/notes.h"

enum {
	LINUX_HZ = 1000000,	/* tick rate of RKH's port to Linux, */
	LINUX_HZ_TOLD = 0x4240, /* rate in the records */
};

/* Notes everything needed for an export, besides the records. */

static void tell_keys(struct pxt_rkh_reader *reader, const char *note,
		      const struct pxt_rkh_config *config, const bool *has)
{
	char keys[PXT_RKH_KEYS * 16] = "";
	size_t len = 0;

	for (unsigned i = 0; i < PXT_RKH_KEYS; i++)
		if (!has || has[i])
			len += (size_t)snprintf(keys + len, sizeof(keys) - len,
						"%s%s=%u", len ? " " : "",
						pxt_rkh_key_name(i),
						config->value[i]);
	pxt_trace_note(reader->trace, note, "%s", keys);
}

void pxt_rkh_session_tell_options(struct pxt_rkh_reader *reader)
{
	tell_keys(reader, PXT_RKH_NOTE_GIVEN, &reader->options.config,
		  reader->options.has);
}

void pxt_rkh_session_tell(struct pxt_rkh_reader *reader)
{
	tell_keys(reader, PXT_RKH_NOTE_START, &reader->config, NULL);
	pxt_rkh_session_tell_options(reader);
	pxt_trace_note(reader->trace, PXT_RKH_NOTE_DIALECT, "%s",
		       pxt_rkh_dialect_name(reader->dialect));
}

/* Widths and events */

static void make_anew(struct pxt_rkh_reader *reader)
{
	memset(reader->plan, 0, sizeof(reader->plan));
	pxt_rkh_forms_forget(&reader->forms);
	pxt_rkh_tests_make_anew(&reader->tests);
}

static uint64_t rate_of(struct pxt_rkh_reader *reader)
{
	if (reader->options.hz)
		return reader->options.hz;
	if (reader->config.hz != LINUX_HZ_TOLD)
		return reader->config.hz;
	pxt_trace_tell(reader->trace,
		       "the rate %d is taken for %d, which a record cannot "
		       "tell (hz=%d: it is not)",
		       LINUX_HZ_TOLD, LINUX_HZ, LINUX_HZ_TOLD);
	return LINUX_HZ;
}

void pxt_rkh_session_clock(struct pxt_rkh_reader *reader)
{
	const uint8_t *value = reader->config.value;

	pxt_rkh_clock_begin(&reader->clock,
			    value[PXT_RKH_TSTAMP] ? value[PXT_RKH_TS] : 0,
			    rate_of(reader));
}

static void tell_system(struct pxt_rkh_reader *reader)
{
	const uint16_t release = reader->config.release;

	if (release)
		pxt_trace_system(
			reader->trace, "RKH %x.%x.%02x, pointers of %u bits",
			release >> 12, release >> 8 & 15, release & 255,
			8U * reader->config.value[PXT_RKH_PTR]);
	else
		pxt_trace_system(reader->trace, "RKH, pointers of %u bits",
				 8U * reader->config.value[PXT_RKH_PTR]);
}

void pxt_rkh_session_use(struct pxt_rkh_reader *reader)
{
	make_anew(reader);
	pxt_rkh_session_clock(reader);
	reader->symbols.width = reader->config.value[PXT_RKH_PTR];
	tell_system(reader);
}

/* The configuration */

static bool is_same(const struct pxt_rkh_config *a,
		    const struct pxt_rkh_config *b)
{
	return !memcmp(a->value, b->value, sizeof(a->value)) &&
	       a->release == b->release && a->hz == b->hz;
}

/* Begins a session with the target's configuration and the user's settings. */
static void begin_session(struct pxt_rkh_reader *reader,
			  const struct pxt_rkh_config *config,
			  enum pxt_rkh_dialect dialect)
{
	const bool is_other =
		!is_same(config, &reader->config) || dialect != reader->dialect;

	if (dialect != reader->dialect)
		pxt_trace_note(reader->trace, PXT_RKH_NOTE_DIALECT, "%s",
			       pxt_rkh_dialect_name(dialect));
	reader->config = *config;
	reader->dialect = dialect;
	reader->is_configured = true;
	reader->is_guessed = false;
	reader->sequence.may_begin = true;
	reader->age++;
	pxt_rkh_tests_forget(&reader->tests);
	if (is_other)
		pxt_rkh_session_use(reader);
	else
		pxt_rkh_session_clock(reader);
	pxt_rkh_symbols_forget(&reader->symbols,
			       reader->is_lent ? 0 : reader->clock.ns);
	pxt_rkh_filter_set(&reader->filter, reader->dialect, &reader->symbols);
}

/* A record with a header counts like any other, in the session that it
 * begins. */
static void use_header(struct pxt_rkh_reader *reader,
		       const struct pxt_rkh_config *config)
{
	reader->sequence.may_begin = reader->sequence.is_known;
	if (config->value[PXT_RKH_NSEQ])
		pxt_rkh_sequence_take(reader, reader->record.seq);
	if (config->value[PXT_RKH_TSTAMP])
		pxt_rkh_clock_set(&reader->clock, reader->record.ts, false);
}

/* form: the release with records of that form. */
int pxt_rkh_session_take(struct pxt_rkh_reader *reader,
			 struct pxt_rkh_config *config,
			 enum pxt_rkh_dialect form)
{
	const enum pxt_rkh_dialect dialect =
		reader->options.has_dialect ? reader->dialect : form;
	const bool has_header = pxt_rkh_dialect_has_header(form);
	int err;

	pxt_bytes_init(&reader->record.in, reader->frame.data,
		       reader->frame.size);
	if (has_header)
		pxt_rkh_header_take(reader, config->value);
	else
		reader->record.id = (uint32_t)pxt_rkh_take(
			&reader->record.in, config->value[PXT_RKH_TE_ID]);
	err = pxt_rkh_tcfg_put(&reader->tcfg, config, &reader->record,
			       has_header, reader->trace, &reader->data);
	if (err)
		return err;
	pxt_rkh_options_apply(&reader->options, config);
	begin_session(reader, config, dialect);
	if (has_header)
		use_header(reader, config);
	reader->lacks_start =
		!reader->clock.has_begun && config->value[PXT_RKH_TSTAMP];
	reader->type = reader->tcfg.type;
	reader->tid = PXT_RKH_SYSTEM_TID;
	reader->outcome = PXT_RKH_EVENT;
	return 0;
}

/* Old records look like other events: they count only if nothing
 * contradicts. */
static bool may_be_old(const struct pxt_rkh_reader *reader)
{
	if (reader->dialect == PXT_RKH_V30)
		return !reader->is_configured && !reader->options.has_dialect;
	return reader->dialect >= PXT_RKH_V23;
}

bool pxt_rkh_session_reads_config(const struct pxt_rkh_reader *reader,
				  struct pxt_rkh_config *config, unsigned *form)
{
	const struct pxt_rkh_frame *frame = &reader->frame;

	*config = reader->config;
	*form = PXT_RKH_V30;
	if (reader->dialect == PXT_RKH_V30 &&
	    pxt_rkh_config_read(frame->data, frame->size, config))
		return true;
	return may_be_old(reader) &&
	       pxt_rkh_config_read_old(frame->data, frame->size, config, form);
}
