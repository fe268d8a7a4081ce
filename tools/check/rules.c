/*
 * rules.c - the rules of a check, from a file and from options
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "check/rules.h"
#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"
#include "event/read_files.h"

static const char no_memory[] = "no memory is left";

/* The length of a name before a rule, with its colon; 0: there is none. */
static size_t name_length(const char *text)
{
	size_t len = 0;

	while (isalnum((unsigned char)text[len]) ||
	       (text[len] && strchr("_-.", text[len])))
		len++;
	return len && text[len] == ':' &&
			       isspace((unsigned char)text[len + 1]) ?
		       len + 1 :
		       0;
}

/* Finds the begin of a comment, or the end of the text. */
static size_t find_comment(const char *text)
{
	char quote = '\0', before = ' ';
	size_t i;

	for (i = 0; text[i]; before = text[i++]) {
		if (quote && text[i] == '\\' && text[i + 1])
			i++;
		else if (quote)
			quote = text[i] == quote ? '\0' : quote;
		else if (text[i] == '"' || text[i] == '\'')
			quote = text[i];
		else if (text[i] == '#' && isspace((unsigned char)before))
			break;
	}
	return i;
}

static char *copy_trimmed(const char *text, size_t len)
{
	while (len && isspace((unsigned char)*text))
		text++, len--;
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	return strndup(text, len);
}

static int refuse(const struct rule *rule, const struct scan *scan,
		  const char *where)
{
	const size_t column = rule->column - 1 + scan->column;

	if (rule->line)
		talk("%s:%u:%zu: %s", where, rule->line, column, scan->what);
	else
		talk("%s: column %zu: %s: %s", where, column, scan->what,
		     scan->text);
	return strcmp(scan->what, no_memory) ? EXIT_MISUSE : EXIT_SYSTEM;
}

static struct rule *append(struct rules *rules)
{
	struct rule *rule;

	if (pxt_array_reserve(&rules->rule, &rules->room, rules->count + 1,
			      sizeof(*rules->rule)))
		return NULL;
	rule = calloc(1, sizeof(*rule));
	if (rule)
		rules->rule[rules->count++] = rule;
	return rule;
}

static int parse(struct rule *rule, const char *text, const char *where)
{
	char *raw = copy_trimmed(text, strlen(text));
	struct scan scan = { .text = raw };
	int status = EXIT_SYSTEM;

	if (raw)
		rule->text = text_copy_tame(raw);
	if (rule->text) {
		scan_init(&scan, raw);
		status = rule_parse(&scan, rule) ? EXIT_SUCCESS :
						   refuse(rule, &scan, where);
	} else {
		talk_error(where, ENOMEM);
	}
	free(raw);
	return status;
}

static int fill(struct rule *rule, const char *text, const char *comment,
		const char *where, unsigned line)
{
	const char *begin = text + strspn(text, " \t\r\f\v");
	const size_t name = name_length(begin);

	if (name)
		rule->name = strndup(begin, name - 1);
	if (comment && *comment)
		rule->comment = text_copy_tame(comment);
	if ((name && !rule->name) || (comment && *comment && !rule->comment)) {
		talk_error(where, ENOMEM);
		return EXIT_SYSTEM;
	}
	begin += name + strspn(begin + name, " \t\r\f\v");
	rule->line = line;
	rule->column = (size_t)(begin - text) + 1;
	rule->broken.most = EXAMPLES_DEFAULT;
	return parse(rule, begin, where);
}

int rules_add(struct rules *rules, const char *text, const char *comment,
	      const char *where, unsigned line)
{
	struct rule *rule;

	if (rules->count == RULES_MOST) {
		talk("%s: these are more than %d rules", where, RULES_MOST);
		return EXIT_MISUSE;
	}
	rule = append(rules);
	if (rule)
		return fill(rule, text, comment, where, line);
	talk_error(where, ENOMEM);
	return EXIT_SYSTEM;
}

/* The comment above a rule, line by line. */
struct above {
	char *text;
	size_t len, room;
};

static int add_above(struct above *above, const char *comment)
{
	const size_t len = strlen(comment);

	if (pxt_array_reserve(&above->text, &above->room, above->len + len + 2,
			      1))
		return ENOMEM;
	if (above->len)
		above->text[above->len++] = ' ';
	memcpy(above->text + above->len, comment, len + 1);
	above->len += len;
	return 0;
}

/* A line with nothing but a comment, or with nothing. */
static int note_comment(struct above *above, const char *line, size_t comment)
{
	char *text;
	int err;

	if (!line[comment]) {
		above->len = 0;
		return 0;
	}
	text = copy_trimmed(line + comment + 1, strlen(line + comment + 1));
	err = text ? add_above(above, text) : ENOMEM;
	free(text);
	return err;
}

static int read_line(struct rules *rules, struct above *above, char *line,
		     const char *file, unsigned number)
{
	const size_t end = find_comment(line);
	char *comment = NULL;
	int status;

	if (strspn(line, " \t\r\n\f\v") >= end) {
		if (!note_comment(above, line, end))
			return EXIT_SUCCESS;
		talk_error(file, ENOMEM);
		return EXIT_SYSTEM;
	}
	if (line[end])
		comment = copy_trimmed(line + end + 1, strlen(line + end + 1));
	line[end] = '\0';
	status = rules_add(rules, line,
			   comment    ? comment :
			   above->len ? above->text :
					NULL,
			   file, number);
	above->len = 0;
	free(comment);
	return status;
}

static int read_lines(struct rules *rules, FILE *in, const char *file)
{
	struct above above = { 0 };
	unsigned number = 0;
	char *line = NULL;
	size_t room = 0;
	ssize_t len;
	int status = EXIT_SUCCESS;

	while (!status && (len = getline(&line, &room, in)) >= 0) {
		number++;
		if (len <= RULES_LINE && strlen(line) == (size_t)len) {
			status = read_line(rules, &above, line, file, number);
			continue;
		}
		talk("%s:%u:1: this is no line of text", file, number);
		status = EXIT_MISUSE;
	}
	if (!status && ferror(in)) {
		talk_error(file, errno ? errno : EIO);
		status = EXIT_SYSTEM;
	}
	free(line);
	free(above.text);
	return status;
}

int rules_read(struct rules *rules, const char *file)
{
	const bool is_stdin = !strcmp(file, "-");
	const size_t known = rules->count;
	FILE *in = is_stdin ? stdin : fopen(file, "re");
	int status;

	if (!in) {
		talk_error(file, errno);
		return errno == ENOENT ? EXIT_MISUSE :
					 command_error_status(errno);
	}
	read_files_add(fileno(in));
	status = read_lines(rules, in, file);
	if (!is_stdin)
		fclose(in);
	if (status || rules->count != known)
		return status;
	talk("%s: there is no rule", file);
	return EXIT_MISUSE;
}

void rules_fini(struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++) {
		rule_fini(rules->rule[i]);
		free(rules->rule[i]);
	}
	free(rules->rule);
	*rules = (struct rules){ 0 };
}
