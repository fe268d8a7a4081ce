/*
 * looks.js - how the names of spans and events look
 *
 * A name has a colour of a palette that colour-blind people can tell apart
 * (Okabe and Ito), and a pattern, by its hash; where another name of the log
 * looks so already, the next look that is free.
 */

const PALETTE = ['#56b4e9', '#e69f00', '#009e73', '#f0e442', '#cc79a7',
	'#3a7fc4', '#d9733a'];

const SHARES = 32;

function themeOf() {
	const style = getComputedStyle(document.documentElement);
	const read = (name) => style.getPropertyValue(name).trim();
	const theme = {};

	for (const name of ['back', 'raised', 'text', 'soft', 'rule', 'accent',
		'chosen', 'bad', 'bar']) {
		theme[name] = read(`--${name}`);
		theme[`${name}Pixel`] = pixel(theme[name]);
	}
	return theme;
}

function hash(text) {
	let value = 0x811c9dc5;

	for (let i = 0; i < text.length; i++)
		value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
	return value >>> 0;
}

function luminance(colour) {
	const value = parseInt(colour.slice(1), 16);

	return (0.299 * (value >> 16) + 0.587 * (value >> 8 & 0xff) +
		0.114 * (value & 0xff)) / 255;
}

/* The looks of names, in their order. */
function looksOf(names) {
	const taken = new Set();
	const looks = PALETTE.length * PATTERNS.length;

	return names.map((name) => {
		const wanted = hash(name) % PALETTE.length;
		let look = wanted;

		for (let i = 0; i < looks; i++) {
			const ring = Math.floor(i / PALETTE.length);

			look = (wanted + i) % PALETTE.length + ring * PALETTE.length;
			if (!taken.has(look))
				break;
		}
		taken.add(look);
		return {
			colour: PALETTE[look % PALETTE.length],
			pattern: Math.floor(look / PALETTE.length),
		};
	});
}

/* What drawing needs of a look: pixels in all shares over the background. */
function paintOf(look, theme) {
	const front = pixel(look.colour);
	const dark = pixel('#000000');
	const shares = new Uint32Array(SHARES + 1);

	for (let i = 0; i <= SHARES; i++)
		shares[i] = mixed(theme.backPixel, front, 0.35 + 0.65 * i / SHARES);
	return {
		shares,
		fill: front,
		pale: mixed(theme.backPixel, front, 0.3),
		edge: mixed(front, dark, 0.45),
		mark: mixed(front, dark, 0.3),
		pattern: look.pattern && PATTERNS[look.pattern],
		text: luminance(look.colour) > 0.4 ? '#111418' : '#ffffff',
		colour: look.colour,
	};
}
