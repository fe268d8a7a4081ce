/*
 * trace_np.h - what posixtrace adds to <trace.h>
 *
 * Every name ends in _np or _NP and is ours: no standard knows it. The
 * functions return zero or an error number and leave errno alone.
 */
#ifndef _TRACE_NP_H
#define _TRACE_NP_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What posix_trace_getnext_item_np() delivers. */
enum {
	POSIX_TRACE_ITEM_EVENT_NP = 0, /* an event */
	POSIX_TRACE_ITEM_LOSS_NP = 1   /* events that were not recorded */
};

/*
 * One item of a trace: an event, or a place where events are missing.
 *
 * For a loss, info.posix_timestamp is its beginning, info.posix_pid and tid
 * say who lost them (0 where nobody in particular is known to have), and the
 * other members of info mean nothing. Its data is why they were lost, a text
 * without a null; where nothing is told, they found no room in their stream.
 */
enum { POSIX_TRACE_REASON_MAX_NP = 255 }; /* bytes of that */

struct posix_trace_item_np {
	int kind;			    /* POSIX_TRACE_ITEM_..._NP */
	unsigned origin;		    /* of the log: 0, unless it was
					     * made of several */
	pid_t tid;			    /* the kernel's thread id */
	struct posix_trace_event_info info; /* as getnext_event gives it */
	const void *data;	/* borrowed until the next read of the stream */
	size_t data_len;	/* bytes in data */
	unsigned long long lost;  /* a loss: how many events */
	struct timespec lost_end; /* a loss: the end of its interval */
	unsigned long long offset; /* of its record in the log, in bytes */
	unsigned long long data_offset; /* of its data there; 0: it is not there
					 * as it is here */
};

/* Deliver the next item of a pre-recorded stream, as
 * posix_trace_getnext_event() does, but with losses in their place, with the
 * kernel's thread id, and without copying the data. One thread at a time may
 * read a stream this way. EINVAL: trid is no pre-recorded stream. */
int posix_trace_getnext_item_np(trace_id_t trid,
				struct posix_trace_item_np *item,
				int *unavailable);

/*
 * Go to a time in a pre-recorded stream, forwards or backwards: what is
 * delivered next is the first event whose timestamp is not before *time, or
 * the first loss whose interval ends not before it. Behind the last event
 * that is none; if the log grows, reading goes on from there. What follows,
 * and the timestamps, are as without seeking.
 *
 * It takes about as long in a long log as in a short one. If the clock was
 * set back while the log was recorded, it may have *time twice; then either
 * place may be found.
 *
 * EINVAL: trid is no pre-recorded stream, or *time no time. After an error of
 * reading the log, the stream is as after posix_trace_rewind().
 */
int posix_trace_seek_np(trace_id_t trid, const struct timespec *time);

/*
 * Follow a log that grows, or do so no more. Its controller writes one thread's
 * events behind another's: while a log has no end, who follows it gets what the
 * controller has vouched that nothing older will come, so that all events come
 * in order. Who does not, as nobody does at first, gets all that is there at
 * the moment.
 *
 * With on, each call looks whether somebody still writes the log, and is to be
 * repeated whenever no event was available. If its controller has died the log
 * is completed, as by posix_trace_open(). Where that cannot be, or where no
 * controller is known here and nothing was written for ten seconds, all that is
 * there is available.
 *
 * EINVAL: trid is no pre-recorded stream.
 */
int posix_trace_follow_np(trace_id_t trid, int on);

/* Tell when the first item of a pre-recorded stream is, which is where a loss
 * begins, and when the last one is. It takes about as long in a long log as in
 * a short one. Afterwards, and after an error of reading the log, the stream
 * is as after posix_trace_rewind(). ENODATA: it has none. EINVAL: trid is no
 * pre-recorded stream. */
int posix_trace_get_times_np(trace_id_t trid, struct timespec *first,
			     struct timespec *last);

/* The clocks that events are timed with. */
enum {
	POSIX_TRACE_CLOCK_MONOTONIC_NP = 1, /* CLOCK_MONOTONIC */
	POSIX_TRACE_CLOCK_TSC_NP = 2,	    /* the time stamp counter */
	POSIX_TRACE_CLOCK_MADE_NP = 3	    /* none: see posix_trace_writer_np(3) */
};

/* Whether something kept the clock of a machine right, as NTP does. */
enum {
	POSIX_TRACE_SYNC_UNKNOWN_NP = 0,
	POSIX_TRACE_SYNC_NONE_NP = 1, /* nothing */
	POSIX_TRACE_SYNC_KEPT_NP = 2
};

/* What a log tells of itself. */
struct posix_trace_log_np {
	unsigned version; /* of the format; 0: the log is of the first ones,
			   * which do not say it in their header */
	unsigned char uuid[16];
	pid_t target;	/* the process the stream was made for */
	int clock;	/* POSIX_TRACE_CLOCK_..._NP */
	double tick_ns; /* nanoseconds per tick, as known at the beginning */
	int complete;	/* the log has its end, as far as it has been read */
	char host[65];
	char system[128]; /* as in "Linux 6.1.0 x86_64" */
	unsigned char boot[16]; /* random, of the machine since it booted: logs
				 * with the same had one clock; zero: not
				 * known */
	int clock_sync; /* POSIX_TRACE_SYNC_..._NP, at the beginning */
	long long clock_offset_ns;	   /* KEPT: to be added for the true
					    * time, as the kernel knew it */
	unsigned long long clock_error_ns; /* KEPT: right to that much */
};

/* Tell what a pre-recorded stream tells of itself besides its attributes.
 * EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_log_np(trace_id_t trid, struct posix_trace_log_np *log);

/* What the sections of a log have, as they say themselves. */
struct posix_trace_count_np {
	unsigned long long chunks;
	unsigned long long events; /* ours included. In a log that was
				    * overwritten a few of them are not
				    * delivered any more */
	unsigned long long lost;   /* events that are missing */
};

/* Count what a pre-recorded stream has, by a look at each section of the log,
 * without reading the events. Where one reads goes on as before. EINVAL: trid
 * is no pre-recorded stream. */
int posix_trace_count_np(trace_id_t trid, struct posix_trace_count_np *count);

enum {
	/* The longest selection, in bytes. */
	POSIX_TRACE_SELECTION_MAX_NP = 1023
};

/* Record an event as posix_trace_event() does, as one of another place in the
 * program: address is its posix_prog_address. For functions that record what
 * their callers do. */
void posix_trace_event_at_np(trace_event_id_t event_id, const void *data,
			     size_t len, const void *address);

/*
 * Choose by name which events of an active stream are recorded: selection is a
 * list of names, separated by commas, in which * stands for any characters, ?
 * for one and [a-z] or [!a-z] for one of a set. A name behind ! is not
 * recorded, whatever else says; where all are behind !, others are recorded.
 * NULL: all are.
 *
 * It is the stream's filter that is set, to all user types but those whose
 * names were opened and are wanted; types that are opened later are let pass,
 * from their first event on, if they are wanted. Setting the filter in another
 * way, or clearing the stream, ends that. Events of the system are recorded as
 * ever.
 *
 * EINVAL: trid is no active stream, or a name is empty, or the selection is
 * longer than
 * POSIX_TRACE_SELECTION_MAX_NP.
 */
int posix_trace_select_np(trace_id_t trid, const char *selection);

/* Write to its log what an active stream holds, as posix_trace_flush() does, but
 * without a POSIX_TRACE_FLUSH_START and _STOP that tell of it: for who reads the
 * log while it grows. EINVAL: trid is no active stream with log. Else the error
 * of writing the log. */
int posix_trace_drain_np(trace_id_t trid);

/* What a stream with log has taken so far. */
struct posix_trace_totals_np {
	unsigned long long events;    /* events in the log, ours included */
	unsigned long long lost;      /* events that found no room, in the
				       * stream or, for now, in the log, or
				       * whose process could not map it */
	unsigned long long log_bytes; /* length of the log */
	unsigned threads;	      /* different threads with events */
	unsigned processes; /* the target and processes with events, as far as
			     * the library runs in them and has told what
			     * program they are */
	unsigned long long unreached; /* of those that were lost, these because
				       * a process could not map the stream */
	int unreached_reason;	      /* why, the last time: an error number */
};

/* Tell the totals of an active stream with log. They are complete after
 * posix_trace_flush(). EINVAL: trid is no active stream with log. */
int posix_trace_get_totals_np(trace_id_t trid,
			      struct posix_trace_totals_np *totals);

/*
 * Complete the log of an active stream, and go on in another, the file that fd
 * is open for, as for posix_trace_create_withlog(). Each of the two is a whole
 * log, and each event is in one of them: up to some instant now in the first,
 * from then on in the other. The stream keeps running. When the function
 * returns, the first is not used any more; the totals go on.
 *
 * since: events before that time, CLOCK_REALTIME, that are in the stream and
 * not in its log yet go to neither; so a stream of the policy LOOP tells of a
 * time that ends now, or, if no event of a program is as young as that, of one
 * as long that ends with the last of these. NULL: everything goes to the first.
 *
 * EINVAL: trid is no active stream with log, or fd no regular file, or one that
 * appends, or *since no time. EBADF: fd is not open for writing. Else the error
 * of writing one of the logs, as ENOSPC: the stream goes on in the first, which
 * is as it was, and what the other has is of no use; unless it was nothing but
 * the end of the first that could not be written.
 */
int posix_trace_switch_log_np(trace_id_t trid, int fd,
			      const struct timespec *since);

/* A process that a log speaks of. The strings are borrowed until the log is
 * closed. */
struct posix_trace_process_np {
	pid_t pid;
	const char *name;    /* the program's name, without its path */
	const char *command; /* its arguments, separated by spaces */
};

/* Tell what a pre-recorded stream knows of one process of an origin. ESRCH:
 * nothing. EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_process_np(trace_id_t trid, unsigned origin, pid_t pid,
			       struct posix_trace_process_np *process);

/* A program or shared object that a process of a log had in memory. What is
 * borrowed is so until the log is closed. */
struct posix_trace_module_np {
	const void *start; /* its first address there, */
	const void *end;   /* ... and the one behind its last */
	unsigned long long base; /* what addresses there exceed those in its
				  * file by */
	const char *path;	 /* its file; "" where nobody knows. Borrowed */
	const void *build_id;	 /* borrowed; NULL: it has none */
	size_t build_id_len;	 /* bytes */
};

/* Tell in which module of a process of an origin an address lies. Of a process
 * that executed several programs it is the last one's, and what was loaded and
 * unloaded again is not known. ESRCH: in none, or nothing is known of the
 * process. EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_module_np(trace_id_t trid, unsigned origin, pid_t pid,
			      const void *address,
			      struct posix_trace_module_np *module);

/* Tell the modules of a process, in the order in which it told them: visit is
 * called for each, and may call any function but posix_trace_close(). ESRCH:
 * nothing is known of the process. EINVAL: trid is no pre-recorded stream. */
int posix_trace_list_modules_np(
	trace_id_t trid, unsigned origin, pid_t pid,
	void (*visit)(const struct posix_trace_module_np *module,
		      void *argument),
	void *argument);

/* What a thread of a process is called, with its null. ENODATA: nobody knows,
 * or as its program. ERANGE: that is longer than size - 1 bytes; enough are
 * POSIX_TRACE_THREAD_NAME_MAX_NP + 1. EINVAL: trid is no pre-recorded
 * stream. */
enum {
	POSIX_TRACE_THREAD_NAME_MAX_NP = 255
};
int posix_trace_get_thread_np(trace_id_t trid, unsigned origin, pid_t pid,
			      pid_t tid, char *name, size_t size);

/* What lies at an address of a process, or has a number there: a queue, a
 * mutex, a thread. Fields of events name it, see [[object]] in
 * posix_trace_eventid_describe_np(3). An address may be that of one object
 * after another. The strings are borrowed until the log is closed; those of an
 * active stream, whose processes have them now, until the next is asked for. */
enum {
	POSIX_TRACE_OBJECT_KIND_MAX_NP = 63, /* bytes, without the null */
	POSIX_TRACE_OBJECT_NAME_MAX_NP = 255,
	POSIX_TRACE_OBJECT_DETAILS_MAX_NP = 4095
};
struct posix_trace_object_np {
	pid_t pid;
	unsigned long long address;
	const char *kind;      /* as in "queue" */
	const char *name;      /* "": it has none */
	const char *details;   /* as in "message_size=4 capacity=100"; "" */
	struct timespec since; /* it is there; zero: always */
};

/* Tell which object was at an address at a time: of those that are known to
 * have been there the last one that came up to *when, or else the first. when
 * NULL: the last one. If there is one of that kind, it is of that; kind NULL or
 * "" has no preference. ESRCH: none. EINVAL: trid is no stream, or *when no
 * time. */
int posix_trace_get_object_np(trace_id_t trid, unsigned origin, pid_t pid,
			      unsigned long long address, const char *kind,
			      const struct timespec *when,
			      struct posix_trace_object_np *object);

/* Tell the objects of an origin, in the order in which they were told: visit is
 * called for each, and may call any function but posix_trace_close(). EINVAL:
 * trid is no stream. */
int posix_trace_list_objects_np(
	trace_id_t trid, unsigned origin,
	void (*visit)(const struct posix_trace_object_np *object,
		      void *argument),
	void *argument);

/*
 * Tell of an object of this process: that there is one, what it is, which name
 * it has, and its parameters; before the first event that names it. Another one
 * of that kind that was at that address is no more. name and details may be
 * NULL. What is longer than about 200 bytes is cut: of the details the last
 * words, of a name the beginning.
 *
 * Streams of the process, present and later ones, tell it in their logs, and so
 * do those of its children. It costs about a microsecond, and is safe in signal
 * handlers. EINVAL: a text that is too long, or a kind that is empty. ENOSPC,
 * ENOMEM: there is no room for it; the object stays an address.
 */
int posix_trace_object_register_np(const char *kind, unsigned long long address,
				   const char *name, const char *details);

/* It is no more: what comes to be there is another one. EINVAL: no kind. */
int posix_trace_object_unregister_np(const char *kind,
				     unsigned long long address);

/* The same of all of that kind at addresses from first to last. EINVAL: no
 * kind, or first is behind last. It costs some ten microseconds. */
int posix_trace_object_unregister_all_np(const char *kind,
					 unsigned long long first,
					 unsigned long long last);

/* Name the object that is there, which is registered if it was not; also for
 * events that were recorded before. EINVAL, ENOSPC, ENOMEM: as above. */
int posix_trace_object_name_np(const char *kind, unsigned long long address,
			       const char *name);

/*
 * Decide of which objects events are recorded, by who records events for
 * others, as `posixtrace record --wrap` does: hook is asked when an object is
 * registered or named, or an event of it is to be recorded for the first time,
 * and says whether it is wanted. It may be called by any thread, several at a
 * time, and in signal handlers, and gets no events of what it does itself. NULL:
 * all are wanted, again. A hook takes the last one's place; one thread at a
 * time.
 */
void posix_trace_object_hook_np(
	int (*hook)(const struct posix_trace_object_np *object, void *argument),
	void *argument);

/* Whether a hook does not say otherwise. For who records events for others; he
 * need not ask while the word is zero at which the second points. */
int posix_trace_object_wanted_np(const char *kind, unsigned long long address);
const unsigned *posix_trace_object_hooked_np(void);

/* What is known of an origin besides. The strings are borrowed until the log is
 * closed. */
enum {
	POSIX_TRACE_NOTE_KEY_MAX_NP = 63, /* bytes, without the null */
	POSIX_TRACE_NOTE_VALUE_MAX_NP = 4095
};
struct posix_trace_note_np {
	const char *key;
	const char *value;
};

/* Tell one of the notes, index 0, 1, 2... ENODATA: there are not as many.
 * EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_note_np(trace_id_t trid, unsigned origin, unsigned index,
			    struct posix_trace_note_np *note);

/*
 * Note something in the log of an active stream, at once; in that one, and in no
 * other that the stream goes on in. Of one key the last one counts. Templates
 * that are to be carried have the key "trcfmt" or "trcfmt.NAME".
 *
 * EINVAL: trid is no active stream with log, the key is empty, or one of the two
 * is too long. Else the error of writing the log, as ENOSPC.
 */
int posix_trace_note_np(trace_id_t trid, const char *key, const char *value);

/* One of the logs that a log was made of: items tell by its number which they
 * are from. */
struct posix_trace_origin_np {
	unsigned number;
	unsigned char uuid[16];
	unsigned char boot[16]; /* of its machine; zero: not known */
	long long offset_ns; /* that were added to its times, ... */
	unsigned long long error_ns; /* ... and how far that may be wrong */
	char host[65];
	char system[128]; /* as in "Linux 6.1.0 x86_64" */
};

/* Tell what a pre-recorded stream knows of an origin; 0 is the log itself.
 * ESRCH: nothing. EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_origin_np(trace_id_t trid, unsigned number,
			      struct posix_trace_origin_np *origin);

/* The first damage met while reading a log. */
struct posix_trace_damage_np {
	unsigned count;		   /* damaged places met so far */
	unsigned long long offset; /* of the first one, in bytes */
	char what[96];		   /* what was found there, one line */
};

/* Tell which damage reading a pre-recorded stream has met so far. After the
 * last event that is all there is: a count of 0 then says the log is whole.
 * EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_damage_np(trace_id_t trid,
			      struct posix_trace_damage_np *damage);

/*
 * Writing a log: out of other logs, or of the trace of another system. The
 * functions are for one thread at a time for each log. See
 * posix_trace_writer_np(3).
 *
 * Errors of writing, as ENOSPC, leave the log as it was: readable up to there.
 * The same may be tried again.
 */
struct posix_trace_writer_np;

/*
 * Begin a log. fd: open for reading and writing, a regular file, whose contents
 * are replaced; borrowed until close.
 *
 * attr: the stream's name and so on, as posix_trace_get_attr() gives them;
 * NULL: the defaults. The log-full-policy is APPEND, whatever they say.
 *
 * about: counts but for version, clock, tick_ns and complete, which are what
 * logs that are written have. With a uuid of zeroes the log gets one by chance.
 *
 * EINVAL: no valid object. Else as posix_trace_create_withlog().
 */
int posix_trace_writer_open_np(int fd, const trace_attr_t *attr,
			       const struct posix_trace_log_np *about,
			       struct posix_trace_writer_np **writer);

/* Tell of an origin, before the first of its items is put. EINVAL: its number
 * is 0, which is the log itself. */
int posix_trace_writer_origin_np(struct posix_trace_writer_np *writer,
				 const struct posix_trace_origin_np *origin);

/* Tell of a process, and its modules; the last one of an origin and a number
 * is what readers know. Modules that do not fit are left out. EINVAL: a module
 * ends before it starts, or has a build ID of more than 32 bytes. EMSGSIZE: the
 * process's name or command is too long. */
int posix_trace_writer_process_np(struct posix_trace_writer_np *writer,
				  unsigned origin,
				  const struct posix_trace_process_np *process,
				  const struct posix_trace_module_np *modules,
				  size_t count);

/* Tell what a thread is called. EINVAL: a name that is too long. */
int posix_trace_writer_thread_np(struct posix_trace_writer_np *writer,
				 unsigned origin, pid_t pid, pid_t tid,
				 const char *name);

/* Tell of an object: best before the first item that names it. The last one
 * with that process, address, kind and time is what readers know. EINVAL: a
 * text that is too long, or a kind that is empty, or since is no time. */
int posix_trace_writer_object_np(struct posix_trace_writer_np *writer,
				 unsigned origin,
				 const struct posix_trace_object_np *object);

/* Note something of an origin; the last value of a key is what readers know.
 * EINVAL: a text that is too long, or a key that is empty. */
int posix_trace_writer_note_np(struct posix_trace_writer_np *writer,
			       unsigned origin, const char *key,
			       const char *value);

/*
 * A number for a type of event. *type: the one that is wanted, or 0. The same
 * name with the same description gives the same number, with another
 * description another one. A type of the system has its own.
 *
 * description NULL: it has none. name NULL: the number has no name; one that no
 * type has ever, 10 to 15 and from 4096 on, is given as well.
 *
 * EINVAL: no name is as long, or no description. ENOSPC: there are no more
 * numbers.
 */
int posix_trace_writer_type_np(struct posix_trace_writer_np *writer,
			       const char *name, const char *description,
			       trace_event_id_t *type);

/*
 * Put an item, an event or a loss, behind the others: readers get them in that
 * order, which should be that of time. All members count but those of info that
 * mean nothing in a loss. Of the truncation status, what was cut when it was
 * recorded stays so. What is before 1970 is then.
 *
 * EINVAL: no such kind, or time; a type that has no number here; or a loss with
 * data that is no such text. EMSGSIZE: more data than a log can have, which is
 * about 64 MiB for an event.
 */
int posix_trace_writer_put_np(struct posix_trace_writer_np *writer,
			      const struct posix_trace_item_np *item);

/* Write what was put, so that the log can be read up to there. Else
 * it waits in memory, about a mebibyte of it; a log that is written often, in
 * small pieces, is longer for it. */
int posix_trace_writer_flush_np(struct posix_trace_writer_np *writer);

/* Write what was put, and the end of the log, with the stream's status, as
 * posix_trace_get_status() tells it of a log. status NULL: the log is
 * abandoned, and has no end. The writer is gone, whatever is returned. */
int posix_trace_writer_close_np(struct posix_trace_writer_np *writer,
				const struct posix_trace_status_info *status);

/* The attribute creation-time, for logs that are written: only a stream that is
 * created has one by itself. EINVAL: no valid object, or no time since 1970. */
int posix_trace_attr_setcreatetime_np(trace_attr_t *attr,
				      const struct timespec *time);

/* What becomes of a stream whose controller has ended without shutting it
 * down: killed, by _exit(), or by executing another program. */
enum {
	/* It stops, at the latest with the first event 10 ms after that. */
	POSIX_TRACE_ORPHAN_STOP_NP = 0,
	/* It runs on, as a flight recorder. */
	POSIX_TRACE_ORPHAN_RUN_NP = 1
};

/* The attribute orphan, STOP by default. A stream that runs on does so as
 * its policy says: one of the policy LOOP has the newest events when it is
 * recovered, the others stop when they are full. EINVAL: no valid object, no
 * such value, a null pointer. */
int posix_trace_attr_getorphan_np(const trace_attr_t *attr, int *orphan);
int posix_trace_attr_setorphan_np(trace_attr_t *attr, int orphan);

/*
 * A stream whose controller is gone, without having shut it down: it was
 * killed, or executed another program. What its log does not have yet is in
 * memory, until somebody recovers it.
 */
struct posix_trace_orphan_np {
	char name[TRACE_NAME_MAX]; /* the stream's, as its attributes say */
	pid_t target;		   /* the process that was traced */
	int target_lives;	   /* it has not ended */
	pid_t controller;	   /* the process that is gone */
	int has_log;
	char log[4096]; /* where that was when the stream was made; "" where
			 * nobody knows */
};

/* Numbers of streams: those that could not be ended by the way, as their log is
 * gone, are set aside, and have numbers from {TRACE_SYS_MAX} on. */
#define POSIX_TRACE_NUMBERS_NP (2 * TRACE_SYS_MAX)

/* Tell what a stream is that no controller has any more. number: from 0 to
 * POSIX_TRACE_NUMBERS_NP - 1, of those of the caller's user. ENOENT: no stream has
 * the number. EBUSY: its controller lives. EBADMSG: it is damaged, or of
 * another version of posixtrace. EPERM: they are another user's. */
int posix_trace_get_orphan_np(int number, struct posix_trace_orphan_np *orphan);

/* Which of these has the file fd for its log: that file, not a copy. EALREADY:
 * the log is complete. ENOENT: nothing of it is in memory. EBUSY: it is being
 * recorded. EINVAL: it is no log. */
int posix_trace_find_orphan_np(int fd, int *number);

/* What a log has that was recovered. */
struct posix_trace_recovered_np {
	unsigned long long events;	/* in the log, ours included */
	unsigned long long from_memory; /* of these, only there before */
	unsigned long long lost;	/* events that found no room */
	unsigned long long cut_bytes;	/* of the log: what was begun last, and
					 * not finished */
	unsigned long long log_bytes;	/* length of the log */
};

/*
 * End such a stream: what is in memory goes to the log, STOP last, and the log
 * gets its end, as if the controller had shut the stream down just now.
 *
 * fd -1: the log itself is completed, where it was when the stream was made.
 * fd of a copy of the log, with all that it has so far: that one is completed
 * in its place. fd of an empty file: it becomes a log of what is in memory,
 * as far as this is known to be in no other log. fd has to be open for reading
 * and writing.
 *
 * After an error nothing is lost: all that was in memory is there, and can be
 * recovered again, also with another file. A stream that ran on records no
 * more then. What such an attempt wrote to a log that it completes stays, and
 * is not written twice; a file that was empty is of no use.
 *
 * ENOENT, EBADMSG, EPERM: as above. EBUSY: likewise, or somebody else recovers
 * it at the moment. EINVAL: fd is -1, and the stream has no log; or it is a
 * file that is none of the three. ESTALE: the log is not there any more, or is
 * another file by now. Else the error of opening or writing the log, as
 * ENOSPC.
 */
int posix_trace_recover_np(int number, int fd,
			   struct posix_trace_recovered_np *result);

/* Remove what processes have left in memory that are gone, and that no stream
 * needs. So do the function above and posix_trace_create(). */
int posix_trace_sweep_np(void);

/* The directory where streams of the caller's user are. */
struct posix_trace_directory_np {
	char path[4096];
	char refusal[128]; /* why it is not used; "": it is */
};

/* EPERM: it is refused. That it does not exist is told, but no error: it is made
 * when it is needed. */
int posix_trace_get_directory_np(struct posix_trace_directory_np *directory);

/*
 * What the data of an event is: a description, in words of C. It is given
 * once, travels with the stream and the log, and lets every reader show the
 * data as fields with names. See posix_trace_eventid_describe_np(3).
 *
 *	"uint64_t id [[key]]; enum { buy, sell } side; double price"
 */
enum {
	POSIX_TRACE_DESCRIPTION_MAX_NP = 4095, /* without the null */
	POSIX_TRACE_FIELDS_MAX_NP = 64	       /* of one description */
};

/* Describe a type that posix_trace_eventid_open() gave. Doing it again with
 * the same text changes nothing. EEXIST: it has another description, which
 * stays. EINVAL: not the grammar of descriptions, or no such type. ENOMEM,
 * ENOSPC: no room. Safe in signal handlers. */
int posix_trace_eventid_describe_np(trace_event_id_t event_id,
				    const char *description);

/* The description of a type, in an active or a pre-recorded stream. ENODATA:
 * it has none. ERANGE: it is longer than size - 1 bytes; enough are
 * POSIX_TRACE_DESCRIPTION_MAX_NP + 1. EINVAL: no such stream. */
int posix_trace_eventid_get_description_np(trace_id_t trid,
					   trace_event_id_t event_id,
					   char *description, size_t size);

/* What a field holds. */
enum {
	POSIX_TRACE_FIELD_UNSIGNED_NP = 0,
	POSIX_TRACE_FIELD_SIGNED_NP = 1,
	POSIX_TRACE_FIELD_FLOAT_NP = 2,
	POSIX_TRACE_FIELD_BOOL_NP = 3,
	POSIX_TRACE_FIELD_CHAR_NP = 4, /* one character */
	POSIX_TRACE_FIELD_TEXT_NP = 5  /* char [], or char * */
};

/* What a field is besides. */
enum {
	POSIX_TRACE_FIELD_KEY_NP = 1,	  /* it connects events */
	POSIX_TRACE_FIELD_HEX_NP = 2,	  /* to be shown in hex */
	POSIX_TRACE_FIELD_COUNTER_NP = 4, /* a level that goes up and down */
	POSIX_TRACE_FIELD_ARRAY_NP = 8,
	POSIX_TRACE_FIELD_ENUM_NP = 16,
	POSIX_TRACE_FIELD_OBJECT_NP = 32, /* an object's address or number */
	POSIX_TRACE_FIELD_DETAIL_NP = 64, /* few want to see it */
	POSIX_TRACE_FIELD_ACQUIRE_NP = 128, /* the thread has it from now on */
	POSIX_TRACE_FIELD_RELEASE_NP = 256, /* the thread gives it away */
	POSIX_TRACE_FIELD_OWNER_NP = 512, /* the kernel's number of the thread
					   * that has the event's object */
	POSIX_TRACE_FIELD_SELF_NP = 1024, /* the object is the thread itself */
	POSIX_TRACE_FIELD_FLAGS_NP = 2048,  /* a constant is a bit, or some */
	POSIX_TRACE_FIELD_OCTAL_NP = 4096,  /* to be shown in octal */
	POSIX_TRACE_FIELD_ERRNO_NP = 8192,  /* an error number, or 0 */
	POSIX_TRACE_FIELD_SIGNAL_NP = 16384, /* a signal, or 0 */
	POSIX_TRACE_FIELD_NONE_NP = 32768    /* with all bits set it is none */
};

/* What an event is besides its fields. */
enum {
	POSIX_TRACE_LAYOUT_BEGIN_NP = 1, /* a span begins */
	POSIX_TRACE_LAYOUT_END_NP = 2,	 /* a span ends */
	POSIX_TRACE_LAYOUT_OPTIONAL_NP = 4 /* END: if one had begun */
};

struct posix_trace_field_np {
	const char *name;
	const char *type;   /* as in C */
	const char *unit;   /* "": none */
	const char *object; /* OBJECT: of which kind; "": any. Else NULL */
	int kind;	    /* POSIX_TRACE_FIELD_..._NP */
	unsigned flags;	    /* POSIX_TRACE_FIELD_..._NP */
	size_t size;	    /* of an element; 0: a text of any length */
	size_t count;	    /* of elements; 0: what there is */
	unsigned __align, __constant, __constants;
	const char *__none; /* what it is called then, or NULL */
};

/* A description, taken apart. The strings are its own: it is not to be
 * copied, nor moved. */
struct posix_trace_layout_np {
	unsigned fields;
	unsigned flags;	  /* POSIX_TRACE_LAYOUT_..._NP */
	const char *span; /* the name of the span; "": that of the event */
	size_t size;	  /* of the data, 0: it varies */
	struct posix_trace_field_np field[POSIX_TRACE_FIELDS_MAX_NP];
	struct {
		const char *__name;
		long long __value;
	} __constant[256];
	char __text[3 * (POSIX_TRACE_DESCRIPTION_MAX_NP + 1)];
};

/* A field of one event: where its data is, in the event's. */
struct posix_trace_value_np {
	const struct posix_trace_field_np *field;
	const void *data; /* at any address */
	size_t len;	  /* bytes; of a text, without the null */
	size_t count;	  /* of elements that are there */
};

/* One number. */
struct posix_trace_number_np {
	int kind; /* POSIX_TRACE_FIELD_..._NP, but for texts */
	union {
		unsigned long long u; /* UNSIGNED, BOOL, CHAR */
		long long s;	      /* SIGNED */
		double f;	      /* FLOAT */
	} as;
	const char *label; /* what it is called as a whole, or NULL */
};

/* Take a description apart. EINVAL: it is none. */
int posix_trace_layout_parse_np(const char *description,
				struct posix_trace_layout_np *layout);

/* Whether a text is a description. EINVAL: it is none, and the byte at *where is
 * the first that is wrong; *expected says in words what belongs there. */
int posix_trace_description_check_np(const char *description, size_t *where,
				     const char **expected);

/* Find the fields in an event's data: as many as are there, which may be less
 * than described if the data was cut. values: room for layout->fields. Gives
 * how many there are. What is found is borrowed from both. */
unsigned posix_trace_layout_decode_np(
	const struct posix_trace_layout_np *layout, const void *data,
	size_t len, struct posix_trace_value_np *values);

/* The name of one of a field's constants, in the order of the description, and
 * its value, as bits; what [[none]] is called comes last. NULL: there are not
 * as many. */
const char *
posix_trace_field_constant_np(const struct posix_trace_layout_np *layout,
			      const struct posix_trace_field_np *field,
			      unsigned index, long long *value);

/* One of the numbers of a value. EINVAL: a text, or no such element. */
int posix_trace_value_number_np(const struct posix_trace_layout_np *layout,
				const struct posix_trace_value_np *value,
				size_t index,
				struct posix_trace_number_np *number);

/* The name of the number at that index; a set of flags gives several, as
 * "O_WRONLY|O_CREAT". Gives the length of the name; 0: there is none. text:
 * gets as much as it has room for, and a null; POSIX_TRACE_NAME_MAX_NP + 1
 * bytes are enough. */
enum { POSIX_TRACE_NAME_MAX_NP = POSIX_TRACE_DESCRIPTION_MAX_NP + 19 };

size_t posix_trace_value_name_np(const struct posix_trace_layout_np *layout,
				 const struct posix_trace_value_np *value,
				 size_t index, char *text, size_t size);

/*
 * Recording in one line: the first time the name is opened and described, and
 * from then on a list of values is an event, and so is a struct. See
 * posix_trace_record_np(3).
 *
 *	POSIX_TRACE_RECORD_NP("order_sent",
 *			      "uint64_t id [[key]]; uint32_t bytes",
 *			      order->id, len);
 *	POSIX_TRACE_RECORD_STRUCT_NP("order", ORDER_DESCRIPTION, *order);
 *	POSIX_TRACE_RECORD_NP("market_closed", "");
 *
 * Both are expressions that give zero or an error number, and evaluate their
 * values once.
 */
enum {
	POSIX_TRACE_VALUES_MAX_NP = 16,	  /* in a list */
	POSIX_TRACE_RECORD_MAX_NP = 1024  /* bytes that these take */
};

/* A place in a program that records events. Zero, but for the first two. */
struct posix_trace_site_np {
	const char *name;
	const char *description;
	trace_event_id_t event_id; /* not 0: all is there */
	int error;
	unsigned fields;
	unsigned claimed;
	struct {
		unsigned short kind;
		unsigned short size;
		unsigned count;
		unsigned align;
	} field[POSIX_TRACE_VALUES_MAX_NP];
};

enum {
	POSIX_TRACE_ARGUMENT_SIGNED_NP = 0,
	POSIX_TRACE_ARGUMENT_UNSIGNED_NP = 1,
	POSIX_TRACE_ARGUMENT_FLOAT_NP = 2,
	POSIX_TRACE_ARGUMENT_TEXT_NP = 3
};

struct posix_trace_argument_np {
	int kind; /* POSIX_TRACE_ARGUMENT_..._NP */
	union {
		unsigned long long bits;
		double number;
		const char *text;
	} as;
};

/* For the macros. Open a site for a list of values, or (arguments NULL) for a
 * struct of size bytes: into *site, or for the time being into *now, where
 * somebody else is opening it. Gives the one. */
const struct posix_trace_site_np *
posix_trace_site_open_np(struct posix_trace_site_np *site,
			 struct posix_trace_site_np *now,
			 const struct posix_trace_argument_np *arguments,
			 size_t size);

/* For the macros. Lay the arguments out as described; gives the bytes. */
size_t posix_trace_site_pack_np(const struct posix_trace_site_np *site,
				const struct posix_trace_argument_np *arguments,
				unsigned char *data);

/*
 * What is there: of the caller's user; for root, of all users.
 *
 * The functions call visit once for each of what they look at, with a
 * description that is good until visit returns, and with the argument. What
 * they tell is of the moment they look, and nothing is stopped for it. visit
 * may call any function but these.
 */

/* A process that has asked the library for something, or is traced. */
struct posix_trace_traceable_np {
	pid_t pid;
	uid_t user;
	unsigned events;  /* types of events that its program has opened */
	unsigned streams; /* that it is traced into */
	int unreached;	  /* why it cannot map one of them, an error number, and
			   * its events are lost; 0: nothing is known of that */
};

/* Tell which processes can be traced. EPERM: the directory of streams is not
 * safe to use. */
int posix_trace_list_processes_np(
	void (*visit)(const struct posix_trace_traceable_np *process,
		      void *argument),
	void *argument);

/* An active stream. */
struct posix_trace_stream_np {
	int number;   /* no other stream of the user's has it */
	uid_t user;
	char name[TRACE_NAME_MAX];
	pid_t target; /* the process that it was made for */
	int target_lives;
	pid_t controller; /* the process that made it */
	int controller_lives;
	int policy;    /* POSIX_TRACE_LOOP, ..._UNTIL_FULL, ..._FLUSH */
	int inherited; /* POSIX_TRACE_INHERITED, ..._CLOSE_FOR_CHILD */
	int status;    /* POSIX_TRACE_RUNNING, ..._SUSPENDED */
	int full;      /* POSIX_TRACE_FULL, ..._NOT_FULL */
	struct timespec created;
	unsigned long long size;	/* bytes, as its attributes say */
	unsigned long long used;	/* bytes of chunks, may be more */
	unsigned long long events;	/* recorded so far, ours included;
					 * about */
	unsigned long long lost;	/* events that found no room */
	unsigned long long overwritten; /* events, unread, by LOOP */
	unsigned filtered; /* event types that are not recorded */
	int has_log;
	char log[4096]; /* where that was when the stream was made; "" where
			 * nobody knows */
	unsigned long long unreached; /* events, told as lost, of processes that
				       * could not map it for a while */
};

/* Tell which streams are active: into which a process is traced, or, with 0,
 * all. EPERM: as above, or the process is another user's. ESRCH: there is no
 * such process. */
int posix_trace_list_streams_np(
	pid_t pid,
	void (*visit)(const struct posix_trace_stream_np *stream,
		      void *argument),
	void *argument);

/* Tell the types of events that a process's program has opened, in that order.
 * EPERM, ESRCH: as above. */
int posix_trace_list_events_np(pid_t pid,
			       void (*visit)(trace_event_id_t event,
					     const char *name, void *argument),
			       void *argument);

/* Tell the descriptions of these, also those that were refused: see
 * posix_trace_description_check_np(). EPERM, ESRCH: as above. */
int posix_trace_list_descriptions_np(
	pid_t pid,
	void (*visit)(trace_event_id_t event, const char *name,
		      const char *description, void *argument),
	void *argument);

/* What can be asked of another process's stream. */
enum {
	POSIX_TRACE_STEER_START_NP = 1,
	POSIX_TRACE_STEER_STOP_NP = 2,
	POSIX_TRACE_STEER_CLEAR_NP = 3,
	POSIX_TRACE_STEER_FLUSH_NP = 4,
	POSIX_TRACE_STEER_SHUTDOWN_NP = 5,
	POSIX_TRACE_STEER_DRAIN_NP = 6 /* as posix_trace_drain_np() */
};

/*
 * Have a stream started, stopped, cleared, flushed or shut down by its
 * controller, whichever process that is, as if it had called the function
 * itself; and wait until it has. It need not do anything for that. Of a stream
 * that was shut down it finds the identifier invalid.
 *
 * user, number: as posix_trace_list_streams_np() tells them.
 *
 * ENOENT: no stream has the number. EBADMSG: it is damaged, or of another
 * version of posixtrace. EPERM: it is another user's. ESRCH: its controller is
 * gone; see posix_trace_recover_np(). ENOTSUP: its controller answers nobody:
 * it traces another user's process, or could have no thread. ETIMEDOUT: its
 * controller did nothing for five seconds, and the request was taken back.
 * EINPROGRESS: it has been at it for a minute. EINVAL: no such thing can be
 * asked, or there is no log to be flushed; or, for DRAIN, none that a stream of
 * the policy FLUSH goes to. Else the error of the function.
 */
int posix_trace_steer_np(uid_t user, int number, int what);

/*
 * Have its controller choose which events a stream records, as if it had called
 * posix_trace_select_np(), and wait until it has. NULL: all are recorded.
 *
 * EINVAL: selection is none. Else the errors of posix_trace_steer_np().
 */
int posix_trace_steer_select_np(uid_t user, int number, const char *selection);

/* The version of the library, as in "1.2.3". The string is static. */
const char *posix_trace_version_np(void);

#if defined(__GNUC__)

/* What a value is: chosen by its type. */
static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_signed(long long __value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_SIGNED_NP;
	__argument.as.bits = (unsigned long long)__value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_unsigned(unsigned long long __value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_UNSIGNED_NP;
	__argument.as.bits = __value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_float(double __value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_FLOAT_NP;
	__argument.as.number = __value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_text(const char *__value)
{
	struct posix_trace_argument_np __argument;

	__argument.kind = POSIX_TRACE_ARGUMENT_TEXT_NP;
	__argument.as.text = __value;
	return __argument;
}

static __inline__ __attribute__((__always_inline__, __unused__))
struct posix_trace_argument_np
__posix_trace_pointer(const volatile void *__value)
{
	return __posix_trace_unsigned((unsigned long)__value);
}

/* Does anybody want events now? */
static __inline__ __attribute__((__always_inline__, __unused__)) int
__posix_trace_wanted(void)
{
#if defined(__LP64__)
	const unsigned long *__word = __atomic_load_n(
		&__posix_trace_home->__word, __ATOMIC_ACQUIRE);

	return !__word || __atomic_load_n(__word, __ATOMIC_RELAXED) & 0xffff;
#else
	return 1;
#endif
}

#ifdef __cplusplus
}
#define __POSIX_TRACE_OVERLOAD(__type, __kind) \
	static inline __attribute__((__always_inline__, __unused__)) \
	posix_trace_argument_np __posix_trace_argument(__type __value) \
	{ \
		return __posix_trace_##__kind(__value); \
	}
__POSIX_TRACE_OVERLOAD(int, signed)
__POSIX_TRACE_OVERLOAD(long, signed)
__POSIX_TRACE_OVERLOAD(long long, signed)
__POSIX_TRACE_OVERLOAD(unsigned, unsigned)
__POSIX_TRACE_OVERLOAD(unsigned long, unsigned)
__POSIX_TRACE_OVERLOAD(unsigned long long, unsigned)
__POSIX_TRACE_OVERLOAD(double, float)
__POSIX_TRACE_OVERLOAD(const char *, text)
__POSIX_TRACE_OVERLOAD(const volatile void *, pointer)
#undef __POSIX_TRACE_OVERLOAD
extern "C" {
#else
#define __posix_trace_argument(__value) \
	_Generic((__value), \
		float: __posix_trace_float, \
		double: __posix_trace_float, \
		char *: __posix_trace_text, \
		const char *: __posix_trace_text, \
		void *: __posix_trace_pointer, \
		const void *: __posix_trace_pointer, \
		unsigned: __posix_trace_unsigned, \
		unsigned long: __posix_trace_unsigned, \
		unsigned long long: __posix_trace_unsigned, \
		default: __posix_trace_signed)(__value)
#endif

/* A description and up to sixteen values: the values, each with a comma
 * before it. */
#define __POSIX_TRACE_PICK(_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, \
			   _12, _13, _14, _15, _16, __what, ...) \
	__what
#define __POSIX_TRACE_A0(__d)
#define __POSIX_TRACE_A1(__d, __v) , __posix_trace_argument(__v)
#define __POSIX_TRACE_A2(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A1(__d, __VA_ARGS__)
#define __POSIX_TRACE_A3(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A2(__d, __VA_ARGS__)
#define __POSIX_TRACE_A4(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A3(__d, __VA_ARGS__)
#define __POSIX_TRACE_A5(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A4(__d, __VA_ARGS__)
#define __POSIX_TRACE_A6(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A5(__d, __VA_ARGS__)
#define __POSIX_TRACE_A7(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A6(__d, __VA_ARGS__)
#define __POSIX_TRACE_A8(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A7(__d, __VA_ARGS__)
#define __POSIX_TRACE_A9(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A8(__d, __VA_ARGS__)
#define __POSIX_TRACE_A10(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A9(__d, __VA_ARGS__)
#define __POSIX_TRACE_A11(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A10(__d, __VA_ARGS__)
#define __POSIX_TRACE_A12(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A11(__d, __VA_ARGS__)
#define __POSIX_TRACE_A13(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A12(__d, __VA_ARGS__)
#define __POSIX_TRACE_A14(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A13(__d, __VA_ARGS__)
#define __POSIX_TRACE_A15(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A14(__d, __VA_ARGS__)
#define __POSIX_TRACE_A16(__d, __v, ...) \
	, __posix_trace_argument(__v) __POSIX_TRACE_A15(__d, __VA_ARGS__)
#define __POSIX_TRACE_VALUES(...) \
	__POSIX_TRACE_PICK(__VA_ARGS__, \
			   __POSIX_TRACE_A16, __POSIX_TRACE_A15, \
			   __POSIX_TRACE_A14, __POSIX_TRACE_A13, \
			   __POSIX_TRACE_A12, __POSIX_TRACE_A11, \
			   __POSIX_TRACE_A10, __POSIX_TRACE_A9, \
			   __POSIX_TRACE_A8, __POSIX_TRACE_A7, \
			   __POSIX_TRACE_A6, __POSIX_TRACE_A5, \
			   __POSIX_TRACE_A4, __POSIX_TRACE_A3, \
			   __POSIX_TRACE_A2, __POSIX_TRACE_A1, \
			   __POSIX_TRACE_A0, _)(__VA_ARGS__)
#define __POSIX_TRACE_DESCRIPTION(__d, ...) __d

/*
 * A comma where a semicolon belongs, as in "unsigned id, char *s", is refused
 * by the compiler, if it knows the text. This never refuses a description; what
 * it passes over, the library refuses.
 *
 * With clang: behind one of the first two commas are two words, and nothing that
 * could part them. With gcc, which folds other functions: behind a comma is a
 * type. Both leave alone what is in parentheses, or in brackets.
 */
#if defined(__clang__)
#define __POSIX_TRACE_FIND(__text, __c) \
	(__builtin_strchr(__text, __c) ?: "")
#define __POSIX_TRACE_BEHIND(__text, __c, __at) \
	(__builtin_strlen(__POSIX_TRACE_FIND(__text, __c)) < \
	 __builtin_strlen(__at))
#define __POSIX_TRACE_LETTER(__c) \
	((((__c) | 32) >= 'a' && ((__c) | 32) <= 'z') || (__c) == '_')
#define __POSIX_TRACE_TWO_WORDS(__word, __space) \
	(__POSIX_TRACE_LETTER(*(__word)) && *(__space) && \
	 (__POSIX_TRACE_LETTER((__space)[*(__space) != 0]) || \
	  (__space)[*(__space) != 0] == '*') && \
	 __POSIX_TRACE_BEHIND(__word, ';', __space) && \
	 __POSIX_TRACE_BEHIND(__word, ',', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '[', __space) && \
	 __POSIX_TRACE_BEHIND(__word, ']', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '}', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '=', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '\t', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '\n', __space))
#define __POSIX_TRACE_WORD(__comma) ((__comma) + (*(__comma) != 0) + \
	((__comma)[*(__comma) != 0] == ' '))
#define __POSIX_TRACE_TYPED(__d, __comma) \
	(*(__comma) && __POSIX_TRACE_BEHIND(__d, '(', __comma) && \
	 __POSIX_TRACE_TWO_WORDS(__POSIX_TRACE_WORD(__comma), \
		__POSIX_TRACE_FIND(__POSIX_TRACE_WORD(__comma), ' ')))
#define __POSIX_TRACE_COMMA(__text) __POSIX_TRACE_FIND(__text, ',')
#define __POSIX_TRACE_NEXT(__comma) \
	__POSIX_TRACE_COMMA((__comma) + (*(__comma) != 0))
#define __POSIX_TRACE_IS_WRONG(__d) \
	(__POSIX_TRACE_TYPED(__d, __POSIX_TRACE_COMMA(__d)) || \
	 __POSIX_TRACE_TYPED(__d, __POSIX_TRACE_NEXT(__POSIX_TRACE_COMMA(__d))))
#else
#define __POSIX_TRACE_HAS(__d, __type) \
	(__builtin_strstr(__d, "," __type " ") != 0 || \
	 __builtin_strstr(__d, ", " __type " ") != 0)
#define __POSIX_TRACE_IS_WRONG(__d) \
	(__builtin_strchr(__d, '(') == 0 && __builtin_strstr(__d, " ]") == 0 && \
	 (__POSIX_TRACE_HAS(__d, "bool") || \
	  __POSIX_TRACE_HAS(__d, "char") || \
	  __POSIX_TRACE_HAS(__d, "const") || \
	  __POSIX_TRACE_HAS(__d, "double") || \
	  __POSIX_TRACE_HAS(__d, "enum") || \
	  __POSIX_TRACE_HAS(__d, "float") || \
	  __POSIX_TRACE_HAS(__d, "int") || \
	  __POSIX_TRACE_HAS(__d, "int16_t") || \
	  __POSIX_TRACE_HAS(__d, "int32_t") || \
	  __POSIX_TRACE_HAS(__d, "int64_t") || \
	  __POSIX_TRACE_HAS(__d, "int8_t") || \
	  __POSIX_TRACE_HAS(__d, "long") || \
	  __POSIX_TRACE_HAS(__d, "short") || \
	  __POSIX_TRACE_HAS(__d, "signed") || \
	  __POSIX_TRACE_HAS(__d, "size_t") || \
	  __POSIX_TRACE_HAS(__d, "uint16_t") || \
	  __POSIX_TRACE_HAS(__d, "uint32_t") || \
	  __POSIX_TRACE_HAS(__d, "uint64_t") || \
	  __POSIX_TRACE_HAS(__d, "uint8_t") || \
	  __POSIX_TRACE_HAS(__d, "unsigned")))
#endif

#if defined(__has_attribute)
#if __has_attribute(__error__)
#define __POSIX_TRACE_REFUSES_COMMAS
#endif
#endif

#ifdef __POSIX_TRACE_REFUSES_COMMAS
__attribute__((__error__("a description has a comma where a semicolon "
			 "belongs: another type follows"))) int
__posix_trace_comma_for_semicolon(void);
#define __POSIX_TRACE_CHECK(__d) \
	((void)(__builtin_constant_p(__POSIX_TRACE_IS_WRONG(__d)) && \
		__POSIX_TRACE_IS_WRONG(__d) && \
		__posix_trace_comma_for_semicolon()))
#else
#define __POSIX_TRACE_CHECK(__d) ((void)0)
#endif

/* C++ may call it with its namespace before the name. */
#ifndef __cplusplus
#define posix_trace_eventid_describe_np(__event_id, __d) \
	__extension__(__POSIX_TRACE_CHECK(__d), \
		      (posix_trace_eventid_describe_np)(__event_id, __d))
#endif

#define POSIX_TRACE_RECORD_NP(__name, ...) \
	__extension__({ \
		__POSIX_TRACE_CHECK( \
			__POSIX_TRACE_DESCRIPTION(__VA_ARGS__, _)); \
		static struct posix_trace_site_np __site = { \
			__name, \
			__POSIX_TRACE_DESCRIPTION(__VA_ARGS__, _), \
			0, 0, 0, 0, { { 0, 0, 0, 0 } } \
		}; \
		/* The first says how many follow. */ \
		struct posix_trace_argument_np __list[] = { \
			__posix_trace_signed(0) \
			__POSIX_TRACE_VALUES(__VA_ARGS__) \
		}; \
		const struct posix_trace_site_np *__at = &__site; \
		struct posix_trace_site_np __now; \
		unsigned char __data[POSIX_TRACE_RECORD_MAX_NP]; \
		__list[0].as.bits = sizeof(__list) / sizeof(__list[0]) - 1; \
		if (!__atomic_load_n(&__site.event_id, __ATOMIC_ACQUIRE)) \
			__at = posix_trace_site_open_np(&__site, &__now, \
							__list, 0); \
		if (__at->event_id && __posix_trace_wanted()) \
			posix_trace_event( \
				__at->event_id, __data, \
				posix_trace_site_pack_np(__at, __list, \
							 __data)); \
		__at->error; \
	})

#define POSIX_TRACE_RECORD_STRUCT_NP(__name, __description, __object) \
	__extension__({ \
		__POSIX_TRACE_CHECK(__description); \
		static struct posix_trace_site_np __site = { \
			__name, __description, 0, 0, 0, 0, \
			{ { 0, 0, 0, 0 } } \
		}; \
		const struct posix_trace_site_np *__at = &__site; \
		struct posix_trace_site_np __now; \
		const void *__data = &(__object); \
		if (!__atomic_load_n(&__site.event_id, __ATOMIC_ACQUIRE)) \
			__at = posix_trace_site_open_np(&__site, &__now, 0, \
							sizeof(__object)); \
		if (__at->event_id) \
			posix_trace_event(__at->event_id, __data, \
					  __at->fields ? sizeof(__object) : \
							 0); \
		__at->error; \
	})

#endif

#ifdef __cplusplus
}
#endif

#endif
