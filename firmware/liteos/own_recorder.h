/* own_recorder.h - whether a kernel with a recorder is part of the program */
#ifndef FIRMWARE_LITEOS_OWN_RECORDER_H
#define FIRMWARE_LITEOS_OWN_RECORDER_H

/* kernel.c has it, which only such programs have. */
extern const char PosixtraceLiteosKernel
	__attribute__((weak, visibility("default")));

#define LITEOS_HAS_KERNEL (&PosixtraceLiteosKernel != NULL)

#endif
