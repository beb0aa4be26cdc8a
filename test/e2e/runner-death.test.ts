import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { signal } from './harness/processes.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';
import type * as vscodeModule from 'vscode';
import type { Api } from '../../src/extension/extension.ts';

const trace = (id: string) =>
	`---\nid: ${id}\n---\n\n## Query\n\nWho has gout?\n\n## Context note-1\n\nMaria Okafor was diagnosed with gout.\n\n## Response\n\nThe patient of the ${id} is Maria Okafor.\n`;

describe('processes that die', { timeout: 900_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace') });

	function only(program: string): number {
		const [first, ...more] = s.server.programs(program);
		assert.ok(first !== undefined, `no ${program} runs`);
		assert.deepEqual(more, [], `more than one ${program}`);
		return first.pid;
	}

	for (const program of ['model-process', 'runner'] as const) {
		test(`a ${program} that is killed in the middle of a job comes back, and the job is finished`, async () => {
			await s.vs.open('sample.rag.md');
			await analysis(s.server, 'sample.rag.md', 'done');
			const [runner, model] = [only('runner'), only('model-process')];
			const victim = program === 'runner' ? runner : model;

			// A stopped model process is in the middle of its job for as long as we like.
			signal(model, 'SIGSTOP');
			const file = `death-of-the-${program}.rag.md`;
			writeFileSync(join(s.server.workspace, file), trace(program));
			await s.vs.open(file);
			await analysis(s.server, file, ['queued', 'running']);
			signal(victim, 'SIGKILL');
			signal(model, 'SIGCONT');

			await analysis(s.server, file, 'done');
			await heatmapOf(s.server, file);
			await until(() => s.server.processes().every(({ pid }) => pid !== victim && pid !== model), 'the old processes to be gone');
			only('runner');
			only('model-process');
			assert.deepEqual(await s.vs.notifications(), [], 'the editor notices a delay at most');
		});
	}

	test('after them the editor works as before', async () => {
		await s.vs.open('sample.rag.md');
		await analysis(s.server, 'sample.rag.md', 'done');
		assert.match(await s.vs.editor.hover('39.7', 1), /probability/i);
		await s.vs.editor.dismissHover();
		await s.vs.screenshot('after-deaths');
	});

	test('a runner that comes back reads with the model of now, not with the one it first had', async () => {
		const folder = join(s.server.directory, 'another-model');
		cpSync(join(repository, 'models/demo'), folder, { recursive: true });
		const use = (model: string) =>
			s.server.host.run(async ({ vscode }, value) => {
				await vscode.workspace
					.getConfiguration('ragAssay')
					.update('model', value === '' ? undefined : value, vscode.ConfigurationTarget.Global);
			}, model);
		const readBy = (name: string) =>
			s.server.host.run(async ({ vscode, until: wait }, wanted) => {
				const { uri } = vscode.window.activeTextEditor!.document;
				await wait(async () => {
					const hovers = await vscode.commands.executeCommand<vscodeModule.Hover[]>(
						'vscode.executeHoverProvider',
						uri,
						new vscode.Position(28, 6),
					);
					return hovers
						.flatMap(({ contents }) => contents)
						.some((content) => typeof content !== 'string' && content.value.includes(`read by \`${wanted}\``));
				}, `a hover by ${wanted}`);
			}, name);
		await use(folder);
		await readBy('another-model');
		const before = only('runner');
		signal(before, 'SIGKILL');
		await until(() => s.server.programs('runner').some(({ pid }) => pid !== before), 'a new runner');
		await readBy('another-model');
		await use('');
		await readBy('demo');
	});

	test('a runner that dies time and again stays down, and a button starts it', async () => {
		/** Waits for a hover by this very runner. */
		const answers = (pid: number) =>
			s.server.host.run(async ({ vscode, until: wait }, wanted) => {
				const { uri } = vscode.window.activeTextEditor!.document;
				await wait(() => vscode.extensions.getExtension<Api>('rag-assay.rag-assay')!.exports.runnerProcessId() === wanted, 'the runner');
				await wait(
					async () =>
						(await vscode.commands.executeCommand<unknown[]>('vscode.executeHoverProvider', uri, new vscode.Position(28, 6))).length > 0,
					'an answer of the runner',
				);
			}, pid);
		const gaveUp = async () => (await s.vs.notifications()).some((words) => words.includes('ended five times within three minutes'));
		// It died once above; whether that counts any more is a question of time.
		for (let deaths = 0; deaths < 5 && !(await gaveUp()); deaths++) {
			const { pid } = await until(() => s.server.programs('runner')[0], 'a runner');
			// Every other one dies at its work, the rest while they start.
			if (deaths % 2 === 0) await answers(pid);
			signal(pid, 'SIGKILL');
			await until(
				async () => s.server.programs('runner').some((program) => program.pid !== pid) || (await gaveUp()),
				'a new runner, or a message',
			);
		}
		assert.ok(await gaveUp());
		assert.equal((await s.vs.notifications()).length, 1, 'one message for them all');
		assert.deepEqual(s.server.programs('runner'), []);
		await s.vs.screenshot('gave-up');
		await s.vs.page.locator('.notifications-toasts').getByRole('button', { name: 'Restart Runner' }).click();
		await s.vs.open('ungrounded.rag.md');
		await analysis(s.server, 'ungrounded.rag.md', 'done');
		await heatmapOf(s.server, 'ungrounded.rag.md');
		only('runner');
	});
});

describe('a runner that dies when analyses wait for a command', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace'), settings: { 'ragAssay.analyzeOn': 'command' } });

	/** Ends the runner, and waits for the next one. */
	async function kill(): Promise<void> {
		const [runner] = s.server.programs('runner');
		signal(runner!.pid, 'SIGKILL');
		await until(() => s.server.programs('runner').some(({ pid }) => pid !== runner!.pid), 'another runner');
	}

	test('the analysis that was done, and its colors, come back by themselves', async () => {
		await s.vs.open('sample.rag.md');
		await analysis(s.server, 'sample.rag.md', 'idle');
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('ragAssay.analyzeFile');
		});
		await analysis(s.server, 'sample.rag.md', 'done');
		await heatmapOf(s.server, 'sample.rag.md');
		await kill();
		// Once the new runner has told of a document opened later, it has told of this one, too.
		await s.vs.open('ungrounded.rag.md');
		await analysis(s.server, 'ungrounded.rag.md', 'idle');
		await s.vs.open('sample.rag.md');
		await analysis(s.server, 'sample.rag.md', 'done');
		await heatmapOf(s.server, 'sample.rag.md');
		await analysis(s.server, 'ungrounded.rag.md', 'idle');
		assert.deepEqual(await s.vs.notifications(), []);
	});

	test('Analyze Workspace ends as if nothing had happened', async () => {
		for (const { pid } of s.server.programs('model-process')) signal(pid, 'SIGSTOP');
		await s.vs.command('RAG Assay: Analyze Workspace');
		await until(() => s.vs.page.locator('.statusbar-item', { hasText: /Looking for traces|\d+ of \d+/ }).count(), 'the job to have begun');
		await kill();
		const said = await until(
			async () => (await s.vs.notifications()).find((line) => /analyzed|stopped|disposed/.test(line)),
			'the end of it',
		);
		assert.match(said, /^\d+ traces analyzed/);
	});
});
