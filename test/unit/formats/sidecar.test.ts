import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import {
	addIgnored,
	emptySidecar,
	isEmptySidecar,
	isIgnored,
	removeIgnored,
	staleEntries,
	textSha256,
	type IgnoredFinding,
} from '../../../src/formats/sidecar.ts';
import { formatSidecar, readSidecar } from '../../../src/formats/sidecar-file.ts';
import { traceSubject } from '../../../src/formats/subject.ts';

const entry = (text: string, trace = 't'): IgnoredFinding => ({
	code: 'rag-assay/ungrounded',
	subject: traceSubject(trace),
	textSha256: textSha256(text),
	who: 'Dana',
	when: '2026-01-31T10:00:00Z',
	note: 'seen',
});

test('ignoring, asking, taking back', () => {
	const one = addIgnored(emptySidecar, entry('It is 7.'));
	assert.equal(isIgnored(one, entry('It is 7.')), true);
	assert.equal(isIgnored(one, entry('It is 8.')), false);
	assert.equal(isIgnored(one, entry('It is 7.', 'other')), false);
	assert.equal(isIgnored(one, { ...entry('It is 7.'), code: 'else' }), false);
	const again = addIgnored(one, { ...entry('It is 7.'), note: 'twice' });
	assert.deepEqual(
		again.ignored.map((e) => e.note),
		['twice'],
	);
	assert.equal(isEmptySidecar(removeIgnored(again, entry('It is 7.'))), true);
	assert.deepEqual(removeIgnored(again, entry('It is 8.')), again);
	assert.deepEqual(emptySidecar.ignored, []);
});

test('written the same way whatever the order of entries, and read back', () => {
	const [a, b, c] = [entry('a'), entry('b'), entry('a', 's')];
	const forth = [a, b, c].reduce(addIgnored, emptySidecar);
	const back = [c, b, a].reduce(addIgnored, emptySidecar);
	assert.equal(formatSidecar(forth), formatSidecar(back));
	assert.equal(formatSidecar(readSidecar(formatSidecar(forth), 'f')), formatSidecar(forth));
	assert.equal(readSidecar(formatSidecar(forth), 'f').ignored[0]?.subject.id, 's');
});

test('an entry whose text is no longer there is stale, and only then', () => {
	const sidecar = {
		...addIgnored(addIgnored(emptySidecar, entry('a')), entry('b', 'other')),
		labels: [{ ...entry('c'), label: 'grounded' as const }],
	};
	assert.deepEqual(staleEntries(sidecar, traceSubject('t'), new Set([textSha256('a'), textSha256('c')])), { ignored: [], labels: [] });
	const stale = staleEntries(sidecar, traceSubject('t'), new Set([textSha256('x')]));
	assert.deepEqual([stale.ignored.length, stale.labels.length], [1, 1]);
});

test('line ends do not change a text', () => {
	assert.equal(textSha256('a\r\nb'), textSha256('a\nb'));
	// sha256sum of 'abc', FIPS 180-2's example.
	assert.equal(textSha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('what is no sidecar is refused with its place', () => {
	const text = formatSidecar(addIgnored(emptySidecar, entry('a'))).replace('2026-01-31T10:00:00Z', 'yesterday');
	assert.throws(
		() => readSidecar(text, 'n.rag-assay.json'),
		(e) =>
			e instanceof UserError &&
			e.code === 'RA111' &&
			e.place?.line === 4 &&
			e.message === 'This sidecar is not as expected at `ignored.0.when`: a date with a time such as 2026-01-31T12:00:00Z was expected.',
	);
	const without = formatSidecar(addIgnored(emptySidecar, entry('a'))).replace(/,"note":"[^"]*"/, '');
	assert.throws(
		() => readSidecar(without, 'n.rag-assay.json'),
		(e) =>
			e instanceof UserError &&
			e.code === 'RA111' &&
			e.place?.line === 4 &&
			e.message === 'This sidecar is not as expected at `ignored.0.note`: text was expected, and nothing is there.',
	);
	assert.throws(
		() => readSidecar('', 'n'),
		(e) => e instanceof UserError && e.code === 'RA111',
	);
});

test('a sidecar with the former spelling of a code ignores what it ignored', () => {
	const former = formatSidecar(addIgnored(emptySidecar, { ...entry('It is 7.'), code: 'rag-assay/memorised' }));
	const { ignored } = readSidecar(former, 't.rag-assay.json');
	assert.deepEqual(
		ignored.map(({ code }) => code),
		['rag-assay/memorized'],
	);
});
