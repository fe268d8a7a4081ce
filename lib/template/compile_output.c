/* compile_output.c - printing of the loaded value */
#include "template/compile.h"

static void put_text(struct pxt_compiler *compiler,
		     const struct pxt_value *value)
{
	const struct pxt_format_code *code = &value->code;
	const bool is_a0 = code->letter == 'A' && !code->major;

	if (code->letter == 'M')
		pxt_emit(compiler, PXT_OP_PUT_NAME, 0, 1, 0);
	else
		pxt_emit(compiler, PXT_OP_PUT_TEXT, code->has_minor, !is_a0,
			 code->minor);
}

static void put_long(struct pxt_compiler *compiler,
		     const struct pxt_value *value)
{
	if (value->code.letter == 'X')
		pxt_emit(compiler, PXT_OP_PUT_HEX_BYTES, 0, 1, value->size);
	else if (value->code.letter == 'B')
		pxt_emit(compiler, PXT_OP_PUT_LONG_BITS, 0, 1,
			 pxt_format_code_bits(&value->code));
	else
		pxt_emit(compiler, PXT_OP_BLANKS, 0, 0, value->code.minor);
}

static void put_number(struct pxt_compiler *compiler,
		       const struct pxt_value *value)
{
	const struct pxt_format_code *code = &value->code;

	switch (code->letter) {
	case 'M':
		pxt_emit(compiler, PXT_OP_PUT_MACRO, 0, 1, 0);
		break;
	case 'X':
		pxt_emit(compiler, PXT_OP_PUT_HEX, value->size,
			 code->major || code->is_word, 0);
		break;
	case 'B':
		pxt_emit(compiler, PXT_OP_PUT_BITS, 0, 1,
			 pxt_format_code_bits(code));
		break;
	case 'D':
		pxt_emit(compiler, PXT_OP_PUT_SIGNED, 0, 1, 0);
		break;
	case 'U':
	case 'H':
		pxt_emit(compiler, PXT_OP_PUT_UNSIGNED, 0, 1, 0);
		break;
	case 'o':
		pxt_emit(compiler, PXT_OP_PUT_OCTAL, 0, 1, 0);
		break;
	case 'E':
		pxt_emit(compiler, PXT_OP_PUT_ERROR, 0, 0, 0);
		break;
	case 'T':
		pxt_emit(compiler, PXT_OP_PUT_TIME, 0, 1, 0);
		break;
	case 'P':
		pxt_emit(compiler, PXT_OP_PUT_PROCESS, 0, 1, 0);
		break;
	case 'h':
		pxt_emit(compiler, PXT_OP_PUT_HT, 0, 1, 0);
		break;
	}
}

void pxt_compile_output(struct pxt_compiler *compiler,
			const struct pxt_value *value)
{
	switch (value->kind) {
	case PXT_VALUE_NUMBER:
		put_number(compiler, value);
		break;
	case PXT_VALUE_FLOAT:
		pxt_emit(compiler, PXT_OP_PUT_FLOAT, value->code.major, 1, 0);
		break;
	case PXT_VALUE_TEXT:
		put_text(compiler, value);
		break;
	case PXT_VALUE_LONG:
		put_long(compiler, value);
		break;
	}
}
