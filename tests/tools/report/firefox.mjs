/*
 * firefox.mjs - Firefox shows a report
 *
 *	node firefox.mjs PROFILE PORT PAGE
 *
 * The profile says that Marionette listens on the port. Prints how many events
 * and spans there are, and what went wrong, as the page says.
 */
import { openFirefox } from './browser.mjs';

const [profile, port, file] = process.argv.slice(2);
const { command, end } = await openFirefox(Number(port), profile);
const ask = async (script) => (await command('WebDriver:ExecuteScript',
	{ script: `return ${script}`, args: [] })).value;
const state = 'document.documentElement.dataset.state';

await command('WebDriver:NewSession', {});
await command('WebDriver:Navigate', { url: `file://${file}` });
while (await ask(state) === 'loading')
	await new Promise((resolve) => setTimeout(resolve, 50));
console.log(await ask(state), await ask(`(() => {
	const { events, lost, errors, visible } =
		(window.wrappedJSObject || window).posixtrace;

	return JSON.stringify({ events, lost, errors, draws: visible() > 0 });
})()`));
await end();
