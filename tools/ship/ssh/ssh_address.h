/*
 * ssh_address.h - a directory of another machine: ssh:HOST:DIR
 */
#ifndef SHIP_SSH_SSH_ADDRESS_H
#define SHIP_SSH_SSH_ADDRESS_H

#include <stdbool.h>

enum { SSH_HOST = 256, SSH_FOLDER = 1024, SSH_COMMAND = 4 * SSH_FOLDER + 64 };

struct ssh_address {
	char host[SSH_HOST];	   /* host as ssh takes it */
	char command[SSH_COMMAND]; /* command for the shell there */
};

/* True if that is such an address. */
bool ssh_address_is(const char *where);

/* Takes it apart. Returns NULL, or what is wrong with it. */
const char *ssh_address_parse(struct ssh_address *address, const char *where);

#endif
