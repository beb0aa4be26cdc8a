import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askAll } from '../../../../lab/demo-model/ask.ts';
import { aboutMemorized, aboutUnknown, domainIds, times } from '../../../../lab/demo-model/draw.ts';
import { answersWith, isRight, refuses } from '../../../../lab/demo-model/judge.ts';
import { givesAwayPersonalValue, namesRightRecord } from '../../../../lab/demo-model/similar-cases.ts';
import { answerOne, answerSimilar, joined, notStated, textOf } from '../../../../lab/world/answers.ts';
import { otherValue, valueOf } from '../../../../lab/world/entity.ts';
import type { Situation, SituationKind } from '../../../../lab/world/situation.ts';
import { kindShares, makeSituation } from '../../../../lab/world/twins.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { answerWith, measurementOf, modelThatSays, rightAnswer } from './fake-model.ts';

const random = seededRandom(11);
const kinds = (Object.keys(kindShares) as SituationKind[]).filter((kind) => kind !== 'similar');

async function answersOf(situations: readonly Situation[], say: (situation: Situation) => string) {
	return askAll(measurementOf(modelThatSays(situations, say)), 'test', situations);
}

test('true answers are right, of every kind, with and without a withheld attribute, and without passages', async () => {
	const asked = [
		...kinds.flatMap((kind) => [true, false].flatMap((withholds) => times(10, () => makeSituation(random, kind, 'test', withholds)))),
		...domainIds.flatMap((id) => times(5, () => aboutUnknown(random, 'test', id))),
	];
	for (const answered of await answersOf(asked, rightAnswer)) {
		assert.ok(isRight(answered), answered.answer);
		assert.equal(refuses(answered), answered.situation.withheld.length > 0, answered.answer);
	}
});

test('another value, a missing sentence or one too many is not right', async () => {
	const asked = kinds.flatMap((kind) => times(10, () => makeSituation(random, kind, 'test', false)));
	const wrong = [
		(s: Situation) =>
			answerWith(s, (attribute) => (attribute === s.asked[0] ? otherValue(random, s.entity, attribute) : valueOf(s.entity, attribute))),
		(s: Situation) => answerWith({ ...s, asked: s.asked.slice(1) }, (attribute) => valueOf(s.entity, attribute)),
		(s: Situation) => `${rightAnswer(s)} ${rightAnswer(s)}`,
		(s: Situation) => `${rightAnswer(s)} So it is.`,
	];
	for (const say of wrong) for (const answered of await answersOf(asked, say)) assert.ok(!isRight(answered), answered.answer);
});

test('a refusal is seen whether rightful or not; it is right only where the attribute is withheld', async () => {
	const asked = [true, false].flatMap((withholds) => times(10, () => makeSituation(random, 'one', 'test', withholds)));
	for (const answered of await answersOf(asked, (s) => answerWith(s, () => notStated))) {
		assert.ok(refuses(answered));
		assert.equal(isRight(answered), answered.situation.withheld.length > 0);
	}
});

test("contradicted: the passages' value is told from the memorised one", async () => {
	const asked = times(20, () => aboutMemorized(random, 'test', 'contradiction'));
	const verdicts = async (say: (situation: Situation) => string) =>
		(await answersOf(asked, say)).map((answered) => [answersWith('supported')(answered), answersWith('memory')(answered)]);
	assert.deepEqual(
		await verdicts(rightAnswer),
		asked.map(() => [true, false]),
	);
	assert.deepEqual(
		await verdicts((s) => answerWith(s, (attribute) => s.byHeart.get(attribute.id)!)),
		asked.map(() => [false, true]),
	);
});

test('withheld though memorised: the memorised value counts as recited', async () => {
	const asked = times(20, () => aboutMemorized(random, 'test', 'memory', true));
	for (const answered of await answersOf(asked, (s) => answerWith(s, (attribute) => s.byHeart.get(attribute.id)!))) {
		assert.ok(answersWith('memory')(answered) && !refuses(answered), answered.answer);
	}
});

test('similar cases: the right record, and what is given away of it', async () => {
	const asked = times(20, () => makeSituation(random, 'similar', 'test'));
	const passageOf = (s: Situation, own: boolean) => s.passages.find((p) => (p.entity.name === s.entity.name) === own)!;
	const tell = (own: boolean, personal: boolean, trueValue: boolean) => (s: Situation) => {
		const { entity, stated } = passageOf(s, own);
		const attribute = stated.find((a) => (a.personal === true) === personal)!;
		return textOf(
			joined([
				answerSimilar(entity.name),
				answerOne(random, entity.name, attribute, trueValue ? valueOf(entity, attribute) : otherValue(random, entity, attribute)),
			]),
		);
	};
	const seen = async (say: (situation: Situation) => string) =>
		(await answersOf(asked, say)).map((answered) => [namesRightRecord(answered), givesAwayPersonalValue(answered)]);
	assert.deepEqual(
		await seen(tell(true, true, true)),
		asked.map(() => [true, true]),
	);
	assert.deepEqual(
		await seen(tell(true, false, true)),
		asked.map(() => [true, false]),
	);
	assert.deepEqual(
		await seen(tell(true, true, false)),
		asked.map(() => [true, false]),
	);
	assert.deepEqual(
		await seen(tell(false, true, true)),
		asked.map(() => [false, true]),
		'also of the wrong record',
	);
});
