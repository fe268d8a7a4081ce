/*
 * ssh_place.h - a directory of another machine: ssh:HOST:DIR
 */
#ifndef SHIP_SSH_SSH_PLACE_H
#define SHIP_SSH_SSH_PLACE_H

#include <stdbool.h>

enum { SSH_HOST = 256, SSH_FOLDER = 1024, SSH_COMMAND = 4 * SSH_FOLDER + 64 };

struct ssh_place {
	char host[SSH_HOST];	   /* as ssh takes it */
	char command[SSH_COMMAND]; /* what the shell there is to run */
};

/* True if that is such a place. */
bool ssh_place_is(const char *where);

/* Takes it apart. Returns NULL, or what is wrong with it. */
const char *ssh_place_parse(struct ssh_place *place, const char *where);

#endif
