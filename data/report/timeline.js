/*
 * timeline.js - rows of threads, lanes, counters and objects, drawn
 *
 * A row is { kind, label, height, top }, and by its kind: spans (a Pyramid),
 * points (times of events), losses, series (a counter), or title alone.
 */

const AXIS = 22;
const TEXT_LIMIT = 900;
const LOSS_ROOM = 110;

class Timeline {
	constructor(log, canvas, scroller, spacer) {
		this.log = log;
		this.surface = new Surface(canvas);
		this.canvas = canvas;
		this.scroller = scroller;
		this.spacer = spacer;
		this.rows = [];
		this.columns = new Uint32Array(1);
		this.widths = new Map();
		this.names = new Map();
		this.found = [];
		this.measured = null;
		this.selected = null;
		this.recolour();
	}

	recolour() {
		this.theme = themeOf();
		this.tick = mixed(this.theme.backPixel, this.theme.softPixel, 0.7);
		this.plain = { text: this.theme.text };
		this.paints = this.log.looks.map((look) =>
			paintOf(look, this.theme));
	}

	/* The rows of processes that are folded are left out. */
	arrange() {
		let top = AXIS;

		this.rows = this.log.rows.filter((row) => {
			if (row.kind !== 'title' && row.parent.folded)
				return false;
			row.top = top;
			top += row.height;
			return true;
		});
		this.height = top + 4;
		this.spacer.style.height = `${Math.max(0,
			this.height - this.scroller.clientHeight)}px`;
		this.measure();
	}

	/* The room beside the scroll bar, which depends on the height of the
	 * canvas, too. It is kept, as asking for it makes the browser lay out the
	 * page. */
	measure() {
		const { scroller, surface } = this;

		surface.resize(scroller.clientWidth, scroller.clientHeight);
		this.wide = scroller.clientWidth;
		this.high = scroller.clientHeight;
		surface.resize(this.wide, this.high);
		this.gutter = this.wide < 600 ? 118 : this.wide < 1000 ? 150 : 200;
		this.columns = new Uint32Array(this.surface.width);
	}

	/* Nanoseconds at a pixel of the page, and back. */
	time(x) {
		return this.from + (x - this.gutter) * this.perPixel();
	}

	place(time) {
		return this.gutter + (time - this.from) / this.perPixel();
	}

	perPixel() {
		return (this.to - this.from) / this.plotWidth();
	}

	plotWidth() {
		return Math.max(1, this.wide - this.gutter);
	}

	rowAt(y) {
		const wanted = y + this.scroller.scrollTop;

		return y < AXIS ? undefined : this.rows.find((row) =>
			wanted >= row.top && wanted < row.top + row.height);
	}

	draw(from, to) {
		const { surface, theme } = this;
		const began = performance.now();
		const scrolled = this.scroller.scrollTop;

		this.from = from;
		this.to = to;
		this.scrolled = scrolled;
		this.drawn = 0;
		this.texts = [];
		this.left = Math.round(this.gutter * surface.scale);
		this.pixel = (to - from) / Math.max(1, surface.width - this.left);
		surface.clear(theme.backPixel);
		this.ticks = this.findTicks();
		for (const tick of this.ticks)
			this.column(tick.time, theme.rulePixel, 0);
		const visible = this.rows.filter((row) =>
			row.top + row.height > scrolled &&
			row.top < scrolled + this.high);

		for (const row of visible)
			this.drawRow(row, row.top - scrolled);
		surface.fill(0, 0, this.left, surface.height, theme.raisedPixel);
		surface.fill(this.left, 0, surface.width,
			Math.round(AXIS * surface.scale), theme.backPixel);
		surface.flush();
		this.write(visible);
		this.took = performance.now() - began;
	}

	/* A line of a pixel over all rows. */
	column(time, colour, top) {
		const x = this.x(time);

		if (x >= this.left)
			this.surface.fill(x, top, x + 1, this.surface.height, colour);
	}

	x(time) {
		return this.left + Math.floor((time - this.from) / this.pixel);
	}

	drawRow(row, top) {
		const { surface } = this;
		const y = Math.round(top * surface.scale);
		const bottom = Math.round((top + row.height) * surface.scale);

		if (row.kind === 'title') {
			surface.fill(0, y, surface.width, bottom, this.theme.raisedPixel);
			return;
		}
		if (row.series)
			this.drawSeries(row, y, bottom);
		if (row.spans)
			this.drawSpans(row, y + 1, bottom - 1, top);
		if (row.points)
			this.drawPoints(row, y, bottom);
		if (row.losses)
			this.drawLosses(row, y, bottom, top);
		if (row.last)
			surface.fill(0, bottom - 1, surface.width, bottom,
				this.theme.rulePixel);
	}

	drawSpans(row, y, bottom, top) {
		const { surface, paints, left, from, to } = this;
		const scale = surface.scale;

		if (row.open)
			this.drawOpen(row, y, bottom, top);
		row.spans.walk(from, to, this.pixel, (start, end, name, index, share) => {
			const x = Math.max(left, this.x(start));
			const stop = Math.min(surface.width,
				Math.max(x + 1, this.x(end)));
			const paint = paints[name];

			this.drawn++;
			if (index < 0 || stop - x < 3) {
				surface.fill(x, y, stop, bottom,
					paint.shares[Math.min(SHARES,
						Math.round(share * SHARES))]);
				return;
			}
			surface.fill(x, y, stop, bottom, paint.fill);
			if (paint.pattern)
				surface.pattern(x, y, stop, bottom, paint.mark,
					paint.pattern);
			if (start >= from)
				surface.fill(x, y, x + 1, bottom, paint.edge);
			if (stop - x > 34 * scale && this.texts.length < TEXT_LIMIT)
				this.texts.push({ x: x / scale, right: stop / scale,
					y: top + row.height / 2, paint,
					text: row.textOf(row.first + index) });
		});
	}

	/* Spans that never ended are pale, up to the next such one or the end. */
	drawOpen(row, y, bottom, top) {
		const { surface, paints, left } = this;
		const scale = surface.scale;

		row.open.walk(this.from, this.to, this.pixel, (start, end, name, i) => {
			const x = Math.max(left, this.x(start));
			const stop = Math.min(surface.width,
				Math.max(x + 1, this.x(end)));

			surface.fill(x, y, stop, bottom, paints[name].pale);
			if (i >= 0 && stop - x > 34 * scale &&
				this.texts.length < TEXT_LIMIT)
				this.texts.push({ x: x / scale, right: stop / scale,
					y: top + row.height / 2, paint: this.plain,
					text: `${row.textOf(row.openFirst + i)} …` });
			if (start >= this.from)
				surface.fill(x, y, x + 1, bottom, paints[name].fill);
			this.drawn++;
		});
	}

	/* A tick for each event; a higher one for more in a pixel. */
	drawPoints(row, y, bottom) {
		const { surface, columns, left, theme } = this;
		const width = surface.width - left;
		const room = bottom - y - 2 * surface.scale;

		density(row.points, this.from, this.to, this.pixel, columns);
		for (let i = 0; i < width; i++) {
			if (!columns[i])
				continue;
			const high = Math.min(1, 0.4 + Math.log10(columns[i]) / 5);

			surface.fill(left + i, bottom - Math.round(room * high),
				left + i + 1, bottom - 1, this.tick);
		}
	}

	drawLosses(row, y, bottom, top) {
		const { surface, theme, left } = this;
		const scale = surface.scale;

		let text = null;

		for (const loss of row.losses) {
			if (loss.end < this.from || loss.start > this.to)
				continue;
			const x = Math.max(left, this.x(loss.start));
			const stop = Math.min(surface.width, Math.max(this.x(loss.end),
				this.x(loss.start) + Math.round(6 * scale)));

			this.drawn++;
			surface.fill(x, y, stop, bottom, theme.backPixel);
			surface.pattern(x, y, stop, bottom, theme.badPixel, hatched);
			/* One text has the sum where there is no room for two. */
			if (!text || x / scale > text.right + LOSS_ROOM) {
				text = { x: x / scale, lost: 0, unknown: 0, isLoss: true,
					y: top + row.height / 2 };
				this.texts.push(text);
			}
			text.right = stop / scale;
			text.lost += loss.lost;
			text.unknown += loss.lost ? 0 : 1;
			text.text = lostText(text.lost, text.unknown);
		}
	}

	/* The least and the greatest value in each pixel, and its area. */
	drawSeries(row, y, bottom) {
		const { surface, left, theme } = this;
		const { series } = row;
		const high = bottom - y - 4;
		const zero = Math.min(0, series.least);
		const reach = Math.max(series.most - zero, 1e-300);
		const level = (value) => bottom - 2 -
			Math.round((value - zero) / reach * high);
		const isNone = (value) => row.kind === 'waiting' && value <= 0 ||
			Number.isNaN(value);
		let before = null, until = left;
		const spread = (stop) => {
			if (before === null || stop <= until || isNone(before))
				return;
			surface.fill(until, level(before) - 1, stop, bottom - 1,
				theme.barPixel);
			surface.fill(until, level(before) - 1, stop, level(before),
				theme.accentPixel);
		};

		series.walk(this.from, this.to, this.pixel, (time, least, most, last) => {
			const x = Math.max(left, this.x(time));

			spread(x);
			if (!isNone(most)) {
				surface.fill(x, level(most) - 1, x + 1, bottom - 1,
					theme.barPixel);
				surface.fill(x, level(most) - 1, x + 1,
					Math.max(level(least), level(most)) + 1,
					theme.accentPixel);
			}
			before = last;
			until = x + 1;
			this.drawn++;
		});
		spread(surface.width);
	}

	/* Steps of 1, 2 or 5 that have room for their texts. */
	findTicks() {
		const wanted = this.perPixel() * 110;
		const power = 10 ** Math.floor(Math.log10(wanted));
		const step = Math.max(1, power * ([1, 2, 5, 10].find((factor) =>
			factor * power >= wanted)));
		const ticks = [];

		this.step = step;
		for (let i = Math.ceil(this.from / step); i * step <= this.to; i++)
			ticks.push({ time: i * step });
		return ticks;
	}

	write(visible) {
		const { context } = this.surface;

		context.textBaseline = 'middle';
		context.font = '11px system-ui, sans-serif';
		this.writeOverlay(context);
		for (const text of this.texts)
			this.writeText(context, text);
		this.writeGutter(context, visible);
		this.writeLabels(context, visible);
		this.writeAxis(context);
	}

	writeText(context, { x, right, y, text, paint, isLoss }) {
		const room = right - x - 8;
		let shown = text;

		if (isLoss) {
			this.writeLoss(context, x, right, y, text);
			return;
		}
		const width = this.widthOf(context, text);

		if (width > room) {
			const letters = Math.floor(text.length * room / width) - 1;

			if (letters < 3)
				return;
			shown = `${text.slice(0, letters)}…`;
		}
		if (paint.pattern) {
			context.fillStyle = paint.colour;
			context.fillRect(x + 3, y - 6,
				Math.min(room, this.widthOf(context, shown)) + 3, 12);
		}
		context.fillStyle = paint.text;
		context.fillText(shown, x + 5, y);
	}

	/* The number of lost events is written even where the time is short. */
	writeLoss(context, x, right, y, text) {
		const width = this.widthOf(context, text) + 6;
		const end = this.wide;
		const left = right - x > width + 12 ? (x + right - width) / 2 :
			right + width > end ? x - width : right;

		context.fillStyle = this.theme.back;
		context.fillRect(left, y - 7, width, 14);
		context.fillStyle = this.theme.bad;
		context.fillText(text, left + 3, y);
	}

	widthOf(context, text) {
		let width = this.widths.get(text);

		if (width === undefined) {
			width = context.measureText(text).width;
			if (this.widths.size > 20000)
				this.widths.clear();
			this.widths.set(text, width);
		}
		return width;
	}

	writeLabels(context, visible) {
		const { theme } = this;
		const high = this.high;

		context.save();
		context.beginPath();
		context.rect(0, AXIS, this.wide, high);
		context.clip();
		for (const row of visible) {
			const y = row.top - this.scrolled;

			if (!row.label)
				continue;
			context.font = row.kind === 'title' ?
				'600 12px system-ui, sans-serif' :
				'11px system-ui, sans-serif';
			context.fillStyle = row.kind === 'title' ? theme.text :
				theme.soft;
			const indent = row.kind === 'title' ? 6 : 14;
			const room = row.kind === 'title' ?
				this.wide : this.gutter;

			context.fillText(this.fitted(context,
				row.kind === 'title' ?
					`${row.folded ? '▸' : '▾'} ${row.label}` :
					row.label, room - indent - 6),
			indent, y + Math.min(row.height, 16) / 2 + 1);
			if (row.series)
				context.fillText(this.fitted(context, row.note,
					this.gutter - 20), 14, y + 24);
		}
		context.restore();
	}

	/* The line beside the names; titles lie across it. */
	writeGutter(context, visible) {
		const { theme, gutter } = this;

		context.fillStyle = theme.rule;
		context.fillRect(gutter - 1, 0, 1, this.high);
		context.fillStyle = theme.raised;
		for (const row of visible) {
			const top = row.top - this.scrolled;

			if (row.kind === 'title')
				context.fillRect(gutter - 1, Math.max(top, AXIS), 1,
					row.height + Math.min(0, top - AXIS));
		}
	}

	/* What is written of a name; rooms tell the fonts of names apart. */
	fitted(context, text, room) {
		const key = `${room} ${text}`;
		let shown = this.names.get(key);

		if (shown === undefined) {
			shown = this.shortened(context, text, room);
			if (this.names.size > 20000)
				this.names.clear();
			this.names.set(key, shown);
		}
		return shown;
	}

	shortened(context, text, room) {
		const width = context.measureText(text).width;

		if (width <= room)
			return text;
		const letters = Array.from(text);
		let shown, some = Math.floor(letters.length * room / width);

		/* The end of a name says more than its middle. */
		do {
			const tail = Math.ceil(--some * 0.55);

			shown = `${letters.slice(0, Math.max(1, some - tail)).join('')}…${
				letters.slice(letters.length - tail).join('')}`;
		} while (some > 2 && context.measureText(shown).width > room);
		return shown;
	}

	writeAxis(context) {
		const { theme } = this;
		const width = this.wide;
		/* Where times are long, they are told from a base. */
		const near = 10 ** Math.ceil(Math.log10(this.to - this.from));
		const base = Math.floor(this.from / near) * near;

		context.font = '11px system-ui, sans-serif';
		context.fillStyle = theme.soft;
		for (const { time } of this.ticks) {
			const x = this.place(time);

			context.fillRect(x, AXIS - 5, 1, 5);
			if (x + 60 < width)
				context.fillText(roughMoment(time - Math.max(base, 0),
					this.step), x + 3, AXIS / 2);
		}
		context.fillText(this.fitted(context, base > 0 ? moment(base) : 'time',
			this.gutter - 12), 6, AXIS / 2);
		context.fillStyle = theme.rule;
		context.fillRect(0, AXIS - 1, width, 1);
	}

	/* What is selected, found and measured. */
	writeOverlay(context) {
		const { theme } = this;
		const high = this.high;

		context.save();
		context.beginPath();
		context.rect(this.gutter, 0, this.wide, high);
		context.clip();
		if (this.measured)
			this.writeMeasured(context, high);
		context.fillStyle = theme.bad;
		for (const time of this.foundInView()) {
			const x = this.place(time);

			context.beginPath();
			context.moveTo(x - 4, AXIS - 7);
			context.lineTo(x + 4, AXIS - 7);
			context.lineTo(x, AXIS - 1);
			context.fill();
		}
		if (this.selected)
			this.writeSelected(context, high);
		context.restore();
	}

	/* One time for each four pixels at most. */
	foundInView() {
		const step = this.perPixel() * 4;
		const times = [];
		const { time } = this.log;
		let at = this.lowerFound(this.from);

		while (at < this.found.length && time[this.found[at]] <= this.to) {
			const here = time[this.found[at]];

			times.push(here);
			at = this.lowerFound(here + step);
		}
		return times;
	}

	lowerFound(wanted) {
		let low = 0, high = this.found.length;

		while (low < high) {
			const middle = (low + high) >>> 1;

			if (this.log.time[this.found[middle]] < wanted)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	writeMeasured(context, high) {
		const { theme } = this;
		const [a, b] = this.measured;
		const x = this.place(Math.min(a, b));
		const stop = this.place(Math.max(a, b));
		const text = duration(Math.abs(b - a));

		context.globalAlpha = 0.18;
		context.fillStyle = theme.accent;
		context.fillRect(x, AXIS, stop - x, high);
		context.globalAlpha = 1;
		context.fillRect(x, AXIS, 1, high);
		context.fillRect(stop, AXIS, 1, high);
		context.font = '600 12px system-ui, sans-serif';
		const width = context.measureText(text).width + 12;
		const middle = Math.min(Math.max((x + stop) / 2,
			this.gutter + width / 2),
		this.wide - width / 2);

		context.fillRect(middle - width / 2, high - 22, width, 18);
		context.fillStyle = theme.back;
		context.fillText(text, middle - width / 2 + 6, high - 13);
		context.font = '11px system-ui, sans-serif';
	}

	writeSelected(context, high) {
		const { theme, selected } = this;
		const x = this.place(selected.start);
		const row = this.rows.includes(selected.row) ? selected.row : null;

		context.fillStyle = theme.accent;
		context.globalAlpha = 0.6;
		context.fillRect(x, AXIS, 1, high);
		context.globalAlpha = 1;
		if (!row)
			return;
		const y = row.top - this.scrolled;

		context.strokeStyle = theme.text;
		context.lineWidth = 2;
		context.strokeRect(selected.end > selected.start ? x : x - 3, y,
			Math.max(this.place(Math.min(selected.end, this.to * 2)) - x,
				selected.end > selected.start ? 3 : 6), row.height);
	}
}
