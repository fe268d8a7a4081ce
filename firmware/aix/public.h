/* public.h - the headers whose functions the library exports */
#ifndef FIRMWARE_AIX_PUBLIC_H
#define FIRMWARE_AIX_PUBLIC_H

#pragma GCC visibility push(default)
#include <sys/libtrace.h>
#include <sys/trcmacros.h>
#pragma GCC visibility pop

#endif
