/*
 * posix_trace_attr_getclockres.c - identification of a stream
 */
#include <errno.h>
#include <string.h>

#include <trace.h>

#include "base/timespec.h"
#include "model/attr.h"

int posix_trace_attr_getclockres(const trace_attr_t *object,
				 struct timespec *resolution)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !resolution)
		return EINVAL;

	*resolution = pxt_timespec_of(attr->clockres_ns);
	return 0;
}

int posix_trace_attr_getcreatetime(const trace_attr_t *object,
				   struct timespec *createtime)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !createtime)
		return EINVAL;

	*createtime = pxt_timespec_of(attr->created_ns);
	return 0;
}

int posix_trace_attr_getgenversion(const trace_attr_t *object, char *genversion)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !genversion)
		return EINVAL;

	strcpy(genversion, attr->genversion);
	return 0;
}

int posix_trace_attr_getname(const trace_attr_t *object, char *tracename)
{
	const struct pxt_attr *attr = pxt_attr_of_const(object);

	if (!attr || !tracename)
		return EINVAL;

	strcpy(tracename, attr->name);
	return 0;
}

/* A name too long is no error: its beginning is kept. */
int posix_trace_attr_setname(trace_attr_t *object, const char *tracename)
{
	struct pxt_attr *attr = pxt_attr_of(object);
	size_t len;

	if (!attr || !tracename)
		return EINVAL;

	len = strnlen(tracename, sizeof(attr->name) - 1);
	memcpy(attr->name, tracename, len);
	memset(attr->name + len, 0, sizeof(attr->name) - len);
	return 0;
}
