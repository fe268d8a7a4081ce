/*
 * device_serial.h - a serial line
 *
 * As device_tcp.h has it.
 */
#ifndef DEVICE_SERIAL_H
#define DEVICE_SERIAL_H

int device_serial_open(const char *name, const char *rest, int *fd);

#endif
