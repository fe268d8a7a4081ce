/* templates.c - sets of templates from files */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "template/hook_id.h"
#include "template/templates.h"

enum {
	IDS = 65536,
	MOST = 65535, /* templates */
};

struct file {
	char *name;
	char *text;
	size_t len;
	bool is_own;
};

struct attached {
	uint32_t name, len; /* offset in the texts of the code */
	struct pxt_attachment attachment;
};

/* Sizes of all tables, for going back. */
struct extent {
	uint32_t insns, text;
	size_t templates, attached, functions;
};

struct pxt_templates {
	struct file file[PXT_TEMPLATES_FILES_MAX];
	unsigned files;
	struct pxt_code code;
	struct pxt_template *template;
	size_t count, room;
	struct attached *attached;
	size_t attached_count, attached_room;
	struct pxt_compiler compiler; /* owns the functions */
	bool may_replace, has_own;
	uint16_t by_id[IDS]; /* index + 1; 0: none */
};

int pxt_templates_create(struct pxt_templates **templates)
{
	*templates = calloc(1, sizeof(**templates));
	return *templates ? 0 : ENOMEM;
}

static void free_file(struct file *file)
{
	free(file->name);
	free(file->text);
}

void pxt_templates_close(struct pxt_templates *templates)
{
	if (!templates)
		return;
	for (unsigned i = 0; i < templates->files; i++)
		free_file(&templates->file[i]);
	pxt_code_fini(&templates->code);
	free(templates->template);
	free(templates->attached);
	free(templates->compiler.function);
	free(templates->compiler.call);
	free(templates);
}

void pxt_templates_replace_own(struct pxt_templates *templates, bool may)
{
	templates->may_replace = may;
}

static struct extent extent(const struct pxt_templates *templates)
{
	return (struct extent){
		.insns = templates->code.count,
		.text = templates->code.text_len,
		.templates = templates->count,
		.attached = templates->attached_count,
		.functions = templates->compiler.functions,
	};
}

static void go_back(struct pxt_templates *templates,
		    const struct extent *before)
{
	templates->code.count = before->insns;
	templates->code.text_len = before->text;
	templates->code.error = 0;
	templates->count = before->templates;
	templates->attached_count = before->attached;
	templates->compiler.functions = before->functions;
	templates->compiler.calls = 0;
	templates->compiler.error = 0;
}

static int add_template(struct pxt_templates *templates,
			const struct pxt_template *added)
{
	if (templates->count == MOST)
		return EFBIG;
	if (pxt_array_reserve(&templates->template, &templates->room,
			      templates->count + 1, sizeof(*added)))
		return ENOMEM;
	templates->template[templates->count++] = *added;
	return 0;
}

static int add_attached(struct pxt_templates *templates,
			const struct pxt_token *name,
			const struct pxt_attachment *attachment)
{
	struct pxt_code *code = &templates->code;
	struct attached *added;
	size_t at = 0;
	int byte;

	if (pxt_array_reserve(&templates->attached, &templates->attached_room,
			      templates->attached_count + 1, sizeof(*added)))
		return ENOMEM;
	added = &templates->attached[templates->attached_count++];
	added->attachment = *attachment;
	added->name = code->text_len;
	while ((byte = pxt_token_byte(name, &at)) >= 0) {
		const char c = (char)byte;

		pxt_code_add_text(code, &c, 1);
	}
	added->len = code->text_len - added->name;
	return 0;
}

/* Compiles one line. Errors in it are reported, and not returned. */
static int compile_line(struct pxt_templates *templates, enum pxt_line line)
{
	struct pxt_compiler *compiler = &templates->compiler;
	struct pxt_attachment attachment;
	struct pxt_template template;
	struct pxt_token name;

	if (line == PXT_LINE_POSIX)
		return pxt_posix_line_parse(&compiler->lexer,
					    compiler->complaints, &attachment,
					    &name) ?
			       add_attached(templates, &name, &attachment) :
			       0;
	return pxt_compile(compiler, &template) ?
		       add_template(templates, &template) :
		       0;
}

static int compile(struct pxt_templates *templates)
{
	struct pxt_compiler *compiler = &templates->compiler;
	struct pxt_complaints *complaints = compiler->complaints;
	enum pxt_line line;
	int err;

	while ((line = pxt_lexer_next_line(&compiler->lexer))) {
		err = compile_line(templates, line);
		if (!err)
			err = compiler->error ? compiler->error :
						compiler->code->error;
		if (err)
			return err;
		/* A file with too many errors is given up. */
		if (complaints->errors > PXT_COMPLAINTS_MOST)
			return EINVAL;
	}
	/* Functions may seem missing because of errors in them. */
	if (!complaints->errors)
		pxt_compile_calls(compiler);
	return complaints->errors ? EINVAL : compiler->code->error;
}

static bool is_of_own_file(const struct pxt_templates *templates,
			   const struct pxt_template *template)
{
	return templates->file[template->file].is_own;
}

bool pxt_templates_is_own(const struct pxt_templates *templates, uint16_t id)
{
	const struct pxt_template *template = pxt_templates_find(templates, id);

	if (template)
		return is_of_own_file(templates, template);
	return templates->has_own &&
	       (id == PXT_TEMPLATE_UNDEFINED || id == PXT_TEMPLATE_DEFAULT);
}

bool pxt_templates_keeps_own(const struct pxt_templates *templates,
			     const struct pxt_template *template)
{
	const struct pxt_template *ours =
		pxt_templates_find(templates, template->id);

	if (!pxt_templates_is_own(templates, template->id))
		return false;
	return !ours || ours->source_len != template->source_len ||
	       memcmp(ours->source, template->source, ours->source_len);
}

static bool may_count(const struct pxt_templates *templates,
		      const struct pxt_template *template)
{
	return templates->may_replace || is_of_own_file(templates, template) ||
	       !pxt_templates_is_own(templates, template->id);
}

/* Entering them in the order of the file makes the last one count. */
static void enter_templates(struct pxt_templates *templates, size_t from,
			    struct pxt_complaints *complaints)
{
	for (size_t i = from; i < templates->count; i++) {
		const struct pxt_template *template = &templates->template[i];
		uint16_t *known = &templates->by_id[template->id];

		if (*known > from && complaints)
			pxt_warn(complaints, template->line, 1,
				 template->source,
				 template->source_len < 4 ?
					 template->source_len :
					 strcspn(template->source, " \t\\"),
				 "replaces the template of that id in line %u",
				 templates->template[*known - 1].line);
		if (may_count(templates, template))
			*known = (uint16_t)(i + 1);
	}
}

static int copy_file(struct file *file, const char *name, const char *text,
		     size_t len)
{
	file->name = strdup(name);
	file->text = malloc(len + 1);
	if (!file->name || !file->text) {
		free_file(file);
		return ENOMEM;
	}
	if (len)
		memcpy(file->text, text, len);
	file->text[len] = '\0';
	file->len = len;
	return 0;
}

static int add(struct pxt_templates *templates, const char *name,
	       const char *text, size_t len, struct pxt_complaints *complaints,
	       bool is_ours)
{
	const struct extent before = extent(templates);
	struct file *file = &templates->file[templates->files];
	struct pxt_compiler *compiler = &templates->compiler;
	int err;

	if (templates->files == PXT_TEMPLATES_FILES_MAX ||
	    len > PXT_TEMPLATES_FILE_MAX)
		return EFBIG;
	err = copy_file(file, name, text, len);
	if (err)
		return err;

	file->is_own = is_ours;
	compiler->code = &templates->code;
	compiler->complaints = complaints;
	compiler->file = templates->files;
	complaints->file = name;
	pxt_lexer_init(&compiler->lexer, file->text, len, 1);
	err = compile(templates);
	if (err) {
		go_back(templates, &before);
		free_file(file);
		return err;
	}
	templates->files++;
	templates->has_own |= is_ours;
	enter_templates(templates, before.templates, complaints);
	return 0;
}

int pxt_templates_add(struct pxt_templates *templates, const char *name,
		      const char *text, size_t len,
		      struct pxt_complaints *complaints)
{
	const unsigned errors = complaints->errors;
	int err;

	complaints->errors = complaints->warnings = 0;
	err = add(templates, name, text, len, complaints, false);
	complaints->errors += errors;
	return err;
}

int pxt_templates_add_own(struct pxt_templates *templates, const char *name,
			  const char *text)
{
	struct pxt_complaints complaints = { 0 };

	return add(templates, name, text, strlen(text), &complaints, true);
}

static void check_subroutine(const struct pxt_templates *templates,
			     const struct pxt_token *token,
			     struct pxt_complaints *complaints)
{
	uint16_t id;

	if (token->kind == PXT_TOKEN_MACRO &&
	    pxt_hook_id_parse(token->text, token->len, &id) &&
	    !templates->by_id[id])
		pxt_warn(complaints, token->line, token->column,
			 token->text - 1, token->len + 1,
			 "there is no template of that id");
}

void pxt_templates_check(const struct pxt_templates *templates,
			 struct pxt_complaints *complaints)
{
	const struct file *file;
	struct pxt_lexer lexer;
	enum pxt_line line;

	if (!templates->files)
		return;
	file = &templates->file[templates->files - 1];
	pxt_lexer_init(&lexer, file->text, file->len, 1);
	while ((line = pxt_lexer_next_line(&lexer))) {
		while (line == PXT_LINE_TEMPLATE &&
		       lexer.now.kind != PXT_TOKEN_END) {
			check_subroutine(templates, &lexer.now, complaints);
			pxt_lexer_take(&lexer);
		}
		pxt_lexer_skip_line(&lexer);
	}
}

const struct pxt_template *
pxt_templates_find(const struct pxt_templates *templates, uint16_t id)
{
	const uint16_t number = templates->by_id[id];

	return number ? &templates->template[number - 1] : NULL;
}

const struct pxt_template *
pxt_templates_list(const struct pxt_templates *templates, size_t index)
{
	return index < templates->count ? &templates->template[index] : NULL;
}

const char *pxt_templates_file(const struct pxt_templates *templates,
			       const struct pxt_template *template)
{
	return templates->file[template->file].name;
}

size_t pxt_templates_offset(const struct pxt_templates *templates,
			    const struct pxt_template *template)
{
	return (size_t)(template->source -
			templates->file[template->file].text);
}

const char *pxt_templates_label(const struct pxt_templates *templates,
				const struct pxt_template *template,
				size_t *len)
{
	*len = template->label_len;
	return *len ? templates->code.text + template->label : "";
}

bool pxt_templates_attached(const struct pxt_templates *templates,
			    const char *event,
			    struct pxt_attachment *attachment)
{
	const size_t len = strlen(event);

	for (size_t i = templates->attached_count; i > 0; i--) {
		const struct attached *attached = &templates->attached[i - 1];

		if (attached->len != len ||
		    (len &&
		     memcmp(templates->code.text + attached->name, event, len)))
			continue;
		*attachment = attached->attachment;
		return true;
	}
	return false;
}

int pxt_templates_attach(struct pxt_templates *templates, const char *event,
			 const struct pxt_attachment *attachment)
{
	const struct pxt_token name = {
		.kind = PXT_TOKEN_WORD,
		.text = event,
		.len = strlen(event),
	};
	int err;

	if (!name.len)
		return EINVAL;
	err = add_attached(templates, &name, attachment);
	return err ? err : templates->code.error;
}

/* "hook:ID" or "hook:ID:anything"; or "trc:...", whose data is an entry */
static bool names_hook(const char *event, struct pxt_attachment *attachment)
{
	static const struct {
		const char *text;
		enum pxt_payload_kind kind;
	} prefix[] = {
		{ "hook:", PXT_PAYLOAD_WORDS },
		{ "trc:", PXT_PAYLOAD_HOOK },
	};

	for (size_t i = 0; i < sizeof(prefix) / sizeof(*prefix); i++) {
		const size_t len = strlen(prefix[i].text);

		if (strncmp(event, prefix[i].text, len))
			continue;
		attachment->kind = prefix[i].kind;
		return pxt_hook_id_parse(event + len, strcspn(event + len, ":"),
					 &attachment->id);
	}
	return false;
}

static bool is_of_system(const char *event, uint16_t *id)
{
	static const struct {
		const char *event;
		uint16_t id;
	} known[] = {
		{ "posix_trace_start", 0x0010 },
		{ "posix_trace_stop", 0x0020 },
		{ "posix_trace_overflow", 0x0060 },
		{ "posix_trace_unnamed_userevent", 0x0090 },
		{ "posix_trace_flush_start", 0x00b0 },
		{ "posix_trace_flush_stop", 0x00c0 },
		{ "posix_trace_resume", 0x00d0 },
		{ "posix_trace_filter", 0x00e0 },
		{ "posix_trace_error", 0x00f0 },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!strcasecmp(known[i].event, event)) {
			*id = known[i].id;
			return true;
		}
	return false;
}

bool pxt_templates_know(const struct pxt_templates *templates,
			const char *event, struct pxt_attachment *attachment)
{
	if (pxt_templates_attached(templates, event, attachment))
		return true;
	memset(attachment, 0, sizeof(*attachment));
	if (names_hook(event, attachment) ||
	    is_of_system(event, &attachment->id))
		return true;
	attachment->kind = PXT_PAYLOAD_WORDS;
	attachment->id = PXT_TEMPLATE_UNDEFINED;
	return false;
}

const char *pxt_templates_list_attached(const struct pxt_templates *templates,
					size_t index, size_t *len,
					struct pxt_attachment *attachment)
{
	const struct attached *attached = &templates->attached[index];

	if (index >= templates->attached_count)
		return NULL;
	*attachment = attached->attachment;
	*len = attached->len;
	return *len ? templates->code.text + attached->name : "";
}

const struct pxt_code *pxt_templates_code(const struct pxt_templates *templates)
{
	return &templates->code;
}
