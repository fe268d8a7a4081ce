/*
 * surface.js - the pixels of a canvas, as an array
 *
 * Tens of thousands of small rectangles a frame are quicker there than by
 * calls of the canvas, and need no graphics processor. Coordinates are pixels
 * of the device; texts and lines are drawn on top, by the canvas.
 */

/* Patterns tell spans apart where colours do not. */
const PATTERNS = [
	() => false,
	(x, y) => (x + y) % 6 < 1,
	(x, y) => x % 4 < 1 && y % 4 < 1,
	(x, y) => y % 4 < 1,
];
const hatched = (x, y) => (x - y & 7) < 3;

/* All patterns are the same again after TILE pixels. */
const TILE = 24;
const tiles = new Map();

function tileOf(pattern) {
	if (!tiles.has(pattern))
		tiles.set(pattern, Uint8Array.from({ length: TILE * TILE }, (_, i) =>
			pattern(i % TILE, Math.floor(i / TILE))));
	return tiles.get(pattern);
}

class Surface {
	constructor(canvas) {
		this.canvas = canvas;
		this.context = canvas.getContext('2d', { alpha: false });
		this.resize(1, 1);
	}

	/* In pixels of the page. */
	resize(width, height) {
		const scale = Math.min(window.devicePixelRatio || 1, 3);
		const wide = Math.max(1, Math.round(width * scale));
		const high = Math.max(1, Math.round(height * scale));

		if (wide === this.width && high === this.height)
			return;
		this.scale = scale;
		this.width = this.canvas.width = wide;
		this.height = this.canvas.height = high;
		this.canvas.style.width = `${width}px`;
		this.canvas.style.height = `${height}px`;
		this.image = this.context.createImageData(wide, high);
		this.pixels = new Uint32Array(this.image.data.buffer);
	}

	clear(colour) {
		this.pixels.fill(colour);
	}

	fill(left, top, right, bottom, colour) {
		const { pixels, width } = this;

		left = Math.max(0, left);
		right = Math.min(width, right);
		top = Math.max(0, top);
		bottom = Math.min(this.height, bottom);
		if (right - left === 1) {
			for (let y = top, at = top * width + left; y < bottom;
				y++, at += width)
				pixels[at] = colour;
		} else if (left < right) {
			for (let y = top; y < bottom; y++)
				pixels.fill(colour, y * width + left, y * width + right);
		}
	}

	/* Pixels of a rectangle for which the pattern is true. */
	pattern(left, top, right, bottom, colour, pattern) {
		const { pixels, width } = this;
		const tile = tileOf(pattern);

		left = Math.max(0, left);
		right = Math.min(width, right);
		top = Math.max(0, top);
		bottom = Math.min(this.height, bottom);
		for (let y = top; y < bottom; y++) {
			const line = y % TILE * TILE, row = y * width;

			for (let x = left, i = left % TILE; x < right; x++) {
				if (tile[line + i])
					pixels[row + x] = colour;
				if (++i === TILE)
					i = 0;
			}
		}
	}

	flush() {
		this.context.setTransform(1, 0, 0, 1, 0, 0);
		this.context.putImageData(this.image, 0, 0);
		this.context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
	}
}

/* A colour "#rrggbb" as a pixel, and a mixture of two pixels. */
function pixel(colour) {
	const value = parseInt(colour.slice(1), 16);

	return (0xff000000 | (value & 0xff) << 16 | value & 0xff00 |
		value >> 16 & 0xff) >>> 0;
}

function mixed(back, front, share) {
	let result = 0xff000000;

	for (let shift = 0; shift < 24; shift += 8) {
		const from = back >> shift & 0xff;
		const to = front >> shift & 0xff;

		result |= Math.round(from + (to - from) * share) << shift;
	}
	return result >>> 0;
}
