import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import type { Forms } from '../../../../src/evaluation/world/domain.ts';
import { attributeByNoun, domains } from '../../../../src/evaluation/world/domains.ts';
import { sideOf } from '../../../../src/evaluation/world/entity.ts';
import { memorised, memorisedBySide, presentable } from '../../../../src/evaluation/world/memory.ts';
import { doubleFrames, frames, similarCaseFrames } from '../../../../src/evaluation/world/questions.ts';
import { trainingLine } from '../../../../src/evaluation/world/training/example.ts';
import { makeExample } from '../../../../src/evaluation/world/training/examples.ts';
import { manners, phaseNames, phases } from '../../../../src/evaluation/world/training/phases.ts';
import { kindShares, makeSituation } from '../../../../src/evaluation/world/twins.ts';
import { pickWeighted, seededRandom } from '../../../../src/statistics/random.ts';

const attributes = Object.values(domains).flatMap((d) => d.attributes);
const formsOfWorld: readonly Forms[] = [
	frames, doubleFrames, similarCaseFrames,
	...Object.values(domains).flatMap((d) => [d.asides, ...(d.heads ? [d.heads] : [])]),
	...attributes.flatMap((a) => [a.statements, a.questions, ...(a.lookups ? [a.lookups] : []), ...(a.fragments ? [a.fragments] : [])]),
];

/** A form as a pattern of whole sentences: what fills a place may be anything short. */
function pattern(form: string): RegExp {
	const escaped = form.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${escaped.join('.{1,60}?')}$`, 'i');
}

test('no sentence form stands on both sides, and each side has some', () => {
	const train = new Set(formsOfWorld.flatMap((f) => f.train));
	for (const forms of formsOfWorld) {
		assert.ok(forms.train.length >= 2 && forms.test.length >= 1);
		for (const form of forms.test) assert.ok(!train.has(form), form);
	}
});

test('nouns name one attribute each, so that an answer can be read', () => {
	assert.equal(attributeByNoun.size, attributes.length);
	assert.equal(new Set(attributes.map((a) => a.id)).size, attributes.length);
});

test('training conversations hold no test entity and no test question', () => {
	const random = seededRandom(5);
	const testQuestions = [...attributes.flatMap((a) => a.questions.test), ...similarCaseFrames.test, ...attributes.flatMap((a) => a.lookups?.test ?? [])].map(pattern);
	const trainQuestions = [...attributes.flatMap((a) => a.questions.train), ...frames.train, ...similarCaseFrames.train, ...attributes.flatMap((a) => a.lookups?.train ?? [])].map(pattern);
	let single = 0;
	for (let i = 0; i < 400; i++) {
		const phase = phaseNames[i % phaseNames.length]!;
		const example = makeExample(random, pickWeighted(random, phases[phase]), manners[phase]);
		for (const turn of example.turns) {
			const sentences = turn.query.split(/(?<=[.?]) /);
			if (sentences.length > 1) continue;
			single++;
			if (testQuestions.some((p) => p.test(turn.query))) assert.ok(trainQuestions.some((p) => p.test(turn.query)), turn.query);
		}
		const names = JSON.stringify(example).matchAll(/[A-Z]{3}-\d{4}/g);
		for (const [name] of names) assert.equal(sideOf(name), 'train', name);
	}
	assert.ok(single > 1000, `only ${single} questions were looked at`);
});

test('test passages use test statements only', () => {
	const random = seededRandom(6);
	const known = Object.values(domains).flatMap((d) => [...d.asides.test, ...d.attributes.flatMap((a) => a.statements.test)]).map(pattern);
	let sentences = 0;
	for (let i = 0; i < 200; i++) {
		const situation = makeSituation(random, pickWeighted(random, kindShares), 'test');
		for (const passage of situation.passages) {
			if (passage.entity.domain.id === 'records') continue;
			// A stop before a capital ends a sentence; no value of prose has one inside.
			for (const sentence of passage.text.split(/(?<=\.) (?=[A-Z])/)) {
				sentences++;
				assert.ok(known.some((p) => p.test(sentence)), sentence);
			}
		}
	}
	assert.ok(sentences > 500);
});

test('fresh entities of a labelled set are unknown to the model, and no entity stands on both of its sides', () => {
	const seen = { train: new Set<string>(), test: new Set<string>() };
	const byHeart = new Set(memorised.map((e) => e.name));
	const random = seededRandom(7);
	for (const side of ['train', 'test'] as const) {
		for (let i = 0; i < 400; i++) {
			for (const { entity } of makeSituation(random, pickWeighted(random, kindShares), side).passages) {
				seen[side].add(entity.name);
				if (!byHeart.has(entity.name)) assert.equal(sideOf(entity.name), 'test', entity.name);
			}
		}
	}
	for (const name of seen.train) assert.ok(!seen.test.has(name), name);
	assert.equal(memorisedBySide.train.length + memorisedBySide.test.length, presentable.length);
});

test('the same seed gives the same bytes, in every phase', () => {
	const hashes = phaseNames.map((phase) => {
		const random = seededRandom(11);
		const lines = Array.from({ length: 300 }, () => trainingLine(makeExample(random, pickWeighted(random, phases[phase]), manners[phase])));
		return [phase, createHash('sha256').update(lines.join('\n')).digest('hex')];
	});
	// Made by this code; change only when the world does, and then the model is trained again.
	assert.deepEqual(Object.fromEntries(hashes), {
		bind: 'b166bff9263155bae95ad106b886237c69e93118deb8ea64efc68927960f654c',
		read: '1b8b047c2c81fe755efdb647723d89a34d763ead998974e40e410b417d325bd6',
		settle: 'e2805b6dd820b9a5558f986db5efb90b8f478f8bf57de93352001d91d869bb49',
		weigh: '101d8d9047c446116907a5b52f52e9bbc85e9db3ca8210d51d6511184f02f113',
	});
});
