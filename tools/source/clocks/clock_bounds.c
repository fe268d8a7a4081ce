/*
 * clock_bounds.c - what messages between two clocks tell of their offset
 *
 * With the time of a clock as x, and what has to be added to it as y, messages
 * bound a curve, the offset.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "source/clocks/clock_bounds.h"

#define PPM 1e-6
#define ROUNDING 0.5 /* nanoseconds */

__extension__ typedef __int128 s128;

enum {
	STEPS = 80,	  /* of a search: a rate is exact to 1e-15 */
	PART = 4,	  /* messages kept in a part of the time */
	BEYOND_BITS = 62, /* times that are not compared */
};

void clock_bounds_fini(struct clock_bounds *bounds)
{
	free(bounds->way[0].message);
	free(bounds->way[1].message);
	*bounds = (struct clock_bounds){ 0 };
}

bool clock_bounds_are_both(const struct clock_bounds *bounds)
{
	return bounds->way[0].count && bounds->way[1].count;
}

/* Keeping the tightest */

static int compare_messages(const void *a, const void *b)
{
	const struct clock_bounds_message *one = a, *other = b;

	for (unsigned i = 0; i < 2; i++)
		if (one->ns[i] != other->ns[i])
			return one->ns[i] < other->ns[i] ? -1 : 1;
	return 0;
}

/* Greater than 0 if c is to the left of a line from a to b. */
static int turn(const struct clock_bounds_message *a,
		const struct clock_bounds_message *b,
		const struct clock_bounds_message *c)
{
	const s128 left = (s128)(b->ns[0] - a->ns[0]) * (c->ns[1] - a->ns[1]);
	const s128 right = (s128)(b->ns[1] - a->ns[1]) * (c->ns[0] - a->ns[0]);

	return (left > right) - (left < right);
}

/* Lines that keep the corners of a hull keep all of its points. Corners are moved
 * to the front, and counted. */
static size_t find_corners(struct clock_bounds_message *message, size_t count,
			   int side)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		while (kept >= 2 && turn(&message[kept - 2], &message[kept - 1],
					 &message[i]) *
						    side <=
					    0)
			kept--;
		message[kept++] = message[i];
	}
	return kept;
}

/* Keeps the corners in each part of the time. */
static void thin_parts(struct clock_bounds_way *way, int side, size_t parts)
{
	struct clock_bounds_message *const message = way->message;
	const int64_t first = message[0].ns[0];
	const uint64_t part =
		(uint64_t)(message[way->count - 1].ns[0] - first) / parts + 1;
	size_t kept = 0, begin = 0;

	while (begin < way->count) {
		const uint64_t number =
			(uint64_t)(message[begin].ns[0] - first) / part;
		size_t end = begin, corners;

		while (end < way->count &&
		       (uint64_t)(message[end].ns[0] - first) / part == number)
			end++;
		corners = find_corners(&message[begin], end - begin, side);
		for (size_t i = 0; i < corners; i++)
			message[kept++] = message[begin + i];
		begin = end;
	}
	way->count = kept;
}

/* Messages of any kind are less than three quarters in the end. */
static void thin_out(struct clock_bounds_way *way, unsigned sender, size_t most)
{
	const size_t enough = most - most / 4;

	qsort(way->message, way->count, sizeof(*way->message),
	      compare_messages);
	for (size_t parts = most / PART; parts && way->count > enough;
	     parts /= 2)
		thin_parts(way, sender ? -1 : 1, parts);
	if (way->count <= enough)
		return;
	way->count /= 2;
	for (size_t i = 0; i < way->count; i++)
		way->message[i] = way->message[2 * i];
}

static bool is_beyond(int64_t ns)
{
	return ns >= INT64_C(1) << BEYOND_BITS ||
	       ns <= -(INT64_C(1) << BEYOND_BITS);
}

int clock_bounds_add(struct clock_bounds *bounds, unsigned sender,
		     const struct clock_bounds_message *message, size_t most)
{
	struct clock_bounds_way *way = &bounds->way[sender];

	if (is_beyond(message->ns[0]) || is_beyond(message->ns[1]))
		return 0;
	if (way->count >= most)
		thin_out(way, sender, most);
	if (pxt_array_reserve(&way->message, &way->room, way->count + 1,
			      sizeof(*way->message)))
		return ENOMEM;
	way->message[way->count++] = *message;
	return 0;
}

/* The plane */

/* The offset at a time of the clock is not above the top, which may be infinite,
 * nor below the bottom. */
struct bound {
	double x, top, bottom;
};

/* Bounds by time. Doubles are exact to the nanosecond within months of the
 * origin. */
struct plane {
	struct bound *bound;
	size_t count;
	int64_t x_ns, y_ns; /* origin */
};

static int compare_bounds(const void *a, const void *b)
{
	const struct bound *one = a, *other = b;

	return (one->x > other->x) - (one->x < other->x);
}

/* A message that the clock sends is a top, one that it receives a bottom. */
static void add_bounds(struct plane *plane, const struct clock_bounds_way *way,
		       unsigned clock, bool is_sent)
{
	for (size_t i = 0; i < way->count; i++) {
		const int64_t own = way->message[i].ns[clock];
		const int64_t other = way->message[i].ns[!clock];
		const double y = (double)((s128)other - own - plane->y_ns);

		plane->bound[plane->count++] = (struct bound){
			.x = (double)((s128)own - plane->x_ns),
			.top = is_sent ? y : INFINITY,
			.bottom = is_sent ? -INFINITY : y,
		};
	}
}

static int plane_init(struct plane *plane, const struct clock_bounds *bounds,
		      unsigned clock)
{
	const struct clock_bounds_way *sent = &bounds->way[clock];
	const struct clock_bounds_way *received = &bounds->way[!clock];
	const struct clock_bounds_message *first = &sent->message[0];

	*plane = (struct plane){
		.bound = calloc(sent->count + received->count,
				sizeof(*plane->bound)),
		.x_ns = first->ns[clock],
		.y_ns = first->ns[!clock] - first->ns[clock],
	};
	if (!plane->bound)
		return ENOMEM;
	add_bounds(plane, sent, clock, true);
	add_bounds(plane, received, clock, false);
	qsort(plane->bound, plane->count, sizeof(*plane->bound),
	      compare_bounds);
	return 0;
}

static void plane_fini(struct plane *plane)
{
	free(plane->bound);
}

/* Lines */

/* The lines of a rate that keep all bounds have these heights at x = 0. If the
 * room between them is negative, there is no line. It is a concave function of the
 * rate. */
struct heights {
	double top, bottom;
};

static struct heights find_heights(const struct plane *plane, double rate)
{
	struct heights heights = { INFINITY, -INFINITY };

	for (size_t i = 0; i < plane->count; i++) {
		const struct bound *bound = &plane->bound[i];
		const double rise = rate * bound->x;

		heights.top = fmin(heights.top, bound->top - rise);
		heights.bottom = fmax(heights.bottom, bound->bottom - rise);
	}
	return heights;
}

static double room_at(const struct plane *plane, double rate)
{
	const struct heights heights = find_heights(plane, rate);

	return heights.top - heights.bottom;
}

static double find_most_room(const struct plane *plane)
{
	double least = -CLOCK_BOUNDS_MOST_PPM * PPM;
	double most = CLOCK_BOUNDS_MOST_PPM * PPM;

	for (unsigned i = 0; i < STEPS; i++) {
		const double third = (most - least) / 3;

		if (room_at(plane, least + third) <
		    room_at(plane, most - third))
			least += third;
		else
			most -= third;
	}
	return (least + most) / 2;
}

/* The last rate with room, from one that has some towards a limit. */
static double find_limit(const struct plane *plane, double rate, double limit)
{
	if (room_at(plane, limit) >= 0)
		return limit;
	for (unsigned i = 0; i < STEPS; i++) {
		const double middle = (rate + limit) / 2;

		if (room_at(plane, middle) >= 0)
			rate = middle;
		else
			limit = middle;
	}
	return limit;
}

struct rates {
	double least, most;
};

/* Rates of lines, from one that has room. */
static struct rates find_rates(const struct plane *plane, double rate)
{
	const double most = CLOCK_BOUNDS_MOST_PPM * PPM;
	const double assumed = CLOCK_BOUNDS_ASSUMED_PPM * PPM;
	struct rates rates = { find_limit(plane, rate, -most),
			       find_limit(plane, rate, most) };

	if (rates.least <= assumed && rates.most >= -assumed) {
		rates.least = fmax(rates.least, -assumed);
		rates.most = fmin(rates.most, assumed);
	}
	return rates;
}

/* Hostile messages may be ages apart. */
static int64_t round_ns(double ns)
{
	return llround(fmin(fmax(ns, -0x1p62), 0x1p62));
}

/* The line in the middle of the room. */
static void find_line(const struct plane *plane, double rate, int64_t at_ns,
		      struct clock_shift *shift)
{
	const struct heights heights = find_heights(plane, rate);
	const double rise = rate * (double)((s128)at_ns - plane->x_ns);
	const double height = (heights.top + heights.bottom) / 2 + rise;

	*shift = (struct clock_shift){
		.at_ns = at_ns,
		.ns = clock_shift_sum(plane->y_ns, round_ns(height)),
		.rate = llround(ldexp(rate, CLOCK_SHIFT_RATE)),
	};
}

/* Lays the line on y = 0. */
static void subtract_line(struct plane *plane, const struct clock_shift *shift)
{
	const double rate = ldexp((double)shift->rate, -CLOCK_SHIFT_RATE);
	const double at = (double)((s128)shift->at_ns - plane->x_ns);
	const double height = (double)((s128)shift->ns - plane->y_ns);

	for (size_t i = 0; i < plane->count; i++) {
		struct bound *bound = &plane->bound[i];
		const double y = height + rate * (bound->x - at);

		bound->top -= y;
		bound->bottom -= y;
	}
}

/* Drift */

/* Tightens a bound by another one, from which the offset changes by at most
 * that. */
static void tighten_by(struct bound *bound, const struct bound *by,
		       double change)
{
	bound->top = fmin(bound->top, by->top + change);
	bound->bottom = fmax(bound->bottom, by->bottom - change);
}

/* Tightens bounds by those before and after. */
static void tighten(struct plane *plane, double rate)
{
	struct bound *const bound = plane->bound;

	for (size_t i = 1; i < plane->count; i++)
		tighten_by(&bound[i], &bound[i - 1],
			   rate * (bound[i].x - bound[i - 1].x));
	for (size_t i = plane->count - 1; i > 0; i--)
		tighten_by(&bound[i - 1], &bound[i],
			   rate * (bound[i].x - bound[i - 1].x));
}

/* The most by which bounds contradict each other, if an offset drifts from the
 * line by a rate at most. */
static double find_lack(struct plane *plane, double rate)
{
	double most = 0;

	tighten(plane, rate);
	for (size_t i = 0; i < plane->count; i++)
		most = fmax(most, plane->bound[i].bottom - plane->bound[i].top);
	return most;
}

/* Chooses the least drift from the line that messages do not contradict. */
static void find_drift(struct plane *plane, struct clock_bounds_found *found)
{
	double lack;

	subtract_line(plane, &found->shift);
	lack = find_lack(plane, CLOCK_BOUNDS_ASSUMED_PPM * PPM);
	found->lack_ns = lack < ROUNDING ? 0 : (uint64_t)round_ns(lack);
	if (found->lack_ns)
		found->slack_ppm = CLOCK_BOUNDS_MOST_PPM;
	else if (find_lack(plane, CLOCK_BOUNDS_WANDER_PPM * PPM) < ROUNDING)
		found->slack_ppm = CLOCK_BOUNDS_WANDER_PPM;
	else
		found->slack_ppm = CLOCK_BOUNDS_ASSUMED_PPM;
}

static void find_shift(struct plane *plane, int64_t at_ns,
		       struct clock_bounds_found *found)
{
	const bool is_constant = room_at(plane, 0) >= 0;
	const double rate = is_constant ? 0 : find_most_room(plane);
	struct rates rates;
	double middle;

	*found = (struct clock_bounds_found){ .lack_ns = 0 };
	if (room_at(plane, rate) < 0) {
		find_line(plane, rate, at_ns, &found->shift);
		find_drift(plane, found);
		return;
	}
	rates = find_rates(plane, rate);
	middle = is_constant ? 0 : (rates.least + rates.most) / 2;
	find_line(plane, middle, at_ns, &found->shift);
	found->slack_ppm =
		fmax(rates.most - middle, middle - rates.least) / PPM +
		CLOCK_BOUNDS_WANDER_PPM;
	if (is_constant)
		found->slack_ppm =
			fmin(found->slack_ppm, CLOCK_BOUNDS_ASSUMED_PPM);
}

/* Errors */

/* The greatest distance from the line y = 0 between two bounds, as far as these
 * are in the range. */
static double find_distance(const struct bound *left, const struct bound *right,
			    double rate, double first, double last)
{
	const double rise = (right->top - left->top) / 2 / rate;
	const double fall = (left->bottom - right->bottom) / 2 / rate;
	const double middle = (left->x + right->x) / 2;
	const double top = fmin(fmax(middle + rise, first), last);
	const double bottom = fmin(fmax(middle + fall, first), last);

	return fmax(fmin(left->top + rate * fabs(top - left->x),
			 right->top + rate * fabs(right->x - top)),
		    -fmax(left->bottom - rate * fabs(bottom - left->x),
			  right->bottom - rate * fabs(right->x - bottom)));
}

/* The greatest distance of a bound. */
static double distance_of(const struct bound *bound)
{
	return fmax(bound->top, -bound->bottom);
}

/* The same for drift that is bounded. */
static double find_error(struct plane *plane, double rate, double first,
			 double last)
{
	const struct bound *begin = &plane->bound[0];
	const struct bound *end = &plane->bound[plane->count - 1];
	double most;

	tighten(plane, rate);
	most = fmax(distance_of(begin) + rate * (begin->x - first),
		    distance_of(end) + rate * (last - end->x));
	for (const struct bound *left = begin; left < end; left++)
		if (left[1].x >= first && left->x <= last)
			most = fmax(most, find_distance(left, left + 1, rate,
							first, last));
	return most;
}

/* The same for a clock that was set at some time, which is told by none of the
 * bounds before that, or after. */
static double find_worst_error(const struct plane *plane, double rate,
			       double first, double last)
{
	const struct bound *begin = &plane->bound[0];
	const struct bound *end = &plane->bound[plane->count - 1];
	double most = 0, gap = fmax(begin->x - first, last - end->x);

	for (const struct bound *bound = begin; bound <= end; bound++) {
		if (isfinite(bound->top))
			most = fmax(most, fabs(bound->top));
		if (isfinite(bound->bottom))
			most = fmax(most, fabs(bound->bottom));
		if (bound < end)
			gap = fmax(gap, bound[1].x - bound->x);
	}
	return most + rate * gap;
}

static uint64_t measure(struct plane *plane,
			const struct clock_bounds_found *found,
			int64_t first_ns, int64_t last_ns)
{
	const double first = (double)((s128)first_ns - plane->x_ns);
	const double last = (double)((s128)last_ns - plane->x_ns);
	const double rate = found->slack_ppm * PPM;

	subtract_line(plane, &found->shift);
	return (uint64_t)round_ns(
		found->lack_ns ? find_worst_error(plane, rate, first, last) :
				 find_error(plane, rate, first, last));
}

int clock_bounds_find(const struct clock_bounds *bounds, unsigned clock,
		      int64_t first_ns, int64_t last_ns,
		      struct clock_bounds_found *found)
{
	struct plane plane;
	int err;

	err = plane_init(&plane, bounds, clock);
	if (err)
		return err;
	find_shift(&plane, first_ns, found);
	plane_fini(&plane);
	return clock_bounds_find_error(bounds, clock, found, first_ns, last_ns,
				       &found->shift.error_ns);
}

int clock_bounds_find_error(const struct clock_bounds *bounds, unsigned clock,
			    const struct clock_bounds_found *found,
			    int64_t first_ns, int64_t last_ns,
			    uint64_t *error_ns)
{
	struct plane plane;
	int err;

	err = plane_init(&plane, bounds, clock);
	if (err)
		return err;
	*error_ns = measure(&plane, found, first_ns, last_ns);
	plane_fini(&plane);
	return 0;
}
