/*
 * event_names.c - the companion file of another system's trace
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/talk.h"
#include "source/catalogue.h"
#include "source/foreign/event_names.h"

static const char setting[] = "events=";

/* Length of an ending's beginning at the end of a name: board.trx has 4 of
 * ".trxc". */
static size_t overlap(const char *name, const char *ending)
{
	const char *dot = strrchr(name, '.');
	const size_t len = dot ? strlen(dot) : 0;

	return len && !strncmp(dot, ending, len) ? len : 0;
}

char *foreign_event_names_path(const char *name, const char *ending)
{
	char *beside;

	if (overlap(name, ending) < strlen(ending))
		ending += overlap(name, ending);
	return asprintf(&beside, "%s%s", name, ending) < 0 ? NULL : beside;
}

static bool is_wanted(const struct foreign *foreign)
{
	const struct pxt_format *format = foreign->format;

	return !foreign->is_line && strcmp(foreign->name, "-") &&
	       format->export && format->export->beside &&
	       catalogue_has_key(format->import_options, setting) &&
	       !pxt_settings_get(&foreign->settings, "events");
}

static int take(struct foreign *foreign, const char *path)
{
	if (asprintf(&foreign->beside, "%s%s", setting, path) < 0) {
		foreign->beside = NULL;
		return ENOMEM;
	}
	if (pxt_settings_add(&foreign->settings, foreign->beside))
		talk("%s: names of events are those of %s; -o events= names "
		     "another file",
		     foreign->name, path);
	return 0;
}

int foreign_event_names(struct foreign *foreign)
{
	struct stat st;
	char *path;
	int err = 0;

	foreign->settings = foreign->as.settings;
	if (!is_wanted(foreign))
		return 0;
	path = foreign_event_names_path(foreign->name,
					foreign->format->export->beside);
	if (!path)
		return ENOMEM;
	if (!stat(path, &st) && S_ISREG(st.st_mode))
		err = take(foreign, path);
	free(path);
	return err;
}
