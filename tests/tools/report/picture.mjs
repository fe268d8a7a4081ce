/*
 * picture.mjs - a page of a report as a PNG of few bytes
 *
 *	node picture.mjs PUPPETEER PROFILE PAGE OUTPUT
 *
 * The page shows the time of its spans, and selects the longest one. A picture
 * has 256 colours: those that the screen has most, and for others the nearest.
 */
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { openChromium } from './browser.mjs';

const [puppeteer, profile, file, output] = process.argv.slice(2);
const { browser, end } = await openChromium(puppeteer, profile);

async function photograph() {
	const page = await browser.newPage();

	await page.setViewport({ width: 1120, height: 700 });
	await page.goto(`file://${file}`);
	await page.waitForFunction(
		"document.documentElement.dataset.state === 'ready'");
	await page.click('#panel-overview .card:nth-child(3) .row');
	await page.evaluate(`(() => {
		const [first, last] = posixtrace.range;

		posixtrace.show(first + (last - first) * 0.66, last); })()`);
	await new Promise((resolve) => setTimeout(resolve, 500));
	return page.screenshot({ type: 'png' });
}

/* The pixels of a PNG of 8 bits a channel, as numbers 0xrrggbb. */
function decode(png) {
	const view = new DataView(png.buffer, png.byteOffset, png.length);
	const width = view.getUint32(16), height = view.getUint32(20);
	const size = png[25] === 6 ? 4 : 3;
	const pieces = [];

	for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
		if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === 'IDAT')
			pieces.push(png.subarray(at + 8,
				at + 8 + view.getUint32(at)));
	}
	const lines = inflateSync(Buffer.concat(pieces));
	const stride = width * size;
	let before = new Uint8Array(stride);
	const pixels = new Uint32Array(width * height);

	for (let y = 0; y < height; y++) {
		const from = y * (stride + 1);
		const line = unfilter(lines[from], Uint8Array.from(
			lines.subarray(from + 1, from + 1 + stride)), before, size);

		for (let x = 0; x < width; x++)
			pixels[y * width + x] = line[x * size] << 16 |
				line[x * size + 1] << 8 | line[x * size + 2];
		before = line;
	}
	return { width, height, pixels };
}

function unfilter(filter, line, before, size) {
	for (let i = 0; i < line.length; i++) {
		const left = i < size ? 0 : line[i - size];
		const corner = i < size ? 0 : before[i - size];
		const above = before[i];
		const guess = left + above - corner;
		const [a, b, c] = [left, above, corner].map((value) =>
			Math.abs(guess - value));

		line[i] += [0, left, above, left + above >> 1,
			a <= b && a <= c ? left : b <= c ? above : corner][filter];
	}
	return line;
}

function distance(a, b) {
	return [16, 8, 0].reduce((sum, shift) =>
		sum + ((a >> shift & 255) - (b >> shift & 255)) ** 2, 0);
}

function encode({ width, height, pixels }) {
	const counts = new Map();

	for (const pixel of pixels)
		counts.set(pixel, (counts.get(pixel) || 0) + 1);
	const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256)
		.map(([pixel]) => pixel);
	const index = new Map([...counts.keys()].map((pixel) => [pixel,
		palette.reduce((best, other, i) => distance(other, pixel) <
			distance(palette[best], pixel) ? i : best, 0)]));
	const lines = Buffer.alloc((width + 1) * height);

	pixels.forEach((pixel, i) => {
		lines[i + Math.floor(i / width) + 1] = index.get(pixel);
	});
	const head = Buffer.alloc(13);

	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head.set([8, 3, 0, 0, 0], 8);
	return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', head),
		chunk('PLTE', Buffer.from(palette.flatMap((pixel) =>
			[pixel >> 16, pixel >> 8 & 255, pixel & 255]))),
		chunk('IDAT', deflateSync(lines, { level: 9 })),
		chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name, data) {
	const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const ends = [Buffer.alloc(4), Buffer.alloc(4)];

	ends[0].writeUInt32BE(data.length);
	ends[1].writeUInt32BE(crc32(body));
	return Buffer.concat([ends[0], body, ends[1]]);
}

const picture = encode(decode(await photograph()));

await end();
writeFileSync(output, picture);
