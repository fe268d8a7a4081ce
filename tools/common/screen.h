/*
 * screen.h - pictures that take each other's place on a terminal, or follow
 * each other where there is none
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stdio.h>
#include <termios.h>

struct screen {
	bool drawn;	      /* it is a terminal, and is to be drawn on */
	bool first;	      /* nothing was shown yet */
	int signals;	      /* a signalfd */
	struct termios before; /* as the terminal was */
	bool restore;
};

/* How wide stdout is: as COLUMNS says, or as the terminal knows. 0: it is no
 * terminal, or nobody knows. */
unsigned screen_columns(void);

/* wanted: if stdout is a terminal. Until end, signals that end programs are
 * read by wait, so that the terminal is as it was behind them. */
void screen_begin(struct screen *screen, bool wanted);
void screen_end(struct screen *screen);

/* Wait for so long. false: the user wants no more. */
bool screen_wait(struct screen *screen, double seconds);

/* Show the lines that print makes of what, all at once; on a terminal as many,
 * and as much of each, as fits. ENOMEM, an error of print or of writing. */
int screen_show(struct screen *screen, int (*print)(void *what, FILE *out),
		void *what);

#endif
