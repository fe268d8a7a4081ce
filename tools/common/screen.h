/*
 * screen.h - successive pictures on a terminal, or as a sequence
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stdio.h>
#include <termios.h>

struct screen {
	bool drawn;	       /* stdout is a terminal, to be drawn on */
	bool first;	       /* true before the first picture */
	int signals;	       /* a signalfd */
	struct termios before; /* saved settings of the terminal */
	bool restore;
};

/* The width of stdout: from COLUMNS, or the terminal. 0: not a terminal, or
 * unknown. */
unsigned screen_columns(void);

/* wanted: draw if stdout is a terminal. Until screen_end() wait reads the
 * signals that end programs, so that the terminal is restored before they take
 * effect. */
void screen_begin(struct screen *screen, bool wanted);
void screen_end(struct screen *screen);

/* Waits that long. False: the user has quit. */
bool screen_wait(struct screen *screen, double seconds);

/* Shows the lines that print makes of what, at once; on a terminal cut to its
 * size. ENOMEM, an error of print or of writing. */
int screen_show(struct screen *screen, int (*print)(void *what, FILE *out),
		void *what);

#endif
