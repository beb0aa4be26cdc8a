import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { formatSidecar, textSha256, type Sidecar } from '../../../../src/formats/sidecar.ts';
import { dataSources } from '../../../../src/runner/calibration/data-sources.ts';
import { readCalibrationData, type CalibrationData } from '../../../../src/runner/calibration/read-data.ts';
import { Failures } from '../../../../src/runner/files/failures.ts';

const { signal } = new AbortController();
const log = { error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail };

async function read(...paths: string[]): Promise<CalibrationData & { failed: string[] }> {
	const failures = new Failures(log);
	const data = await readCalibrationData(await dataSources(paths, signal, (error) => assert.fail(String(error))), failures, signal);
	return { ...data, failed: failures.list().map(({ code }) => code) };
}

const trace = (response: string, tags = ''): string => `---\nid: ${response.split(' ')[0]}\n${tags}---\n\n## Query\n\nWho?\n\n## Context a\n\nAda.\n${response === '' ? '' : `\n## Response\n\n${response}\n`}`;

/** `set` is a data set, `traces` a folder of traces, one of them with labels. */
function setUp(own: TestContext): { folder: string; label: (labels: Sidecar['labels']) => void } {
	const folder = mkdtempSync(join(tmpdir(), 'rag-assay-data-'));
	own.after(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(join(folder, 'set'));
	mkdirSync(join(folder, 'traces/more'), { recursive: true });
	const source = (id: string, question: string, passage: string) => JSON.stringify({ source_id: id, task_type: 'QA', source_info: { question, passages: `passage 1:${passage}` } });
	writeFileSync(join(folder, 'set/source_info.jsonl'), [source('s1', 'Where does Ada Moss work?', 'Ada Moss works in Rome.'), source('s2', 'Who is like her?', 'Ben Hart works in Oslo.'), source('s3', 'Where does Ben Hart work?', 'Ben Hart works in Oslo.')].join('\n'));
	const line = (id: string, sourceId: string, response: string, more: object = {}) => JSON.stringify({ id, source_id: sourceId, response, labels: [], split: 'train', ...more });
	writeFileSync(join(folder, 'set/response.jsonl'), [
		line('3', 's1', 'Rome.', { tags: ['company', 'one', 'clean', 'supported'] }),
		line('1', 's2', 'Ben Hart is. He works in Rome.', { tags: ['company', 'similar', 'stated', 'supported', 'fabricated'], labels: [{ start: 0, end: 8, label_type: 'x' }, { start: 25, end: 29, label_type: 'x' }] }),
		line('2', 's3', 'Oslo.', { split: 'validation', tags: ['own', 'words'] }), line('4', 's3', ''), line('5', 'nowhere', 'x'),
	].join('\n'));
	writeFileSync(join(folder, 'traces/one.rag.md'), trace('One is right. Two is wrong.'));
	writeFileSync(join(folder, 'traces/more/two.rag.md'), trace('Known.', 'tags: [memorised]\n'));
	writeFileSync(join(folder, 'traces/waiting.rag.md'), trace(''));
	return {
		folder,
		label: (labels) => writeFileSync(join(folder, 'traces/one.rag-assay.json'), formatSidecar({ schema: 'rag-assay/sidecar@1', ignored: [], labels })),
	};
}

const says = (text: string, label: 'grounded' | 'ungrounded', who = 'Ann') => ({ label, trace: 'One', textSha256: textSha256(text), who, when: '2026-01-01T00:00:00Z', note: '' });

test('every answered trace with its side, split, group and truth; what cannot be read costs nothing else', async (t) => {
	const { folder, label } = setUp(t);
	label([says('Two is wrong.', 'ungrounded')]);
	const { items, sources, failed } = await read(folder);
	assert.deepEqual(failed, ['RA118']);
	assert.deepEqual(sources.map(({ name, kind, items: own }) => [name.replace(/.*-data-.*/, 'traces of the folder'), kind, own.length]).toSorted(([a], [b]) => String(a) < String(b) ? -1 : 1), [['set', 'ragtruth', 3], ['traces of the folder', 'traces', 2]]);
	const of = (id: string) => items.find(({ item }) => item.trace === id)!.item;
	assert.deepEqual([of('3').side, of('3').split, of('3').group, of('3').response.truth], ['clean', 'train', 'Ada Moss', false]);
	// The first sentence about a similar case is decided by nobody; nobody is named by the question.
	assert.deepEqual([of('1').group, ...of('1').sentences.map(({ truth }) => truth), of('1').response.truth], ['s2', null, true, true]);
	assert.deepEqual([of('2').split, of('2').group, of('2').side], [null, 's3', null]);
	assert.deepEqual([...of('One').sentences.map(({ truth }) => truth), of('One').response.truth], [null, true, true]);
	assert.equal(of('Known.').side, 'memorised');
	assert.deepEqual(items.find(({ item }) => item.trace === '1')!.place(), { file: join(folder, 'set/response.jsonl'), line: 2, column: 40 });
});

test('the order of names, the place and what was ignored decide nothing; a label does', async (t) => {
	const { folder, label } = setUp(t);
	const [set, traces] = [join(folder, 'set'), join(folder, 'traces')];
	const both = await read(set, traces);
	const turned = await read(traces, set, join(traces, 'one.rag.md'));
	assert.equal(turned.sha256, both.sha256);
	assert.deepEqual(turned.items.map(({ item }) => item), both.items.map(({ item }) => item));
	const elsewhere = join(folder, 'elsewhere');
	cpSync(traces, join(elsewhere, 'traces'), { recursive: true });
	assert.equal((await read(join(elsewhere, 'traces'))).sha256, (await read(traces)).sha256);
	label([says('Two is wrong.', 'ungrounded')]);
	const labelled = await read(set, traces);
	assert.notEqual(labelled.sha256, both.sha256);
	assert.deepEqual(labelled.items.map(({ key }) => key), both.items.map(({ key }) => key), 'a label changes nothing that a model reads');
	label([says('Two is wrong.', 'ungrounded'), says('Two is wrong.', 'grounded', 'Bob')]);
	assert.deepEqual((await read(traces)).items.find(({ item }) => item.trace === 'One')!.item.sentences.map(({ truth }) => truth), [null, null], 'disputed');
});

test('a path that is not there, or holds nothing, is refused', async (t) => {
	const { folder } = setUp(t);
	await assert.rejects(read(join(folder, 'nowhere')), { code: 'RA701' });
	mkdirSync(join(folder, 'empty'));
	await assert.rejects(read(join(folder, 'empty')), { code: 'RA651' });
	await assert.rejects(read(join(folder, 'traces/waiting.rag.md')), { code: 'RA651' });
});
