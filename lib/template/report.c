/* report.c - events in columns, in AIX's layout */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "template/hook_id.h"
#include "template/report.h"

enum {
	MARGIN = 8, /* columns per level */
	MOST_LINES = 500,
	SECOND = 1000000000,
};

/*
 * Options
 */

enum option {
	OPTION_2LINE,
	OPTION_CPUID,
	OPTION_ENDTIME,
	OPTION_EXEC,
	OPTION_HIST,
	OPTION_IDS,
	OPTION_PAGESIZE,
	OPTION_PID,
	OPTION_STARTTIME,
	OPTION_TID,
	OPTION_TIMESTAMP,
	OPTIONS,
};

static const char *const names[OPTIONS] = {
	[OPTION_2LINE] = "2line",	  [OPTION_CPUID] = "cpuid",
	[OPTION_ENDTIME] = "endtime",	  [OPTION_EXEC] = "exec",
	[OPTION_HIST] = "hist",		  [OPTION_IDS] = "ids",
	[OPTION_PAGESIZE] = "pagesize",	  [OPTION_PID] = "pid",
	[OPTION_STARTTIME] = "starttime", [OPTION_TID] = "tid",
	[OPTION_TIMESTAMP] = "timestamp",
};

static bool parse_switch(const char *value, bool *is_on)
{
	*is_on = !strcmp(value, "on");
	return *is_on || !strcmp(value, "off");
}

static bool parse_number(const char *value, unsigned most, unsigned *number)
{
	char *end;
	unsigned long parsed;

	if (*value < '0' || *value > '9')
		return false;
	parsed = strtoul(value, &end, 10);
	*number = (unsigned)parsed;
	return !*end && parsed <= most;
}

/* Parses seconds, "12" or "12.5"; digits behind the ninth are ignored. */
static bool parse_seconds(const char *value, uint64_t *ns)
{
	uint64_t seconds = 0, part = 0, unit = SECOND;
	const char *at = value;

	for (; *at >= '0' && *at <= '9'; at++) {
		seconds = seconds * 10 + (uint64_t)(*at - '0');
		if (seconds > UINT64_MAX / SECOND / 2)
			return false;
	}
	if (at == value)
		return false;
	if (*at == '.')
		for (at++; *at >= '0' && *at <= '9'; at++) {
			unit /= 10;
			part += unit * (uint64_t)(*at - '0');
		}
	*ns = seconds * SECOND + part;
	return !*at;
}

/* Returns NULL, or the reason why the option is wrong. */
static const char *set_option(struct pxt_report_options *options,
			      enum option option, const char *value)
{
	static const char on_off[] = "'on' or 'off' was expected";
	static const char seconds[] = "a number of seconds was expected";
	unsigned number;
	bool is_on = false;

	switch (option) {
	case OPTION_2LINE:
		return parse_switch(value, &options->two_lines) ? NULL : on_off;
	case OPTION_CPUID:
		return parse_switch(value, &options->cpuid) ? NULL : on_off;
	case OPTION_EXEC:
		return parse_switch(value, &options->exec) ? NULL : on_off;
	case OPTION_HIST:
		return parse_switch(value, &options->histogram) ? NULL : on_off;
	case OPTION_PID:
		return parse_switch(value, &options->pid) ? NULL : on_off;
	case OPTION_TID:
		return parse_switch(value, &options->tid) ? NULL : on_off;
	case OPTION_IDS:
		if (!parse_switch(value, &is_on))
			return on_off;
		options->no_ids = !is_on;
		return NULL;
	case OPTION_PAGESIZE:
		return parse_number(value, MOST_LINES, &options->page_size) ?
			       NULL :
			       "a number of lines, 0 to 500, was expected";
	case OPTION_TIMESTAMP:
		if (!parse_number(value, PXT_REPORT_NO_TIMES, &number))
			return "a number from 0 to 3 was expected";
		options->times = (enum pxt_report_times)number;
		return NULL;
	case OPTION_STARTTIME:
		options->has_start = parse_seconds(value, &options->start);
		return options->has_start ? NULL : seconds;
	case OPTION_ENDTIME:
		options->has_end = parse_seconds(value, &options->end);
		return options->has_end ? NULL : seconds;
	case OPTIONS:
		break;
	}
	return "";
}

/* Options of AIX that are not supported. */
static bool is_of_aix(const char *text, size_t len)
{
	static const char *const others[] = {
		"component",	"filename", "PURR",    "removedups",
		"reportedcpus", "svc",	    "wparcid", "wparname",
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (strlen(others[i]) == len && !memcmp(others[i], text, len))
			return true;
	return false;
}

/* Parses one "NAME=VALUE" of len bytes. */
static const char *parse_option(struct pxt_report_options *options,
				const char *text, size_t len)
{
	char value[64];

	for (int i = 0; i < OPTIONS; i++) {
		const size_t name = strlen(names[i]);

		if (len <= name || memcmp(text, names[i], name) ||
		    text[name] != '=')
			continue;
		len -= name + 1;
		if (len >= sizeof(value))
			return "its value is too long";
		memcpy(value, text + name + 1, len);
		value[len] = '\0';
		options->others |= i != OPTION_HIST;
		return set_option(options, (enum option)i, value);
	}
	if (is_of_aix(text, strcspn(text, "=,")))
		return "an option of AIX, which means nothing here";
	return "no such option, or it has no value";
}

bool pxt_report_parse(struct pxt_report_options *options, const char *text,
		      const char **wrong, const char **why)
{
	for (;;) {
		const size_t len = strcspn(text, ",");

		*wrong = text;
		*why = len ? parse_option(options, text, len) : NULL;
		if (!*why && options->histogram && options->others)
			*why = "hist=on goes with no other option";
		if (*why)
			return false;
		if (!text[len])
			return true;
		text += len + 1;
	}
}

/*
 * Columns
 */

void pxt_report_init(struct pxt_report *report,
		     const struct pxt_report_options *options, bool has_titles,
		     struct pxt_report_output *output)
{
	memset(report, 0, offsetof(struct pxt_report, text));
	report->options = *options;
	report->has_titles = has_titles;
	report->output = output;
}

static size_t append(struct pxt_report *report, size_t at, const char *text,
		     size_t len)
{
	memcpy(report->text + at, text, len);
	return at + len;
}

static size_t blanks(struct pxt_report *report, size_t at, size_t count)
{
	memset(report->text + at, ' ', count);
	return at + count;
}

/* Puts a text left adjusted into a field. */
static size_t field(struct pxt_report *report, size_t at, const char *text,
		    size_t width)
{
	const size_t len = strlen(text);

	at = append(report, at, text, len);
	return len < width ? blanks(report, at, width - len) : at;
}

static size_t number(struct pxt_report *report, size_t at, int64_t value,
		     size_t width)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", (long long)value);
	return field(report, at, text, width);
}

/* Puts a duration right adjusted, in units of `unit` nanoseconds, with digits
 * decimals. */
static size_t duration(struct pxt_report *report, size_t at, int64_t ns,
		       int64_t unit, int digits, int width)
{
	const uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
	uint64_t part = size % (uint64_t)unit;
	char text[48];

	for (int64_t i = unit; i < (digits == 9 ? SECOND : 1000000); i *= 10)
		part *= 10;
	snprintf(text, sizeof(text), "%s%llu.%0*llu", ns < 0 ? "-" : "",
		 (unsigned long long)(size / (uint64_t)unit), digits,
		 (unsigned long long)part);
	return at + (size_t)snprintf(report->text + at, 64, "%*s", width, text);
}

static bool has_delta(const struct pxt_report_options *options)
{
	return options->times == PXT_REPORT_BOTH ||
	       options->times == PXT_REPORT_MICRO;
}

static size_t put_times(struct pxt_report *report, size_t at, uint64_t time)
{
	const struct pxt_report_options *options = &report->options;
	const int64_t elapsed = (int64_t)(time - report->first);
	const int64_t delta =
		report->has_last ? (int64_t)(time - report->last) : 0;

	if (options->times != PXT_REPORT_NO_TIMES)
		at = duration(report, at, elapsed, SECOND, 9, 13);
	if (has_delta(options))
		at = duration(report, at, delta,
			      options->times == PXT_REPORT_MICRO ? 1000 :
								   1000000,
			      6, 15);
	return at;
}

/* Puts the columns left of the text, and returns their width. */
static size_t put_left_columns(struct pxt_report *report,
			       const struct pxt_report_event *event)
{
	const struct pxt_report_options *options = &report->options;
	char id[PXT_HOOK_ID_SIZE], exec[15];
	size_t at = 0;

	if (!options->no_ids)
		at = field(report, at, pxt_hook_id_text(event->id, id), 4);
	if (options->exec) {
		snprintf(exec, sizeof(exec), "%s",
			 event->exec ? event->exec : "?");
		at = field(report, at, exec, 15);
	}
	if (options->cpuid)
		at = number(report, at, event->cpu, 4);
	if (options->pid)
		at = number(report, at, event->pid, 12);
	if (options->tid)
		at = number(report, at, event->tid, 12);
	at = put_times(report, at, event->time);
	return blanks(report, at, 3);
}

/* Removes blanks at the end of the line. */
static void end_line(struct pxt_report *report, size_t len)
{
	while (len && report->text[len - 1] == ' ')
		len--;
	report->text[len++] = '\n';
	report->output->write(report->output, report->text, len);
	report->line++;
}

static size_t put_left_titles(struct pxt_report *report)
{
	const struct pxt_report_options *options = &report->options;
	size_t at = 0;

	if (!options->no_ids)
		at = field(report, at, "ID", 4);
	if (options->exec)
		at = field(report, at, "PROCESS NAME", 15);
	if (options->cpuid)
		at = field(report, at, "CPU", 4);
	if (options->pid)
		at = field(report, at, "PID", 12);
	if (options->tid)
		at = field(report, at, "TID", 12);
	if (options->times != PXT_REPORT_NO_TIMES)
		at += (size_t)snprintf(report->text + at, 32, "%13s",
				       "ELAPSED_SEC");
	if (has_delta(options))
		at += (size_t)snprintf(report->text + at, 32, "%15s",
				       options->times == PXT_REPORT_MICRO ?
					       "DELTA_USEC" :
					       "DELTA_MSEC");
	return blanks(report, at, 3);
}

static void put_titles(struct pxt_report *report)
{
	static const char levels[] = "APPL    SYSCALL KERNEL  INTERRUPT";
	size_t at = put_left_titles(report);

	if (report->options.two_lines) {
		end_line(report, at);
		at = 0;
	}
	end_line(report, append(report, at, levels, sizeof(levels) - 1));
}

/* Begins a page where one is due. Pages too short for the titles still get one
 * line of events. */
static void begin_line(struct pxt_report *report)
{
	if (report->line && report->options.page_size &&
	    report->line >= report->options.page_size) {
		report->output->write(report->output, "\f\n", 2);
		report->line = 0;
	}
	if (!report->line && report->has_titles)
		put_titles(report);
}

void pxt_report_meet(struct pxt_report *report, uint64_t time)
{
	if (report->has_first)
		return;
	report->first = time;
	report->has_first = true;
}

bool pxt_report_wants(const struct pxt_report *report, uint64_t time)
{
	const struct pxt_report_options *options = &report->options;
	const uint64_t elapsed =
		time > report->first ? time - report->first : 0;

	return (!options->has_start || elapsed >= options->start) &&
	       (!options->has_end || elapsed <= options->end);
}

void pxt_report_put(struct pxt_report *report,
		    const struct pxt_report_event *event,
		    const struct pxt_lines *lines)
{
	size_t at = 0, len, left;
	unsigned line = 0;
	const char *text;
	uint8_t level;

	pxt_report_meet(report, event->time);
	begin_line(report);
	left = put_left_columns(report, event);
	if (report->options.two_lines) {
		end_line(report, left);
		left = 0;
	}
	while ((text = pxt_lines_next(lines, &at, &line, &len, &level))) {
		if (line > 1) {
			begin_line(report);
			blanks(report, 0, left);
		}
		end_line(report,
			 append(report, blanks(report, left, level * MARGIN),
				text, len));
	}
	report->last = event->time;
	report->has_last = true;
}

void pxt_report_end(struct pxt_report *report)
{
	if (!report->line && !report->has_last && report->has_titles)
		put_titles(report);
}
