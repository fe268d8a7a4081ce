/*
 * curl.h - libcurl, loaded by late_curl_load()
 */
#ifndef LATE_CURL_H
#define LATE_CURL_H

#include <curl/curl.h>

/* Macros of its header, which check types of arguments, call the functions by their
 * names. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

#include "late/curl_symbols.h"

/* Before all other functions. Returns NULL, or why there are none, see
 * late_library.h. */
const char *late_curl_load(void);

#endif
