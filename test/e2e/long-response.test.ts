import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { writeLongWindowModel } from './harness/long-window.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { session } from './harness/session.ts';
import { analysis, hasHeatmap, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';
import type { Api } from '../../src/extension/extension.ts';

const file = 'long.rag.md';
const sentences = [
	'Otto Crovda handled the case of Clara Cohen.',
	'The case of Clara Cohen was opened on 13 April 2018.',
	'Hassan Hart can be reached at 017 3319 1830.',
	'The temperature of Carmen Yilmaz was 39.7 C.',
	'BEB-2781 went down at 06:55.',
	'Ravi Irwin had the same problem, and the case ended with a branch visit.',
];
/** Of about 5,300 tokens, three sentences a paragraph. */
const response = Array.from({ length: 135 }, (_, i) => [0, 1, 2].map((j) => sentences[(i * 7 + j * 5) % sentences.length]).join(' ')).join(
	'\n\n',
);

describe('a response of 5,000 tokens', { timeout: 600_000 }, () => {
	// The demo model's window is 320 tokens.
	const folder = emptyFolder('model');
	writeLongWindowModel(folder, 8192);
	const s = session({
		workspace: join(repository, 'test/e2e/workspace'),
		settings: { 'ragAssay.model': folder, 'ragAssay.editDelay': 60_000 },
	});

	/** Runs `action` and tells the longest time for which the extension host and the window did nothing else, milliseconds. */
	async function pauses(action: () => Promise<void>): Promise<string> {
		await s.vs.page.evaluate(
			'globalThis.e2ePauses = []; new PerformanceObserver((list) => e2ePauses.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" })',
		);
		await s.server.host.run(() => {
			const delay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 });
			delay.enable();
			Object.assign(globalThis, { ragAssayE2eDelay: delay });
		});
		await action();
		const host = await s.server.host.run(() => {
			const { ragAssayE2eDelay: delay } = globalThis as unknown as { ragAssayE2eDelay: { disable(): void; max: number } };
			delay.disable();
			return delay.max / 1e6;
		});
		const window = Math.max(0, ...(await s.vs.page.evaluate<number[]>('e2ePauses')));
		return `longest pause: extension host ${host.toFixed(0)} ms, window ${window.toFixed(0)} ms`;
	}

	test('is read by the model of the settings, which VS Code has where it keeps those of the machine', async () => {
		// A remote window's member, which the API does not declare.
		const found = await s.server.host.run(({ vscode }) => JSON.stringify(vscode.workspace.getConfiguration('ragAssay').inspect('model')));
		assert.equal((JSON.parse(found) as { globalRemoteValue?: string }).globalRemoteValue, folder);
	});

	test('is colored to its last token', async (t) => {
		writeFileSync(
			join(s.server.workspace, file),
			`---\nid: long\n---\n\n## Query\n\nWhat happened?\n\n## Context a\n\n${sentences.join(' ')}\n\n## Response\n\n${response}\n`,
		);
		await s.vs.open('no-response.rag.md'); // loads the extension
		await analysis(s.server, 'no-response.rag.md', 'no-response');
		const words = await pauses(async () => {
			await s.vs.open(file);
			// The model reads 5,300 tokens: alone half a minute, on a busy machine with two cores more than two.
			await analysis(s.server, file, 'done', 480_000);
			await heatmapOf(s.server, file);
			await until(async () => (await s.vs.editor.tokenMarks()).length > 0, 'colors in the editor');
		});
		t.diagnostic(`opened and analyzed, ${words}`);
		const { ranges } = await heatmapOf(s.server, file);
		const tokens = ranges.reduce((sum, count) => sum + count, 0);
		assert.ok(tokens >= 5000, `${tokens} tokens`);
		t.diagnostic(`${tokens} tokens`);
	});

	test('scrolled to its end, it has its colors there', async (t) => {
		t.diagnostic(
			`scrolled, ${await pauses(async () => {
				await s.vs.editor.click('Query');
				await s.vs.page.keyboard.press('Control+End');
				await until(async () => (await s.vs.editor.tokenMarks()).length > 20, 'colors at the end');
			})}`,
		);
		await s.vs.screenshot('long-response');
	});

	test('switched to surprise and edited, it follows', async (t) => {
		t.diagnostic(
			`switched, ${await pauses(async () => {
				await s.vs.command('RAG Assay: Show Heatmap by Surprise');
				await heatmapOf(s.server, file, 'surprise');
				await until(async () => (await s.vs.editor.tokenMarks()).length > 20, 'its colors');
			})}`,
		);
		t.diagnostic(
			`edited, ${await pauses(async () => {
				await s.vs.page.keyboard.type('Indeed.');
				await s.server.host.run(({ vscode, until: wait }) =>
					wait(() => vscode.window.activeTextEditor!.document.getText().includes('Indeed.'), 'the edit'),
				);
				assert.equal(await hasHeatmap(s.server, file), false);
				// The strongest color is dimmed to less than a quarter.
				await until(async () => (await s.vs.editor.tokenMarks()).every(({ tint }) => tint[3] < 0.25), 'the stale colors to be dim');
			})}`,
		);
		await s.server.host.run(async ({ vscode }, id) => {
			const ours = vscode.extensions.getExtension<Api>(id)!.exports;
			if (ours.analysisState(vscode.window.activeTextEditor!.document.uri) !== 'queued')
				throw new Error('the edited text waits for its analysis');
			await vscode.commands.executeCommand('ragAssay.cancelAnalysis');
		}, 'rag-assay.rag-assay');
	});
});
