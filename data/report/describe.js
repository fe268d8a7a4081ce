/* describe.js - what there is at a place, in words */

/* What a row has at a time: an item to select, or null. */
function itemAt(log, row, time, reach) {
	if (row.losses) {
		const loss = row.losses.find((loss) =>
			time >= loss.start - reach && time <= loss.end + reach);

		if (loss)
			return lossItem(log, loss);
	}
	if (row.spans) {
		const i = row.spans.at(time, reach);

		if (i >= 0)
			return spanItem(log, row.table, row.first + i);
		const open = row.open ? upper(row.open.starts, time + reach) - 1 : -1;

		return open >= 0 ? spanItem(log, row.table, row.openFirst + open) :
			null;
	}
	const events = row.events;

	if (!events || !events.length)
		return null;
	const times = row.points || row.series.times;
	const i = upper(times, time);
	const near = i === 0 || i < times.length &&
		times[i] - time < time - times[i - 1] ? i : i - 1;

	return row.series || Math.abs(times[near] - time) <= reach ?
		eventItem(log, events[row.series ? Math.max(i - 1, 0) : near]) : null;
}

/* The item before (-1) or behind (1) another one in its row. */
function neighbourOf(log, row, item, direction, time) {
	if (row.spans) {
		const here = item && item.table === row.table ?
			item.index - row.first + direction :
			direction > 0 ? lower(row.spans.starts, time) :
				upper(row.spans.starts, time) - 1;
		const all = row.spans.starts.length +
			(row.open ? row.open.starts.length : 0);

		return here >= 0 && here < all ?
			spanItem(log, row.table, row.first + here) : null;
	}
	if (row.events && row.events.length) {
		const start = item && item.kind === 'event' ?
			direction > 0 ? upper(row.events, item.event) :
				lower(row.events, item.event) - 1 :
			direction > 0 ?
				lower(row.points || row.series.times, time) :
				upper(row.points || row.series.times, time) - 1;

		return start >= 0 && start < row.events.length ?
			eventItem(log, row.events[start]) : null;
	}
	return null;
}

function spanName(log, item) {
	const { table, index } = item;

	return item.kind === 'hold' ?
		`${log.objects[table.name[index]]} held by ${
			log.threads[table.thread[index]].label}` :
		nameOf(log, table.name[index]);
}

function lengthText(item) {
	return item.end === Infinity ? 'never ended' :
		duration(item.end - item.start);
}

/* A line, and what else is known. */
function describe(log, item) {
	switch (item.kind) {
	case 'event':
		return [log.types[log.type[item.event]].name,
			log.threads[log.thread[item.event]].label,
			moment(item.start)];
	case 'loss':
		return [item.loss.text, log.threads[item.loss.thread].label,
			item.loss.reason, `${moment(item.start)} for ${
				duration(item.end - item.start)}`];
	default:
		return [spanName(log, item), lengthText(item),
			item.kind === 'hold' ? null :
				log.threads[item.table.thread[item.index]].label,
			moment(item.start)].filter(Boolean);
	}
}

/* How a counter or the number of waiting threads stands at a time. */
function describeSeries(log, row, time) {
	const i = row.series.at(time);

	if (i < 0)
		return null;
	const value = row.series.values[i];

	if (row.kind === 'counter')
		return [row.label, `${short(value)}${
			log.counters[row.counter].unit}`, moment(row.series.times[i])];
	const { start, end, thread } = log.spans;
	const names = row.waits.filter((wait) => start[wait] <= time &&
		end[wait] > time).slice(0, 8)
		.map((wait) => log.threads[thread[wait]].label);

	return [row.about, value ? `by ${counted(value, 'thread')}` : 'by none',
		names.join(', ')];
}
