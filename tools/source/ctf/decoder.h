/*
 * decoder.h - the process that reads a CTF trace
 *
 * libbabeltrace2 reads what nobody has checked, and ends its process when
 * memory is short. So it runs in a child, the decoder, with limited memory, that
 * sends frames: see frames.h. When the decoder fails, its reader knows where.
 */
#ifndef SOURCE_CTF_DECODER_H
#define SOURCE_CTF_DECODER_H

#include <stdbool.h>
#include <sys/types.h>

#include "source/ctf/folder.h"
#include "source/ctf/meanings.h"

struct ctf_decoder {
	struct ctf_folder folder;
	struct ctf_spans spans;
	bool wants_modules; /* frames of modules only: see modules.h */
	pid_t pid;	    /* 0: no process */
	int fd;		    /* the pipe, or -1 */
};

/* Starts it; the traces are in the folder. Returns an error number. ENOTSUP:
 * built without libbabeltrace2. */
int ctf_decoder_start(struct ctf_decoder *decoder);

/* Ends it, if it still runs. */
void ctf_decoder_stop(struct ctf_decoder *decoder);

bool ctf_decoder_is_there(void);

#endif
