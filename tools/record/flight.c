/*
 * flight.c - flight recorders: recordings in memory, saved by triggers
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/filename.h"
#include "common/talk.h"
#include "common/text.h"
#include "record/flight.h"
#include "source/summary.h"

static char *make_name(const char *pattern, const struct target *target,
		       unsigned number, const char *incident)
{
	const struct filename_facts facts = {
		.pid = target->pid,
		.program = target->name,
		.number = number,
		.incident = incident,
		.time = time(NULL),
	};

	return filename_expand(pattern, &facts);
}

int flight_create_log(const char *pattern, const struct target *target,
		      struct logfile *log)
{
	char *name = make_name(pattern, target, 1, "_");
	int err;

	if (!name)
		return ENOMEM;
	err = logfile_create_hidden(log, name);
	if (err)
		talk("%s: no file without a name in its directory: %s", name,
		     strerror(err));
	free(name);
	return err;
}

int flight_begin(struct flight *flight, const struct target *target,
		 bool follow)
{
	int err;

	gauge_begin(&flight->gauge, target->pid, flight->window_ns);
	if (!flight->triggers->events)
		return 0;
	err = triggers_watch(flight->triggers, target->pid, follow,
			     &flight->watch);
	flight->watching = !err;
	return err;
}

static void note(struct flight *flight, const char *what, int err)
{
	talk_error(what, err);
	if (!flight->error)
		flight->error = err;
}

static void tell(const char *why, const char *path,
		 const struct summary *summary)
{
	char duration[TEXT_MAX], events[TEXT_MAX], lost[TEXT_MAX];
	const time_t now = time(NULL);
	char clock[16] = "";
	struct tm tm;

	if (localtime_r(&now, &tm))
		strftime(clock, sizeof(clock), "%H:%M:%S", &tm);
	talk("%s %s -> %s  %s  %s event%s  %s lost", clock, why, path,
	     text_duration(duration, summary->span_ns),
	     text_count(events, summary->events), text_plural(summary->events),
	     text_count(lost, summary->lost));
}

static struct timespec ago(int64_t ns)
{
	struct timespec time;
	int64_t then;

	clock_gettime(CLOCK_REALTIME, &time);
	then = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec - ns;
	then = then < 0 ? 0 : then;
	return (struct timespec){ .tv_sec = then / 1000000000,
				  .tv_nsec = then % 1000000000 };
}

/* The log is complete, and has no name yet. */
static void publish(struct flight *flight, const struct target *target,
		    const char *why, const char *id, int fd)
{
	char *path = make_name(flight->pattern, target, flight->saved + 1, id);
	struct summary summary;
	int err;

	if (!path) {
		note(flight, "log", ENOMEM);
		return;
	}
	err = logfile_publish(fd, path, flight->force);
	if (err) {
		logfile_refuse(path, err);
		flight->error = flight->error ? flight->error : err;
	} else {
		flight->saved++;
		newest_logs_add(flight->kept, path);
		err = summary_read(fd, &summary);
		if (err)
			note(flight, path, err);
		else
			tell(why, path, &summary);
	}
	free(path);
}

/* The log that is about to be saved has it. */
static void note_incident(const struct flight *flight,
			  const struct incident *incident)
{
	char text[INCIDENT_ID + INCIDENT_WHY + 2];

	snprintf(text, sizeof(text), "%s: %s", incident->id, incident->why);
	posix_trace_note_np(flight->recording->trid, "incident", text);
}

static void save(struct flight *flight, const struct target *target,
		 const char *why, const char *id)
{
	const struct timespec since = ago(flight->window_ns);
	struct recording *recording = flight->recording;
	struct logfile other;
	int fd, err;

	err = flight_create_log(flight->pattern, target, &other);
	if (err) {
		flight->error = flight->error ? flight->error : err;
		return;
	}
	fd = dup(recording->log->fd);
	if (fd < 0) {
		note(flight, "log", errno);
		logfile_drop(&other);
		return;
	}
	err = recording_switch(recording, &other, &since);
	if (err)
		flight->error = flight->error ? flight->error : err;
	else
		publish(flight, target, why, id, fd);
	close(fd);
}

/* Recorders on other hosts are told first: their events are being overwritten. */
void flight_save(struct flight *flight, const struct target *target,
		 const char *why, const struct incident *incident)
{
	struct incident own;

	if (!flight->together) {
		save(flight, target, why, "_");
		return;
	}
	if (!incident) {
		incident_link_declare(flight->together, &own, why, flight);
		incident = &own;
	}
	note_incident(flight, incident);
	save(flight, target, why, incident->id);
}

static void look(struct flight *flight, const struct target *target)
{
	const struct recording *recording = flight->recording;
	char held[TEXT_MAX], wanted[TEXT_MAX];
	int64_t held_ns;

	if (!gauge_look(&flight->gauge, recording->totals.events, &held_ns) ||
	    flight->quiet)
		return;
	talk("%s (%d): memory holds about %s at this rate; --max-mem=%lluM "
	     "would hold %s",
	     target->name, (int)target->pid, text_duration(held, held_ns),
	     gauge_enough(&flight->gauge, held_ns) >> 20,
	     text_duration(wanted, flight->window_ns));
}

void flight_check(struct flight *flight, const struct target *target)
{
	char why[TRIGGER_TEXT_MAX];

	look(flight, target);

	if (flight->watching && triggers_event(flight->watch, why))
		flight_save(flight, target, why, NULL);
}

void flight_end(struct flight *flight, const struct target *target)
{
	char why[TRIGGER_TEXT_MAX];

	flight_check(flight, target);
	if (triggers_end(flight->triggers, target, why))
		flight_save(flight, target, why, NULL);
	if (flight->watching)
		posix_trace_shutdown(flight->watch);
	flight->watching = false;
}
