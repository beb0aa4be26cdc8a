import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../../../../src/errors.ts';
import { documentRange } from '../../../../src/formats/memory/document-range.ts';
import { readInstructions } from '../../../../src/formats/memory/instruction-entries.ts';
import { readJsonlEntry } from '../../../../src/formats/memory/jsonl-memory.ts';
import { readLetta } from '../../../../src/formats/memory/letta.ts';
import { readMcpLine } from '../../../../src/formats/memory/mcp-memory.ts';
import type { MemoryEntry } from '../../../../src/formats/memory/memory-entry.ts';
import type { MemoryLine } from '../../../../src/formats/memory/memory-line.ts';
import { readQueryHistory } from '../../../../src/formats/memory/query-history.ts';
import type { ReadEntries } from '../../../../src/formats/memory/read-entries.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const runs = { numRuns: 400 };
/** Words with everything that has broken readers. */
const word = fc.oneof(
	fc.constantFrom(
		'',
		' ',
		'tea',
		'\u2028',
		'\u2029',
		'\uFEFF',
		'\uD800',
		'\uDC00',
		'😀',
		'"',
		'\\',
		'\\"',
		'\n',
		'\r\n',
		'\t',
		'\0',
		'\u200B',
		'---',
		'```',
		'- ',
		'# ',
		'> ',
		'1. ',
		'| a |',
		':',
		'===',
		'~~~',
		'[ ]',
	),
	fc.string({ unit: anyCharacter, maxLength: 8 }),
);
const words = fc.array(word, { maxLength: 8 }).map((parts) => parts.join(''));
const json = fc.jsonValue({ depthSize: 'small' });
const value = fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: json });

/** JSON as any writer may write it: spaces, escapes and repeated keys. */
const written = (object: Readonly<Record<string, unknown>>, space: number, isEscaped: boolean, repeated: string | null): string => {
	let text = JSON.stringify(object, null, space === 0 ? undefined : ' ').replaceAll('\n', space === 2 ? '\r' : ' ');
	if (isEscaped) text = text.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return repeated === null ? text : `${text.slice(0, -1)}${text.length > 2 ? ',' : ''}${JSON.stringify(repeated)}:"again"}`;
};
const record = (model: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.record(model, { requiredKeys: [] }),
			fc.nat({ max: 2 }),
			fc.boolean(),
			fc.option(fc.constantFrom(...Object.keys(model)), { freq: 8 }),
		)
		.map(([object, space, isEscaped, repeated]) => written(object, space, isEscaped, repeated));
const cut = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
	fc.oneof(
		{ weight: 4, arbitrary: text },
		{ weight: 1, arbitrary: fc.tuple(text, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))) },
		{
			weight: 1,
			arbitrary: fc
				.tuple(text, fc.nat(), word)
				.map(([whole, at, other]) => whole.slice(0, at % (whole.length + 1)) + other + whole.slice(at % (whole.length + 1))),
		},
	);

const memories = record({
	id: value,
	text: value,
	data: value,
	memory: value,
	content: fc.oneof(value, fc.array(fc.record({ type: value, text: value }))),
	payload: fc.oneof(json, fc.record({ data: value })),
	metadata: json,
	embedding: json,
	user_id: value,
	created_at: value,
});
const entities = record({
	type: fc.constantFrom('entity', 'relation', 'x', 7),
	name: value,
	entityType: value,
	observations: fc.oneof(json, fc.array(value)),
	from: value,
	to: value,
	relationType: value,
});

const lineOf = (text: string, start = 100): MemoryLine => ({
	document: 'm.jsonl',
	text,
	isUtf8: true,
	start,
	end: start + text.length,
	next: start + text.length + 1,
});

/** What holds of all that is read from a document `text` whose first unit is at `base`. */
function check(entries: readonly MemoryEntry[], problems: ReadEntries['problems'], text: string, base: number): void {
	for (const { range } of problems)
		assert.ok(base <= range.start && range.start <= range.end && range.end <= base + text.length, 'a problem within');
	for (const entry of entries) {
		const { place, whole } = entry;
		assert.ok(place !== null && whole !== null);
		assert.ok(base <= place.start && place.start < place.end && place.end <= base + text.length, 'a place within');
		assert.ok(base <= whole.start && whole.start <= place.start && place.end <= whole.end && whole.end <= base + text.length + 1);
		assert.notEqual(entry.text.trim(), '');
		assert.equal(entry.content, textSha256(entry.text));
		assert.notEqual(entry.id, '');
		JSON.stringify(entry.metadata);
		if (entry.kind === 'relation') continue;
		const raw = text.slice(place.start - base, place.end - base);
		assert.ok(raw === entry.text || JSON.parse(`"${raw}"`) === entry.text, 'a place gives the text back');
		// Every unit has its own place in the document, in order.
		let last = place.start;
		for (let i = 0; i < entry.text.length; i++) {
			const range = documentRange(entry, { start: i, end: i + 1 })!;
			assert.ok(range.start === last && range.end > range.start, 'units lie one behind the other');
			const unit = text.slice(range.start - base, range.end - base);
			assert.ok(unit === entry.text[i] || JSON.parse(`"${unit}"`) === entry.text[i]);
			last = range.end;
		}
		assert.equal(last, place.end);
	}
}

describe('lines of anything', () => {
	for (const [name, lines, read] of [
		['JSON Lines', memories, (line: MemoryLine) => readJsonlEntry(line, 2)],
		['MCP memory', entities, readMcpLine],
	] as const)
		test(name, () => {
			fc.assert(
				fc.property(cut(lines), (text) => {
					const line = lineOf(text.replaceAll('\n', ' '));
					const { entries, problems } = read(line);
					check(entries, problems, line.text!, line.start);
				}),
				runs,
			);
		});

	test('nested deeper than anybody does', () => {
		for (const text of [
			'['.repeat(200_000),
			`{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
			`{"text":"a","m":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
		]) {
			const { entries, problems } = readJsonlEntry(lineOf(text), null);
			assert.deepEqual(entries, []);
			assert.equal(problems.length, 1);
		}
	});

	test('what lies in an own `__proto__` is a member like any other', () => {
		const { entries } = readJsonlEntry(lineOf('{"text":"a","__proto__":{"data":"b","id":"x"}}'), null);
		assert.deepEqual(
			entries.map(({ text }) => text),
			['a'],
		);
		assert.equal(Object.getPrototypeOf(entries[0]!.metadata), Object.prototype);
	});
});

const markdown = fc
	.tuple(
		fc.boolean(),
		fc.array(
			fc.tuple(
				fc.constantFrom('', '- ', '# ', '> ', '1. ', '  - ', '```', '~~~', '---', '===', 'key: ', '# c', '| a | b |', '|---|---|', '    '),
				words,
				fc.constantFrom('\n', '\n\n', '\r\n', '\r'),
			),
		),
		fc.boolean(),
	)
	.map(
		([hasFront, lines, hasMark]) => `${hasMark ? '\uFEFF' : ''}${hasFront ? '---\n' : ''}${lines.map((parts) => parts.join('')).join('')}`,
	);

describe('instructions of anything', () => {
	test('are read, and every place gives its text back', () => {
		fc.assert(
			fc.property(markdown, (text) => {
				const read = readInstructions({ document: 'AGENTS.md', text });
				check(read, [], text, 0);
				assert.ok(read.every(({ place }, i) => i === 0 || read[i - 1]!.place!.end <= place!.start));
			}),
			runs,
		);
	});

	test('one that goes leaves the others as they were', () => {
		fc.assert(
			fc.property(markdown, fc.nat(), (any, at) => {
				// What ends on a lone `\r` may become the first half of a `\r\n`: no tool of this century writes both into one file.
				// So with a byte order mark in the middle: it is one as soon as all before it is gone.
				const text = any.replaceAll(/\r(?!\n)/g, '\n').replaceAll(/(?<!^)\uFEFF/g, '');
				const read = readInstructions({ document: 'AGENTS.md', text });
				if (read.length === 0) return;
				const index = at % read.length;
				const { start, end } = read[index]!.whole!;
				const left = readInstructions({ document: 'AGENTS.md', text: text.slice(0, start) + text.slice(end) });
				assert.deepEqual(
					left.map((entry) => entry.text),
					read.filter((_, i) => i !== index).map((entry) => entry.text),
				);
			}),
			{ numRuns: 1500 },
		);
	});

	test('in time that does not grow with the square', () => {
		for (const unit of ['- a\n', 'a\n\n', '# a\n', '```\n', 'k: v\n', '> ', '---\n', '\n', '| a |\n', '\u200B']) {
			const text = `---\n${unit.repeat(20_000)}`;
			assert.ok(readInstructions({ document: 'AGENTS.md', text }).length >= 0);
		}
	});
});

describe('agent files of anything', () => {
	const blocks = fc.array(fc.oneof(fc.record({ id: value, label: value, value }, { requiredKeys: [] }), json), { maxLength: 4 });
	const agent = record({
		agents: fc.oneof(
			json,
			fc.array(fc.record({ id: value, name: value, block_ids: json, memory_blocks: blocks, messages: json }, { requiredKeys: [] }), {
				maxLength: 3,
			}),
		),
		blocks,
		core_memory: fc.oneof(json, blocks),
		messages: json,
	});
	test('are read, or refused in words', () => {
		fc.assert(
			fc.property(cut(agent), fc.boolean(), (text, hasMark) => {
				const whole = `${hasMark ? '\uFEFF' : ''}${text}`;
				try {
					const { entries, problems } = readLetta({ document: 'a.af', text: whole });
					check(entries, problems, whole, 0);
					for (const { whole: range } of entries) {
						const left = whole.slice(0, range!.start) + whole.slice(range!.end);
						assert.equal(readLetta({ document: 'a.af', text: left }).entries.length, entries.length - 1);
					}
				} catch (error) {
					assert.ok(error instanceof UserError && error.code === 'RA144', String(error));
				}
			}),
			runs,
		);
	});
});

test('histories of anything are read, or refused in words', async () => {
	const line = record({
		query: value,
		question: value,
		text: value,
		when: value,
		timestamp: json,
		run_type: value,
		inputs: json,
		attributes: json,
		name: value,
		runs: json,
	});
	await fc.assert(
		fc.asyncProperty(fc.array(cut(line), { maxLength: 4 }), fc.constantFrom('\n', '\r\n', ',', ' '), async (lines, joint) => {
			const text = lines.join(joint);
			try {
				const { queries, problems } = await readQueryHistory({ document: 'h.jsonl', text }, () => Promise.resolve(undefined));
				for (const { place, query } of queries) {
					assert.ok(0 <= place.start && place.start < place.end && place.end <= text.length);
					assert.notEqual(query.trim(), '');
				}
				for (const { range } of problems) assert.ok(0 <= range.start && range.start <= range.end && range.end <= text.length);
			} catch (error) {
				assert.ok(error instanceof UserError && error.code === 'RA146', String(error));
			}
		}),
		runs,
	);
});
