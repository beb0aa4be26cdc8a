import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedVerdicts, runVerdicts } from '../../../../src/extension/explorer/run-verdicts.ts';

const file = (name: string, findings: Record<string, number>, judged = true) => ({ uri: `file:///w/${name}`, findings, judged });
const pathOf = (uri: string): string => uri.slice('file:///w/'.length);

test('a run has a verdict on each file, in the words of the list', () => {
	assert.deepEqual(
		runVerdicts(
			[
				file('a.rag.md', { 'rag-assay/value-contradicted': 2, 'rag-assay/ungrounded': 1 }),
				file('b.rag.md', {}),
				file('c.rag.md', {}, false),
				file('d.rag.md', { 'rag-assay/value-not-given': 1 }, false),
			],
			pathOf,
		),
		{
			'a.rag.md': '1 not supported, 2 with a value that differs',
			'b.rag.md': 'no findings',
			'c.rag.md': 'not judged',
			'd.rag.md': '1 with a value in no context',
		},
	);
});

test('only a file that both runs have can have changed, whatever the order of its findings', () => {
	const before = runVerdicts([file('a', { x: 1, y: 2 }), file('b', {}), file('gone', {})], pathOf);
	const now = runVerdicts([file('new', {}), file('b', { 'rag-assay/ungrounded': 1 }), file('a', { y: 2, x: 1 })], pathOf);
	assert.deepEqual([...changedVerdicts(before, now)], [['b', 'no findings']]);
	assert.deepEqual([...changedVerdicts(now, now)], []);
});
