/*
 * code.h - templates as they run: instructions for a small engine
 *
 * The engine has a number, a text, a stack for expressions and calls, and the
 * place in the entry where the next code reads. Only the compiler makes
 * programs for render.c, so the operands of an instruction are not checked
 * again.
 */
#ifndef PXT_TEMPLATE_CODE_H
#define PXT_TEMPLATE_CODE_H

#include <stddef.h>
#include <stdint.h>

/* Groups of instructions, each done by one function; render.c depends on their
 * order. */
enum pxt_op {
	/* Lines */
	PXT_OP_TEXT, /* number bytes of the texts at `at` */
	PXT_OP_NEWLINE,
	PXT_OP_TAB,
	PXT_OP_LEVEL,  /* size: a level */
	PXT_OP_BLANKS, /* number: how many */

	/* Moves of the place. number: in bits */
	PXT_OP_GO,
	PXT_OP_MOVE,	   /* number is signed */
	PXT_OP_GO_TO_WORD, /* number: of words */

	/* Loading the number. size: in bytes, or PXT_SIZE_WORD */
	PXT_OP_READ_UNSIGNED,
	PXT_OP_READ_SIGNED,
	PXT_OP_READ_FLOAT,
	PXT_OP_READ_BITS, /* number: of them */
	PXT_OP_READ_HB,
	PXT_OP_READ_HT,
	PXT_OP_READ_MACRO,    /* size: one of enum pxt_macro */
	PXT_OP_READ_DATA,     /* size: 1 is D1 */
	PXT_OP_READ_NAME,     /* at: of a symbol; becomes READ_SLOT */
	PXT_OP_READ_SLOT,     /* at: of the frame */
	PXT_OP_CONSTANT,      /* number */
	PXT_OP_MASK,	      /* number */
	PXT_OP_KEEP_UNSIGNED, /* size */
	PXT_OP_KEEP_SIGNED,   /* size */
	PXT_OP_KEEP_BITS,     /* number: of them */
	PXT_OP_AS_FLOAT,      /* size: its bits are a float */
	PXT_OP_FROM_FLOAT,    /* with the whole part */
	PXT_OP_AS_OCTAL,      /* a digit in each group of four bits */

	/* Loading the text */
	PXT_OP_READ_TEXT,	/* number: in bytes, at most */
	PXT_OP_READ_COUNTED,	/* size: of the count */
	PXT_OP_READ_TEXT_MACRO, /* size: one of enum pxt_macro */
	PXT_OP_CUT_TEXT,	/* number: in bytes, at most */
	PXT_OP_AS_TEXT,		/* size: bytes of the number */

	/* Printing what is loaded, or read. at: 1, a blank follows */
	PXT_OP_PUT_HEX,	      /* size: in bytes */
	PXT_OP_PUT_HEX_BYTES, /* number: in bytes, in their order */
	PXT_OP_PUT_BITS,      /* number: of them */
	PXT_OP_PUT_LONG_BITS, /* number: of them; they are read, too */
	PXT_OP_PUT_SIGNED,
	PXT_OP_PUT_UNSIGNED,
	PXT_OP_PUT_OCTAL,
	PXT_OP_PUT_FLOAT, /* size: digits behind the point */
	PXT_OP_PUT_ERROR,
	PXT_OP_PUT_TIME,
	PXT_OP_PUT_PROCESS,
	PXT_OP_PUT_HT,
	PXT_OP_PUT_MACRO,
	PXT_OP_PUT_TEXT, /* size: 1, in a field of that number */
	PXT_OP_PUT_NAME, /* the text, which may be UTF-8 */

	/* Expressions */
	PXT_OP_PUSH, /* pushes the number */
	PXT_OP_ADD,  /* number = popped number + number */
	PXT_OP_SUBTRACT,
	PXT_OP_MULTIPLY,
	PXT_OP_DIVIDE,
	PXT_OP_SET_NAME, /* at: of a symbol; becomes SET_SLOT */
	PXT_OP_SET_SLOT,
	PXT_OP_SET_PLACE,
	PXT_OP_SET_BASE,

	/* Jumps. at: the instruction to go on at */
	PXT_OP_JUMP,
	PXT_OP_UNLESS_EQUAL, /* number; size: PXT_SIZE_WORD, a word's */
	PXT_OP_UNLESS_TEXT,  /* size, number: as for TEXT, in the next one */
	PXT_OP_UNLESS_ANY,   /* number: any bit of these */
	PXT_OP_UNLESS_FIELD, /* number: the mask; in the next one, the field */
	PXT_OP_LOOP,	     /* turns by the number; if it is 0, go on there */
	PXT_OP_AGAIN,	     /* goes on with the next turn, unless it was the
			      * last */
	PXT_OP_CALL,	     /* at: the function; size: arguments pushed */
	PXT_OP_SUBROUTINE,   /* number: the id */
	PXT_OP_RETURN,

	/* Timers */
	PXT_OP_START_TIMER, /* for the pair that is pushed */
	PXT_OP_END_TIMER,

	/* Ends */
	PXT_OP_BREAK,
	PXT_OP_SKIP,
	PXT_OP_STOP,
	PXT_OP_DEFAULT,
	PXT_OP_ERROR,
};

enum { PXT_SIZE_WORD = 255 }; /* the word size of the entry */

/* Parts of an entry that are read without moving the place. */
enum pxt_macro {
	PXT_MACRO_HOOK_DATA,
	PXT_MACRO_HOOK_LENGTH,
	PXT_MACRO_HOOK_TYPE,
	PXT_MACRO_HOOK_ENVIRONMENT,
	PXT_MACRO_GENERIC,
	PXT_MACRO_PLACE,
	PXT_MACRO_BASE,
	PXT_MACRO_ID,
	PXT_MACRO_TID,
	PXT_MACRO_PID,
	PXT_MACRO_LOG_OFFSET,
	PXT_MACRO_LOG_PLACE,
	PXT_MACRO_EXEC, /* the texts follow */
	PXT_MACRO_LOG,
	PXT_MACRO_EVENT,
};

struct pxt_insn {
	uint8_t op; /* enum pxt_op */
	uint8_t size;
	uint32_t at;
	uint64_t number;
};

/* The code of a set of templates. */
struct pxt_code {
	struct pxt_insn *insn;
	uint32_t count;
	size_t room;
	char *text;
	uint32_t text_len;
	size_t text_room;
	int error; /* ENOMEM: an addition failed */
};

void pxt_code_fini(struct pxt_code *code);

/* Adds an instruction, and returns its number. */
uint32_t pxt_code_add(struct pxt_code *code, enum pxt_op op, unsigned size,
		      uint32_t at, uint64_t number);

/* Adds to the texts, and returns the offset. */
uint32_t pxt_code_add_text(struct pxt_code *code, const char *text, size_t len);

/* Makes the next instruction that is added the target of a jump. */
void pxt_code_land(struct pxt_code *code, uint32_t insn);

#endif
