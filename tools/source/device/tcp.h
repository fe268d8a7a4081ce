/*
 * tcp.h - lines over TCP, in either direction
 *
 * name: the user's whole text, for messages; rest: the part behind the prefix.
 * Otherwise the contract of device_open().
 */
#ifndef SOURCE_DEVICE_TCP_H
#define SOURCE_DEVICE_TCP_H

int device_tcp_connect(const char *name, const char *rest, int *fd);
int device_tcp_listen(const char *name, const char *rest, int *fd);

#endif
