import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { describeError } from '../../../../src/errors.ts';
import { formatSidecar } from '../../../../src/formats/sidecar-file.ts';
import { textSha256, type Label, type Sidecar } from '../../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../../src/formats/subject.ts';
import { fromWire } from '../../../../src/protocol/wire-error.ts';
import type { TraceData } from '../../../../src/runner/calibration/data-item.ts';
import { dataSources } from '../../../../src/runner/calibration/data-sources.ts';
import { readCalibrationData, type CalibrationData } from '../../../../src/runner/calibration/read-data.ts';
import { Failures } from '../../../../src/runner/traces/failures.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { signal } = new AbortController();
const log = { error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail };

async function read(
	...paths: string[]
): Promise<Omit<CalibrationData, 'items'> & { items: TraceData[]; failed: string[]; failures: string[] }> {
	const failures = new Failures(log);
	const data = await readCalibrationData(await dataSources(paths, failures, signal), failures, signal);
	return {
		...data,
		items: data.items.filter((one): one is TraceData => one.item.subject === 'trace'),
		failed: failures.list().map(({ code }) => code),
		failures: failures.list().map((failure) => describeError(fromWire(failure))),
	};
}

const trace = (response: string, tags = ''): string =>
	`---\nid: ${response.split(' ')[0]}\n${tags}---\n\n## Query\n\nWho?\n\n## Context a\n\nAda.\n${response === '' ? '' : `\n## Response\n\n${response}\n`}`;

/** `set` is a data set, `traces` a folder of traces, one of them with labels. */
function setUp(own: TestContext): { folder: string; label: (labels: Sidecar['labels']) => void } {
	const folder = temporaryFolder(own, 'rag-assay-data-');
	mkdirSync(join(folder, 'set'));
	mkdirSync(join(folder, 'traces/more'), { recursive: true });
	const source = (id: string, question: string, passage: string) =>
		JSON.stringify({ source_id: id, task_type: 'QA', source_info: { question, passages: `passage 1:${passage}` } });
	writeFileSync(
		join(folder, 'set/source_info.jsonl'),
		[
			source('s1', 'Where does Ada Moss work?', 'Ada Moss works in Rome.'),
			source('s2', 'Who is like her?', 'Ben Hart works in Oslo.'),
			source('s3', 'Where does Ben Hart work?', 'Ben Hart works in Oslo.'),
		].join('\n'),
	);
	const line = (id: string, sourceId: string, response: string, more: object = {}) =>
		JSON.stringify({ id, source_id: sourceId, response, labels: [], split: 'train', ...more });
	writeFileSync(
		join(folder, 'set/response.jsonl'),
		[
			line('3', 's1', 'Rome.', { tags: ['clean'], group: 'Ada Moss' }),
			line('1', 's2', 'Ben Hart is. He works in Rome.', {
				undecided: [{ start: 0, end: 12 }],
				labels: [
					{ start: 0, end: 8, label_type: 'x' },
					{ start: 25, end: 29, label_type: 'x' },
				],
			}),
			line('2', 's3', 'Oslo.', { split: 'validation', tags: ['own', 'words'] }),
			line('4', 's3', ''),
			line('5', 'nowhere', 'x'),
		].join('\n'),
	);
	writeFileSync(join(folder, 'traces/one.rag.md'), trace('One is right. Two is wrong.'));
	writeFileSync(join(folder, 'traces/more/two.rag.md'), trace('Known.', 'tags: [memorised]\n'));
	writeFileSync(join(folder, 'traces/waiting.rag.md'), trace(''));
	return {
		folder,
		label: (labels) => writeFileSync(join(folder, 'traces/one.rag-assay.json'), formatSidecar({ ignored: [], labels })),
	};
}

const says = (text: string, label: 'grounded' | 'ungrounded', who = 'Ann') => ({
	label,
	subject: traceSubject('One'),
	textSha256: textSha256(text),
	who,
	when: '2026-01-01T00:00:00Z',
	note: '',
});

test('every answered trace with its side, split, group and truth; what cannot be read costs nothing else', async (t) => {
	const { folder, label } = setUp(t);
	label([says('Two is wrong.', 'ungrounded')]);
	const { items, sources, failed } = await read(folder);
	assert.deepEqual(failed, ['RA118', 'RA107'], 'an empty response is told, a trace that waits for its answer is not');
	assert.deepEqual(
		sources
			.map(({ name, kind, items: own }) => [name.replace(/.*-data-.*/, 'traces of the folder'), kind, own.length])
			.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
		[
			['set', 'ragtruth', 3],
			['traces of the folder', 'traces', 2],
		],
	);
	const of = (id: string) => items.find(({ item }) => item.trace === id)!.item;
	assert.deepEqual([of('3').side, of('3').split, of('3').group, of('3').response.truth], ['clean', 'train', 'Ada Moss', false]);
	// The set decides nothing about the first sentence, whatever its labels say.
	assert.deepEqual([...of('1').sentences.map(({ truth }) => truth), of('1').response.truth], [null, true, true]);
	assert.deepEqual([of('2').split, of('2').side], [null, null]);
	assert.notEqual(of('1').group, of('2').group, 'they have sources of their own');
	// Labeled in part: of the response as a whole nothing is known.
	assert.deepEqual([...of('One').sentences.map(({ truth }) => truth), of('One').response.truth], [null, true, null]);
	assert.equal(of('Known.').side, 'memorised');
	assert.deepEqual(items.find(({ item }) => item.trace === '1')!.place(), {
		file: join(folder, 'set/response.jsonl'),
		line: 2,
		column: 40,
	});
});

test('who wrote an answer, whether it refuses, and what it is a copy of; tags that contradict each other are neither side', async (t) => {
	const folder = temporaryFolder(t, 'rag-assay-data-');
	const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.rag.md`), text);
	write('a', trace('It is not stated.', 'model: other/writer\ntags: [memorized, clean]\n').replace('id: It', 'id: a'));
	write('b', trace('Ada. It is not stated.').replace('id: Ada.', 'id: b'));
	write('c', trace('Ada. It is not stated.', 'tags: [clean]\n').replace('id: Ada.', 'id: c'));
	const { items } = await read(folder);
	const [a, b, c] = items.map(({ item }) => item);
	assert.ok(a !== undefined && b !== undefined && c !== undefined);
	assert.deepEqual([a.side, a.writer, a.refuses], ['contradictory', 'other/writer', true]);
	assert.deepEqual([b.side, b.writer, b.refuses], [null, null, false]);
	assert.deepEqual([b.content === c.content, a.content === b.content, b.group === c.group], [true, false, true]);
});

test('a data set nearly all of whose answers are tagged was put together for RePCS, but for those that people have labeled; trace files never were', async (t) => {
	const { folder } = setUp(t);
	const set = join(folder, 'set');
	const line = (id: string, tags: readonly string[]) => JSON.stringify({ id, source_id: 's1', response: 'Rome.', labels: [], tags });
	const of = async (...tags: readonly (readonly string[])[]): Promise<boolean[]> => {
		writeFileSync(join(set, 'response.jsonl'), tags.map((own, i) => line(String(i), own)).join('\n'));
		return (await read(set)).items.map(({ item }) => item.ofQuerySet);
	};
	assert.deepEqual(await of(['clean'], ['memorised', 'one'], ['clean', 'memorized']), [true, true, true]);
	assert.deepEqual(await of(['clean'], ['own'], ['clean']), [false, false, false]);
	const nine = Array.from({ length: 9 }, () => ['clean']);
	assert.deepEqual([...new Set(await of(['own'], ...nine))], [true], 'one tag of ten is forgotten');
	assert.deepEqual([...new Set(await of(['own'], ['own'], ...nine))], [false]);
	await of(['clean'], ['clean']);
	const labelled = async (...labels: Sidecar['labels']): Promise<boolean[]> => {
		writeFileSync(
			join(set, 'response.rag-assay.json'),
			formatSidecar({ ignored: [], labels: labels.map((one) => ({ ...one, subject: traceSubject('1') })) }),
		);
		return (await read(set)).items.map(({ item }) => item.ofQuerySet);
	};
	assert.deepEqual(await labelled(says('Rome.', 'grounded')), [true, false], 'that answer alone');
	assert.deepEqual(await labelled(says('Paris.', 'grounded')), [true, true], 'a label whose text is gone');
	assert.deepEqual(await labelled(says('Rome.', 'grounded'), says('Rome.', 'ungrounded', 'Bob')), [true, true], 'a label that is disputed');
	const tagged = join(folder, 'traces/more/two.rag.md');
	assert.deepEqual(
		(await read(tagged)).items.map(({ item }) => [item.side, item.ofQuerySet]),
		[['memorised', false]],
	);
});

test('the order of names, the place and what was ignored decide nothing; a label does', async (t) => {
	const { folder, label } = setUp(t);
	const [set, traces] = [join(folder, 'set'), join(folder, 'traces')];
	const both = await read(set, traces);
	const turned = await read(traces, set, join(traces, 'one.rag.md'));
	assert.equal(turned.sha256, both.sha256);
	assert.deepEqual(
		turned.items.map(({ item }) => item),
		both.items.map(({ item }) => item),
	);
	const elsewhere = join(folder, 'elsewhere');
	cpSync(traces, join(elsewhere, 'traces'), { recursive: true });
	assert.equal((await read(join(elsewhere, 'traces'))).sha256, (await read(traces)).sha256);
	label([says('Two is wrong.', 'ungrounded')]);
	const labelled = await read(set, traces);
	assert.notEqual(labelled.sha256, both.sha256);
	assert.deepEqual(
		labelled.items.map(({ key }) => key),
		both.items.map(({ key }) => key),
		'a label changes nothing that a model reads',
	);
	label([says('Two is wrong.', 'ungrounded'), says('Two is wrong.', 'grounded', 'Bob')]);
	assert.deepEqual(
		(await read(traces)).items.find(({ item }) => item.trace === 'One')!.item.sentences.map(({ truth }) => truth),
		[null, null],
		'disputed',
	);
});

test('a trace file that cannot be read is told with its line, and costs no other', async (t) => {
	const { folder } = setUp(t);
	const traces = join(folder, 'traces');
	const [mute, twice] = [join(traces, 'mute.rag.md'), join(traces, 'twice.rag.md')];
	writeFileSync(mute, trace('Yes.').replace('## Query\n\nWho?\n\n', ''));
	writeFileSync(twice, `${trace('Once.')}\n## Response\n\nTwice.\n`);
	const { items, failures } = await read(traces);
	assert.deepEqual(
		items.map(({ item }) => item.trace),
		['Known.', 'One'],
	);
	assert.deepEqual(
		failures.map((text) => text.slice(0, text.indexOf(': RA') + 7)),
		[`${mute}:1:1: RA102`, `${twice}:17:1: RA103`],
	);
	await assert.rejects(read(mute), {
		code: 'RA651',
		message: /This is why \(RA102\): .*no `## Query` section/,
		place: { file: mute, line: 1, column: 1 },
	});
});

test('half of a data set is told beside a whole one; a named half of a pair, too, but not one that lies in a folder', async (t) => {
	const { folder } = setUp(t);
	for (const file of ['response.jsonl', 'source_info.jsonl']) {
		const half = join(folder, `half of ${file}`);
		mkdirSync(half);
		cpSync(join(folder, 'set', file), join(half, file));
		await assert.rejects(read(half), {
			code: 'RA651',
			message: /This is why \(RA117\): A data set has two files, and one is missing/,
			place: { file: half },
		});
		await assert.rejects(read(join(half, file)), { code: 'RA651', message: /RA117/ });
	}
	writeFileSync(join(folder, 'traces/half.prompt.md'), '## Query\n\nWho?\n');
	writeFileSync(join(folder, 'traces/other.response.md'), 'Nobody.\n');
	const { items, sources, failed } = await read(folder);
	assert.deepEqual([items.length, sources.length, failed.toSorted()], [5, 2, ['RA107', 'RA117', 'RA117', 'RA118']]);
	await assert.rejects(read(join(folder, 'traces/half.prompt.md')), { code: 'RA651', message: /RA108/ });
});

test('where nothing is left, the first reason is given with its place, and how many there are', async (t) => {
	const { folder } = setUp(t);
	writeFileSync(join(folder, 'set/source_info.jsonl'), 'not json at all\n');
	await assert.rejects(read(join(folder, 'set')), {
		code: 'RA651',
		message: /^There is no answered trace to calibrate with\. The first of 6 reasons \(RA115\): /,
		place: { file: join(folder, 'set/source_info.jsonl'), line: 1, column: 1 },
	});
});

test('a folder that may not be read is told once, and the rest is read', async (t) => {
	const { folder } = setUp(t);
	const closed = join(folder, 'traces/more');
	// Who runs the tests may be allowed everything.
	const { readdir } = promises;
	t.mock.method(promises, 'readdir', (...args: Parameters<typeof readdir>) =>
		args[0] === closed
			? Promise.reject(Object.assign(new Error(`EACCES: permission denied, scandir '${closed}'`), { code: 'EACCES' }))
			: readdir(...args),
	);
	syncBuiltinESMExports();
	t.after(() => {
		t.mock.restoreAll();
		syncBuiltinESMExports();
	});
	const { items, failures } = await read(join(folder, 'traces'), folder);
	assert.deepEqual(
		items.filter(({ item }) => item.file.includes('traces')).map(({ item }) => item.trace),
		['One'],
	);
	assert.deepEqual(
		failures.filter((text) => text.includes('folder')),
		[
			`${closed}: RA506: This folder cannot be read: you do not have permission. Its files are left out. Expected a folder that you can read.`,
		],
	);
	await assert.rejects(read(closed), { code: 'RA651', message: /RA506/, place: { file: closed } });
});

test('a path that is not there, or holds nothing, is refused', async (t) => {
	const { folder } = setUp(t);
	await assert.rejects(read(join(folder, 'nowhere')), { code: 'RA701' });
	mkdirSync(join(folder, 'empty'));
	await assert.rejects(read(join(folder, 'empty')), { code: 'RA651' });
	await assert.rejects(read(join(folder, 'traces/waiting.rag.md')), { code: 'RA651' });
});

test('whether an answer refuses is told beside what was asked', async (t) => {
	const { folder } = setUp(t);
	for (const [name, query] of [
		['asked', 'What is the price of a ticket?'],
		['whether', 'Is a ticket price listed?'],
	] as const) {
		writeFileSync(
			join(folder, `${name}.rag.md`),
			trace('Ticket prices are not listed.').replace('id: Ticket', `id: ${name}`).replace('Who?', query),
		);
	}
	const { items } = await read(join(folder, 'asked.rag.md'), join(folder, 'whether.rag.md'));
	assert.deepEqual(
		items.map(({ item }) => [item.trace, item.refuses]),
		[
			['asked', true],
			['whether', false],
		],
	);
});

test('labeled entries and queries are found beside traces and by their names, and what cannot be read of them is told by its line', async (t) => {
	const { folder } = setUp(t);
	const texts = join(folder, 'traces/texts');
	mkdirSync(texts);
	const line = (id: string, more: object = {}) => `${JSON.stringify({ id, text: `Text ${id}.`, ...more })}\n`;
	const [notes, asked] = [join(texts, 'notes.entries.jsonl'), join(texts, 'asked.queries.jsonl')];
	writeFileSync(notes, line('2', { label: 'planted', split: 'test', group: 'g' }) + line('1') + '{"id": 3}\n');
	writeFileSync(asked, line('1'));
	const failures = new Failures(log);
	const data = await readCalibrationData(await dataSources([join(folder, 'traces'), notes], failures, signal), failures, signal);
	assert.deepEqual(data.sources.map(({ kind, subject, items }) => `${kind} ${subject} ${items.length}`).toSorted(), [
		'entries entry 2',
		'queries query 1',
		'traces trace 2',
	]);
	assert.deepEqual(
		failures.list().map(({ code, place }) => [code, place?.file, place?.line]),
		[['RA116', notes, 3]],
	);
	const [first, second] = data.items.map(({ item }) => item).filter((item) => item.subject === 'entry');
	assert.ok(first !== undefined && second !== undefined);
	assert.deepEqual([first.id, first.label, first.split, first.group === first.content], ['1', null, null, true]);
	assert.deepEqual([second.id, second.label, second.split, second.group], ['2', 'planted', 'test', 'g']);
	const query = data.items.find(({ item }) => item.subject === 'query');
	assert.ok(query !== undefined && query.key !== first.content, 'a query that says the same is another subject');
	assert.deepEqual(query.place(), { file: asked, line: 1, column: 19 });
	writeFileSync(asked, 'nothing\n');
	await assert.rejects(read(asked), { code: 'RA651', message: /^There is no query to calibrate with\. This is why \(RA115\)/ });
	writeFileSync(notes, line('2', { label: 'benign' }) + line('1'));
	assert.notEqual((await read(folder)).sha256, data.sha256);
});

test('labels beside entries and queries weigh more than those of the lines; what is disputed or about another text is none', async (t) => {
	const { folder } = setUp(t);
	const texts = join(folder, 'texts');
	mkdirSync(texts);
	const ids = ['settled', 'disputed', 'stale', 'own', 'unsaid'];
	const lines = ids.map((id) => JSON.stringify({ id, text: `Text\r\n${id}.`, ...(id === 'unsaid' ? {} : { label: 'benign' }) }));
	writeFileSync(join(texts, 'notes.entries.jsonl'), lines.join('\n'));
	writeFileSync(join(texts, 'asked.queries.jsonl'), lines.join('\n').replaceAll('benign', 'ordinary'));
	const saying = (id: string, label: Label['label'], who = 'Ann', text = `Text\n${id}.`): Label => ({
		label,
		subject: { kind: label === 'fishing' ? 'query' : 'entry', id },
		textSha256: textSha256(text),
		who,
		when: '2026-01-01T00:00:00Z',
		note: '',
	});
	const beside = (name: string, ...labels: Label[]) =>
		writeFileSync(join(texts, `${name}.rag-assay.json`), formatSidecar({ ignored: [], labels }));
	const labelsOf = async () => {
		const failures = new Failures(log);
		const { items, sha256 } = await readCalibrationData(await dataSources([texts], failures, signal), failures, signal);
		const said = items.map(({ item }) => (item.subject === 'trace' ? assert.fail() : `${item.subject} ${item.id}: ${item.label}`));
		return { said, sha256, failed: failures.list().map(({ code, place }) => [code, place?.file]) };
	};
	const plain = await labelsOf();
	beside(
		'notes.entries',
		saying('settled', 'planted'),
		saying('disputed', 'planted'),
		saying('disputed', 'benign', 'Ben'),
		saying('stale', 'planted', 'Ann', 'What it was.'),
		saying('unsaid', 'planted'),
	);
	beside('asked.queries', saying('settled', 'fishing'));
	const { said, sha256, failed } = await labelsOf();
	assert.deepEqual(failed, []);
	assert.deepEqual(said, [
		'entry disputed: null',
		'entry own: benign',
		'entry settled: planted',
		'entry stale: benign',
		'entry unsaid: planted',
		'query disputed: ordinary',
		'query own: ordinary',
		'query settled: fishing',
		'query stale: ordinary',
		'query unsaid: null',
	]);
	assert.notEqual(sha256, plain.sha256, 'labels are part of the data');
	rmSync(join(texts, 'asked.queries.rag-assay.json'));
	assert.notEqual((await labelsOf()).sha256, sha256);
	writeFileSync(join(texts, 'notes.entries.rag-assay.json'), '{');
	const broken = await labelsOf();
	assert.deepEqual([broken.said, broken.failed], [plain.said, [['RA111', join(texts, 'notes.entries.rag-assay.json')]]]);
});
