import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { slowTest } from '../../../support/slow-test.ts';
import { outputOf, startProcess } from '../../../support/start-process.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder({ after }, 'large-store-');

slowTest('a file that is larger than the memory of its reader is read to its end', async (t) => {
	const lines = 60_000;
	const file = join(folder, 'large.jsonl');
	const padding = 'tea '.repeat(250);
	await using handle = await open(file, 'w');
	for (let from = 0; from < lines; from += 1000) {
		// Distinct texts, so that nothing is shared; one line that is longer than is held.
		const written = Array.from({ length: 1000 }, (_, i) => JSON.stringify({ text: `${from + i} ${padding}` })).join('\n');
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		await handle.write(`${written}\n${from === 5000 ? `${JSON.stringify({ text: 'x'.repeat(9 * 2 ** 20) })}\n` : ''}`);
	}
	// The file has 60 MiB; held, its texts alone would not fit.
	const args = ['--max-old-space-size=32', join(import.meta.dirname, 'read-all.ts'), file];
	const { status, stdout, stderr } = await outputOf(startProcess(t, process.execPath, args));
	assert.equal(status, 0, stderr);
	const { entries, batches, problems }: Readonly<Record<string, number>> = JSON.parse(stdout);
	assert.deepEqual({ entries, batches, problems }, { entries: lines, batches: 60, problems: 1 });
});
