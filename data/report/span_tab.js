/* span_tab.js - how long spans took: figures of stat, histograms, the slowest */

const SPANS_SHOWN = 40;

function spanTab(log, page) {
	const shown = page.groups.slice(0, SPANS_SHOWN);
	const result = make('div', {}, ...shown.map((group) =>
		spanSection(log, page, group)));

	if (!page.groups.length)
		result.append(make('p', { class: 'soft' },
			'No events of this log begin and end a span.'));
	if (page.groups.length > SPANS_SHOWN)
		result.append(tableOf('Other spans', [
			{ title: 'span', value: ({ name }) => name },
			{ title: 'number', value: (group) => group.count, number: true },
			{ title: 'longest', number: true,
				value: ({ slowest: [first] }) => first ? first.length : -1,
				show: ({ slowest: [first] }) => first &&
					duration(first.length) },
		], page.groups.slice(SPANS_SHOWN)));
	return result;
}

function spanSection(log, page, group) {
	const pairs = pairsOf(log, group.name);
	const look = log.looks[group.look];
	const canvas = make('canvas', { class: 'histogram', role: 'img',
		'aria-label': histogramText(group, pairs) });
	const section = make('section', { class: 'span' },
		make('h2', {}, make('i', { class: 'swatch',
			style: `background:${look.colour}` }), group.name),
		...pairs.map(figuresOf),
		canvas, make('div', {}, make('h3', {}, 'Slowest'),
			list(...group.slowest.map(({ length, i }) => lineOf({
				what: `${nameOf(log, log.spans.name[i])} · ${
					log.threads[log.spans.thread[i]].label}`,
				much: duration(length),
			}, () => page.goToSpan(log.spans, i))))));

	page.charts.push(() => drawHistogram(canvas, group, pairs[0], look.colour));
	canvas.addEventListener('click', (event) => {
		const bar = barAt(canvas, group, event.offsetX);

		if (bar)
			page.goToSpan(log.spans, bar.longest);
	});
	return section;
}

/* What stat prints, in its order. */
function figuresOf(pair) {
	const figures = [['n', pair.n, count], ['at once', pair.at_once, count],
		['unmatched', pair.unmatched, count],
		['not ended', pair.not_ended, count],
		['min', pair.min_ns, duration], ['p50', pair.p50_ns, duration],
		['p99', pair.p99_ns, duration], ['p99.9', pair.p999_ns, duration],
		['max', pair.max_ns, duration]];

	return make('p', { class: 'figures' },
		make('span', {}, `${pair.begin} → ${pair.end} by ${pair.by}`),
		...figures.filter(([name, value]) => value || name === 'n')
			.map(([name, value, text]) => make('span', {},
				make('span', { class: 'soft' }, `${name} `),
				text(value))));
}

function histogramText(group, [pair]) {
	return `Histogram of ${counted(group.count, 'span')} ${group.name}${
		pair && pair.max_ns !== null ? `: half take at most ${
			duration(pair.p50_ns)}, all but 1 % at most ${
			duration(pair.p99_ns)}, the longest ${
			duration(pair.max_ns)}` : ''}`;
}

function barRange(group) {
	const keys = [...group.bars.keys()];

	if (!keys.length)
		return [0, 1];
	const first = Math.min(...keys) - 1, last = Math.max(...keys) + 2;
	const missing = Math.max(0, 2 * BARS_A_DECADE - (last - first));
	const before = Math.min(first, missing >> 1);

	return [first - Math.max(before, 0), last + missing - Math.max(before, 0)];
}

function barAt(canvas, group, x) {
	const [first, last] = barRange(group);

	return group.bars.get(first +
		Math.floor(x / canvas.clientWidth * (last - first)));
}

/* The lengths are on a logarithmic scale, the numbers are not. */
function drawHistogram(canvas, group, pair, colour) {
	const scale = window.devicePixelRatio || 1;
	const width = canvas.clientWidth, high = 84, foot = 16, head = 12;
	const theme = themeOf();
	const [first, last] = barRange(group);
	const bar = width / (last - first);
	const most = Math.max(...[...group.bars.values()]
		.map((bar) => bar.count), 1);
	const at = (ns) => (Math.log10(Math.max(ns, 1)) * BARS_A_DECADE - first) *
		bar;

	canvas.width = Math.max(1, width * scale);
	canvas.height = high * scale;
	const context = canvas.getContext('2d');

	context.scale(scale, scale);
	context.font = '10px system-ui, sans-serif';
	for (const [key, { count }] of group.bars) {
		const tall = Math.max(2, count / most * (high - foot - head));

		context.fillStyle = colour;
		context.fillRect((key - first) * bar + 0.5, high - foot - tall,
			Math.max(1, bar - 1), tall);
	}
	context.fillStyle = theme.rule;
	context.fillRect(0, high - foot, width, 1);
	for (let decade = Math.ceil(first / BARS_A_DECADE);
		decade * BARS_A_DECADE <= last; decade++) {
		const text = duration(10 ** decade);
		const room = width - context.measureText(text).width;

		context.fillStyle = theme.soft;
		context.fillText(text, Math.min(at(10 ** decade) + 2, room), high - 4);
		context.fillRect(at(10 ** decade), high - foot, 1, 5);
	}
	const marks = pair ? [['p50', pair.p50_ns], ['p99', pair.p99_ns],
		['max', pair.max_ns]] : [];
	let until = -Infinity;

	for (const [name, ns] of marks) {
		if (ns === null || ns === undefined)
			continue;
		const x = at(ns);

		context.fillStyle = theme.text;
		context.fillRect(x, head, 1, high - foot - head);
		if (x > until && x + 20 < width)
			context.fillText(name, x - 1, 9);
		until = x + 24;
	}
}
