/*
 * log_cookie.h - what a run remembers of its chunk
 */
#ifndef PXT_LOG_COOKIE_H
#define PXT_LOG_COOKIE_H

/* Members of a run's cookie. */
enum {
	COOKIE_AT,
	COOKIE_LEN,
	COOKIE_NUMBER,
	COOKIE_EVENTS,
	COOKIE_UNPACKED, /* bytes of the section if it were not packed */
	COOKIE_FROM,	 /* offset of a rest in its chunk's records */
	COOKIE_KEPT,	 /* bytes before a rest, from an entrance */
};

#endif
