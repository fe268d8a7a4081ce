/* image.c - the program that a process runs */
#include <elf.h>
#include <errno.h>
#include <string.h>

#include "model/image.h"

enum {
	MODULES_AT = 4, /* offset of the number of modules */
	FIXED_PART = 8,
	MODULE_FIXED_PART = 25,
	ORIGIN_SIZE = 4,
};

static int take_module(struct pxt_bytes *in, struct pxt_image_module *module)
{
	module->base = pxt_bytes_le64(in);
	module->start = pxt_bytes_le64(in);
	module->end = pxt_bytes_le64(in);
	module->id_len = pxt_bytes_u8(in);
	if (module->id_len > PXT_IMAGE_ID_MAX)
		return EBADMSG;
	module->id = pxt_bytes_take(in, module->id_len);
	module->path = pxt_bytes_string(in);

	if (in->short_read || module->start > module->end)
		return EBADMSG;
	return 0;
}

/* Returns the origin; rest is cut to the modules. */
static uint32_t take_origin(struct pxt_bytes *in)
{
	return pxt_bytes_left(in) < ORIGIN_SIZE ? 0 : pxt_bytes_le32(in);
}

int pxt_image_decode(struct pxt_image *image, const void *data, size_t len)
{
	struct pxt_image_module module;
	struct pxt_bytes in;

	pxt_bytes_init(&in, data, len);
	image->pid = pxt_bytes_le32(&in);
	image->modules = pxt_bytes_le32(&in);
	image->name = pxt_bytes_string(&in);
	image->command = pxt_bytes_string(&in);
	if (in.short_read)
		return EBADMSG;

	image->rest = in;
	for (uint32_t i = 0; i < image->modules; i++)
		if (take_module(&in, &module))
			return EBADMSG;

	image->rest.end = in.at;
	image->origin = take_origin(&in);
	return 0;
}

int pxt_image_next_module(struct pxt_image *image,
			  struct pxt_image_module *module)
{
	if (image->rest.short_read)
		return EBADMSG;
	if (!pxt_bytes_left(&image->rest))
		return ENODATA;

	return take_module(&image->rest, module);
}

/* ELF notes: name and value, each padded to four bytes, behind three words. */
void pxt_image_find_id(struct pxt_image_module *module, const void *notes,
		       size_t len)
{
	const uint8_t *at = notes;
	Elf64_Nhdr note;

	while (len >= sizeof(note)) {
		size_t name, value;

		memcpy(&note, at, sizeof(note));
		name = ((size_t)note.n_namesz + 3) & ~(size_t)3;
		value = ((size_t)note.n_descsz + 3) & ~(size_t)3;
		at += sizeof(note);
		len -= sizeof(note);
		if (name > len || value > len - name)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(at, "GNU", 4) &&
		    note.n_descsz <= PXT_IMAGE_ID_MAX) {
			module->id = at + name;
			module->id_len = note.n_descsz;
			return;
		}
		at += name + value;
		len -= name + value;
	}
}

static void put_le(struct pxt_image_builder *builder, uint64_t value,
		   size_t len)
{
	for (; len; len--, value >>= 8)
		builder->data[builder->len++] = (uint8_t)value;
}

static void put_bytes(struct pxt_image_builder *builder, const void *bytes,
		      size_t len)
{
	if (len)
		memcpy(builder->data + builder->len, bytes, len);
	builder->len += len;
}

static void put_string(struct pxt_image_builder *builder, const char *string)
{
	put_bytes(builder, string, strlen(string) + 1);
}

/* Adds as much as fits before end. */
static void put_cut(struct pxt_image_builder *builder, const char *string,
		    size_t end)
{
	size_t room = end > builder->len ? end - builder->len : 0;

	put_bytes(builder, string, strnlen(string, room));
}

static void put_command(struct pxt_image_builder *builder, int argc,
			char *const argv[])
{
	/* A byte is reserved for the terminator. */
	size_t end = builder->size / 2 ? builder->size / 2 - 1 : 0;

	for (int i = 0; i < argc && argv[i]; i++) {
		if (i)
			put_cut(builder, " ", end);
		put_cut(builder, argv[i], end);
	}
	put_le(builder, 0, 1);
}

int pxt_image_begin(struct pxt_image_builder *builder, void *data, size_t size,
		    uint32_t pid, const char *name, int argc,
		    char *const argv[])
{
	if (size < FIXED_PART + strlen(name) + 1 + 1)
		return ENOSPC;

	builder->data = data;
	builder->size = size;
	builder->len = 0;
	builder->modules = 0;

	put_le(builder, pid, 4);
	put_le(builder, 0, 4);
	put_string(builder, name);
	put_command(builder, argc, argv);
	return 0;
}

/* Readers see the image only when it is complete: the count may still
 * change. */
static void count_module(struct pxt_image_builder *builder)
{
	size_t len = builder->len;

	builder->len = MODULES_AT;
	put_le(builder, ++builder->modules, 4);
	builder->len = len;
}

int pxt_image_add_module(struct pxt_image_builder *builder,
			 const struct pxt_image_module *module)
{
	size_t left = builder->size - builder->len;

	if (module->id_len > PXT_IMAGE_ID_MAX || module->start > module->end)
		return EINVAL;
	if (left <
	    MODULE_FIXED_PART + module->id_len + strlen(module->path) + 1)
		return ENOSPC;

	put_le(builder, module->base, 8);
	put_le(builder, module->start, 8);
	put_le(builder, module->end, 8);
	put_le(builder, module->id_len, 1);
	put_bytes(builder, module->id, module->id_len);
	put_string(builder, module->path);
	count_module(builder);
	return 0;
}

int pxt_image_add_origin(struct pxt_image_builder *builder, uint32_t origin)
{
	if (!origin)
		return 0;
	if (builder->size - builder->len < ORIGIN_SIZE)
		return ENOSPC;

	put_le(builder, origin, ORIGIN_SIZE);
	return 0;
}
