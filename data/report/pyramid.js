/*
 * pyramid.js - spans of one row, at any scale
 *
 * Each level has for four neighbours of the level below the longest one, and
 * how long all of them are. A walk goes down only where four neighbours are
 * wider than a pixel, so that it visits what can be seen.
 */

const NEIGHBOURS = 4;

class Pyramid {
	/* The starts are sorted; none of the spans overlaps another one. */
	constructor(starts, ends, names) {
		this.starts = starts;
		this.ends = ends;
		this.levels = [{ names, sums: null }];
		while (this.top().names.length > NEIGHBOURS)
			this.levels.push(this.merge());
	}

	top() {
		return this.levels[this.levels.length - 1];
	}

	merge() {
		const { starts, ends } = this;
		const below = this.top();
		const length = Math.ceil(below.names.length / NEIGHBOURS);
		const names = new Uint32Array(length);
		const sums = new Float32Array(length);

		for (let i = 0; i < length; i++) {
			const stop = Math.min((i + 1) * NEIGHBOURS, below.names.length);
			let longest = -1, sum = 0;

			for (let j = i * NEIGHBOURS; j < stop; j++) {
				const size = below.sums ? below.sums[j] :
					ends[j] - starts[j];

				sum += size;
				if (size > longest) {
					longest = size;
					names[i] = below.names[j];
				}
			}
			sums[i] = sum;
		}
		return { names, sums };
	}

	/* Calls paint(start, end, name, index, share) for what there is in a
	 * range, no wider than a pixel of PIXEL ns where it is of several
	 * spans; then the index is -1, and the share says how much of the time
	 * they fill. */
	walk(from, to, pixel, paint) {
		const { starts, ends, levels } = this;
		let drawn = -Infinity;

		const visit = (level, i) => {
			const size = NEIGHBOURS ** level;
			const first = i * size;
			const start = starts[first];
			const last = Math.min(first + size, starts.length) - 1;
			const end = ends[last];

			if (start > to)
				return false;
			if (end < from || end < drawn)
				return true;
			if (level === 0) {
				paint(start, end, levels[0].names[i], i, 1);
			} else if (end - start <= pixel) {
				paint(start, end, levels[level].names[i], -1,
					levels[level].sums[i] / pixel);
			} else {
				const stop = Math.min((i + 1) * NEIGHBOURS,
					levels[level - 1].names.length);

				for (let j = i * NEIGHBOURS; j < stop; j++) {
					if (!visit(level - 1, j))
						return false;
				}
				return true;
			}
			/* What ends within the pixel drawn last is not seen. */
			drawn = from + (Math.floor((end - from) / pixel) + 1) * pixel;
			if (end - start > pixel)
				drawn = end;
			return true;
		};
		const top = levels.length - 1;

		for (let i = 0; i < this.top().names.length; i++) {
			if (!visit(top, i))
				break;
		}
	}

	/* The span at a time, or the nearest one no further than REACH ns. */
	at(time, reach) {
		const i = upper(this.starts, time) - 1;
		let best = -1, distance = reach;

		for (let j = Math.max(i, 0); j <= i + 1 && j < this.starts.length; j++) {
			const away = Math.max(this.starts[j] - time,
				time - this.ends[j], 0);

			if (away <= distance) {
				best = j;
				distance = away;
			}
		}
		return best;
	}
}

/* How many of a range of points lie in each pixel column. */
function density(points, from, to, pixel, columns) {
	const top = Math.max(0, Math.ceil(Math.log2(points.length) / 2));

	columns.fill(0);
	const visit = (level, i) => {
		const size = NEIGHBOURS ** level;
		const first = i * size;
		const start = points[first];
		const last = Math.min(first + size, points.length) - 1;

		if (start > to)
			return false;
		if (points[last] < from)
			return true;
		if (first === last || points[last] - start <= pixel / 2) {
			const column = Math.floor((start - from) / pixel);

			if (column >= 0 && column < columns.length)
				columns[column] += last - first + 1;
			return true;
		}
		for (let j = i * NEIGHBOURS; j < (i + 1) * NEIGHBOURS; j++) {
			if (j * size / NEIGHBOURS >= points.length)
				break;
			if (!visit(level - 1, j))
				return false;
		}
		return true;
	};

	if (points.length)
		visit(top, 0);
}

/* The first index whose value is not less, or is greater. */
function lower(values, wanted) {
	let low = 0, high = values.length;

	while (low < high) {
		const middle = (low + high) >>> 1;

		if (values[middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

function upper(values, wanted) {
	let low = 0, high = values.length;

	while (low < high) {
		const middle = (low + high) >>> 1;

		if (values[middle] <= wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
