/*
 * tcp.h - a line over TCP, to either side
 *
 * name: all of what the user wrote, for messages; rest: what is behind the
 * prefix. Otherwise as device_open().
 */
#ifndef SOURCE_DEVICE_TCP_H
#define SOURCE_DEVICE_TCP_H

int device_tcp_connect(const char *name, const char *rest, int *fd);
int device_tcp_listen(const char *name, const char *rest, int *fd);

#endif
