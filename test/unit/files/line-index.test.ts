import assert from 'node:assert/strict';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fileKinds } from '../../../src/files/file-kind.ts';
import { LineIndex } from '../../../src/files/line-index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const quiet = { signal: new AbortController().signal, onProgress: () => undefined };

/** Lines that are not blank, as a plain reader finds them. */
function linesOf(text: string): [number, string][] {
	return text
		.split('\n')
		.flatMap((line, i): [number, string][] => (/^[\t\r ]*$/.test(line) ? [] : [[i + 1, line.replace(/[\t\r ]+$/, '')]]));
}

async function indexed(index: LineIndex): Promise<[number, string][]> {
	return (await index.read(0, index.count, 2 ** 20)).map(({ line, text }) => [line, text!.replace(/[\n\t\r ]+$/, '')]);
}

test('lines of any file are found as a plain reader finds them, also after it grew', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit: fc.constantFrom('a', 'ä', ' ', '\r', '\n', '\n') }),
			fc.string({ unit: fc.constantFrom('b', '\n') }),
			async (text, more) => {
				await writeFile(path, text);
				const index = new LineIndex(path, fileKinds.named);
				await index.extend(quiet);
				assert.deepEqual(await indexed(index), linesOf(text));
				await appendFile(path, more);
				await index.extend(quiet);
				const lines = linesOf(text + more);
				assert.deepEqual(await indexed(index), lines);
				assert.equal(index.count, lines.length);
				for (const [i, [line]] of lines.entries()) assert.equal(index.numberOf(line), i);
			},
		),
		{ numRuns: 100 },
	);
});

test('an index that was stopped goes on where it ended; a file that was replaced or cut is read anew', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	const line = `${'x'.repeat(2 ** 19)}\n`;
	await writeFile(path, line.repeat(9));
	const index = new LineIndex(path, fileKinds.named);
	const stop = new AbortController();
	const seen: number[] = [];
	await assert.rejects(
		index.extend({
			signal: stop.signal,
			onProgress: (done) => {
				seen.push(done);
				if (seen.length === 2) stop.abort();
			},
		}),
		{ name: 'AbortError' },
	);
	assert.deepEqual(seen, [2 ** 20, 2 ** 21]);
	// Two that are asked at once read each byte once.
	await Promise.all([index.extend({ ...quiet, onProgress: (done) => seen.push(done) }), index.extend(quiet)]);
	assert.deepEqual(seen.slice(0, 3), [2 ** 20, 2 ** 21, 3 * 2 ** 20]);
	assert.equal(index.count, 9);
	await writeFile(path, 'short\n');
	await index.extend(quiet);
	assert.deepEqual(await indexed(index), [[1, 'short']]);
	await writeFile(path, 'longer\nthan before\n');
	await index.extend(quiet);
	assert.deepEqual(await indexed(index), [
		[1, 'longer'],
		[2, 'than before'],
	]);
	await writeFile(`${path}.new`, 'another\nfile\n');
	await rename(`${path}.new`, path);
	await index.extend(quiet);
	assert.deepEqual(await indexed(index), [
		[1, 'another'],
		[2, 'file'],
	]);
});

test('a line that is too long is not read, and the others are', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await writeFile(path, 'short\nmuch longer\nshort again');
	const index = new LineIndex(path, fileKinds.named);
	await index.extend(quiet);
	assert.deepEqual(
		(await index.read(0, 3, 10)).map(({ text }) => text),
		['short', null, null],
	);
	assert.deepEqual(
		(await index.read(0, 3, 11)).map(({ text }) => text),
		['short', 'much longer', 'short again'],
	);
});

test('a file that is gone is an error that names it', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await assert.rejects(new LineIndex(path, fileKinds.named).extend(quiet), { code: 'RA506' });
});
