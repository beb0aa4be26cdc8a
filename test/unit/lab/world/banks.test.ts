import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { keptAside } from '../../../../lab/world/banks/kept-aside.ts';
import { isOneWordAway, layoutForms, nearForms, questionForms } from '../../../../lab/world/banks/near-forms.ts';
import { trainedBanks } from '../../../../lab/world/banks/trained.ts';
import { frames } from '../../../../lab/world/questions.ts';
import { caseRequests, maliciousRequests, sharedQuestions } from '../../../../lab/world/shared/forms.ts';
import { formsOfWorld } from './form-patterns.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Every module that a module imports, and those that these import. */
function reached(start: string, seen = new Set<string>()): Set<string> {
	if (seen.has(start)) return seen;
	seen.add(start);
	for (const [, from] of readFileSync(start, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)) reached(join(dirname(start), from!), seen);
	return seen;
}

test('what writes the training never reaches the bank that is kept aside', () => {
	const modules = reached(join(root, 'lab/making/training/write-data.ts'));
	assert.ok(modules.has(join(root, 'lab/world/banks/trained.ts')));
	assert.ok(!modules.has(join(root, 'lab/world/banks/kept-aside.ts')));
	for (const module of modules) assert.ok(!readFileSync(module, 'utf8').includes(keptAside.name), module);
});

test('no form of the trained banks, nor of the own wordings, equals one of the bank kept aside or is one word from it', () => {
	for (const bank of trainedBanks) {
		assert.deepEqual(nearForms(layoutForms(bank), layoutForms(keptAside)), [], bank.name);
		assert.deepEqual(nearForms(questionForms(bank), questionForms(keptAside)), [], bank.name);
	}
	const own = [sharedQuestions, caseRequests, maliciousRequests].flatMap(({ train, dev }) => [...train, ...dev]);
	assert.deepEqual(nearForms(own, questionForms(keptAside)), []);
});

test("no form of the trained banks equals a held-out form of the world or is one word from it, and four questions kept aside are near the world's older ones", () => {
	const heldOut = formsOfWorld.flatMap(({ dev, test: tested }) => [...dev, ...tested]);
	for (const bank of trainedBanks) assert.deepEqual(nearForms([...layoutForms(bank), ...questionForms(bank)], heldOut), [], bank.name);
	assert.equal(nearForms(keptAside.questions, [...frames.train, ...(frames.more ?? [])]).length, 4);
});

test('forms near each other: equal ones, and from five words on those that differ in one', () => {
	assert.deepEqual(nearForms(['The {noun} of {E} says {v}.'], ['The {noun} of {E} reads {v}.']), ['The {noun} of {E} says {v}.']);
	assert.deepEqual(nearForms(['The {noun} of {E} says {v}.'], ['The {noun} of {E} always says {v}.']), ['The {noun} of {E} says {v}.']);
	assert.deepEqual(nearForms(['The {noun} of {E} says {v}.'], ['By the {noun} of {E}, it says {v}.']), []);
	assert.deepEqual(nearForms(['Say {v}.', '{Noun}: {v}'], ['Write {v}.', '{Noun}: {v}']), [], 'short ones, and no word at all');
	assert.deepEqual(nearForms(['Say {v}.'], [' Say {v}.\n']), ['Say {v}.']);
	assert.ok(isOneWordAway(['a', 'b'], ['a', 'b', 'c']) && !isOneWordAway(['a', 'b'], ['b', 'a']));
});

test('every kind of layout is in the trained banks and in the one kept aside', () => {
	const kinds = (banks: readonly (typeof keptAside)[]) =>
		[...new Set(banks.flatMap(({ layouts }) => layouts.map(({ kind }) => kind)))].toSorted();
	assert.equal(kinds([keptAside]).length, 12);
	for (const bank of trainedBanks) assert.deepEqual(kinds([bank]), kinds([keptAside]), bank.name);
});
