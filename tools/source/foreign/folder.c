/*
 * folder.c - foreign traces that are directories: those in CTF
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/digest.h"
#include "common/talk.h"
#include "source/catalogue.h"
#include "source/foreign/folder.h"
#include "source/logs.h"

bool foreign_folder_is(const char *name)
{
	struct stat st;

	return !stat(name, &st) && S_ISDIR(st.st_mode);
}

int foreign_decode(struct foreign *foreign)
{
	int err;

	pxt_feed_close(foreign->feed);
	foreign->feed = NULL;
	ctf_decoder_stop(&foreign->decoder);
	err = ctf_decoder_start(&foreign->decoder);
	return err ? err : pxt_feed_open(foreign->decoder.fd, &foreign->feed);
}

static int refuse_use(const struct foreign *foreign)
{
	if (!ctf_decoder_is_there()) {
		talk("%s: traces in CTF are read by libbabeltrace2, which this "
		     "posixtrace was built without",
		     foreign->name);
		return EXIT_MISUSE;
	}
	if (foreign->as.format && foreign->as.format != catalogue_find("ctf")) {
		talk("%s: %s is not a directory", foreign->name,
		     foreign->as.format->name);
		return EXIT_MISUSE;
	}
	if (!foreign->as.grows)
		return EXIT_SUCCESS;
	talk("%s: a trace in CTF cannot be followed; leave out -F",
	     foreign->name);
	return EXIT_MISUSE;
}

static int refuse_contents(const struct foreign *foreign)
{
	const struct ctf_folder *folder = &foreign->decoder.folder;

	if (folder->has_ctf_2) {
		talk("%s: this is CTF 2, which libbabeltrace2 can read from "
		     "version 2.1 on; babeltrace2 of that version converts "
		     "it: -o ctf -w DIR --params='ctf-version=\"1.8\"'",
		     foreign->name);
		return EXIT_DAMAGED;
	}
	if (!folder->count) {
		talk("%s: no CTF trace is in this directory", foreign->name);
		return EXIT_DAMAGED;
	}
	if (folder->is_cut) {
		talk("%s: more than 1,024 traces, or 65,536 files, are in "
		     "this directory: name a part of it",
		     foreign->name);
		return EXIT_MISUSE;
	}
	return ctf_folder_check(folder);
}

int foreign_folder_open(struct foreign *foreign)
{
	const char *why;
	int status, err;

	foreign->decoder.fd = -1;
	foreign->source.has_eras = true;
	status = refuse_use(foreign);
	if (status)
		return status;
	if (!ctf_spans_parse(&foreign->decoder.spans, &foreign->as.settings,
			     &why)) {
		talk("-o spans: %s", why);
		return EXIT_MISUSE;
	}
	err = ctf_folder_find(&foreign->decoder.folder, foreign->name);
	if (err)
		return logs_cannot_open(foreign->name, err);
	status = refuse_contents(foreign);
	err = status ? 0 : foreign_decode(foreign);
	return err ? logs_cannot_open(foreign->name, err) : status;
}

/* Traces of other bytes have other names or sizes. */
int foreign_folder_recognise(struct foreign *foreign)
{
	const struct ctf_folder *folder = &foreign->decoder.folder;
	struct digest digest;
	uint8_t start[4096];
	ssize_t len;
	char *name;
	int fd;

	foreign->format = catalogue_find("ctf");
	digest_begin(&digest);
	digest_add_text(&digest, foreign->format->name);
	digest_add_number(&digest, (int64_t)folder->bytes);
	for (size_t i = 0; i < folder->count; i++) {
		if (asprintf(&name, "%s/metadata", folder->trace[i]) < 0)
			return EXIT_SYSTEM;
		fd = open(name, O_RDONLY | O_CLOEXEC);
		free(name);
		len = fd < 0 ? -1 : pread(fd, start, sizeof(start), 0);
		if (len > 0)
			digest_add(&digest, start, (size_t)len);
		if (fd >= 0)
			close(fd);
	}
	digest_uuid(&digest, foreign->uuid);
	return EXIT_SUCCESS;
}
