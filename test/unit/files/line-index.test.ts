import assert from 'node:assert/strict';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fileKinds } from '../../../src/files/file-kind.ts';
import { LineIndex, type IndexOptions } from '../../../src/files/line-index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const options: IndexOptions = { signal: new AbortController().signal };

/** Lines that are not blank, as a plain reader finds them. */
function linesOf(text: string): [number, string][] {
	return text.split('\n').flatMap((line, i): [number, string][] => (/^[\t\r ]*$/.test(line) ? [] : [[i + 1, line]]));
}

async function indexed(index: LineIndex): Promise<[number, string][]> {
	const { lines, count, hasBefore, hasMore } = await index.from(1, 10_000, 2 ** 20, options);
	assert.deepEqual([count, hasBefore, hasMore], [lines.length, false, false]);
	return lines.map(({ line, text }) => [line, text!]);
}

test('lines of any file are found as a plain reader finds them, from any line on, also after it grew', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit: fc.constantFrom('a', 'ä', ' ', '\r', '\n', '\n') }),
			fc.string({ unit: fc.constantFrom('b', '\n') }),
			fc.integer({ min: 1, max: 8 }),
			async (text, more, pieceBytes) => {
				await writeFile(path, text);
				const index = new LineIndex(path, fileKinds.named, pieceBytes);
				assert.deepEqual(await indexed(index), linesOf(text));
				await appendFile(path, more);
				const lines = linesOf(text + more);
				assert.deepEqual(await indexed(index), lines);
				for (let line = 1; line <= text.split('\n').length + 2; line++) {
					const here = await index.from(line, 1, 100, options);
					const behind = lines.filter(([at]) => at >= line);
					assert.deepEqual(
						[here.lines.map((one) => one.line), here.hasBefore, here.hasMore],
						[behind.slice(0, 1).map(([at]) => at), behind.length < lines.length, behind.length > 1],
					);
					const before = await index.before(line, 100, options);
					assert.deepEqual(
						before.lines.map((one) => one.line),
						lines
							.filter(([at]) => at < line)
							.slice(-1)
							.map(([at]) => at),
					);
				}
			},
		),
		{ numRuns: 60 },
	);
});

test('lines that hold some bytes are found before a line, also where these bytes are in two pieces', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n') }),
			fc.integer({ min: 1, max: 8 }),
			fc.integer({ min: 1, max: 9 }),
			fc.integer({ min: 1, max: 3 }),
			async (text, pieceBytes, before, most) => {
				await writeFile(path, text);
				const index = new LineIndex(path, fileKinds.named, pieceBytes);
				// A line that is not there is the next one that is: all are before it if there is none.
				const all = linesOf(text);
				const end = all.find(([line]) => line >= before)?.[0] ?? Infinity;
				const found = await index.with(Buffer.from('aab'), { before, longest: 100, most }, options);
				assert.deepEqual(
					found.map(({ line, text: read }) => [line, read]),
					all.filter(([line, one]) => line < end && one.includes('aab')).slice(0, most),
				);
			},
		),
	);
});

test('an index that was stopped goes on where it ended, and calls at once read each byte once', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await writeFile(path, `${'x'.repeat(9)}\n`.repeat(9));
	const index = new LineIndex(path, fileKinds.named, 20);
	const stop = new AbortController();
	const seen: number[] = [];
	const onProgress = (done: number): void => void seen.push(done);
	await assert.rejects(
		index.extend({
			signal: stop.signal,
			onProgress: (done) => {
				onProgress(done);
				if (seen.length === 2) stop.abort();
			},
		}),
		{ name: 'AbortError' },
	);
	const calls = [index.extend({ ...options, onProgress }), index.extend({ ...options, onProgress })];
	assert.deepEqual(await Promise.all(calls), [9, 9]);
	assert.deepEqual(seen, [20, 40, 60, 80, 90]);
});

test('whoever waits for another call can stop at once', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await writeFile(path, 'one\ntwo\n');
	const index = new LineIndex(path, fileKinds.named, 1);
	const first = index.extend(options);
	const stop = new AbortController();
	const second = index.extend({ signal: stop.signal });
	stop.abort();
	await assert.rejects(second, { name: 'AbortError' });
	assert.equal(await first, 2);
});

test('a file that was replaced, cut, or written anew under its name is read anew', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	const [a, b] = ['a'.repeat(3000), 'b'.repeat(3000)];
	const index = new LineIndex(path, fileKinds.named);
	for (const text of [
		`first ${a}\nsecond\n${b}`,
		`second\nfirst ${a}\n${b}`,
		`changed\nfirst ${a}\n${b}\n${b}`,
		'short\n',
		'longer\nthan before\n',
	]) {
		await writeFile(path, text);
		assert.deepEqual(await indexed(index), linesOf(text));
	}
	await writeFile(`${path}.new`, 'another\nfile\n');
	await rename(`${path}.new`, path);
	assert.deepEqual(await indexed(index), linesOf('another\nfile\n'));
});

test('a line that is too long is not read, and the others are', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await writeFile(path, 'short\nmuch longer\nend');
	const index = new LineIndex(path, fileKinds.named);
	const read = async (longest: number) => (await index.from(1, 3, longest, options)).lines.map(({ text }) => text);
	assert.deepEqual(await read(10), ['short', null, 'end']);
	assert.deepEqual(await read(12), ['short', 'much longer', 'end']);
});

test('a file that is gone is an error that names it', async (t) => {
	const path = join(temporaryFolder(t), 'lines.jsonl');
	await assert.rejects(new LineIndex(path, fileKinds.named).extend(options), { code: 'RA506' });
});
