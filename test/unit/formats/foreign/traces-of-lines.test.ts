import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readForeign, wholeLineFormatOf } from '../../../../src/formats/foreign/registry.ts';
import { TracesOfLines } from '../../../../src/formats/foreign/traces-of-lines.ts';
import type { Trace } from '../../../../src/formats/trace.ts';

const document = 'a.jsonl';

function readByLines(text: string, isMapped = false): { reader: TracesOfLines; found: ReturnType<TracesOfLines['read']> } {
	const format = wholeLineFormatOf({ document, text });
	assert.ok(format !== null && !('members' in format));
	const reader = new TracesOfLines(document, format, { isMapped });
	const found: ReturnType<TracesOfLines['read']> = [];
	let start = 0;
	for (const line of text.split('\n')) {
		found.push(...reader.read({ text: line === 'TOO LONG' ? null : line, start }));
		start += line.length + 1;
	}
	return { reader, found };
}

const answer = (id: string, more = ''): string =>
	`{"id": "${id}", "question": "Wh\\u006f?", "contexts": ["Ann \\"did\\" it 🤔."], "answer": "Ann\\ndid."${more}}`;

test('a file that is read line by line has the traces of the whole file, at the same places', () => {
	const text = `\uFEFF${answer('a')}\r\n\n${answer('a')}\n{"question": "\n${answer('b')}\n`;
	const whole = readForeign({ document, text });
	assert.ok(whole !== null && whole.format !== null);
	const { reader, found } = readByLines(text);
	assert.deepEqual(
		found.map(({ trace }) => trace.id),
		['a', 'a (line 3)', 'b'],
	);
	for (const [i, { trace, place }] of found.entries()) {
		const same: Trace = whole.traces[i]!;
		assert.deepEqual([trace.id, trace.record, trace.query.text], [same.id, same.record, same.query.text]);
		for (const [mine, other] of [
			[trace.response, same.response!],
			[trace.contexts[0]!.text, same.contexts[0]!.text],
		] as const)
			for (const at of [0, 3, mine.text.length]) {
				assert.equal(mine.map.toDocument(at), other.map.toDocument(at));
				assert.equal(mine.map.toText(mine.map.toDocument(at)), other.map.toText(other.map.toDocument(at)));
			}
		assert.equal(place.line, [1, 3, 5][i]);
		const line = text.split('\n')[place.line - 1]!;
		assert.equal(line.slice(place.column - 1, place.column + 7), String.raw`Ann\ndid`);
	}
	const [broken, ...others] = reader.problems;
	assert.deepEqual([broken?.code, broken?.place?.line, others], ['RA115', 4, []]);
	assert.match(broken?.hint ?? '', /^The other lines were read\./);
	assert.deepEqual(reader.fileNotes, [`Read as ${whole.format}: 3 traces.`]);
});

test('a warning belongs to the trace of its line, one of a line without a trace to the file, and many of a kind are counted', () => {
	const unanswered = '{"question": "Who?", "contexts": ["Ann."], "answer": null}';
	const lines = [answer('a', ', "score": NaN'), answer('b'), ...Array.from({ length: 25 }, () => unanswered), 'TOO LONG', answer('\uFFFD')];
	const { reader, found } = readByLines(lines.join('\n'));
	assert.deepEqual(
		found.map(({ notes }) => notes.map((note) => note.replace(/:.*/, ''))),
		[['Line 1'], [], ['Line 29']],
	);
	assert.match(found[0]!.notes[0]!, /^Line 1: .*NaN.*\(RA\d+\)$/);
	const { fileNotes } = reader;
	assert.equal(fileNotes.length, 1 + 21);
	assert.match(fileNotes.at(-1)!, /^Line 23: .*And 4 more such problems/);
	assert.deepEqual(
		reader.problems.map(({ code, place }) => [code, place?.line]),
		[['RA506', 28]],
	);
});

test('a file without contexts and a file without answers say so at the end', () => {
	const bare = '{"question": "Who?", "contexts": [], "answer": "Ann."}\n'.repeat(3);
	assert.match(readByLines(bare).reader.fileNotes.at(-1)!, /No record of this file has contexts\..*--map/);
	assert.equal(readByLines(bare, true).reader.fileNotes.length, 1);
	const { reader } = readByLines('{"question": "Who?", "contexts": ["Ann."], "answer": null}\n'.repeat(3));
	assert.match(reader.problems[0]!.message, /none of its records has an answer/);
});
