/*
 * screen.c - successive pictures on a terminal, or as a sequence
 *
 * Only two abilities are needed, which all terminals have had for decades:
 * going to the upper left corner, and clearing to the end of the line or the
 * screen.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/utf8.h"
#include "common/monotonic_clock.h"
#include "common/out.h"
#include "common/screen.h"
#include "common/table.h"

#define HOME "\033[H"
#define CLEAR_LINE "\033[K"
#define CLEAR_REST "\033[J"
#define SECOND 1000000000LL

enum { ROWS = 24, COLUMNS = 80, CLOSED = -1 };

/* Keys are delivered at once, without echo. */
static void quieten(struct screen *screen)
{
	struct termios raw;

	if (tcgetattr(STDIN_FILENO, &screen->before))
		return;
	raw = screen->before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	screen->restore = !tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

void screen_begin(struct screen *screen, bool wanted)
{
	sigset_t ending;

	*screen = (struct screen){
		.drawn = wanted && isatty(STDOUT_FILENO),
		.first = true,
		.signals = CLOSED,
	};
	if (!screen->drawn)
		return;
	sigemptyset(&ending);
	sigaddset(&ending, SIGHUP);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	screen->signals = signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
	if (screen->signals != CLOSED)
		sigprocmask(SIG_BLOCK, &ending, NULL);
	quieten(screen);
}

void screen_end(struct screen *screen)
{
	if (screen->restore)
		tcsetattr(STDIN_FILENO, TCSANOW, &screen->before);
	if (screen->signals != CLOSED)
		close(screen->signals);
}

/* Other keys are ignored. */
static bool wants_end(const struct pollfd *fds)
{
	char key;

	if (fds[1].revents)
		return true;
	if (!(fds[0].revents & (POLLIN | POLLHUP | POLLERR)))
		return false;
	return read(STDIN_FILENO, &key, 1) <= 0 || key == 'q' || key == 'Q';
}

bool screen_wait(struct screen *screen, double seconds)
{
	const long long end = now_ns() + (long long)(seconds * SECOND);
	struct pollfd fds[] = {
		{ .fd = screen->restore ? STDIN_FILENO : CLOSED,
		  .events = POLLIN },
		{ .fd = screen->signals, .events = POLLIN },
	};
	long long left;

	while ((left = end - now_ns()) > 0) {
		poll(fds, 2, (int)(left / 1000000) + 1);
		if (wants_end(fds))
			return false;
	}
	return true;
}

/* Drawing */

static void measure(unsigned *rows, unsigned *columns)
{
	struct winsize size;

	*rows = ROWS;
	*columns = COLUMNS;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return;
	if (size.ws_row)
		*rows = size.ws_row;
	if (size.ws_col)
		*columns = size.ws_col;
}

unsigned screen_columns(void)
{
	const char *given = getenv("COLUMNS");
	const long columns = given ? strtol(given, NULL, 10) : 0;
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (columns > 0 && columns <= USHRT_MAX)
		return (unsigned)columns;
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* Bytes of the characters that fit the columns. */
static size_t fitting_bytes(const char *line, size_t len, unsigned columns)
{
	const uint8_t *at = (const uint8_t *)line;
	const uint8_t *end = at + len;
	uint32_t code;

	while (at < end && columns--) {
		const size_t one = pxt_utf8_take(at, end, &code);

		at += one ? one : 1;
	}
	return (size_t)(at - (const uint8_t *)line);
}

static void draw_line(struct out *out, const char *line, size_t len,
		      unsigned columns, bool is_last)
{
	out_bytes(out, line, fitting_bytes(line, len, columns));
	out_text(out, CLEAR_LINE);
	if (!is_last)
		out_text(out, "\n");
}

static void draw(struct out *out, const char *text, size_t size)
{
	unsigned rows, columns;
	const char *end = text + size;

	measure(&rows, &columns);
	out_text(out, HOME);
	while (text < end && rows--) {
		const char *next = memchr(text, '\n', (size_t)(end - text));
		const size_t len = (size_t)((next ? next : end) - text);

		draw_line(out, text, len, columns, !rows);
		text += len + 1;
	}
	out_text(out, CLEAR_REST);
}

static int put(struct screen *screen, const char *text, size_t size)
{
	static struct out out;

	out_init(&out, STDOUT_FILENO);
	if (screen->drawn)
		draw(&out, text, size);
	else {
		if (!screen->first && *text != '{')
			out_text(&out, "\n");
		out_bytes(&out, text, size);
	}
	screen->first = false;
	return out_flush(&out);
}

int screen_show(struct screen *screen, int (*print)(void *what, FILE *out),
		void *what)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int err;

	if (!out)
		return ENOMEM;
	table_fit(screen_columns());
	err = print(what, out);
	if (fclose(out) && !err)
		err = ENOMEM;
	if (!err)
		err = put(screen, text, size);
	free(text);
	return err;
}
