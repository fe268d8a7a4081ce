/*
 * terminal.c - a terminal with colours, drawn on by ncurses
 */
#include "config.h"

#include "screen/terminal.h"

#include <langinfo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

#include "base/utf8.h"
#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"

#ifdef HAVE_NCURSES
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

enum { ESCAPE_MS = 25, MESSAGE = 512, CLOSED = -1 };

/* The one terminal. */
static struct {
	SCREEN *screen;
	bool ascii;
	bool has_colours;
	int kept;   /* file that has the messages */
	int errors; /* stderr as it was */
	off_t told; /* bytes of messages that were shown */
	char message[MESSAGE];
} terminal = { .kept = CLOSED, .errors = CLOSED };

bool terminal_is_built(void)
{
	return true;
}

/* A terminal without a cursor that moves shows lines, one behind the other. */
static bool can_draw(const char *name)
{
	bool can;
	int err;

	if (setupterm(name, STDOUT_FILENO, &err))
		return false;
	can = cursor_address && clear_screen;
	del_curterm(cur_term);
	return can;
}

bool terminal_is_able(void)
{
	const char *name = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && name && *name &&
	       strcmp(name, "dumb") && can_draw(name);
}

static void keep_messages(void)
{
	terminal.kept = memfd_create("messages", MFD_CLOEXEC);
	if (terminal.kept == CLOSED)
		return;
	terminal.errors = dup(STDERR_FILENO);
	if (terminal.errors != CLOSED)
		dup2(terminal.kept, STDERR_FILENO);
}

static void let_messages_go(void)
{
	const char *left;

	if (terminal.errors != CLOSED) {
		dup2(terminal.errors, STDERR_FILENO);
		close(terminal.errors);
	}
	left = terminal_message();
	if (left)
		talk("%s", left);
	if (terminal.kept != CLOSED)
		close(terminal.kept);
	terminal.errors = terminal.kept = CLOSED;
}

static void prepare_colours(void)
{
	static const short colours[STYLE_COLOURS] = {
		[STYLE_RED] = COLOR_RED,   [STYLE_GREEN] = COLOR_GREEN,
		[STYLE_BLUE] = COLOR_BLUE, [STYLE_YELLOW] = COLOR_YELLOW,
		[STYLE_CYAN] = COLOR_CYAN, [STYLE_MAGENTA] = COLOR_MAGENTA,
	};

	terminal.has_colours = !getenv("NO_COLOR") && has_colors() &&
			       start_color() == OK &&
			       use_default_colors() == OK;
	for (short i = 1; terminal.has_colours && i < STYLE_COLOURS; i++)
		init_pair(i, colours[i], -1);
}

static void prepare_keys(void)
{
	cbreak();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	set_escdelay(ESCAPE_MS);
	curs_set(0);
}

static int refuse(const char *advice)
{
	talk("this is no terminal that can be drawn on: %s", advice);
	return EXIT_MISUSE;
}

int terminal_check(const char *advice)
{
	return terminal_is_able() ? EXIT_SUCCESS : refuse(advice);
}

int terminal_begin(const char *advice)
{
	if (terminal_is_able())
		terminal.screen = newterm(NULL, stdout, stdin);
	if (!terminal.screen)
		return refuse(advice);
	terminal.ascii = strcmp(nl_langinfo(CODESET), "UTF-8");
	prepare_colours();
	prepare_keys();
	keep_messages();
	return EXIT_SUCCESS;
}

void terminal_end(void)
{
	if (!terminal.screen)
		return;
	endwin();
	delscreen(terminal.screen);
	terminal.screen = NULL;
	let_messages_go();
}

unsigned terminal_rows(void)
{
	return (unsigned)LINES;
}

unsigned terminal_columns(void)
{
	return (unsigned)COLS;
}

static const struct {
	int curses;
	int key;
} keys[] = {
	{ KEY_LEFT, KEY_OF_LEFT },
	{ KEY_RIGHT, KEY_OF_RIGHT },
	{ KEY_UP, KEY_OF_UP },
	{ KEY_DOWN, KEY_OF_DOWN },
	{ KEY_HOME, KEY_OF_HOME },
	{ KEY_END, KEY_OF_END },
	{ KEY_PPAGE, KEY_OF_PAGE_UP },
	{ KEY_NPAGE, KEY_OF_PAGE_DOWN },
	{ KEY_BACKSPACE, KEY_OF_RUBOUT },
	{ KEY_DC, KEY_OF_RUBOUT },
	{ KEY_BTAB, KEY_OF_BACKTAB },
	{ KEY_ENTER, KEY_OF_ENTER },
	{ KEY_RESIZE, KEY_OF_SIZE },
	{ '\r', KEY_OF_ENTER },
	{ '\b', KEY_OF_RUBOUT },
	{ 127, KEY_OF_RUBOUT },
	{ ERR, KEY_NOTHING },
};

int terminal_key(int wait_ms)
{
	int key;

	timeout(wait_ms);
	key = getch();
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i].curses == key)
			return keys[i].key;
	return key < KEY_NOTHING ? key : KEY_OF_OTHERS;
}

const char *terminal_message(void)
{
	const off_t end =
		terminal.kept == CLOSED ? 0 : lseek(terminal.kept, 0, SEEK_CUR);
	char *line = terminal.message;
	ssize_t len;
	off_t at;

	if (end <= terminal.told)
		return NULL;
	at = end - terminal.told < MESSAGE ? terminal.told : end - MESSAGE + 1;
	len = pread(terminal.kept, line, MESSAGE - 1, at);
	terminal.told = end;
	while (len > 0 && line[len - 1] == '\n')
		len--;
	if (len <= 0)
		return NULL;
	line[len] = '\0';
	if (strrchr(line, '\n'))
		line = strrchr(line, '\n') + 1;
	return strncmp(line, "posixtrace: ", 12) ? line : line + 12;
}

void terminal_clear(void)
{
	erase();
}

void terminal_show(void)
{
	refresh();
}

static attr_t attributes_of(unsigned style)
{
	attr_t attributes = A_NORMAL;

	if (style & STYLE_BOLD)
		attributes |= A_BOLD;
	if (style & STYLE_DIM)
		attributes |= A_DIM;
	if (style & STYLE_REVERSE)
		attributes |= A_REVERSE;
	return attributes;
}

/* Characters of no width of their own are left out. */
static wchar_t next_character(const uint8_t **at, const uint8_t *end)
{
	uint32_t code;
	const size_t len = pxt_utf8_take(*at, end, &code);

	*at += len ? len : 1;
	if (!len || !text_is_plain(code) || (terminal.ascii && code >= 0x80) ||
	    wcwidth((wchar_t)code) < 0)
		return L'?';
	return wcwidth((wchar_t)code) ? (wchar_t)code : L'\0';
}

unsigned terminal_put(unsigned row, unsigned column, unsigned width,
		      const char *text, unsigned style)
{
	const uint8_t *at = (const uint8_t *)text;
	const uint8_t *end = at + strlen(text);
	const short pair =
		terminal.has_colours ? (short)(style % STYLE_BOLD) : 0;
	unsigned used = 0;
	cchar_t cell;

	if (row >= terminal_rows() || column >= terminal_columns())
		return 0;
	if (width > terminal_columns() - column)
		width = terminal_columns() - column;
	while (at < end) {
		const wchar_t one[2] = { next_character(&at, end) };
		const unsigned wide = *one ? (unsigned)wcwidth(*one) : 0;

		if (used + wide > width)
			break;
		if (!*one)
			continue;
		setcchar(&cell, one, attributes_of(style), pair, NULL);
		mvadd_wch((int)row, (int)(column + used), &cell);
		used += wide;
	}
	return used;
}

#else

bool terminal_is_built(void)
{
	return false;
}

bool terminal_is_able(void)
{
	return false;
}

int terminal_check(const char *advice)
{
	talk("built without ncurses, which draws on terminals: %s", advice);
	return EXIT_MISUSE;
}

int terminal_begin(const char *advice)
{
	return terminal_check(advice);
}

void terminal_end(void)
{
}

unsigned terminal_rows(void)
{
	return 0;
}

unsigned terminal_columns(void)
{
	return 0;
}

int terminal_key(int wait_ms)
{
	(void)wait_ms;
	return 'q';
}

const char *terminal_message(void)
{
	return NULL;
}

void terminal_clear(void)
{
}

void terminal_show(void)
{
}

unsigned terminal_put(unsigned row, unsigned column, unsigned width,
		      const char *text, unsigned style)
{
	(void)row;
	(void)column;
	(void)width;
	(void)text;
	(void)style;
	return 0;
}

#endif

void terminal_put_line(unsigned row, unsigned column, unsigned width,
		       const char *text, unsigned style)
{
	unsigned used = terminal_put(row, column, width, text, style);

	for (; used < width && column + used < terminal_columns(); used++)
		terminal_put(row, column + used, 1, " ", style);
}
