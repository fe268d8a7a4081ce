/*
 * frames.h - what the decoder of a CTF trace sends
 *
 * The decoder, a process of its own, maps a CTF trace to items and facts, and
 * sends them through a pipe, each as a frame: a head, and a body of head.len
 * bytes. It may have been led astray by the trace, so that its reader checks
 * each frame.
 */
#ifndef SOURCE_CTF_FRAMES_H
#define SOURCE_CTF_FRAMES_H

#include <stddef.h>
#include <stdint.h>

enum ctf_frame_kind {
	CTF_FRAME_ORIGIN = 1, /* ctf_frame_origin */
	CTF_FRAME_TYPE,	      /* ctf_frame_type, "name\0description\0" */
	CTF_FRAME_THREAD,     /* ctf_frame_thread, "name\0" */
	CTF_FRAME_EVENT,      /* ctf_frame_event, data */
	CTF_FRAME_LOSS,	      /* ctf_frame_loss, "reason\0" */
	CTF_FRAME_TELL,	      /* "remark\0" */
	CTF_FRAME_DAMAGE,     /* "why\0": reading ends here */
	CTF_FRAME_REFUSE,     /* "why\0": the trace cannot be read */
	CTF_FRAME_END,	      /* the whole trace was read */
	CTF_FRAME_MODULE,     /* ctf_frame_module, "path\0" */
};

enum { CTF_FRAME_MAX = 8 << 20 }; /* bytes of a body */

struct ctf_frame_head {
	uint32_t len;
	uint32_t kind;
};

/* Texts end with a null. */
struct ctf_frame_origin {
	unsigned char uuid[16]; /* zero: unknown */
	unsigned char boot[16]; /* zero: unknown, too */
	char host[65];
	char system[128];
	uint8_t is_ours; /* posixtrace has written the trace */
	char padding[6];
};

struct ctf_frame_type {
	uint32_t number; /* 0, 1, 2... */
};

struct ctf_frame_thread {
	int32_t pid;
	int32_t tid; /* 0: the process */
};

struct ctf_frame_event {
	uint64_t time; /* in nanoseconds */
	uint64_t ip;   /* 0: unknown */
	int32_t pid, tid;
	uint32_t type;
	uint32_t padding;
};

struct ctf_frame_loss {
	uint64_t from, to; /* in nanoseconds */
	uint64_t lost;	   /* 0: unknown */
	int32_t pid, tid;  /* 0: unknown */
};

enum ctf_module_event {
	CTF_MODULE_NONE,
	CTF_MODULE_DUMP,     /* the process begins to tell of its modules */
	CTF_MODULE_DUMPED,   /* a dump has told of all modules */
	CTF_MODULE_IS_THERE, /* the only one with a path */
	CTF_MODULE_ID,	     /* build ID of the module at start */
	CTF_MODULE_UNLOAD,
};

enum { CTF_MODULE_ID_MOST = 32 };

struct ctf_frame_module {
	uint64_t time;	      /* in nanoseconds */
	uint64_t start, size; /* in the memory of the process */
	int32_t pid;
	uint8_t event;	   /* enum ctf_module_event */
	uint8_t is_linked; /* not position-independent */
	uint8_t has_id;	   /* CTF_MODULE_ID follows */
	uint8_t id_len;
	uint8_t id[CTF_MODULE_ID_MOST];
};

/* The sending end. */
struct ctf_frames {
	int fd;
	uint8_t *buffer;
	size_t len, room;
	size_t head; /* offset of the open frame's head */
};

/* Errors are fatal to the decoder: without its reader, or memory, it ends. */
void ctf_frames_begin(struct ctf_frames *frames, enum ctf_frame_kind kind);

/* Appends to the open frame. What exceeds CTF_FRAME_MAX is not appended;
 * returns the number of bytes that were. */
size_t ctf_frames_put(struct ctf_frames *frames, const void *data, size_t len);

/* Appends a text and its null. */
void ctf_frames_put_text(struct ctf_frames *frames, const char *text);

/* Ends the frame. */
void ctf_frames_end(struct ctf_frames *frames);

/* Sends a frame that has a text only. */
void ctf_frames_text(struct ctf_frames *frames, enum ctf_frame_kind kind,
		     const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Sends what is still buffered. */
void ctf_frames_flush(struct ctf_frames *frames);

#endif
