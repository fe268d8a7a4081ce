/* update.c - updating a file of templates */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "template/hook_id.h"
#include "template/templates.h"
#include "template/update.h"

enum { IDS = 65536 };

static const char first_line[] = "* /etc/trcfmt";

/* A piece of the file: a template, or text between two. */
struct piece {
	const char *text; /* points into one of the inputs */
	size_t len;
	bool is_template;
	bool is_added; /* has no newline of its own */
	bool is_open;  /* only the end of its file may end it: a piece behind it
		        * would continue it */
	uint16_t id;
	uint32_t version[2];
	size_t earlier; /* an older piece with the same id, as index + 1 */
};

struct change {
	struct piece before; /* text NULL: none */
	struct piece after;
};

struct work {
	struct piece *piece;
	size_t pieces, piece_room;
	struct change *change;
	size_t changes, change_room;
	struct pxt_updated *updated;
	size_t by_id[IDS]; /* index + 1 of the template that counts; 0: none */
};

static int add_piece(struct work *work, const struct piece *piece)
{
	if (pxt_array_reserve(&work->piece, &work->piece_room, work->pieces + 1,
			      sizeof(*piece)))
		return ENOMEM;
	assert(work->piece);
	work->piece[work->pieces] = *piece;
	if (piece->is_template) {
		work->piece[work->pieces].earlier = work->by_id[piece->id];
		work->by_id[piece->id] = work->pieces + 1;
	}
	work->pieces++;
	return 0;
}

static int add_change(struct work *work, const struct piece *before,
		      const struct piece *after)
{
	static const struct piece none;

	if (pxt_array_reserve(&work->change, &work->change_room,
			      work->changes + 1, sizeof(*work->change)))
		return ENOMEM;
	work->change[work->changes++] = (struct change){
		.before = before ? *before : none,
		.after = after ? *after : none,
	};
	return 0;
}

/* Finds the piece in the text that the set was given. */
static struct piece piece_of(const struct pxt_templates *templates,
			     const struct pxt_template *template,
			     const char *text, size_t text_len)
{
	const size_t at = pxt_templates_offset(templates, template);
	const size_t len = template->source_len;

	return (struct piece){
		.text = text + at,
		.len = len,
		.is_template = true,
		.is_open = at + len == text_len && memchr(text + at, '\\', len),
		.id = template->id,
		.version = { template->version[0], template->version[1] },
	};
}

/* Adds the text between templates. */
static int add_rest(struct work *work, const char *from, const char *to)
{
	const struct piece rest = {
		.text = from,
		.len = (size_t)(to - from),
	};

	return rest.len ? add_piece(work, &rest) : 0;
}

/* Splits the file, which is valid and the only one of the set so far. */
static int split(struct work *work, const struct pxt_templates *templates,
		 const struct pxt_file *base)
{
	const struct pxt_template *template;
	const char *at = base->text;
	struct piece piece;
	int err;

	for (size_t i = 0; (template = pxt_templates_list(templates, i)); i++) {
		piece = piece_of(templates, template, base->text, base->len);
		err = add_rest(work, at, piece.text);
		if (!err)
			err = add_piece(work, &piece);
		if (err)
			return err;
		at = piece.text + piece.len;
	}
	return add_rest(work, at, base->text + base->len);
}

/* The last one of an id counts. */
static struct piece *find(struct work *work, uint16_t id)
{
	const size_t number = work->by_id[id];

	return number ? &work->piece[number - 1] : NULL;
}

static bool is_older(const struct piece *piece, const struct piece *than)
{
	if (piece->version[0] != than->version[0])
		return piece->version[0] < than->version[0];
	return piece->version[1] < than->version[1];
}

static int put(struct work *work, struct piece piece, bool override)
{
	struct piece *known = find(work, piece.id);
	int err;

	if (known && !override && is_older(&piece, known)) {
		work->updated->kept++;
		return 0;
	}
	err = add_change(work, known, &piece);
	if (err)
		return err;
	if (known) {
		work->updated->replaced++;
		piece.is_added = known->is_added;
		piece.earlier = known->earlier;
		*known = piece;
		return 0;
	}
	work->updated->added++;
	piece.is_added = true;
	return add_piece(work, &piece);
}

/* Removes a piece with the newline that begins the next piece. */
static void drop(struct work *work, struct piece *known)
{
	struct piece *behind = known + 1;

	if (!known->is_added && behind < work->piece + work->pieces &&
	    !behind->is_template && behind->len && *behind->text == '\n') {
		behind->text++;
		behind->len--;
	}
	work->by_id[known->id] = known->earlier;
	known->is_template = known->is_added = known->is_open = false;
	known->len = 0;
}

/* An id may occur several times in a file. */
static int drop_id(struct work *work, uint16_t id)
{
	struct piece *known;
	int err;

	work->updated->deletions++;
	while ((known = find(work, id))) {
		err = add_change(work, known, NULL);
		if (err)
			return err;
		work->updated->deleted++;
		drop(work, known);
	}
	return 0;
}

/*
 * Reading the update
 *
 * With blanks in place of the signs, and comments in place of other lines, the
 * update is a file of templates.
 */

struct operation {
	bool deletes;
	uint16_t id;
};

struct operations {
	struct operation *operation;
	size_t count, room;
	char *plain; /* file of templates, */
	size_t len;  /* length of both */
};

static bool check_first_line(const struct pxt_file *update, char *plain,
			     struct pxt_complaints *complaints)
{
	const size_t len = sizeof(first_line) - 1;
	const char *end = memchr(update->text, '\n', update->len);
	size_t line_len = end ? (size_t)(end - update->text) : update->len;

	if (line_len > len && update->text[line_len - 1] == '\r')
		line_len--;
	if (line_len == len && !memcmp(update->text, first_line, len)) {
		*plain = '#';
		return true;
	}
	pxt_complain(complaints, 1, 1, update->text, line_len,
		     "'%s' was expected, which an update begins with",
		     first_line);
	return false;
}

static bool complain_of_token(struct pxt_complaints *complaints,
			      const struct pxt_token *token,
			      const char *expected)
{
	pxt_complain(complaints, token->line, token->column, token->text,
		     token->len, "%s was expected", expected);
	return false;
}

static bool check_id(struct pxt_complaints *complaints,
		     const struct pxt_token *token, uint16_t *id)
{
	if (token->kind == PXT_TOKEN_WORD &&
	    pxt_hook_id_parse(token->text, token->len, id))
		return true;
	return complain_of_token(complaints, token,
				 pxt_hook_id_expected(token->text, token->len));
}

static bool take_deletion(struct pxt_lexer *lexer,
			  struct pxt_complaints *complaints, uint16_t *id)
{
	if (!check_id(complaints, &lexer->now, id))
		return false;
	pxt_lexer_take(lexer);
	return lexer->now.kind == PXT_TOKEN_END ||
	       complain_of_token(complaints, &lexer->now,
				 "nothing else behind the id");
}

/* sign: the same place in the file of templates. */
static bool take_operation(struct pxt_lexer *lexer,
			   struct pxt_complaints *complaints, char *sign,
			   struct operation *operation)
{
	const struct pxt_token *token = &lexer->now;

	operation->deletes = *token->text == '-';
	if (token->kind != PXT_TOKEN_WORD || token->len != 1 ||
	    (*token->text != '+' && !operation->deletes))
		return complain_of_token(complaints, token,
					 "'+ TEMPLATE' or '- ID'");
	*sign = operation->deletes ? '#' : ' ';
	pxt_lexer_take(lexer);
	if (operation->deletes)
		return take_deletion(lexer, complaints, &operation->id);
	return check_id(complaints, token, &operation->id);
}

/* EINVAL: there were errors, which are reported. */
static int read_operations(const struct pxt_file *update,
			   struct pxt_complaints *complaints,
			   struct operations *operations)
{
	struct pxt_lexer lexer;
	enum pxt_line line;

	pxt_lexer_init(&lexer, operations->plain, update->len, 1);
	while ((line = pxt_lexer_next_line(&lexer))) {
		char *sign = operations->plain +
			     (lexer.now.text - operations->plain);
		struct operation operation = { 0 };
		const bool is_one =
			line == PXT_LINE_TEMPLATE &&
			take_operation(&lexer, complaints, sign, &operation);

		pxt_lexer_skip_line(&lexer);
		if (!is_one)
			continue;
		if (pxt_array_reserve(&operations->operation, &operations->room,
				      operations->count + 1, sizeof(operation)))
			return ENOMEM;
		operations->operation[operations->count++] = operation;
	}
	return complaints->errors ? EINVAL : 0;
}

static int prepare(const struct pxt_file *update,
		   struct pxt_complaints *complaints,
		   struct operations *operations)
{
	operations->plain = malloc(update->len + 1);
	if (!operations->plain)
		return ENOMEM;
	operations->len = update->len;
	if (update->len)
		memcpy(operations->plain, update->text, update->len);
	operations->plain[update->len] = '\0';
	complaints->file = update->name;
	complaints->errors = 0;
	if (!check_first_line(update, operations->plain, complaints))
		return EINVAL;
	return read_operations(update, complaints, operations);
}

/* first: the index of the update's first template in the set. */
static int apply(struct work *work, const struct pxt_templates *templates,
		 size_t first, const struct operations *operations,
		 bool override)
{
	int err = 0;

	for (size_t i = 0; !err && i < operations->count; i++) {
		const struct operation *operation = &operations->operation[i];

		if (operation->deletes)
			err = drop_id(work, operation->id);
		else
			err = put(
				work,
				piece_of(templates,
					 pxt_templates_list(templates, first++),
					 operations->plain, operations->len),
				override);
	}
	return err;
}

/*
 * Writing
 */

/* An empty line ends a template whatever it ends with. */
static void put_piece(FILE *file, const struct piece *piece)
{
	if (piece->len)
		fwrite(piece->text, 1, piece->len, file);
	if (piece->is_open && piece->len)
		fputs("\n\n", file);
	else if (piece->is_added)
		putc('\n', file);
}

static bool ends_line(const struct piece *piece)
{
	return piece->is_added || piece->is_open || !piece->len ||
	       piece->text[piece->len - 1] == '\n';
}

static int write_text(const struct work *work, char **text, size_t *len)
{
	FILE *file = open_memstream(text, len);
	bool is_at_start = true;

	if (!file)
		return ENOMEM;
	for (size_t i = 0; i < work->pieces; i++) {
		const struct piece *piece = &work->piece[i];

		if (piece->is_added && !is_at_start)
			putc('\n', file);
		put_piece(file, piece);
		if (piece->len)
			is_at_start = ends_line(piece);
	}
	return fclose(file) ? ENOMEM : 0;
}

/* The last change is undone first. */
static int write_undo(const struct work *work, char **text, size_t *len)
{
	FILE *file = open_memstream(text, len);

	if (!file)
		return ENOMEM;
	fprintf(file, "%s\n", first_line);
	for (size_t i = work->changes; i > 0; i--) {
		const struct change *change = &work->change[i - 1];
		struct piece before = change->before;
		char id[PXT_HOOK_ID_SIZE];

		if (before.text) {
			before.is_added = true;
			fputs("+ ", file);
			put_piece(file, &before);
		} else {
			fprintf(file, "- %s\n",
				pxt_hook_id_text(change->after.id, id));
		}
	}
	return fclose(file) ? ENOMEM : 0;
}

static int write_texts(const struct work *work)
{
	struct pxt_updated *updated = work->updated;
	int err;

	err = write_text(work, &updated->text, &updated->len);
	if (!err)
		err = write_undo(work, &updated->undo, &updated->undo_len);
	if (err) {
		free(updated->text);
		free(updated->undo);
		updated->text = updated->undo = NULL;
	}
	return err;
}

static int update_in(struct pxt_templates *templates,
		     const struct pxt_file *base, const struct pxt_file *update,
		     bool override, struct pxt_complaints *complaints,
		     struct operations *operations, struct work *work)
{
	size_t first;
	int err;

	err = pxt_templates_add(templates, base->name, base->text, base->len,
				complaints);
	if (!err)
		err = split(work, templates, base);
	if (!err)
		err = prepare(update, complaints, operations);
	if (err)
		return err;
	for (first = 0; pxt_templates_list(templates, first); first++)
		;
	/* Functions of the base can be called in the update. */
	err = pxt_templates_add(templates, update->name, operations->plain,
				update->len, complaints);
	if (!err)
		err = apply(work, templates, first, operations, override);
	return err ? err : write_texts(work);
}

static int create(struct work **work, struct pxt_updated *updated)
{
	*work = calloc(1, sizeof(**work));
	if (!*work)
		return ENOMEM;
	(*work)->updated = updated;
	return 0;
}

static void destroy(struct work *work)
{
	free(work->piece);
	free(work->change);
	free(work);
}

int pxt_update(const struct pxt_file *base, const struct pxt_file *update,
	       bool override, struct pxt_complaints *complaints,
	       struct pxt_updated *updated)
{
	struct operations operations = { 0 };
	struct pxt_templates *templates;
	struct work *work;
	int err;

	memset(updated, 0, sizeof(*updated));
	if (update->len > PXT_TEMPLATES_FILE_MAX)
		return EFBIG;
	err = pxt_templates_create(&templates);
	if (err)
		return err;
	err = create(&work, updated);
	if (!err) {
		err = update_in(templates, base, update, override, complaints,
				&operations, work);
		destroy(work);
	}
	pxt_templates_close(templates);
	free(operations.operation);
	free(operations.plain);
	return err;
}
