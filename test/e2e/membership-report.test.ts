import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { outputOf, startProcess } from '../support/start-process.ts';
import { completion, endpointServer } from '../support/endpoint-server.ts';
import { startBrowser } from './harness/browser.ts';
import { repository } from './harness/installation.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { screenshots } from './harness/workbench.ts';

describe('the report of membership attacks, in a browser', { timeout: 300_000 }, () => {
	const folder = emptyFolder('membership');
	const report = join(folder, 'attacks.html');

	test('the verdict comes first; light, dark, in high contrast and on a phone nothing is cut off', async (t) => {
		// A pipeline that hands out the nearest document.
		const { url } = await endpointServer(t, (response, _number, { body }) => {
			const [, nearest = ''] = /^Document 1:\n([^]*?)\n\n/.exec(body.messages[1]!.content) ?? [];
			response.end(completion(nearest));
		});
		const store = join(repository, 'examples/queries/documents.jsonl');
		const args = ['redteam', 'membership', '--store', store, '--endpoint', url, '--endpoint-model', 'quoting', '--html', report, '--quiet'];
		const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder };
		const attack = startProcess(t, process.execPath, [join(repository, 'dist/cli.cjs'), ...args], { env });
		const { status, stderr } = await outputOf(attack);
		assert.equal(status, 0, stderr);
		mkdirSync(join(screenshots, 'docs'), { recursive: true });
		const browser = await startBrowser();
		try {
			for (const [name, width, look] of [
				['docs/membership-report', 1040, { colorScheme: 'light' }],
				['membership-report-dark', 1040, { colorScheme: 'dark' }],
				['membership-report-contrast', 1040, { colorScheme: 'dark', forcedColors: 'active' }],
				['membership-report-phone', 320, { colorScheme: 'light' }],
			] as const) {
				const page = await browser.newPage({ viewport: { width, height: 860 }, ...look });
				await page.goto(pathToFileURL(report).href);
				assert.match(
					await page.locator('main').innerText(),
					/^An attacker who [^(]+ \([^)]+\) can tell for \d+ of \d+ documents whether the store has them/,
				);
				assert.equal(
					await page.locator('.themes').isVisible(),
					!('forcedColors' in look),
					'in high contrast the system chooses the colors',
				);
				assert.equal(await page.locator('.plot > svg').count(), 2);
				assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, name);
				// Who sees few colors can still tell the attacks apart.
				const lines =
					"[...document.querySelectorAll('.plot > svg polyline')].slice(0, 3).map((one) => getComputedStyle(one).stroke + getComputedStyle(one).strokeDasharray)";
				assert.equal(new Set(await page.evaluate<string[]>(lines)).size, 3, name);
				await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: width === 320 });
				await page.close();
			}
		} finally {
			await browser.close();
		}
	});
});
