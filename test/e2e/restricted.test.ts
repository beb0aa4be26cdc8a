import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';

describe('a workspace that is not trusted', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace'), trust: false, settings: { 'ragAssay.heatmap.measure': 'cg' } });
	const trusted = () => s.server.host.run(({ vscode }) => vscode.workspace.isTrusted);

	test('is read and colored with the bundled model, whatever model it names', async () => {
		mkdirSync(join(s.server.workspace, '.vscode'));
		writeFileSync(join(s.server.workspace, '.vscode/settings.json'), JSON.stringify({ 'ragAssay.model': './a-model-of-the-workspace' }));
		assert.equal(await trusted(), false);
		await s.vs.open('sample.rag.md');
		await analysis(s.server, 'sample.rag.md', 'done');
		await heatmapOf(s.server, 'sample.rag.md');
		await until(async () => (await s.vs.editor.tokenMarks()).length > 0, 'colors in the editor');
		assert.match(await s.vs.editor.hover('39.7', 1), /read by .*demo/);
		await s.vs.editor.dismissHover();
		await s.vs.screenshot('restricted');
	});

	test('generates nothing', async () => {
		await s.vs.open('no-response.rag.md');
		await analysis(s.server, 'no-response.rag.md', 'no-response');
		const titles = await s.vs.commandsFor('RAG Assay: ');
		assert.ok(!titles.includes('RAG Assay: Generate Response'), titles.join());
		const before = await s.server.host.run(({ vscode }) => vscode.window.activeTextEditor!.document.getText());
		await s.server.host.run(async ({ vscode }) => {
			void vscode.commands.executeCommand('ragAssay.generateResponse');
		});
		await until(async () => (await s.vs.notifications()).some((words) => words.includes('Restricted Mode')), 'a message that says why');
		assert.equal(await s.server.host.run(({ vscode }) => vscode.window.activeTextEditor!.document.getText()), before);
	});

	test("uses the workspace's settings once it is trusted; what another model found goes", async () => {
		await s.vs.open('ungrounded.rag.md');
		await analysis(s.server, 'ungrounded.rag.md', 'done');
		await until(async () => (await s.vs.problems()).some((row) => row.includes('Not supported by the contexts')), 'a finding');
		await s.vs.command('Workspaces: Manage Workspace Trust');
		await s.vs.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
		await until(trusted, 'trust');
		await s.vs.open('sample.rag.md');
		// There is no such model: the message names it, and the trace says that it could not be read.
		await analysis(s.server, 'sample.rag.md', 'failed');
		const problems = await until(async () => {
			const rows = await s.vs.problems();
			return rows.some((row) => row.includes('a-model-of-the-workspace')) && rows;
		}, 'a message about the model');
		assert.ok(
			problems.every((row) => row.split(/RA\d{3}/).length <= 2),
			`each code once: ${problems.join('\n')}`,
		);
		await analysis(s.server, 'ungrounded.rag.md', 'failed');
		await until(
			async () => !(await s.vs.problems()).some((row) => row.includes('Not supported by the contexts')),
			'the finding of the other model to go',
		);
		await s.vs.screenshot('missing-model');
	});
});
