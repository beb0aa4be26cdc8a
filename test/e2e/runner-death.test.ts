import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { signal } from './harness/processes.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from './harness/until.ts';

/** A trace that takes a while: a long answer under a long context. */
function longTrace(id: string, sentences: number): string {
	const say = (n: number) => Array.from({ length: n }, (_, i) => `Patient ${id} ${i} had a temperature of ${36 + (i % 5)}.${i % 10} C on day ${i}.`).join(' ');
	return `---\nid: ${id}\n---\n\n## Query\n\nWhat temperature did they have?\n\n## Context note-1\n\n${say(10)}\n\n## Response\n\n${say(sentences)}\n`;
}

describe('processes that die', { timeout: 180_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace') });

	for (const program of ['model-process', 'runner'] as const) {
		test(`a ${program} that is killed in the middle of a job comes back, and the job is finished`, async () => {
			const file = `${program}.rag.md`;
			writeFileSync(join(s.server.workspace, file), longTrace(program, 60));
			await s.vs.open(file);
			await analysis(s.server, file, 'running');
			const [victim] = await until(() => {
				const found = s.server.programs(program);
				return found.length > 0 && found;
			}, `a ${program}`);
			signal(victim!.pid, 'SIGKILL');
			await until(() => s.server.programs(program).every(({ pid }) => pid !== victim!.pid), 'its end');
			await analysis(s.server, file, 'done', 60_000);
			await heatmapOf(s.server, file);
			const [successor, ...more] = s.server.programs(program);
			assert.ok(successor !== undefined && successor.pid !== victim!.pid, 'another process in its place');
			assert.deepEqual(more, [], 'only one');
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
