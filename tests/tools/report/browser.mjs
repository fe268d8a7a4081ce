/*
 * browser.mjs - Chromium by puppeteer-core, and Firefox by Marionette
 *
 * Neither needs what puppeteer-core depends on: its bundle for browsers gets a
 * pipe to Chromium as transport.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/* Messages with a zero byte behind each, through two pipes. */
class Pipe {
	constructor(input, output) {
		let rest = '';

		this.input = input;
		output.setEncoding('utf8');
		output.on('data', (text) => {
			const messages = (rest + text).split('\0');

			rest = messages.pop();
			for (const message of messages)
				setImmediate(() => this.onmessage?.(message));
		});
		output.on('close', () => this.onclose?.());
	}

	send(message) {
		this.input.write(message + '\0');
	}

	close() {
		this.input.end();
	}
}

/* A browser of puppeteer-core, whose package is in DIRECTORY. */
export async function openChromium(directory, profile) {
	const bundle = readFileSync(join(directory, 'lib', 'es5-iife',
		'puppeteer-core-browser.js'), 'utf8');
	/* All that the bundle requires here writes logs. */
	const quiet = () => ({ default: () => () => {}, __esModule: true });
	const puppeteer = new Function('require', `${bundle}; return Puppeteer;`)(
		quiet);
	const child = spawn('chromium', ['--headless', '--no-sandbox',
		'--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`,
		'--remote-debugging-pipe', 'about:blank'],
	{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
	const failed = new Promise((_, reject) => {
		child.on('error', reject);
		child.on('exit', (status) =>
			reject(new Error(`Chromium ends with ${status}`)));
	});

	failed.catch(() => {});
	child.stdio[3].on('error', () => {});
	const browser = await Promise.race([failed, puppeteer.connect({
		defaultViewport: null,
		transport: new Pipe(child.stdio[3], child.stdio[4]) })]);

	return { browser, end: async () => {
		const gone = new Promise((resolve) => child.on('exit', resolve));

		await browser.close().catch(() => child.kill());
		await gone;
	} };
}

/* A number of retries of a connection, as Firefox takes its time. */
async function reach(port, child) {
	for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
		const socket = await new Promise((resolve) => {
			const socket = connect(port, '127.0.0.1',
				() => resolve(socket));

			socket.on('error', () => resolve(null));
		});

		if (socket)
			return socket;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error('Firefox does not listen');
}

/* Firefox with command(name, parameters), as Marionette defines them. */
export async function openFirefox(port, profile) {
	const child = spawn('firefox-esr', ['--headless', '--no-remote',
		'--marionette', '--profile', profile],
	{ stdio: 'ignore', env: { ...process.env, HOME: profile } });
	const socket = await reach(port, child);
	const waiting = new Map();
	let rest = Buffer.alloc(0), next = 0;

	socket.on('data', (bytes) => {
		rest = Buffer.concat([rest, bytes]);
		for (;;) {
			const colon = rest.indexOf(':');
			const length = Number(rest.subarray(0, colon));

			if (colon < 0 || rest.length < colon + 1 + length)
				return;
			const message = JSON.parse(rest.subarray(colon + 1,
				colon + 1 + length));

			rest = rest.subarray(colon + 1 + length);
			if (Array.isArray(message))
				waiting.get(message[1])?.(message);
		}
	});
	const command = (name, parameters = {}) =>
		new Promise((resolve, reject) => {
			const text = JSON.stringify([0, ++next, name, parameters]);

			waiting.set(next, ([, , error, result]) => error ?
				reject(new Error(`${name}: ${error.message}`)) :
				resolve(result));
			socket.write(`${Buffer.byteLength(text)}:${text}`);
		});

	return { command, end: async () => {
		const gone = new Promise((resolve) => child.on('exit', resolve));

		await command('Marionette:Quit', { flags: ['eForceQuit'] })
			.catch(() => child.kill());
		await gone;
		socket.destroy();
	} };
}
