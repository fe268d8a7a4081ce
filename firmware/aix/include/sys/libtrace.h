/*
 * sys/libtrace.h - reading logs of the trace
 *
 * The functions return 0, or a number of <errno.h>, or TRCE_.... See
 * posixtrace-aix(7), which tells what of AIX's is not here. Members whose names
 * end in _np are no others' than posixtrace's.
 */
#ifndef _SYS_LIBTRACE_H
#define _SYS_LIBTRACE_H 1

#include <stddef.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <time.h>

#include <bits/types/struct_timespec.h> /* in strict C, too */

#ifdef __cplusplus
extern "C" {
#endif

/* Types of opening: TRC_LOGREAD, and one of the others. */
#define TRC_LOGREAD 0x1
#define TRC_LOGRAW 0x2
#define TRC_LOGPROC 0x4
#define TRC_NOTEMPLATES 0x8

#define TRCE_EOF 2001	    /* no more entries */
#define TRCE_WARN 2002	    /* the templates have warnings */
#define TRCE_BADFORMAT 2003 /* the templates have errors */
#define TRCE_BADLOG 2004    /* the file is no log */

typedef struct __trc_log *trc_log_handle_t;
typedef unsigned short trc_hookid_t; /* 0x0hhh for hhh and hhh0, or 0xhhhh */
typedef unsigned long long trc_logpos_t;

/* An entry. trc_free() frees what it points to. */
typedef struct {
	int trcr_magic;
	unsigned trcr_flags;
	struct timespec trcr_time_np;
	pid_t trcr_pid_np, trcr_tid_np;
	char trcr_event_np[256]; /* name of the event */

	/* TRC_LOGRAW */
	trc_hookid_t trcri_hookid;
	unsigned short trcri_subhookid;
	unsigned trcri_dupcount;
	void *trcri_entry_np; /* begins with the hook word */
	size_t trcri_len_np;

	/* TRC_LOGPROC */
	char *trchi_ascii; /* lines, separated by newlines */
	unsigned trchi_dupcount;
} trc_read_t;

/* Names of hooks, which are the labels of templates. */
typedef struct {
	trc_hookid_t hookid;
	char *hookname;
} trc_hookname_entry_np_t;

typedef struct {
	int trchn_magic;
	unsigned trchn_nhooks;
	trc_hookname_entry_np_t *trchn_names;
} trc_hookname_t;

/* Sets of ids of three digits, and of four. */
typedef struct {
	unsigned long __bits[4096 / (8 * sizeof(unsigned long))];
} trc_hookset_t;
typedef struct {
	unsigned long __bits[65536 / (8 * sizeof(unsigned long))];
} trc_hookset64_t;

/* A search: entries that fit all of it. 0: any. */
typedef struct {
	const trc_hookset64_t *trcls_hooks_np; /* NULL: any */
	pid_t trcls_pid_np, trcls_tid_np;
	struct timespec trcls_from_np, trcls_until_np; /* before the latter */
} trc_logsearch_t;

/* The facts of a log. trc_free() frees what it points to. */
typedef struct {
	int trci_magic;
	int trci_logmagic;    /* the first bytes of the file */
	time_t trci_time;     /* beginning of the log */
	unsigned trci_ipaddr; /* 0: a log does not tell it */
	struct utsname trci_uname;
	char *trci_cmd;			      /* name of the stream */
	char **trci_fnames;		      /* files, and NULL */
	int trci_mach_cpus, trci_traced_cpus; /* 0: a log does not tell them */
	unsigned trci_flags, trci_obj_type;   /* 0 */
	trc_hookset64_t trci_hookids;	      /* in the form of trcri_hookid */
} trc_log_info_t;

/* Commands of trc_libcntl(), which change nothing here. */
#define TRC_CNTL_ADJLINENO 1
#define TRC_CNTL_NAMELIST 2
#define TRC_CNTL_TEXTOFFSET 3

#define TRC_HOOK_ALL ((trc_hookid_t)0xffff)

/* log: NULL or "": the default. templates: a file; NULL or "": none. */
int trc_open(char *log, char *templates, int type, trc_log_handle_t *handle);
int trc_close(trc_log_handle_t handle);

/* Reads the next entry. */
int trc_read(trc_log_handle_t handle, trc_read_t *entry);

/* The place of the entry that is read next; and reading from such a place. */
int trc_tell(trc_log_handle_t handle, trc_logpos_t *position);
int trc_seek(trc_log_handle_t handle, trc_logpos_t position, trc_read_t *entry);

/* The first entry of the log that fits, and the next one. */
int trc_find_first(trc_log_handle_t handle, const trc_logsearch_t *search,
		   trc_read_t *entry);
int trc_find_next(trc_log_handle_t handle, const trc_logsearch_t *search,
		  trc_read_t *entry);

/* Returns 1 if the entry that was read last fits, else 0. */
int trc_compare(trc_log_handle_t handle, const trc_logsearch_t *search);

int trc_loginfo(char *log, trc_log_info_t *info);
int trc_libcntl(trc_log_handle_t handle, int command, void *argument);

/* Frees what a structure filled in here points to, not the structure. */
int trc_free(void *structure);

int trc_hookname(trc_log_handle_t handle, trc_hookid_t hook,
		 trc_hookname_t *names);

/* The default log; to be freed. NULL: no memory. */
char *trc_logpath(void);

/* The text is valid until the thread's next call. */
char *trc_strerror(void *handle, int error);
void trc_perror(void *handle, int error, char *text);

int trc_hkemptyset(trc_hookset_t *set);
int trc_hkfillset(trc_hookset_t *set);
int trc_hkaddset(trc_hookset_t *set, trc_hookid_t hook);
int trc_hkdelset(trc_hookset_t *set, trc_hookid_t hook);
int trc_hkisset(const trc_hookset_t *set, trc_hookid_t hook);
int trc_hkemptyset64(trc_hookset64_t *set);
int trc_hkfillset64(trc_hookset64_t *set);
int trc_hkaddset64(trc_hookset64_t *set, trc_hookid_t hook);
int trc_hkdelset64(trc_hookset64_t *set, trc_hookid_t hook);
int trc_hkisset64(const trc_hookset64_t *set, trc_hookid_t hook);

#ifdef __cplusplus
}
#endif

#endif
