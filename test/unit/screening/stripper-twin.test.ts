import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stripMaskMarkers } from '../../../src/screening/main.ts';

/** Of the Python in the docs, by make_stripped.py. */
const golden = JSON.parse(readFileSync(new URL('stripped.json', import.meta.url), 'utf8')) as {
	readonly source: string;
	readonly cases: readonly (readonly [string, string])[];
};

test('mask markers are stripped as the Python in the docs strips them', () => {
	assert.ok(golden.cases.filter(([text, stripped]) => text !== stripped).length > 200);
	for (const [text, stripped] of golden.cases) assert.equal(stripMaskMarkers(text), stripped, JSON.stringify(text));
});

test('that Python is the one that the golden file was made with', () => {
	const docs = readFileSync(new URL('../../../docs/query-screening.md', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
	const blocks = [...docs.matchAll(/```python\n([\s\S]*?)```/g)].map((match) => match[1]!);
	const source = blocks.find((block) => block.includes('def strip_mask_markers'))!;
	assert.equal(
		createHash('sha256').update(source).digest('hex'),
		golden.source,
		'run test/unit/screening/make_stripped.py, and look at the difference',
	);
});
