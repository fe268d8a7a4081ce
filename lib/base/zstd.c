/* zstd.c - libzstd, loaded when it is first needed */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/zstd.h"

#include <errno.h>

#ifdef HAVE_ZSTD
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

/* Below 0 literals are not coded with fewer bits, and places without a match are
 * passed over sooner. For dense records (log_packing.h) this level takes three
 * quarters of the time of level -1; levels between save nothing. */
enum { LEVEL = -6 };

/* The functions of libzstd that are used here. */
static struct {
	__typeof__(ZSTD_createCCtx) *create;
	__typeof__(ZSTD_freeCCtx) *close;
	__typeof__(ZSTD_compressCCtx) *compress;
	__typeof__(ZSTD_decompress) *decompress;
	__typeof__(ZSTD_isError) *is_error;
	__typeof__(ZSTD_getErrorCode) *error;
} functions;

static bool is_loaded;

/* function: a pointer to a function. */
static bool find(void *library, const char *name, void *function)
{
	void *address = dlsym(library, name);

	memcpy(function, &address, sizeof(address));
	return address;
}

static void load(void)
{
	void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);

	is_loaded = library &&
		    find(library, "ZSTD_createCCtx", &functions.create) &&
		    find(library, "ZSTD_freeCCtx", &functions.close) &&
		    find(library, "ZSTD_compressCCtx", &functions.compress) &&
		    find(library, "ZSTD_decompress", &functions.decompress) &&
		    find(library, "ZSTD_isError", &functions.is_error) &&
		    find(library, "ZSTD_getErrorCode", &functions.error);
}

bool pxt_zstd_is_there(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return is_loaded;
}

int pxt_zstd_create(struct pxt_zstd **out)
{
	if (!pxt_zstd_is_there())
		return ENOTSUP;
	*out = (struct pxt_zstd *)functions.create();
	return *out ? 0 : ENOMEM;
}

void pxt_zstd_close(struct pxt_zstd *zstd)
{
	if (zstd)
		functions.close((ZSTD_CCtx *)zstd);
}

size_t pxt_zstd_compress(struct pxt_zstd *zstd, void *out, size_t room,
			 const void *data, size_t len)
{
	const size_t done = functions.compress((ZSTD_CCtx *)zstd, out, room,
					       data, len, LEVEL);

	return functions.is_error(done) ? 0 : done;
}

int pxt_zstd_decompress(void *out, size_t room, const void *frames,
			size_t frames_len, size_t *len)
{
	if (!pxt_zstd_is_there())
		return ENOTSUP;
	*len = functions.decompress(out, room, frames, frames_len);
	if (!functions.is_error(*len))
		return 0;
	return functions.error(*len) == ZSTD_error_memory_allocation ? ENOMEM :
								       EBADMSG;
}

#else

bool pxt_zstd_is_there(void)
{
	return false;
}

int pxt_zstd_create(struct pxt_zstd **out)
{
	(void)out;
	return ENOTSUP;
}

void pxt_zstd_close(struct pxt_zstd *zstd)
{
	(void)zstd;
}

size_t pxt_zstd_compress(struct pxt_zstd *zstd, void *out, size_t room,
			 const void *data, size_t len)
{
	(void)zstd;
	(void)out;
	(void)room;
	(void)data;
	(void)len;
	return 0;
}

int pxt_zstd_decompress(void *out, size_t room, const void *frames,
			size_t frames_len, size_t *len)
{
	(void)out;
	(void)room;
	(void)frames;
	(void)frames_len;
	(void)len;
	return ENOTSUP;
}

#endif
