/*
 * serial.h - serial lines
 *
 * The contract is that of tcp.h.
 */
#ifndef SOURCE_DEVICE_SERIAL_H
#define SOURCE_DEVICE_SERIAL_H

int device_serial_open(const char *name, const char *rest, int *fd);

#endif
