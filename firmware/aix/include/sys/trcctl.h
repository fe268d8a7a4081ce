/*
 * sys/trcctl.h - sessions of the trace, which a program starts and controls
 *
 * See posixtrace-aix(7).
 */
#ifndef _SYS_TRCCTL_H
#define _SYS_TRCCTL_H 1

#ifdef __cplusplus
extern "C" {
#endif

/* Requests of ioctl() to the control device, /dev/systrctl; the argument is a
 * channel. They do as the functions below. */
#define TRCON 0xE101
#define TRCOFF 0xE102
#define TRCSTOP 0xE103

/* Starts a session with the options of the command trace. Returns its channel,
 * 0 unless -g is among them; -1 with errno. */
int trcstart(char *flags);

/* Collect, or suspend. 0; -1 with errno. */
int trcon(int channel);
int trcoff(int channel);

/* Ends a session. 0x40000000 may be or-ed, and 0x20000000, which throws away
 * what is not written yet. 0; -1 with errno. */
int trcstop(int channel);

#ifdef __cplusplus
}
#endif

#endif
