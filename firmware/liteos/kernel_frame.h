/*
 * kernel_frame.h - frames of a kernel that keeps its own buffer
 *
 * A port of a kernel to a host is linked with --wrap=OsTraceWriteOrSendEvent,
 * and with kernel.c, which passes each frame that goes to the kernel's buffer or
 * line here first.
 */
#ifndef FIRMWARE_LITEOS_KERNEL_FRAME_H
#define FIRMWARE_LITEOS_KERNEL_FRAME_H

#pragma GCC visibility push(default)

/* Records a frame in the layout of the units that include los_trace.h, or else
 * in that of POSIXTRACE_LITEOS_LAYOUT. */
void PosixtraceLiteosFrame(const void *frame, const void *place);

#pragma GCC visibility pop

#endif
