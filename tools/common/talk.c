/*
 * talk.c - lines on stderr
 */
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/talk.h"
#include "common/text.h"

enum { LINE = PATH_MAX + 256, TRANSIENT_MAX = 255 };

/* Width of the transient line. */
static _Atomic size_t drawn;

/* Errors cannot be reported anywhere. */
static void put(const char *text, size_t len)
{
	if (write(STDERR_FILENO, text, len) < 0)
		return;
}

static size_t terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return 80;
	return size.ws_col;
}

/* Overwritten with blanks, which works on any terminal. */
void talk_clear(void)
{
	const size_t width =
		atomic_exchange_explicit(&drawn, 0, memory_order_seq_cst);
	char line[TRANSIENT_MAX + 2];

	if (!width)
		return;
	line[0] = '\r';
	memset(line + 1, ' ', width);
	line[width + 1] = '\r';
	put(line, width + 2);
}

/* The last column stays empty: some terminals wrap there. */
void talk_transient(const char *format, ...)
{
	const size_t before =
		atomic_load_explicit(&drawn, memory_order_seq_cst);
	char raw[TRANSIENT_MAX + 1], line[TRANSIENT_MAX + 2];
	size_t width = terminal_width() - 1, len;
	va_list ap;

	if (width > TRANSIENT_MAX)
		width = TRANSIENT_MAX;
	va_start(ap, format);
	vsnprintf(raw, width + 1, format, ap);
	va_end(ap);
	line[0] = '\r';
	len = text_tame(line + 1, sizeof(line) - 1, raw);
	text_to_ascii(line + 1);
	atomic_store_explicit(&drawn, len, memory_order_seq_cst);
	if (len < before)
		memset(line + 1 + len, ' ', before - len);
	put(line, 1 + (len < before ? before : len));
}

static void say(const char *prefix, const char *format, va_list ap)
{
	char raw[LINE], line[LINE + 1];
	size_t len = strlen(prefix);

	memcpy(raw, prefix, len);
	vsnprintf(raw + len, LINE - len, format, ap);
	len = text_tame(line, LINE, raw);
	line[len++] = '\n';
	talk_clear();
	put(line, len);
}

void talk_plain(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say("", format, ap);
	va_end(ap);
}

void talk(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say("posixtrace: ", format, ap);
	va_end(ap);
}

void talk_error(const char *what, int err)
{
	talk("%s: %s", what, strerror(err));
}
