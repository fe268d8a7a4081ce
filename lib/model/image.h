/*
 * image.h - the program that a process runs, for finding its code
 *
 * A process describes itself once; the bytes go unchanged through its process
 * file into the log (docs/log-format.md, section PROCESS):
 *
 *	u32 pid		u32 modules
 *	string name	without path
 *	string command	arguments, separated by spaces
 *	modules times:
 *		u64 base	what to subtract from an address
 *		u64 start	first address
 *		u64 end		address after the last
 *		u8  id_len	bytes of build id, at most 32
 *		bytes id
 *		string path	"" for the program without a known path
 *	u32 origin	may be missing: 0
 *
 * little-endian, strings null-terminated.
 */
#ifndef PXT_MODEL_IMAGE_H
#define PXT_MODEL_IMAGE_H

#include "base/bytes.h"

enum {
	PXT_IMAGE_ID_MAX = 32,
	PXT_IMAGE_NAME = 8, /* offset of the name */
};

struct pxt_image {
	uint32_t pid;
	uint32_t modules;
	uint32_t origin;       /* origin in a merged log */
	const char *name;      /* borrowed from the bytes */
	const char *command;   /* borrowed from the bytes */
	struct pxt_bytes rest; /* the modules, for pxt_image_next_module() */
};

struct pxt_image_module {
	uint64_t base;
	uint64_t start;
	uint64_t end;
	const uint8_t *id;
	uint32_t id_len;
	const char *path;
};

/* EBADMSG: not an image. */
int pxt_image_decode(struct pxt_image *image, const void *data, size_t len);

/* ENODATA: no more modules. EBADMSG: cut or damaged. */
int pxt_image_next_module(struct pxt_image *image,
			  struct pxt_image_module *module);

/* Finds the build id in the notes of an ELF object. It is borrowed. */
void pxt_image_find_id(struct pxt_image_module *module, const void *notes,
		       size_t len);

/* Encoding into a fixed buffer; modules that do not fit are left out whole. */
struct pxt_image_builder {
	uint8_t *data;
	size_t size;
	size_t len; /* bytes written */
	uint32_t modules;
};

/* ENOSPC: the buffer is too small for the fixed part. Long commands are cut
 * to leave half of the buffer to the modules. */
int pxt_image_begin(struct pxt_image_builder *builder, void *data, size_t size,
		    uint32_t pid, const char *name, int argc,
		    char *const argv[]);

/* ENOSPC: this module did not fit. */
int pxt_image_add_module(struct pxt_image_builder *builder,
			 const struct pxt_image_module *module);

/* Appends an origin other than 0 behind the modules. ENOSPC. */
int pxt_image_add_origin(struct pxt_image_builder *builder, uint32_t origin);

#endif
