/* series.js - values over time, at any scale: the least and the greatest */

class Series {
	/* The times are sorted. */
	constructor(times, values) {
		this.times = times;
		this.values = values;
		this.levels = [{ least: values, most: values }];
		while (this.top().least.length > NEIGHBOURS)
			this.levels.push(this.merge());
		this.least = fold(this.top().least, Math.min);
		this.most = fold(this.top().most, Math.max);
	}

	top() {
		return this.levels[this.levels.length - 1];
	}

	merge() {
		const below = this.top();
		const length = Math.ceil(below.least.length / NEIGHBOURS);
		const least = new Float64Array(length);
		const most = new Float64Array(length);

		for (let i = 0; i < length; i++) {
			const first = i * NEIGHBOURS;
			const stop = first + NEIGHBOURS;

			least[i] = fold(below.least.subarray(first, stop), Math.min);
			most[i] = fold(below.most.subarray(first, stop), Math.max);
		}
		return { least, most };
	}

	/* Calls paint(time, least, most, last) for pieces no wider than a pixel,
	 * from the value on that the range begins with. */
	walk(from, to, pixel, paint) {
		const { times, values, levels } = this;
		const before = upper(times, from) - 1;
		const stop = upper(times, to);
		let i = before + 1;

		if (before >= 0)
			paint(from, values[before], values[before], values[before]);
		while (i < stop) {
			let level = 0, size = 1;

			/* The largest piece that begins here and fits. */
			while (level + 1 < levels.length &&
				i % (size * NEIGHBOURS) === 0 &&
				this.ends(i, size * NEIGHBOURS) - times[i] <= pixel) {
				level++;
				size *= NEIGHBOURS;
			}
			const last = Math.min(i + size, times.length) - 1;

			paint(times[i], levels[level].least[i / size],
				levels[level].most[i / size], values[last]);
			i = last + 1;
		}
	}

	ends(first, size) {
		return this.times[Math.min(first + size, this.times.length) - 1];
	}

	/* The index of the value that holds at a time, or -1. */
	at(time) {
		return upper(this.times, time) - 1;
	}
}

/* Values that are no numbers do not count. */
function fold(values, choose) {
	let result = NaN;

	for (const value of values) {
		if (!(Number.isNaN(value) || !Number.isFinite(value)))
			result = Number.isNaN(result) ? value :
				choose(result, value);
	}
	return Number.isNaN(result) ? 0 : result;
}
