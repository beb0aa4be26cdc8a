import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { calibration } from '../../src/analysis/calibration/methods.ts';
import { madeOtherwise, otherModel } from '../support/example-profile.ts';
import { repository } from './harness/installation.ts';
import { signal } from './harness/processes.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { bundledProfile } from '../support/bundled-profile.ts';
import { until } from '../support/until.ts';

const file = 'no-response.rag.md';

describe('generating a response', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace') });
	let generated = '';
	const text = () => s.server.host.run(({ vscode }) => vscode.window.activeTextEditor!.document.getText());

	test('it is streamed into the editor, analyzed, and undone in one step', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'no-response');
		await s.vs.page.waitForTimeout(300);
		await s.vs.screenshot('no-response');
		const before = await text();
		// Counts the edits from here on. What arrives while one is made is written by the next: on a busy machine, one edit may be all.
		await s.server.host.run(({ vscode }) => {
			const counted = { edits: 0 };
			Object.assign(globalThis, { ragAssayE2eEdits: counted });
			vscode.workspace.onDidChangeTextDocument(({ contentChanges }) => {
				if (contentChanges.length > 0) counted.edits++;
			});
		});
		await s.vs.editor.click('Query');
		await s.vs.command('RAG Assay: Generate Response');
		await analysis(s.server, file, 'done');
		const after = (generated = await text());
		const edits = await s.server.host.run(() => (globalThis as unknown as { ragAssayE2eEdits: { edits: number } }).ragAssayE2eEdits.edits);
		assert.ok(edits >= 1, 'the response was written by edits');
		assert.match(after, /\n## Response\n\n\S/);
		assert.ok(after.startsWith(before.trimEnd()), 'what was there has stayed');
		assert.match(after, /Carmen Yilmaz/);
		await heatmapOf(s.server, file);
		await s.vs.screenshot('generated');
		await s.vs.editor.click('Query');
		await s.vs.page.keyboard.press('Control+Z');
		await until(async () => (await text()) === before, 'one undo to take it all back');
	});

	/** A trace like the first one in a file of its own, shown with the cursor before its query. */
	async function another(name: string): Promise<void> {
		copyFileSync(join(s.server.workspace, file), join(s.server.workspace, name));
		await s.vs.open(name);
		await analysis(s.server, name, 'no-response');
		await s.server.host.run(({ vscode }) => {
			const editor = vscode.window.activeTextEditor!;
			const query = editor.document.positionAt(editor.document.getText().indexOf('What'));
			editor.selection = new vscode.Selection(query, query);
		});
	}

	test('what is typed elsewhere meanwhile, and the response, are both whole', async () => {
		await another('typed.rag.md');
		// A letter into the query at each piece of the response.
		await s.server.host.run(({ vscode }) => {
			const { document } = vscode.window.activeTextEditor!;
			const counted = { typed: 0 };
			Object.assign(globalThis, { ragAssayE2eTyped: counted });
			vscode.workspace.onDidChangeTextDocument((event) => {
				if (event.document !== document || !event.contentChanges.some(({ text: piece }) => piece !== '@') || counted.typed === 8) return;
				counted.typed++;
				void vscode.commands.executeCommand('type', { text: '@' });
			});
		});
		await s.vs.command('RAG Assay: Generate Response');
		await analysis(s.server, 'typed.rag.md', 'done');
		const typed = await s.server.host.run(() => (globalThis as unknown as { ragAssayE2eTyped: { typed: number } }).ragAssayE2eTyped.typed);
		assert.ok(typed >= 1, 'a letter was typed while the response was written');
		await until(async () => (await text()).includes(`\n${'@'.repeat(typed)}What`), 'all letters in the query');
		assert.equal((await text()).replaceAll('@', ''), generated);
	});

	test('a runner that dies before it ends is started again, and the response is written', async () => {
		await another('killed.rag.md');
		const [runner, model] = [s.server.programs('runner')[0]!.pid, s.server.programs('model-process')[0]!.pid];
		// A stopped model process does not end its answer before the runner dies.
		signal(model, 'SIGSTOP');
		await s.vs.command('RAG Assay: Generate Response');
		await until(async () => (await s.vs.notifications()).some((line) => line.includes('Generating')), 'the progress of generating');
		await s.vs.page.waitForTimeout(500);
		signal(runner, 'SIGKILL');
		signal(model, 'SIGCONT');
		await until(() => s.server.programs('runner').some(({ pid }) => pid !== runner), 'another runner');
		await until(async () => (await text()) === generated, 'the whole response');
		await analysis(s.server, 'killed.rag.md', 'done');
		assert.deepEqual(
			(await s.vs.notifications()).filter((line) => /stopped|disposed|RA\d/.test(line)),
			[],
		);
	});

	test('a profile of another model keeps nobody from a response, and the status bar still says that none fits', async () => {
		writeFileSync(
			join(s.server.workspace, 'other.assay-profile.json'),
			calibration.profiles.format(madeOtherwise(bundledProfile(), { readers: [otherModel] })),
		);
		await s.server.host.run(async ({ vscode }) => {
			await vscode.workspace
				.getConfiguration('ragAssay')
				.update('profile', 'other.assay-profile.json', vscode.ConfigurationTarget.Workspace);
		});
		const warned = () => until(async () => /No profile/.test(await s.vs.status('profile')), 'the warning in the status bar');
		await warned();
		await another('unjudged.rag.md');
		await s.vs.command('RAG Assay: Generate Response');
		await until(async () => (await text()) === generated, 'the whole response');
		await warned();
		await s.vs.screenshot('generated-without-profile');
	});
});
