/* composition.c - the text of functions that print to a stream of stdio */
#include <errno.h>
#include <stdlib.h>

#include "common/composition.h"
#include "common/out.h"

int composition_make(composition_print *print, void *argument, char **text,
		     size_t *size)
{
	FILE *file;
	int err;

	*text = NULL;
	file = open_memstream(text, size);
	if (!file)
		return ENOMEM;
	err = print(argument, file);
	if (fclose(file) && !err)
		err = ENOMEM;
	return err;
}

int composition_put(composition_print *print, void *argument, struct out *out)
{
	char *text;
	size_t size;
	int err;

	err = composition_make(print, argument, &text, &size);
	if (!err)
		out_bytes(out, text, size);
	free(text);
	return err;
}
