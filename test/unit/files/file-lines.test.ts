import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { linesOfFile, type FileLine } from '../../../src/files/file-lines.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder({ after }, 'file-lines-');

async function lines(bytes: Uint8Array, longest = 2 ** 20): Promise<FileLine[]> {
	const file = join(folder, 'lines');
	writeFileSync(file, bytes);
	await using handle = await open(file);
	const found: FileLine[] = [];
	for await (const line of linesOfFile(handle, { longest, signal: new AbortController().signal })) found.push(line);
	return found;
}

for (const [numRuns, declare] of [
	[20, quickTest],
	[150, slowTest],
] as const)
	declare(`lines are those of the whole text, with their places in bytes and in units: ${numRuns} texts`, async () => {
		const bytes = fc.array(
			fc
				.oneof(fc.constantFrom('\n', '\r\n', '\uFEFF', '\u2028', 'tea', '😀', 'é'), fc.string({ unit: anyCharacter, maxLength: 5 }))
				.map((text) => Buffer.from(text)),
		);
		const broken = fc.array(
			fc.oneof(
				bytes.map((parts) => Buffer.concat(parts)),
				fc.uint8Array({ maxLength: 6 }).map((one) => Buffer.from(one)),
			),
			{ maxLength: 12 },
		);
		await fc.assert(
			fc.asyncProperty(broken, fc.integer({ min: 1, max: 12 }), async (parts, longest) => {
				const whole = Buffer.concat(parts);
				// The oracle holds everything.
				const text = whole.toString('utf8');
				const expected = text.split('\n');
				if (expected.at(-1) === '') expected.pop();
				const [all, short] = [await lines(whole), await lines(whole, longest)];
				assert.deepEqual(
					all.map((line) => line.text),
					expected,
				);
				for (const [i, { start, end, next, byte, nextByte }] of all.entries()) {
					assert.equal(text.slice(start, end), expected[i]);
					assert.ok(next === end + 1 || (next === end && next === text.length));
					assert.equal(whole.subarray(byte, nextByte).toString('utf8').replace(/\n$/, ''), expected[i]);
					const { text: held, ...place } = short[i]!;
					assert.equal(held, nextByte - byte - (next - end) > longest ? null : expected[i]);
					assert.deepEqual([place.start, place.end, place.next, place.byte, place.nextByte], [start, end, next, byte, nextByte]);
				}
				assert.equal(short.length, all.length);
			}),
			{ numRuns },
		);
	});

test('a line and a character may lie in several pieces', async () => {
	// A piece has 256 KiB.
	const text = `${'a'.repeat(2 ** 18 - 1)}😀\n${'é'.repeat(300_000)}\nend`;
	assert.deepEqual(
		(await lines(Buffer.from(text))).map((line) => line.text),
		text.split('\n'),
	);
	const [first, second, third] = await lines(Buffer.from(text), 1000);
	assert.deepEqual([first!.text, second!.text, third!.text], [null, null, 'end']);
	assert.equal(text.slice(third!.start, third!.end), 'end');
});

test('an empty file has no line', async () => assert.deepEqual(await lines(new Uint8Array()), []));
