/*
 * cfi.c - call frame information, as in "DWARF for the ABI" of x86-64 and the
 * section .eh_frame of the Linux Standard Base
 *
 *	table	sorted: where a function begins, where its FDE is
 *	FDE	a function's instructions, and where its CIE is
 *	CIE	what many functions have in common
 *
 * The instructions make a row for each address: how the CFA, the caller's stack
 * pointer, is computed from a register, and where at the CFA the caller's other
 * registers were saved. Only two of these matter here.
 */
#include "wrap/calls/cfi.h"

#include <string.h>

/* Numbers of registers. */
enum { FP = 6, SP = 7, RA = 16 };

/* Encodings of addresses: low bits the size, high bits the base that they are
 * relative to. */
enum {
	ENC_ABSOLUTE = 0x00,
	ENC_U4 = 0x03,
	ENC_U8 = 0x04,
	ENC_S4 = 0x0b,
	ENC_S8 = 0x0c,
	ENC_SIZE = 0x0f,
	ENC_TABLE_S4 = 0x3b,
};

/* Instructions; three have an operand in their low six bits. */
enum {
	OP_ADVANCE = 0x40,
	OP_OFFSET = 0x80,
	OP_RESTORE = 0xc0,
	OP_HIGH = 0xc0,
	OP_NOP = 0x00,
	OP_ADVANCE1 = 0x02,
	OP_ADVANCE2 = 0x03,
	OP_ADVANCE4 = 0x04,
	OP_OFFSET_EXTENDED = 0x05,
	OP_RESTORE_EXTENDED = 0x06,
	OP_UNDEFINED = 0x07,
	OP_SAME_VALUE = 0x08,
	OP_REGISTER = 0x09,
	OP_REMEMBER = 0x0a,
	OP_RECALL = 0x0b,
	OP_CFA = 0x0c,
	OP_CFA_REGISTER = 0x0d,
	OP_CFA_OFFSET = 0x0e,
	OP_CFA_EXPRESSION = 0x0f,
	OP_EXPRESSION = 0x10,
	OP_OFFSET_SIGNED = 0x11,
	OP_CFA_SIGNED = 0x12,
	OP_CFA_OFFSET_SIGNED = 0x13,
	OP_VALUE = 0x14,
	OP_VALUE_SIGNED = 0x15,
	OP_VALUE_EXPRESSION = 0x16,
	OP_ARGS_SIZE = 0x2e,
};

enum {
	REMEMBERED = 4,
	FRAME_MAX = 1 << 18, /* bytes */
};

struct bytes {
	const uint8_t *at, *end;
	bool short_read;
};

static uint64_t take(struct bytes *in, size_t size)
{
	uint64_t value = 0;

	if ((size_t)(in->end - in->at) < size) {
		in->short_read = true;
		in->at = in->end;
		return 0;
	}
	memcpy(&value, in->at, size);
	in->at += size;
	return value;
}

static uint64_t take_uleb(struct bytes *in)
{
	uint64_t value = 0;
	uint8_t byte;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		byte = take(in, 1);
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	in->short_read = true;
	return 0;
}

static int64_t take_sleb(struct bytes *in)
{
	uint64_t value = 0;
	uint8_t byte;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		byte = take(in, 1);
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte & 0x80)
			continue;
		if (byte & 0x40 && shift < 57)
			value |= UINT64_MAX << (shift + 7);
		return (int64_t)value;
	}
	in->short_read = true;
	return 0;
}

static void skip(struct bytes *in, uint64_t size)
{
	if ((uint64_t)(in->end - in->at) < size)
		in->short_read = true;
	else
		in->at += size;
}

/* An entry of .eh_frame, beginning with its length. */
static struct bytes entry_at(const struct wrap_cfi *cfi, const uint8_t *at)
{
	struct bytes entry = { .short_read = true };
	uint32_t length;

	if (at < cfi->start || at >= cfi->end || cfi->end - at < 4)
		return entry;
	memcpy(&length, at, sizeof(length));
	if (length > (size_t)(cfi->end - at) - 4)
		return entry;
	return (struct bytes){ .at = at + 4, .end = at + 4 + length };
}

/* The part of a CIE that its FDEs need. */
struct common {
	uint64_t code_unit;
	int64_t data_unit;
	size_t address_size;
	bool augmented;
	struct bytes code;
};

static size_t size_of(uint8_t encoding)
{
	switch (encoding & ENC_SIZE) {
	case ENC_U4:
	case ENC_S4:
		return 4;
	case ENC_ABSOLUTE:
	case ENC_U8:
	case ENC_S8:
		return 8;
	default:
		return 0;
	}
}

/* "S" marks the frame of a signal handler, which saves more registers. */
static bool read_augmentation(const char *letter, struct bytes in,
			      struct common *common)
{
	for (; *letter; letter++)
		switch (*letter) {
		case 'L':
			take(&in, 1);
			break;
		case 'P':
			skip(&in, size_of(take(&in, 1)));
			break;
		case 'R':
			common->address_size = size_of(take(&in, 1));
			break;
		default:
			return false;
		}
	return !in.short_read && common->address_size;
}

static bool read_common(struct bytes in, struct common *common)
{
	const char *letters;
	uint8_t version;
	uint64_t len;

	if (take(&in, 4) || in.short_read)
		return false;
	version = take(&in, 1);
	letters = (const char *)in.at;
	skip(&in, strnlen(letters, in.end - in.at) + 1);
	common->code_unit = take_uleb(&in);
	common->data_unit = take_sleb(&in);
	if ((version == 1 ? take(&in, 1) : take_uleb(&in)) != RA ||
	    (version != 1 && version != 3) || in.short_read)
		return false;
	common->address_size = sizeof(uintptr_t);
	common->augmented = *letters == 'z';
	if (common->augmented) {
		len = take_uleb(&in);
		common->code = in;
		skip(&common->code, len);
		return !common->code.short_read &&
		       read_augmentation(letters + 1, in, common);
	}
	common->code = in;
	return !*letters;
}

/* The place where the caller's value of a register is saved. */
struct saved {
	enum { SAME, AT_CFA, LOST } how;
	int64_t offset;
};

struct row {
	uint64_t base; /* the register on which the CFA is based */
	int64_t offset;
	bool is_known;
	struct saved fp, ra;
};

struct machine {
	const struct common *common;
	uint64_t at, until; /* offsets from the function's beginning */
	struct row row, initial, remembered[REMEMBERED];
	unsigned depth;
};

static void save(struct machine *machine, uint64_t reg, int how, int64_t offset)
{
	const struct saved saved = { how, offset };

	if (reg == FP)
		machine->row.fp = saved;
	else if (reg == RA)
		machine->row.ra = saved;
}

static void restore(struct machine *machine, uint64_t reg)
{
	if (reg == FP)
		machine->row.fp = machine->initial.fp;
	else if (reg == RA)
		machine->row.ra = machine->initial.ra;
}

static void set_cfa(struct machine *machine, uint64_t base, int64_t offset)
{
	machine->row.base = base;
	machine->row.offset = offset;
	machine->row.is_known = true;
}

static bool remember(struct machine *machine)
{
	if (machine->depth == REMEMBERED)
		return false;
	machine->remembered[machine->depth++] = machine->row;
	return true;
}

static bool recall(struct machine *machine)
{
	if (!machine->depth)
		return false;
	machine->row = machine->remembered[--machine->depth];
	return true;
}

/* Runs an instruction about the place of a register. */
static bool run_save(struct machine *machine, uint8_t op, struct bytes *in)
{
	const int64_t unit = machine->common->data_unit;
	const uint64_t reg = take_uleb(in);

	switch (op) {
	case OP_OFFSET_EXTENDED:
		save(machine, reg, AT_CFA, (int64_t)take_uleb(in) * unit);
		return true;
	case OP_OFFSET_SIGNED:
		save(machine, reg, AT_CFA, take_sleb(in) * unit);
		return true;
	case OP_RESTORE_EXTENDED:
		restore(machine, reg);
		return true;
	case OP_SAME_VALUE:
		save(machine, reg, SAME, 0);
		return true;
	case OP_EXPRESSION:
	case OP_VALUE_EXPRESSION:
		skip(in, take_uleb(in));
		break;
	case OP_REGISTER:
	case OP_VALUE:
	case OP_VALUE_SIGNED:
		take_uleb(in);
		break;
	case OP_UNDEFINED:
		break;
	default:
		return false;
	}
	save(machine, reg, LOST, 0);
	return true;
}

static bool run_cfa(struct machine *machine, uint8_t op, struct bytes *in)
{
	const int64_t unit = machine->common->data_unit;
	uint64_t base;

	switch (op) {
	case OP_CFA:
		base = take_uleb(in);
		set_cfa(machine, base, (int64_t)take_uleb(in));
		return true;
	case OP_CFA_SIGNED:
		base = take_uleb(in);
		set_cfa(machine, base, take_sleb(in) * unit);
		return true;
	case OP_CFA_REGISTER:
		machine->row.base = take_uleb(in);
		return true;
	case OP_CFA_OFFSET:
		machine->row.offset = (int64_t)take_uleb(in);
		return true;
	case OP_CFA_OFFSET_SIGNED:
		machine->row.offset = take_sleb(in) * unit;
		return true;
	case OP_CFA_EXPRESSION:
		skip(in, take_uleb(in));
		machine->row.is_known = false;
		return true;
	default:
		return run_save(machine, op, in);
	}
}

static bool run_low(struct machine *machine, uint8_t op, struct bytes *in)
{
	const uint64_t unit = machine->common->code_unit;

	switch (op) {
	case OP_NOP:
		return true;
	case OP_ADVANCE1:
		machine->at += take(in, 1) * unit;
		return true;
	case OP_ADVANCE2:
		machine->at += take(in, 2) * unit;
		return true;
	case OP_ADVANCE4:
		machine->at += take(in, 4) * unit;
		return true;
	case OP_REMEMBER:
		return remember(machine);
	case OP_RECALL:
		return recall(machine);
	case OP_ARGS_SIZE:
		take_uleb(in);
		return true;
	default:
		return run_cfa(machine, op, in);
	}
}

/* Runs instructions up to the row of the wanted address. */
static bool run(struct machine *machine, struct bytes in)
{
	while (in.at < in.end && machine->at <= machine->until) {
		const uint8_t op = take(&in, 1);
		const uint8_t low = op & ~OP_HIGH;
		bool is_known = true;

		switch (op & OP_HIGH) {
		case OP_ADVANCE:
			machine->at += low * machine->common->code_unit;
			break;
		case OP_OFFSET:
			save(machine, low, AT_CFA,
			     (int64_t)take_uleb(&in) *
				     machine->common->data_unit);
			break;
		case OP_RESTORE:
			restore(machine, low);
			break;
		default:
			is_known = run_low(machine, op, &in);
		}
		if (!is_known || in.short_read)
			return false;
	}
	return true;
}

/* The row of the FDE at distance bytes behind the function's beginning. */
static bool read_row(const struct wrap_cfi *cfi, const uint8_t *at,
		     uint64_t distance, struct row *row)
{
	struct bytes fde = entry_at(cfi, at);
	const uint8_t *distance_from = fde.at;
	struct common common;
	struct machine machine = { .common = &common };

	if (fde.short_read ||
	    !read_common(entry_at(cfi, distance_from - take(&fde, 4)), &common))
		return false;
	skip(&fde, common.address_size);
	if (distance >= take(&fde, common.address_size))
		return false;
	if (common.augmented)
		skip(&fde, take_uleb(&fde));
	if (fde.short_read || !run(&machine, common.code))
		return false;
	machine.initial = machine.row;
	machine.until = distance;
	if (!run(&machine, fde))
		return false;
	*row = machine.row;
	return row->is_known;
}

/* .eh_frame_hdr as linkers write it; its addresses are relative to itself. */
struct table {
	uint8_t version, entries_encoding, count_encoding, rows_encoding;
	int32_t entries;
	uint32_t count;
	struct {
		int32_t start, fde;
	} row[];
};

static const struct table *table_of(const struct wrap_cfi *cfi)
{
	const struct table *table = (const void *)cfi->table;

	if (cfi->table < cfi->start || cfi->table >= cfi->end ||
	    (size_t)(cfi->end - cfi->table) < sizeof(*table) ||
	    table->version != 1 || size_of(table->entries_encoding) != 4 ||
	    table->count_encoding != ENC_U4 ||
	    table->rows_encoding != ENC_TABLE_S4 ||
	    table->count > (cfi->end - cfi->table - sizeof(*table)) /
				   sizeof(table->row[0]))
		return NULL;
	return table;
}

static bool find_row(const struct wrap_cfi *cfi, uintptr_t pc, struct row *row)
{
	const struct table *table = table_of(cfi);
	const int64_t sought = (int64_t)(pc - (uintptr_t)cfi->table);
	uint32_t low = 0, high;

	if (!table)
		return false;
	high = table->count;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (table->row[middle].start <= sought)
			low = middle + 1;
		else
			high = middle;
	}
	return low &&
	       read_row(cfi, cfi->table + table->row[low - 1].fde,
			(uint64_t)(sought - table->row[low - 1].start), row);
}

/* Bit fields of a way, from the lowest bit. */
enum {
	WAY_BITS = 20, /* bits of each of the two distances */
	WAY_CFA = 0,   /* distance from the base to the CFA, in words */
	WAY_FP = 20,   /* distance from the saved FP to the CFA, in words; 0:
		        * not saved */
	WAY_KNOWN = 1 << 0,
	WAY_FROM_FP = 1 << 1, /* FP is the base; otherwise SP */
	WAY_FP_LOST = 1 << 2,
	WAY_FLAGS = 40,
	WAY_ANY = 1 << 3,
};

static uint64_t flag(unsigned flags)
{
	return (uint64_t)flags << WAY_FLAGS;
}

static uint64_t distance_of(wrap_cfi_way way, unsigned shift)
{
	return (way >> shift & ((1u << WAY_BITS) - 1)) * sizeof(uintptr_t);
}

static bool is_distance(int64_t offset)
{
	return offset >= 0 && offset <= FRAME_MAX &&
	       !(offset % (int64_t)sizeof(uintptr_t));
}

/* An ordinary frame: the stack grows down, and the return address lies right
 * below the caller's stack pointer. */
static bool is_ordinary(const struct row *row)
{
	return (row->base == FP || row->base == SP) &&
	       is_distance(row->offset) && row->ra.how == AT_CFA &&
	       row->ra.offset == -(int64_t)sizeof(uintptr_t) &&
	       (row->fp.how != AT_CFA ||
		(row->fp.offset < 0 && is_distance(-row->fp.offset)));
}

static wrap_cfi_way way_of(const struct row *row)
{
	wrap_cfi_way way = flag(WAY_ANY | WAY_KNOWN);

	way |= (uint64_t)row->offset / sizeof(uintptr_t) << WAY_CFA;
	if (row->base == FP)
		way |= flag(WAY_FROM_FP);
	if (row->fp.how == LOST)
		way |= flag(WAY_FP_LOST);
	else if (row->fp.how == AT_CFA)
		way |= (uint64_t)-row->fp.offset / sizeof(uintptr_t) << WAY_FP;
	return way;
}

/* The lookup is for pc - 1: a call may be the last instruction of its
 * function. */
wrap_cfi_way wrap_cfi_find(const struct wrap_cfi *cfi, uintptr_t pc)
{
	struct row row;

	if (!find_row(cfi, pc - 1, &row) || !is_ordinary(&row))
		return flag(WAY_ANY);
	return way_of(&row);
}

/* Saved registers must lie within the frame, and the frame below the CFA. */
bool wrap_cfi_leave(wrap_cfi_way way, struct wrap_stack_frame *frame)
{
	const uintptr_t base = way & flag(WAY_FROM_FP) ? frame->fp : frame->sp;
	const uintptr_t cfa = base + distance_of(way, WAY_CFA);
	const uintptr_t fp = distance_of(way, WAY_FP);

	if (!(way & flag(WAY_KNOWN)) || !base || cfa <= frame->sp ||
	    cfa - frame->sp > FRAME_MAX || cfa % sizeof(uintptr_t) ||
	    fp > cfa - frame->sp)
		return false;
	if (way & flag(WAY_FP_LOST))
		frame->fp = 0;
	else if (fp)
		frame->fp = *(const uintptr_t *)(cfa - fp);
	frame->pc = *(const uintptr_t *)(cfa - sizeof(uintptr_t));
	frame->sp = cfa;
	return true;
}
