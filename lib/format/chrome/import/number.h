/*
 * number.h - numbers of JSON, exactly
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_NUMBER_H
#define PXT_FORMAT_CHROME_IMPORT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of a value. An integer is signed if it fits. */
enum pxt_chrome_kind {
	PXT_CHROME_NOTHING,
	PXT_CHROME_NULL,
	PXT_CHROME_BOOL,
	PXT_CHROME_SIGNED,
	PXT_CHROME_UNSIGNED, /* beyond the signed ones */
	PXT_CHROME_DOUBLE,
	PXT_CHROME_TEXT,
	PXT_CHROME_OTHER, /* a number that no type of 64 bits has */
};

union pxt_chrome_number {
	int64_t s;
	uint64_t u;
	double d;
};

/* Reads a number of JSON's grammar. */
enum pxt_chrome_kind pxt_chrome_number_read(const char *text, size_t len,
					    union pxt_chrome_number *number);

/* Reads microseconds, with a fraction, as nanoseconds; what is less than one is
 * cut. False: no number, or none of 64 bits. */
bool pxt_chrome_number_time(const char *text, size_t len, int64_t *ns);

/* Reads all of a text as 0x and digits of hex, or as digits. False: it is
 * something else, or larger than 64 bits. */
bool pxt_chrome_number_id(const char *text, size_t len, uint64_t *number);

#endif
