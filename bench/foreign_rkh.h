/*
 * foreign_rkh.h - streams of RKH that are to be read
 */
#ifndef FOREIGN_RKH_H
#define FOREIGN_RKH_H

#include <stddef.h>
#include <stdint.h>

/* Posts to eight active objects, dispatched by them. To be freed; *len:
 * bytes. */
uint8_t *foreign_rkh_stream(uint32_t events, size_t *len);

#endif
