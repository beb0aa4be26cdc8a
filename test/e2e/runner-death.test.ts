import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { signal } from './harness/processes.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from './harness/until.ts';

const trace = (id: string) => `---\nid: ${id}\n---\n\n## Query\n\nWho has gout?\n\n## Context note-1\n\nMaria Okafor was diagnosed with gout.\n\n## Response\n\nThe patient of the ${id} is Maria Okafor.\n`;

describe('processes that die', { timeout: 180_000 }, () => {
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

			await analysis(s.server, file, 'done', 60_000);
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
});
