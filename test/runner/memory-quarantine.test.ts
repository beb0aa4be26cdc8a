import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'node:test';
import { emptyFolder } from '../support/model-folder-builder.ts';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { move } from './move-entry.ts';

const example = join(root, 'examples/memory/assistant.jsonl');
const program = join(root, 'test/runner/quarantining-program.ts');
const before = readFileSync(example, 'utf8');
const line = `${before.split('\n').find((one) => one.includes('"m-19"'))!}\n`;
const without = before.replace(line, '');

/** Runs the program until a step kills it; `null`: it came to its end. */
function run(file: string, what: 'quarantine' | 'restore', step: number): string | null {
	const { signal, stdout, stderr, status } = spawnSync(process.execPath, [program, file, what, 'm-19', String(step)], { encoding: 'utf8' });
	if (signal === 'SIGKILL') return signal;
	assert.equal(status, 0, stderr);
	assert.match(stdout, /^\d+\n$/);
	return null;
}

/** Drafts of killed writers hold the memory, too: the next command leaves none. */
const drafts = (file: string): string[] => readdirSync(dirname(file)).filter((name) => name.endsWith('.draft'));
const restored = (file: string): Promise<void> => move(file, 'restore', 'm-19');

describe('a process that moves an entry, killed at each step', { skip: process.platform === 'win32' && 'no SIGKILL' }, () => {
	slowTest('loses nothing when it takes one out: the file is whole, and where the entry is gone it can be put back', async () => {
		let steps = 0;
		for (let step = 1; ; step++) {
			const file = join(emptyFolder(), 'assistant.jsonl');
			copyFileSync(example, file);
			const end = run(file, 'quarantine', step);
			const now = readFileSync(file, 'utf8');
			assert.ok(now === before || now === without, `half a file after step ${step}`);
			if (now === without) {
				// oxlint-disable-next-line no-await-in-loop -- one step after the other
				await restored(file);
				assert.equal(readFileSync(file, 'utf8'), before);
			} else {
				// It can be taken out anyway.
				// oxlint-disable-next-line no-await-in-loop -- one step after the other
				await move(file, 'quarantine', 'm-19');
				assert.equal(readFileSync(file, 'utf8'), without);
				// oxlint-disable-next-line no-await-in-loop -- as above
				await restored(file);
				assert.equal(readFileSync(file, 'utf8'), before);
				assert.equal((JSON.parse(readFileSync(`${file}.rag-assay-quarantine.json`, 'utf8')) as { entries: unknown[] }).entries.length, 0);
			}
			assert.deepEqual(drafts(file), [], `after step ${step}`);
			if (end === null) break;
			steps = step;
		}
		assert.ok(steps >= 15, `${steps} steps`);
	});

	slowTest('loses nothing when it puts one back: the entry is in the file or in quarantine', async () => {
		let steps = 0;
		for (let step = 1; ; step++) {
			const file = join(emptyFolder(), 'assistant.jsonl');
			copyFileSync(example, file);
			// oxlint-disable-next-line no-await-in-loop -- one step after the other
			await move(file, 'quarantine', 'm-19');
			assert.ok(existsSync(`${file}.rag-assay-quarantine.json`));
			const end = run(file, 'restore', step);
			const now = readFileSync(file, 'utf8');
			assert.ok(now === before || now === without, `half a file after step ${step}`);
			// oxlint-disable-next-line no-await-in-loop -- one step after the other
			if (now === without) await restored(file);
			else await assert.rejects(restored(file), { code: 'RA671' });
			assert.equal(readFileSync(file, 'utf8'), before);
			assert.deepEqual(drafts(file), [], `after step ${step}`);
			if (end === null) break;
			steps = step;
		}
		assert.ok(steps >= 15, `${steps} steps`);
	});
});
