/* overview_map.js - the whole log as a strip, with the part that is shown */

class OverviewMap {
	constructor(view, canvas) {
		this.view = view;
		this.log = view.log;
		this.canvas = canvas;
		canvas.addEventListener('pointerdown', (event) => {
			canvas.setPointerCapture(event.pointerId);
			this.anchor = event.offsetX;
			this.moves = this.isInside(event.offsetX);
			this.last = event.offsetX;
			if (!this.moves)
				this.center(event.offsetX);
		});
		canvas.addEventListener('pointermove', (event) => this.move(event));
		canvas.addEventListener('pointerup', () => {
			this.anchor = undefined;
		});
		canvas.addEventListener('keydown', (event) => this.key(event));
	}

	time(x) {
		const [first, last] = this.view.whole;

		return first + x / this.canvas.clientWidth * (last - first);
	}

	place(time) {
		const [first, last] = this.view.whole;

		return (time - first) / (last - first) * this.canvas.clientWidth;
	}

	isInside(x) {
		const { from, to, whole } = this.view;

		return (from > whole[0] || to < whole[1]) &&
			x >= this.place(from) - 4 && x <= this.place(to) + 4;
	}

	center(x) {
		const { view } = this;

		view.pan(this.time(x) - (view.from + view.to) / 2);
	}

	/* A drag moves the part that is shown, or marks another one. */
	move({ offsetX: x }) {
		const { view } = this;

		if (this.anchor === undefined)
			return;
		if (this.moves)
			view.pan(this.time(x) - this.time(this.last));
		else if (Math.abs(x - this.anchor) > 3)
			view.show(this.time(this.anchor), this.time(x));
		this.last = x;
	}

	key(event) {
		const { view } = this;
		const step = { ArrowLeft: -0.25, ArrowRight: 0.25, PageUp: -1,
			PageDown: 1, Home: -Infinity, End: Infinity }[event.key];

		if (!step)
			return;
		view.pan(step * (view.to - view.from));
		event.preventDefault();
	}

	resize() {
		const { canvas } = this;

		this.scale = window.devicePixelRatio || 1;
		canvas.width = Math.max(1, canvas.clientWidth * this.scale);
		canvas.height = canvas.clientHeight * this.scale;
		this.count();
	}

	/* The events in each column; without events the spans. */
	count() {
		const columns = new Uint32Array(Math.max(1, this.canvas.clientWidth));
		const [first, last] = this.view.whole;

		density(this.log.isLeftOut ? this.log.spans.start.slice().sort() :
			this.log.time, first, last, (last - first) / columns.length,
		columns);
		this.columns = columns;
		this.theme = themeOf();
		this.strip = null;
	}

	draw() {
		const { canvas, view, theme } = this;
		const context = canvas.getContext('2d');
		const wide = canvas.clientWidth, high = canvas.clientHeight;

		if (!this.strip)
			this.drawStrip(context, wide, high);
		context.setTransform(1, 0, 0, 1, 0, 0);
		context.drawImage(this.strip, 0, 0);
		context.scale(this.scale, this.scale);
		const from = this.place(view.from);
		const to = Math.max(this.place(view.to), from + 2);

		context.fillStyle = theme.back;
		context.globalAlpha = 0.65;
		context.fillRect(0, 0, from, high);
		context.fillRect(to, 0, wide - to, high);
		context.globalAlpha = 1;
		context.strokeStyle = theme.accent;
		context.lineWidth = 2;
		context.strokeRect(from, 1, to - from, high - 2);
		canvas.setAttribute('aria-valuemin', 0);
		canvas.setAttribute('aria-valuemax', 100);
		canvas.setAttribute('aria-valuenow',
			Math.round((from + to) / 2 / Math.max(wide, 1) * 100));
		canvas.setAttribute('aria-valuetext', `${moment(view.from)} to ${
			moment(view.to)}`);
	}

	drawStrip(context, wide, high) {
		const { columns, theme, log, canvas } = this;
		const most = Math.log2(1 + columns.reduce((a, b) => Math.max(a, b), 1));

		this.strip = document.createElement('canvas');
		this.strip.width = canvas.width;
		this.strip.height = canvas.height;
		const strip = this.strip.getContext('2d');

		strip.scale(this.scale, this.scale);
		strip.fillStyle = theme.raised;
		strip.fillRect(0, 0, wide, high);
		strip.fillStyle = theme.bar;
		columns.forEach((number, x) => {
			const tall = Math.log2(1 + number) / most * (high - 6);

			strip.fillRect(x, high - 2 - tall, 1, tall);
		});
		strip.fillStyle = theme.bad;
		for (const loss of log.losses)
			strip.fillRect(this.place(loss.start), 0,
				Math.max(2, this.place(loss.end) -
					this.place(loss.start)), 5);
	}
}
