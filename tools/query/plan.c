/*
 * plan.c - what of a statement's conditions a table takes upon itself
 *
 * A plan is a text with two characters for each condition: the role of the
 * column, and the comparison.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "query/plan.h"

enum { PLAN_MOST = 32 };

static const char roles[ROLES] = {
	[ROLE_TS] = 't',  [ROLE_REL] = 'r', [ROLE_NAME] = 'n',
	[ROLE_PID] = 'p', [ROLE_TID] = 'd', [ROLE_ORIGIN] = 'o',
	[ROLE_END] = 'e',
};

/* Choosing */

struct planning {
	const struct query *query;
	const struct schema_table *table;
	sqlite3_index_info *info;
	char plan[2 * PLAN_MOST + 1];
	int count;
	double share, matching; /* parts of the events: read; matching */
	bool is_used[ROLES];	/* columns that have to be equal to something */
};

static char comparison_of(unsigned char op)
{
	switch (op) {
	case SQLITE_INDEX_CONSTRAINT_EQ:
		return '=';
	case SQLITE_INDEX_CONSTRAINT_GT:
	case SQLITE_INDEX_CONSTRAINT_GE:
		return '>';
	case SQLITE_INDEX_CONSTRAINT_LT:
	case SQLITE_INDEX_CONSTRAINT_LE:
		return '<';
	}
	return '\0';
}

static bool is_time(enum schema_role role)
{
	return role == ROLE_TS || role == ROLE_REL || role == ROLE_END;
}

static bool is_binary(sqlite3_index_info *info, int constraint)
{
	return !sqlite3_stricmp(sqlite3_vtab_collation(info, constraint),
				"BINARY");
}

/* The part of the trace before a time, if the statement says which. */
static double share_before(const struct planning *planning, int constraint,
			   enum schema_role role)
{
	const struct query *query = planning->query;
	const double all = (double)query->last_ns - (double)query->base_ns;
	sqlite3_value *value;
	double ns;

	if (sqlite3_vtab_rhs_value(planning->info, constraint, &value) ||
	    all <= 0)
		return -1;
	ns = sqlite3_value_double(value);
	if (role != ROLE_REL)
		ns -= (double)query->base_ns;
	return ns < 0 ? 0 : ns > all ? 1 : ns / all;
}

/* A time that another table gives bounds a short window. */
static void weigh_time(struct planning *planning, int constraint,
		       enum schema_role role, char comparison)
{
	static const double unknown = 0.05;
	const double before = share_before(planning, constraint, role);

	if (comparison == '=')
		planning->share *= 1e-5;
	else if (before < 0)
		planning->share *= unknown;
	else if (comparison == '<')
		planning->share -= 1 - before;
	else
		planning->share -= before;
}

static void use(struct planning *planning, int constraint,
		enum schema_role role, char comparison, bool is_exact)
{
	sqlite3_index_info *info = planning->info;

	planning->plan[2 * planning->count] = roles[role];
	planning->plan[2 * planning->count + 1] = comparison;
	info->aConstraintUsage[constraint].argvIndex = ++planning->count;
	info->aConstraintUsage[constraint].omit = is_exact;
}

static void consider(struct planning *planning, int constraint)
{
	sqlite3_index_info *info = planning->info;
	const struct sqlite3_index_constraint *its =
		&info->aConstraint[constraint];
	char comparison = comparison_of(its->op);
	enum schema_role role;

	if (!its->usable || !comparison || its->iColumn < 0 ||
	    planning->count == PLAN_MOST)
		return;
	role = planning->table->column[its->iColumn].role;
	if (is_time(role)) {
		weigh_time(planning, constraint, role, comparison);
		use(planning, constraint, role, comparison, false);
		return;
	}
	if (!role || comparison != '=' || planning->is_used[role] ||
	    (role == ROLE_NAME && !is_binary(info, constraint)))
		return;
	if (role == ROLE_NAME && sqlite3_vtab_in(info, constraint, 1))
		comparison = 'I';
	planning->is_used[role] = true;
	planning->matching *= role == ROLE_NAME ? 0.1 : 0.25;
	use(planning, constraint, role, comparison, true);
}

/* Events come in the order of their times, and losses in that of their ends. */
static bool is_in_order(const struct planning *planning)
{
	const sqlite3_index_info *info = planning->info;
	const struct schema_table *table = planning->table;
	int column;

	if (info->nOrderBy != 1 || info->aOrderBy[0].desc ||
	    (table->kind != SCHEMA_EVENTS && table->kind != SCHEMA_TYPED))
		return false;
	column = info->aOrderBy[0].iColumn;
	return column >= 0 && (table->column[column].role == ROLE_TS ||
			       table->column[column].role == ROLE_REL);
}

static void estimate(struct planning *planning)
{
	sqlite3_index_info *info = planning->info;
	const double least = 1e-6;
	double rows = (double)planning->query->events + 1;

	if (planning->table->kind >= SCHEMA_LOSSES)
		planning->matching *= 0.001;
	else if (planning->table->kind != SCHEMA_EVENTS)
		planning->matching *= 0.1;
	if (planning->share < least)
		planning->share = least;
	rows *= planning->share;
	info->estimatedCost = 100 + rows * (1 + planning->matching);
	info->estimatedRows = (sqlite3_int64)(1 + rows * planning->matching);
}

int plan_make(const struct query *query, const struct schema_table *table,
	      sqlite3_index_info *info)
{
	struct planning planning = {
		.query = query,
		.table = table,
		.info = info,
		.share = 1,
		.matching = 1,
	};

	for (int i = 0; i < info->nConstraint; i++)
		consider(&planning, i);
	estimate(&planning);
	info->orderByConsumed = is_in_order(&planning);
	info->idxStr = sqlite3_mprintf("%s", planning.plan);
	info->needToFreeIdxStr = 1;
	return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

/* Bounds */

/* A bound that is no integer is widened to the next one: SQLite compares
 * again. Texts, which are above all numbers, and the like do not bound. */
static bool read_time(sqlite3_value *value, bool up, int64_t *ns)
{
	double real;

	if (sqlite3_value_type(value) == SQLITE_INTEGER) {
		*ns = sqlite3_value_int64(value);
		return true;
	}
	if (sqlite3_value_type(value) != SQLITE_FLOAT)
		return false;
	real = sqlite3_value_double(value);
	if (!(real > -0x1p62 && real < 0x1p62))
		return false;
	/* Beyond 2^53 a step of the number is more than a nanosecond. */
	*ns = (int64_t)real + (up ? 1 : -1);
	return true;
}

static void bound_from(struct bounds *bounds, int64_t ns)
{
	if (!bounds->has_from || ns > bounds->from_ns)
		bounds->from_ns = ns;
	bounds->has_from = true;
}

static void bound_to(struct bounds *bounds, int64_t ns)
{
	if (!bounds->has_to || ns < bounds->to_ns)
		bounds->to_ns = ns;
	bounds->has_to = true;
}

static void bound_end(struct bounds *bounds, int64_t ns)
{
	if (!bounds->has_end || ns < bounds->end_ns)
		bounds->end_ns = ns;
	bounds->has_end = true;
}

static void read_times(struct bounds *bounds, char role, char comparison,
		       int64_t base_ns, sqlite3_value *value)
{
	const int64_t base = role == 'r' ? base_ns : 0;
	int64_t ns;

	if (comparison != '<' && role != 'e' && read_time(value, false, &ns) &&
	    !__builtin_add_overflow(ns, base, &ns))
		bound_from(bounds, ns);
	if (comparison == '>' || !read_time(value, true, &ns) ||
	    __builtin_add_overflow(ns, base, &ns))
		return;
	if (role == 'e')
		bound_end(bounds, ns);
	else
		bound_to(bounds, ns);
}

static void read_number(struct bounds *bounds, struct bounds_number *number,
			sqlite3_value *value)
{
	struct bounds_number read = { .is_given = true };

	/* The digits of a number are equal to it, as in a column of integers. */
	switch (sqlite3_value_numeric_type(value)) {
	case SQLITE_INTEGER:
		read.integer = sqlite3_value_int64(value);
		break;
	case SQLITE_FLOAT:
		read.is_real = true;
		read.real = sqlite3_value_double(value);
		break;
	default:
		bounds->is_empty = true;
	}
	*number = read;
}

static int add_name(struct bounds *bounds, sqlite3_value *value)
{
	const int type = sqlite3_value_type(value);

	/* A number is equal to its digits, as in a column of texts. */
	if (type == SQLITE_NULL || type == SQLITE_BLOB)
		return SQLITE_OK;
	if (pxt_array_reserve(&bounds->name, &bounds->room, bounds->names + 1,
			      sizeof(*bounds->name)))
		return SQLITE_NOMEM;
	bounds->name[bounds->names] =
		strdup((const char *)sqlite3_value_text(value));
	if (!bounds->name[bounds->names])
		return SQLITE_NOMEM;
	bounds->names++;
	return SQLITE_OK;
}

static int read_names(struct bounds *bounds, char comparison,
		      sqlite3_value *list)
{
	sqlite3_value *value = NULL;
	int code;

	bounds->has_names = true;
	if (comparison == '=')
		return add_name(bounds, list);
	code = sqlite3_vtab_in_first(list, &value);
	while (code == SQLITE_OK && value) {
		code = add_name(bounds, value);
		if (code == SQLITE_OK)
			code = sqlite3_vtab_in_next(list, &value);
	}
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int read_bound(struct bounds *bounds, int64_t base_ns, const char *plan,
		      sqlite3_value *value)
{
	switch (plan[0]) {
	case 't':
	case 'r':
	case 'e':
		read_times(bounds, plan[0], plan[1], base_ns, value);
		break;
	case 'n':
		return read_names(bounds, plan[1], value);
	case 'p':
		read_number(bounds, &bounds->pid, value);
		break;
	case 'd':
		read_number(bounds, &bounds->tid, value);
		break;
	case 'o':
		read_number(bounds, &bounds->origin, value);
		break;
	}
	return SQLITE_OK;
}

int bounds_read(struct bounds *bounds, int64_t base_ns, const char *plan,
		int count, sqlite3_value **value)
{
	int code = SQLITE_OK;

	bounds_fini(bounds);
	for (int i = 0; i < count && code == SQLITE_OK; i++)
		code = read_bound(bounds, base_ns, plan + 2 * (size_t)i,
				  value[i]);
	if (bounds->has_from && bounds->has_to &&
	    bounds->from_ns > bounds->to_ns)
		bounds->is_empty = true;
	return code;
}

void bounds_fini(struct bounds *bounds)
{
	for (size_t i = 0; i < bounds->names; i++)
		free(bounds->name[i]);
	free(bounds->name);
	memset(bounds, 0, sizeof(*bounds));
}

bool bounds_allow_name(const struct bounds *bounds, const char *name,
		       size_t len)
{
	if (!bounds->has_names)
		return true;
	for (size_t i = 0; i < bounds->names; i++)
		if (strlen(bounds->name[i]) == len &&
		    !memcmp(bounds->name[i], name, len))
			return true;
	return false;
}
