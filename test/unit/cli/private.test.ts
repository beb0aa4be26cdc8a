import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { privateOriginalFile } from '../../../src/review/review-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { release } from '../../support/example-review.ts';

const program = fileURLToPath(new URL('private-program.ts', import.meta.url));

test('an answer that is paid for overwrites nothing that was made meanwhile, and is kept with its original', (t) => {
	const folder = temporaryFolder(t);
	const [documents, out] = [join(folder, 'a.md'), join(folder, 'answer.release.json')];
	const original = privateOriginalFile(out);
	writeFileSync(documents, 'A document.');
	const run = (meanwhile: readonly string[], ...more: string[]) => {
		const args = ['generate', '--query', 'What?', '--docs', documents, '--out', out, '--original', '--json', '--quiet', ...more];
		return spawnSync(process.execPath, [program, ...args], {
			encoding: 'utf8',
			env: {
				...process.env,
				TMPDIR: folder,
				TEMP: folder,
				FAKE_RUNNER_ANSWER: JSON.stringify({ release, original: 'In private.', meanwhile }),
			},
		});
	};
	const refused = run([out, original]);
	assert.equal(refused.status, 2, refused.stderr);
	assert.deepEqual(JSON.parse(refused.stdout), release);
	for (const file of [out, original]) assert.equal(readFileSync(file, 'utf8'), 'made meanwhile');
	const kept = [
		...refused.stderr.matchAll(/RA704: Another program has created this file meanwhile.* It is saved in (\S+), readable only by you/g),
	];
	const texts = new Map(kept.map(([, file = '']) => [basename(file), readFileSync(file, 'utf8')]));
	assert.deepEqual([...texts.keys()].toSorted(), [basename(out), basename(original)], refused.stderr);
	assert.deepEqual(JSON.parse(texts.get(basename(out)) ?? ''), release);
	assert.equal(texts.get(basename(original)), 'In private.\n');
	for (const [, file = ''] of kept) if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
	const forced = run([out], '--force');
	assert.equal(forced.status, 0, forced.stderr);
	assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), release);
});
