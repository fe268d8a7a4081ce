/*
 * sender.c - sends a log through a pipe, soundly or not
 *
 *	sender [-f FAULT] [-h HOST] [-o FIRST] [-c EVERY] LOG COMMAND...
 *
 * Speaks with the command as ship does, and prints its answers. EVERY: sections
 * from one question to the next; FIRST: the first section sent; without it, the
 * command says what it has.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "ship/frame.h"
#include "ship/log_sections.h"

static int to, from;
static const char *fault = "";

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(99);
}

static void put(const void *data, size_t len)
{
	const char *at = data;

	while (len) {
		const ssize_t n = write(to, at, len);

		if (n <= 0)
			exit(98);
		at += n;
		len -= (size_t)n;
	}
}

static void get(void *data, size_t len)
{
	char *at = data;

	while (len) {
		const ssize_t n = read(from, at, len);

		if (n <= 0) {
			puts("end");
			exit(98);
		}
		at += n;
		len -= (size_t)n;
	}
}

static void put_frame(uint32_t type, uint64_t number, uint64_t at,
		      const unsigned char *bytes, uint64_t len)
{
	const struct frame frame = {
		.type = type, .log = 7, .len = len, .number = number, .at = at
	};
	unsigned char head[FRAME_HEAD];

	frame_put(head, &frame);
	put(head, sizeof(head));
	put(bytes, len < FRAME_MOST ? len : 1);
}

/* Prints an answer; returns its number, or ends. */
static uint64_t get_answer(void)
{
	unsigned char head[FRAME_HEAD];
	static char text[PREFACE_MOST + 1];
	struct frame frame;

	get(head, sizeof(head));
	if (!frame_parse(&frame, head))
		die("frame_parse");
	get(text, frame.len);
	text[frame.len] = '\0';
	if (frame.type == FRAME_ERROR) {
		printf("error %" PRIu64 " %s\n", frame.number, text);
		exit(97);
	}
	printf("%s %" PRIu64 "\n",
	       frame.type == FRAME_LOG ? "has" : "confirmed", frame.number);
	return frame.number;
}

static void run(char **command)
{
	int in[2], out[2];

	if (pipe(in) || pipe(out))
		die("pipe");
	if (!fork()) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		close(in[1]);
		close(out[0]);
		execvp(*command, command);
		die(*command);
	}
	close(in[0]);
	close(out[1]);
	to = in[1];
	from = out[0];
}

static bool is(const char *name)
{
	return !strcmp(fault, name);
}

/* Makes a HEADER that of a later version. */
static void make_newer(unsigned char *bytes)
{
	const size_t len = section_u64(bytes + 8);

	bytes[SECTION_HEAD + 92] = 9;
	section_put_u32(bytes + 24, pxt_crc32c(0, bytes + SECTION_HEAD, len));
	section_put_u32(bytes + 28, pxt_crc32c(0, bytes, SECTION_HEAD - 4));
}

static uint64_t open_log(const struct log_sections *log, const char *host)
{
	static unsigned char bytes[FRAME_LOG_MOST + PREFACE_MOST];
	struct preface preface = log->preface;
	struct fleet_subject name;
	size_t len;

	if (is("version")) {
		make_newer(preface.bytes + 16);
		make_newer(preface.bytes + 4096);
	}
	snprintf(name.host, sizeof(name.host), "%s", host);
	snprintf(name.program, sizeof(name.program), "ticker");
	len = frame_put_log(bytes, &name, &preface);
	if (is("name")) { /* a long one, without an end */
		memset(bytes, 'x', sizeof(bytes));
		len = FRAME_LOG_MOST;
	}
	put_frame(FRAME_LOG, 0, 0, bytes, len);
	return get_answer();
}

static void put_section(const struct section *section, unsigned char *bytes)
{
	uint64_t number = section->number, at = section->at;
	uint64_t len = section_size(section);

	if (section->number == 5 && is("uuid"))
		section_seal(bytes, (const unsigned char *)"another log's id");
	else if (section->number == 5 && is("checksum"))
		bytes[SECTION_HEAD] ^= 1;
	else if (section->number == 5 && is("size"))
		len -= 8;
	else if (section->number == 5 && is("number"))
		number = UINT64_C(1) << 63;
	else if (section->number == 5 && is("place"))
		at = UINT64_C(1) << 62;
	else if (section->number == 5 && is("frame"))
		len = UINT64_C(1) << 40;
	put_frame(FRAME_SECTION, number, at, bytes, len);
}

int main(int argc, char **argv)
{
	const char *host = "here";
	uint64_t first = 0, every = 16, last, since = 0;
	struct log_sections log;
	struct section section;
	int option, fd, status;
	unsigned char greeting[FRAME_GREETING];

	while ((option = getopt(argc, argv, "+f:h:o:c:")) != -1) {
		if (option == 'f')
			fault = optarg;
		else if (option == 'h')
			host = optarg;
		else if (option == 'o')
			first = strtoull(optarg, NULL, 10);
		else if (option == 'c')
			every = strtoull(optarg, NULL, 10);
	}
	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	fd = open(argv[optind], O_RDONLY | O_CLOEXEC);
	if (fd < 0 || log_sections_init(&log, fd, argv[optind]))
		die(argv[optind]);
	run(argv + optind + 1);
	put(is("greeting") ? (const void *)"SSH-2.0-OpenSSH_" : frame_greeting,
	    FRAME_GREETING);
	get(greeting, sizeof(greeting));
	if (!frame_greets(greeting))
		die("greeting");
	last = open_log(&log, host);
	log_sections_resume(&log, first ? first - 1 : last, 0);
	while (!log_sections_next(&log, &section)) {
		put_section(&section, log.bytes);
		if (++since % every == 0) {
			put_frame(FRAME_CONFIRM, 0, 0, NULL, 0);
			get_answer();
		}
	}
	put_frame(FRAME_CONFIRM, 0, 0, NULL, 0);
	get_answer();
	log_sections_fini(&log);
	close(to);
	return wait(&status) < 0 || !WIFEXITED(status) ? 99 :
							 WEXITSTATUS(status);
}
