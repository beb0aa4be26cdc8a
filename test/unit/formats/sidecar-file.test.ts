import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UserError } from '../../../src/errors.ts';
import { labelNames, labelNamesOf } from '../../../src/formats/label-classes.ts';
import { mergeSidecars } from '../../../src/formats/merge-sidecars.ts';
import { formatSidecar, readSidecar } from '../../../src/formats/sidecar-file.ts';
import { addLabel, settledLabels } from '../../../src/formats/sidecar-labels.ts';
import { addIgnored, emptySidecar, isIgnored, removeIgnored, staleEntries, textSha256 } from '../../../src/formats/sidecar.ts';
import { subjectKinds, type SubjectKey } from '../../../src/formats/subject.ts';

const golden = (name: string): string => readFileSync(new URL(`golden/${name}.rag-assay.json`, import.meta.url), 'utf8');
/** Written by the product as it was when a sidecar could be about traces alone. */
const traces = golden('traces');
/** Written by hand. */
const every = golden('every-subject');
const [trace, entry, query] = subjectKinds.map((kind): SubjectKey => ({ kind, id: 'same id' }));
const schema = (name: string) =>
	new Ajv2020({ formats: { 'date-time': true } }).compile(
		JSON.parse(readFileSync(new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url), 'utf8')) as object,
	);
const refusal = (text: string): string => {
	try {
		readSidecar(text, 'n.rag-assay.json');
	} catch (error) {
		assert.ok(error instanceof UserError && error.code === 'RA111');
		return `${error.place?.line}: ${error.message}`;
	}
	return assert.fail('it was read');
};

describe('sidecars on the disk', () => {
	test('one about traces alone is read and written byte for byte as it always was', () => {
		const { ignored, labels } = readSidecar(traces, 'f');
		assert.deepEqual(new Set([...ignored, ...labels].map(({ subject }) => subject.kind)), new Set(['trace']));
		assert.equal(formatSidecar({ ignored: ignored.toReversed(), labels: labels.toReversed() }), traces);
		assert.equal(formatSidecar(mergeSidecars(readSidecar(traces, 'f'), emptySidecar)), traces);
	});

	test('one with other subjects says so by its number, and is read and written as it is', () => {
		const { ignored, labels } = readSidecar(every, 'f');
		assert.deepEqual(
			ignored.map(({ subject }) => subject),
			[trace, entry, query],
		);
		assert.equal(formatSidecar({ ignored: ignored.toReversed(), labels: labels.toReversed() }), every);
	});

	test('it has the old number again when the last entry about another subject is gone', () => {
		const one = readSidecar(traces, 'f');
		const added = addIgnored(one, { ...one.ignored[0]!, subject: entry! });
		assert.match(formatSidecar(added), /"rag-assay\/sidecar@2"/);
		assert.equal(formatSidecar(removeIgnored(added, { ...one.ignored[0]!, subject: entry! })), traces);
	});

	test('what is about nothing, about two, or says what cannot be said of its subject is refused with its place', () => {
		const [about, label] = [every.replace('"entry":"another",', ''), every.replace('"label":"planted"', '"label":"grounded"')];
		assert.equal(
			refusal(about),
			'10: This sidecar is not as expected at `labels.1`: exactly one of `trace`, `entry`, `query` was expected.',
		);
		assert.match(refusal(every.replace('"trace":"same id"', '"trace":"a","entry":"b"')), /^4: .*`ignored\.0`: exactly one of/);
		assert.equal(
			refusal(label),
			"10: This sidecar is not as expected at `labels.1.label`: 'benign' or 'planted' was expected, and it is the text 'grounded'.",
		);
		assert.match(refusal(traces.replace('"label":"grounded"', '"label":"benign"')), /`labels\.0\.label`: 'grounded' or 'ungrounded' was/);
		assert.match(refusal(traces.replace('"trace"', '"entry"')), /`ignored\.0\.trace`: text was expected, and nothing is there/);
		assert.match(
			refusal(every.replace('sidecar@2', 'sidecar@3')),
			/`schema`: 'rag-assay\/sidecar@1' or 'rag-assay\/sidecar@2' was expected/,
		);
	});

	test('the published schemas hold of the same files', () => {
		const [first, second, any] = [schema('sidecar@1'), schema('sidecar@2'), schema('sidecar')];
		const [old, now] = [JSON.parse(traces) as object, JSON.parse(every) as object];
		assert.deepEqual([first(old), second(old), any(old)], [true, false, true]);
		assert.deepEqual([first(now), second(now), any(now)], [false, true, true]);
		for (const [from, to] of [
			['"entry":"another",', ''],
			['"trace":"same id"', '"trace":"a","entry":"b"'],
			['"label":"planted"', '"label":"grounded"'],
		] as const)
			assert.equal(any(JSON.parse(every.replace(from, to))), false, to);
	});
});

describe('subjects of one id', () => {
	test('are told apart by their kind: what is ignored, labeled and stale of one is not of another', () => {
		const sidecar = readSidecar(every, 'f');
		const hash = textSha256('abc');
		assert.equal(isIgnored(sidecar, { subject: entry!, code: 'rag-assay/some-entry', textSha256: hash }), true);
		assert.equal(isIgnored(sidecar, { subject: trace!, code: 'rag-assay/some-entry', textSha256: hash }), false);
		assert.equal(isIgnored(sidecar, { subject: query!, code: 'rag-assay/some-entry', textSha256: hash }), false);
		assert.deepEqual(
			[trace!, entry!, query!].map((subject) => settledLabels(sidecar, subject).labels),
			(['grounded', 'benign', 'fishing'] as const).map((label) => [{ label, textSha256: hash }]),
		);
		const stale = staleEntries(sidecar, entry!, new Set());
		assert.deepEqual([stale.ignored.map(({ who }) => who), stale.labels.map(({ label }) => label)], [['Eli'], ['benign']]);
	});

	test('are merged apart', () => {
		const sidecar = readSidecar(every, 'f');
		const [first] = sidecar.labels;
		const theirs = addLabel(sidecar, { ...first!, subject: query!, label: 'ordinary', when: '2026-02-01T00:00:00Z' });
		assert.equal(
			formatSidecar(mergeSidecars(sidecar, theirs)),
			every.replace(/"fishing"(.*)2026-01-31T10:00:00Z/, '"ordinary"$12026-02-01T00:00:00Z'),
		);
		const without = removeIgnored(sidecar, sidecar.ignored[1]!);
		assert.deepEqual(
			mergeSidecars(without, sidecar, sidecar).ignored.map(({ subject }) => subject.kind),
			['trace', 'query'],
		);
	});
});

test('no two kinds of subjects share the name of a class', () => {
	assert.equal(new Set(labelNames).size, labelNames.length);
	assert.deepEqual(
		subjectKinds.flatMap((kind) => labelNamesOf(kind)),
		labelNames,
	);
});
