/*
 * terminal.h - a terminal with colours, drawn on by ncurses
 *
 * There is one for a program. Until its end messages for stderr are kept, and
 * shown by who draws, so that they do not spoil the picture.
 */
#ifndef SCREEN_TERMINAL_H
#define SCREEN_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Keys that are no characters. */
enum terminal_key {
	KEY_NOTHING = 256, /* no key has come */
	KEY_OF_LEFT,
	KEY_OF_RIGHT,
	KEY_OF_UP,
	KEY_OF_DOWN,
	KEY_OF_HOME,
	KEY_OF_END,
	KEY_OF_PAGE_UP,
	KEY_OF_PAGE_DOWN,
	KEY_OF_RUBOUT,
	KEY_OF_BACKTAB,
	KEY_OF_SIZE, /* the terminal has another size */
	KEY_OF_OTHERS,
};

enum { KEY_OF_TAB = '\t', KEY_OF_ENTER = '\n', KEY_OF_ESCAPE = 27 };

/* Styles: a colour, and any of the others. */
enum terminal_style {
	STYLE_PLAIN,
	STYLE_RED,
	STYLE_GREEN,
	STYLE_YELLOW,
	STYLE_BLUE,
	STYLE_MAGENTA,
	STYLE_CYAN,
	STYLE_COLOURS,
	STYLE_BOLD = 8,
	STYLE_DIM = 16,
	STYLE_REVERSE = 32,
};

/* True if this build can draw. */
bool terminal_is_built(void);

/* True if stdin and stdout are a terminal that can be drawn on. */
bool terminal_is_able(void);

/* Reports why drawing is impossible here, and what to do: "posixtrace show
 * prints the events". Returns the exit status. */
int terminal_check(const char *advice);

/* Begins drawing. Returns the exit status, after reporting errors. */
int terminal_begin(const char *advice);
void terminal_end(void);

unsigned terminal_rows(void);
unsigned terminal_columns(void);

/* Waits for a key up to so many milliseconds; below 0: for ever. */
int terminal_key(int wait_ms);

/* The last message since the last call; NULL: none. Borrowed until the next. */
const char *terminal_message(void);

void terminal_clear(void);
void terminal_show(void);

/* Puts a text in so many columns at most: width; what is no plain character becomes a
 * question mark. Returns the columns. */
unsigned terminal_put(unsigned row, unsigned column, unsigned width,
		      const char *text, unsigned style);

/* Same, with blanks behind it. */
void terminal_put_line(unsigned row, unsigned column, unsigned width,
		       const char *text, unsigned style);

#endif
