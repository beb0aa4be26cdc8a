import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startBrowser } from './harness/browser.ts';
import { repository } from './harness/installation.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { screenshots } from './harness/workbench.ts';

describe('the report of attacks on a memory, in a browser', { timeout: 300_000 }, () => {
	const folder = emptyFolder('redteam');
	const report = join(folder, 'attacks.html');

	test('the verdict, a table and three plots are seen in light and dark, and nothing is cut off', async () => {
		const memory = join(repository, 'examples/memory');
		const args = ['redteam', 'memory', join(memory, 'assistant.jsonl'), '--history', join(memory, 'history.jsonl'), '--html', report];
		execFileSync(process.execPath, [join(repository, 'dist/cli.cjs'), ...args, '--quiet'], {
			env: { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder },
		});
		mkdirSync(join(screenshots, 'docs'), { recursive: true });
		const browser = await startBrowser();
		try {
			for (const [scheme, name] of [
				['light', 'docs/memory-redteam'],
				['dark', 'memory-redteam-dark'],
			] as const) {
				const page = await browser.newPage({ viewport: { width: 1040, height: 860 }, colorScheme: scheme });
				await page.goto(pathToFileURL(report).href);
				assert.match(
					await page.locator('main').innerText(),
					/^Undefended, AgentPoison reaches \d+(?:\.\d)?% of the questions it aims at\./,
				);
				assert.equal(await page.locator('.plot > svg').count(), 3);
				assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
				await page.screenshot({ path: join(screenshots, `${name}.png`) });
				await page.close();
			}
		} finally {
			await browser.close();
		}
	});
});
