/* dump.h - LiteOS's buffer as text */
#ifndef FIRMWARE_LITEOS_DUMP_H
#define FIRMWARE_LITEOS_DUMP_H

/* Prints all places of the buffer on standard output, in their order. */
void liteos_dump_print(void);

#endif
