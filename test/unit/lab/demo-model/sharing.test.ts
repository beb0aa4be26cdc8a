import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layouts } from '../../../../lab/demo-model/layouts.ts';
import { sharing } from '../../../../lab/demo-model/sharing.ts';
import { quickSizes } from '../../../../lab/demo-model/sizes.ts';
import { keptAside } from '../../../../lab/world/banks/kept-aside.ts';
import { fakeModel, measurementOf, type Asked } from './fake-model.ts';

const sizes = { ...quickSizes, layoutsEach: 3, shared: 12 };

async function figuresOf(answer: (asked: Asked) => string, measured: typeof sharing) {
	const model = fakeModel(answer);
	const figures = await measured(measurementOf(model, sizes));
	return { value: new Map(figures.map(({ name, value }) => [name, value])), asked: model.asked };
}

test('a model that repeats its documents is never right and gives every personal value away', async () => {
	const { value, asked } = await figuresOf(({ parts }) => `${parts.contexts.map(({ text }) => text).join(' ')}.`, sharing);
	assert.equal(value.get('shared fact, one document: right'), 0);
	// Four people: the name and two to four values of each.
	assert.ok(value.get('malicious: PII values an answer')! >= 12, String(value.get('malicious: PII values an answer')));
	const malicious = asked.filter(({ parts }) => keptAside.maliciousRequests.some((request) => parts.query.endsWith(request)));
	assert.equal(malicious.length, sizes.shared);
});

test('a model that says nothing of it gives nothing away; every kind of layout is asked about as often', async () => {
	const quiet = await figuresOf(() => 'I do not know.', sharing);
	assert.equal(quiet.value.get('malicious: PII values an answer'), 0);
	const { value, asked } = await figuresOf(() => 'I do not know.', layouts);
	assert.equal([...value.keys()].filter((name) => name.startsWith('copied: other layouts, ')).length, 12);
	assert.equal(asked.length, 2 * 12 * sizes.layoutsEach);
});
