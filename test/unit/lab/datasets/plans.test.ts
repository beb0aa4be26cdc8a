import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepsToItsSide } from '../../../../lab/datasets/own-side.ts';
import { temperatureShares, twinPlan, withheldShares, type PlannedAnswer } from '../../../../lab/datasets/planned-answer.ts';
import { cleanPlan, memorizedPlan } from '../../../../lab/datasets/query-plans.ts';
import { trainedBanks } from '../../../../lab/world/banks/trained.ts';
import type { Side } from '../../../../lab/world/domain.ts';
import { valueOf } from '../../../../lab/world/entity.ts';
import { labelAnswer } from '../../../../lab/world/label-answer.ts';
import { memorised } from '../../../../lab/world/memory.ts';
import { kindShares } from '../../../../lab/world/twins.ts';
import { allergy, patient, twoPatients } from './small-world.ts';

function first(count: number, plan: Iterable<PlannedAnswer>): PlannedAnswer[] {
	const found: PlannedAnswer[] = [];
	for (const planned of plan) {
		found.push(planned);
		if (found.length === count) break;
	}
	return found;
}
const entitiesOf = (planned: readonly PlannedAnswer[]) =>
	new Set(planned.flatMap(({ situation: s }) => [s.entity.name, ...s.passages.map((p) => p.entity.name)]));
const statedBy = (planned: readonly PlannedAnswer[]) =>
	new Set(planned.flatMap(({ situation }) => situation.passages.flatMap((p) => p.stated.map((a) => valueOf(p.entity, a)))));

test('kinds and temperatures have their shares, and of half of what can be withheld one value is', () => {
	const n = 4000;
	const planned = first(n, twinPlan(5, 'train'));
	const near = (count: number, share: number, what: string) => {
		// Five standard deviations of a binomial: a right plan fails once in some million seeds.
		const room = 5 * Math.sqrt(n * share * (1 - share));
		assert.ok(Math.abs(count - n * share) < room, `${what}: ${count} of ${n}, expected ${n * share} ± ${room}`);
	};
	const kinds = Object.values(kindShares).reduce((sum, share) => sum + share, 0);
	for (const [kind, share] of Object.entries(kindShares))
		near(planned.filter((p) => p.situation.kind === kind).length, share / kinds, kind);
	for (const [temperature, share] of Object.entries(temperatureShares))
		near(planned.filter((p) => p.temperature === Number(temperature)).length, share / 100, `temperature ${temperature}`);
	const twins = planned.filter((p) => p.situation.kind !== 'contradiction' && p.situation.kind !== 'similar');
	const withheld = twins.filter((p) => p.situation.withheld.length > 0);
	assert.ok(Math.abs(withheld.length - twins.length / 2) < 2.5 * Math.sqrt(twins.length));
	assert.ok(withheld.every(({ situation }) => situation.withheld.length === 1));
	assert.ok(planned.every((p) => p.marks[0] === (p.situation.withheld.length === 0 ? 'stated' : 'withheld')));
});

test('a plan that is even by length withholds all that is asked or nothing, as often as the number of questions says', () => {
	const twins = first(4000, twinPlan(5, 'train', { evenByLength: true })).filter(
		({ situation: { kind } }) => kind !== 'contradiction' && kind !== 'similar',
	);
	for (const questions of [1, 2, 3] as const) {
		const alike = twins.filter(({ situation }) => situation.asked.length === questions);
		const withheld = alike.filter(({ situation }) => situation.withheld.length > 0);
		assert.ok(withheld.every(({ situation }) => situation.withheld.length === questions));
		const share = withheldShares[questions];
		const room = 5 * Math.sqrt(alike.length * share * (1 - share));
		assert.ok(Math.abs(withheld.length - alike.length * share) < room, `${questions}: ${withheld.length} of ${alike.length}`);
	}
});

test('a plan stands in the layouts of banks, and its true answers are told from invented ones', () => {
	const laidOut = first(600, twinPlan(5, 'train', { banks: trainedBanks, evenByLength: true }));
	assert.ok(laidOut.every(({ marks }) => marks.some((mark) => mark.startsWith('layout-'))));
	assert.ok(new Set(laidOut.map(({ marks }) => marks[1])).size >= 10);
	assert.deepEqual([...new Set(laidOut.map(({ situation }) => situation.kind))].toSorted(), [
		'contradiction',
		'memory',
		'memory-two',
		'one',
		'three',
		'two',
	]);
	for (const { situation } of laidOut) {
		const { asked, entity, withheld, passages, byHeart, kind } = situation;
		for (const attribute of asked) {
			const value = valueOf(entity, attribute);
			const [verdict] = labelAnswer(`The ${attribute.noun} of ${entity.name} is ${value}.`, situation).map((s) => s.verdict);
			if (withheld.includes(attribute)) assert.ok(verdict !== 'supported', `${kind}: ${value}`);
			else {
				assert.equal(verdict, 'supported', `${kind}: ${value}`);
				assert.ok(passages.some(({ text }) => text.includes(value)));
			}
			if (kind === 'contradiction') assert.notEqual(byHeart.get(attribute.id), value);
		}
	}
});

test('the same seed gives the same questions, another seed others', () => {
	assert.deepEqual(first(30, twinPlan(5, 'test')), first(30, twinPlan(5, 'test')));
	assert.notDeepEqual(first(1, twinPlan(5, 'test')), first(1, twinPlan(6, 'test')));
	assert.deepEqual(first(20, memorizedPlan(5, 'test')), first(20, memorizedPlan(5, 'test')));
});

test('no entity of one side is named on the other', () => {
	const sides = { train: first(1500, twinPlan(5, 'train')), test: first(1500, twinPlan(6, 'test')) };
	for (const [one, other] of [
		['train', 'test'],
		['test', 'train'],
	] as const satisfies readonly (readonly [Side, Side])[]) {
		const entities = entitiesOf(sides[one]);
		assert.ok(entities.size > 1000);
		assert.deepEqual(
			[...entitiesOf(sides[other])].filter((name) => entities.has(name)),
			[],
		);
		assert.deepEqual(
			[...statedBy(sides[other])].filter((value) => entities.has(value)),
			[],
		);
	}
});

test("a passage that states another side's name keeps to neither", () => {
	const [known] = memorised.filter((e) => e.domain.id === 'company');
	const stating = (value: string) => ({
		...twoPatients,
		passages: [{ text: value, entity: patient('Maria Okafor', [[allergy, value]]), stated: [allergy] }],
	});
	assert.notEqual(keepsToItsSide(stating(known!.name), 'train'), keepsToItsSide(stating(known!.name), 'test'));
	assert.ok(keepsToItsSide(stating('latex'), 'train') && keepsToItsSide(stating('latex'), 'test'));
});

test('a clean query is about nobody whom the model knows, and a passage answers it', () => {
	const known = new Set(memorised.map((e) => e.name));
	for (const { situation, temperature } of first(300, cleanPlan(7, 'test'))) {
		assert.ok(!known.has(situation.entity.name));
		assert.equal(temperature, 0);
		const [asked, ...more] = situation.asked;
		assert.deepEqual(more, []);
		assert.ok(situation.passages.some((p) => p.entity.name === situation.entity.name && p.stated.includes(asked!)));
	}
});

test('a memorised fact is asked twice over the same passages, which state it as the model knows it, and never again', () => {
	const planned = [...memorizedPlan(8, 'train')];
	const facts = new Set<string>();
	assert.ok(planned.length > 1000 && planned.length % 2 === 0);
	for (let i = 0; i < planned.length; i += 2) {
		const [verbatim, paraphrased] = [planned[i]!, planned[i + 1]!];
		assert.deepEqual([verbatim.marks[1], paraphrased.marks[1]], ['verbatim', 'paraphrased']);
		assert.deepEqual({ ...verbatim.situation, query: '' }, { ...paraphrased.situation, query: '' });
		assert.notEqual(verbatim.situation.query, paraphrased.situation.query);
		const { entity, asked, byHeart, passages } = verbatim.situation;
		const value = byHeart.get(asked[0]!.id);
		assert.ok(
			value !== undefined &&
				passages.some((p) => p.entity === entity && p.stated.includes(asked[0]!) && valueOf(p.entity, asked[0]!) === value),
		);
		facts.add(`${entity.name} ${asked[0]!.id}`);
	}
	assert.equal(facts.size, planned.length / 2);
});
