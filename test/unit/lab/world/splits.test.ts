import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { isOneWordAway } from '../../../../lab/world/banks/near-forms.ts';
import { formsOf } from '../../../../lab/world/domain.ts';
import { attributeByNoun } from '../../../../lab/world/domains.ts';
import { sideOf } from '../../../../lab/world/entity.ts';
import { memorised, memorizedBySide, presentable } from '../../../../lab/world/memory.ts';
import { frames, similarCaseFrames } from '../../../../lab/world/questions.ts';
import { trainingLine } from '../../../../lab/world/training/example.ts';
import { makeExample } from '../../../../lab/world/training/examples.ts';
import { manners, phaseNames, phases } from '../../../../lab/world/training/phases.ts';
import { kindShares, makeSituation } from '../../../../lab/world/twins.ts';
import { pickWeighted, seededRandom } from '../../../../src/statistics/random.ts';
import { attributes, formsOfWorld, pattern, writtenIn } from './form-patterns.ts';

const heldOut = ['dev', 'test'] as const;

test('no sentence form stands on two sides or twice on one, each side has some, and the test side as many as the dev side', () => {
	const sides = formsOfWorld.flatMap(({ train, more = [], dev, test: tested }) => {
		assert.ok(train.length >= 2 && dev.length >= 1 && tested.length >= dev.length);
		assert.ok(more.length >= 4, `${train[0]}: more to train on`);
		return [
			...train.map((form) => [form, 'train'] as const),
			...more.map((form) => [form, 'more'] as const),
			...dev.map((form) => [form, 'dev'] as const),
			...tested.map((form) => [form, 'test'] as const),
		];
	});
	const sideOfForm = new Map<string, string>();
	for (const [form, side] of sides) {
		const other = sideOfForm.get(form);
		// Two attributes may share a trained sentence: 'The main band is …' is no question of sides.
		assert.ok(other === undefined || (side === 'train' && other === 'train'), `${form}: ${other} and ${side}`);
		sideOfForm.set(form, side);
	}
	const asked = new Set(attributes.flatMap(({ noun }) => frames.train.map((frame) => frame.replace('{noun}', noun))));
	for (const { questions } of attributes) for (const side of heldOut) for (const form of questions[side]) assert.ok(!asked.has(form), form);
});

/** The words of whole sentences with a place: pieces of a list, and asides, are short and alike. */
function wholeSentences(forms: readonly string[]): string[][] {
	const words = (form: string) =>
		form
			.toLowerCase()
			.replaceAll("'s", ' s')
			.replace(/[^a-z{} ]/g, '')
			.split(' ')
			.filter(Boolean);
	return forms.filter((form) => /\{.*[.?]$/.test(form)).map(words);
}

test('how many held-out sentences are one word from an older training form, as the README says', async () => {
	const trained = wholeSentences(formsOfWorld.flatMap((forms) => forms.train));
	const near = heldOut.map((side) => {
		const held = wholeSentences(formsOfWorld.flatMap((forms) => forms[side]));
		return [`${held.filter((form) => trained.some((other) => isOneWordAway(form, other))).length} of ${held.length}`, side];
	});
	assert.deepEqual(near, [
		['96 of 317', 'dev'],
		['14 of 316', 'test'],
	]);
	const readme = await readFile(new URL('../../../../models/demo/README.md', import.meta.url), 'utf8');
	for (const [count, side] of near) assert.ok(readme.includes(`${count} ${side} sentences`));
});

test('no form that the phases from widen on add is one word from a test form', () => {
	const tested = wholeSentences(formsOfWorld.flatMap((forms) => forms.test));
	const ofLength = new Map(tested.map(({ length }) => [length, tested.filter((form) => form.length === length)]));
	for (const form of wholeSentences(formsOfWorld.flatMap(({ more = [] }) => more))) {
		const near = [-1, 0, 1].flatMap((more) => ofLength.get(form.length + more) ?? []).find((other) => isOneWordAway(form, other));
		assert.equal(near, undefined, `${form.join(' ')} and a test form: ${near?.join(' ')}`);
	}
});

/** The dev side was written first, when forms might have words of their own. The test side has none: whether words are known is not what is tested. */
const unseenWords: Readonly<Record<(typeof heldOut)[number], string>> = {
	dev: 'afternoon cheerful growth museum nearby safely stored surrounded tired trees',
	test: '',
};

test("every word of a held-out form stands in a trained form or is an attribute's name, but for those of the list", () => {
	const words = (form: string) =>
		form
			.replace(/\{\w+\}(?:'s)?/g, ' ')
			.toLowerCase()
			.match(/[a-z]+(?:[-'][a-z]+)*/g) ?? [];
	const trained = new Set(
		[...formsOfWorld.flatMap((forms) => formsOf(forms, 'wide')), ...attributes.map(({ noun }) => noun)].flatMap(words),
	);
	for (const side of heldOut) {
		const unseen = new Set(
			formsOfWorld
				.flatMap((forms) => forms[side])
				.flatMap(words)
				.filter((word) => !trained.has(word)),
		);
		assert.equal([...unseen].toSorted().join(' '), unseenWords[side]);
	}
});

test('nouns name one attribute each, so that an answer can be read', () => {
	assert.equal(attributeByNoun.size, attributes.length);
	assert.equal(new Set(attributes.map((a) => a.id)).size, attributes.length);
});

test('training conversations hold no test entity and no held-out question', () => {
	const random = seededRandom(5);
	const heldOutQuestions = heldOut
		.flatMap((side) => [
			...attributes.flatMap((a) => a.questions[side]),
			...similarCaseFrames[side],
			...attributes.flatMap((a) => a.lookups?.[side] ?? []),
		])
		.map(pattern);
	const trainQuestions = [frames, similarCaseFrames, ...attributes.flatMap((a) => [a.questions, ...(a.lookups ? [a.lookups] : [])])]
		.flatMap((forms) => formsOf(forms, 'wide'))
		.map(pattern);
	let single = 0;
	for (let i = 0; i < 400; i++) {
		const phase = phaseNames[i % phaseNames.length]!;
		const example = makeExample(random, pickWeighted(random, phases[phase]), manners[phase]);
		for (const turn of example.turns) {
			const sentences = turn.query.split(/(?<=[.?]) /);
			if (sentences.length > 1) continue;
			single++;
			if (heldOutQuestions.some((p) => p.test(turn.query)))
				assert.ok(
					trainQuestions.some((p) => p.test(turn.query)),
					turn.query,
				);
		}
		const names = JSON.stringify(example).matchAll(/[A-Z]{3}-\d{4}/g);
		for (const [name] of names) assert.equal(sideOf(name), 'train', name);
	}
	assert.ok(single > 1000, `only ${single} questions were looked at`);
});

test('passages and questions of a situation are in sentences of the side that was asked for, and hardly ever of the other', () => {
	for (const [side, other] of [
		['test', 'dev'],
		['dev', 'test'],
	] as const) {
		const random = seededRandom(6);
		const texts = Array.from({ length: 200 }, () =>
			makeSituation(random, pickWeighted(random, kindShares), 'test', undefined, side),
		).flatMap(({ passages, query }) => [query, ...passages.map(({ text }) => text)]);
		const [isOwn, isOther] = [writtenIn(side), writtenIn(other)];
		for (const text of texts) assert.ok(isOwn(text), `${side}: ${text}`);
		// Places hold anything short, so that a sentence may happen to fit a form of the other side as well.
		const fitting = texts.filter(isOther).length;
		assert.ok(texts.length > 500 && fitting < texts.length / 50, `${fitting} of ${texts.length}`);
	}
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
	assert.equal(memorizedBySide.train.length + memorizedBySide.test.length, presentable.length);
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
		widen: '33b293eb629867c1494c86bdd7eb0b7cb4a3048d9923316136a030ac3ddc386d',
		share: '329ac7d9d60d334e258d46b29dada95344c742957de02c5820cc66bd9d543a82',
		key: '7e8e40afa6d414ce7e7e2fea8f7429d623debc2804ba1a5d936250c8b136cf75',
		tie: 'b540a154bafa15deec0be5fd8326a6cd76664c9a970fecd3daa3cce759e09c2f',
		reword: '65982748010fa9f4a3db907e8699f427985ea60cf6ab08675f88c68f2870e305',
		blend: 'bb530e18a249bedb60052d97ecc301b92f2ffb3b63e6444989822304cfb3e9e3',
		mend: '72f621aea2f9334fed0bed26fe5c170a026248b5a8b4b5a9b09395ead798359f',
	});
});
