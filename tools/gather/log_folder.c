/*
 * log_folder.c - a fleet's logs in a folder
 *
 * TIME is when a log was created, in UTC. Its preface tells; where that is not
 * at hand, the file is found by the UUID in its name.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/durable.h"
#include "gather/log_folder.h"

enum { TIME_TEXT = 32 };

void log_folder_name(char file[LOG_FOLDER_NAME], const struct preface *preface)
{
	const time_t second = (time_t)(preface->created_ns / 1000000000);
	char time[TIME_TEXT], uuid[FLEET_UUID_TEXT];
	struct tm tm;

	/* Years of five digits do not sort. */
	if (!gmtime_r(&second, &tm) || tm.tm_year < 0 || tm.tm_year > 8099 ||
	    !strftime(time, sizeof(time), "%Y%m%dT%H%M%SZ", &tm))
		strcpy(time, "19700101T000000Z");
	fleet_uuid_text(uuid, preface->uuid);
	snprintf(file, LOG_FOLDER_NAME, "%s-%s.ptl", time, uuid);
}

static bool has_uuid(const char *file, const char *uuid)
{
	const size_t len = strlen(file);
	const size_t tail = FLEET_UUID_TEXT - 1 + strlen("-.ptl");

	return len > tail && file[len - tail] == '-' &&
	       !strncmp(file + len - tail + 1, uuid, FLEET_UUID_TEXT - 1) &&
	       !strcmp(file + len - strlen(".ptl"), ".ptl");
}

/* Finds the file of a log. ENOENT: none. */
static int find_file(char *file, const char *folder, const unsigned char *uuid)
{
	char text[FLEET_UUID_TEXT];
	const struct dirent *entry;
	DIR *dir = opendir(folder);
	int err = ENOENT;

	if (!dir)
		return errno;
	fleet_uuid_text(text, uuid);
	while (err && (entry = readdir(dir)))
		if (strlen(entry->d_name) < LOG_FOLDER_NAME &&
		    has_uuid(entry->d_name, text)) {
			strcpy(file, entry->d_name);
			err = 0;
		}
	closedir(dir);
	return err;
}

static int read_preface(struct preface *preface, const char *folder,
			const char *file, const unsigned char *uuid)
{
	char *path;
	int fd, err;

	if (asprintf(&path, "%s/%s", folder, file) < 0)
		return ENOMEM;
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	err = fd < 0 ? errno : preface_read(preface, fd);
	free(path);
	if (fd < 0)
		return err;
	close(fd);
	if (!err && memcmp(preface->uuid, uuid, SECTION_UUID) != 0)
		err = EBADMSG;
	return err == ENODATA || err == ENOTSUP ? EBADMSG : err;
}

/* Makes a folder in one that is there. */
static int make_folder(const char *path, const char *parent)
{
	if (!mkdir(path, 0777))
		return durable_folder(parent);
	return errno == EEXIST ? 0 : errno;
}

static int make_folders(const char *folder, const char *host, const char *path)
{
	char *middle;
	int err;

	if (!access(path, F_OK))
		return 0;
	if (asprintf(&middle, "%s/%s", folder, host) < 0)
		return ENOMEM;
	err = make_folder(middle, folder);
	if (!err)
		err = make_folder(path, middle);
	free(middle);
	return err;
}

/* Finds the file's name, and the preface where it is not at hand. */
static int find_log(char *file, struct preface *found,
		    const struct log_in_folder *what, const char *within)
{
	int err;

	if (what->preface) {
		*found = *what->preface;
		log_folder_name(file, what->preface);
		return 0;
	}
	err = find_file(file, within, what->name->uuid);
	return err ? err : read_preface(found, within, file, what->name->uuid);
}

static int open_in(struct store **store, const char *within,
		   const struct log_in_folder *what, struct store_state *state,
		   uint64_t *last, char **path)
{
	const struct fleet_subject *name = what->name;
	struct preface found;
	char file[LOG_FOLDER_NAME];
	const struct store_log log = {
		.name = file,
		.preface = &found,
		.confirmed = state->last,
		.state = state,
		.source = what->source,
	};
	int err = find_log(file, &found, what, within);

	if (err)
		return err;
	if (path &&
	    asprintf(path, "%s/%s/%s", name->host, name->program, file) < 0) {
		*path = NULL;
		return ENOMEM;
	}
	return folder_store.open(store, within, &log, last);
}

int log_folder_open(struct store **store, const struct log_in_folder *what,
		    struct store_state *state, uint64_t *last, char **path)
{
	const struct fleet_subject *name = what->name;
	char *within;
	int err = 0;

	if (asprintf(&within, "%s/%s/%s", what->folder, name->host,
		     name->program) < 0)
		return ENOMEM;
	if (what->preface)
		err = make_folders(what->folder, name->host, within);
	if (!err)
		err = open_in(store, within, what, state, last, path);
	free(within);
	return err;
}
