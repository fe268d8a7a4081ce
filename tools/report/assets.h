/*
 * assets.h - the files of the page, line by line
 *
 * assets.awk makes assets.c of what is in data/report.
 */
#ifndef REPORT_ASSETS_H
#define REPORT_ASSETS_H

/* Lists of lines without their newlines; NULL is behind the last one. */
extern const char *const asset_html[];
extern const char *const asset_css[];
extern const char *const asset_js[];

#endif
