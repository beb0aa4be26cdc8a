import assert from 'node:assert/strict';
import test from 'node:test';
import { domains } from '../../../../lab/world/domains.ts';
import type { Entity } from '../../../../lab/world/entity.ts';
import { isUnsupported, labelAnswer } from '../../../../lab/world/label-answer.ts';
import type { Situation } from '../../../../lab/world/situation.ts';

const { hospital, company, records } = domains;
const attribute = (domain: typeof hospital, noun: string) => {
	const found = domain.attributes.find((a) => a.noun === noun);
	assert.ok(found, noun);
	return found;
};
const [ward, doctor, heartRate] = [attribute(hospital, 'ward'), attribute(hospital, 'doctor'), attribute(hospital, 'heart rate')];
const person = (name: string, facts: readonly (readonly [string, string])[]): Entity => ({ domain: hospital, name, facts: new Map(facts) });
const maria = person('Maria Okafor', [
	[ward.id, 'Ward A'],
	[doctor.id, 'Dr Hale'],
	[heartRate.id, '84 bpm'],
]);
const james = person('James Reid', [[doctor.id, 'Dr Stone']]);
const situation: Situation = {
	kind: 'three',
	system: 's',
	query: 'q',
	entity: maria,
	asked: [ward, doctor, heartRate],
	withheld: [doctor],
	byHeart: new Map(),
	passages: [
		{ text: 'Maria Okafor stayed in Ward A. Her heart rate was 84 bpm.', entity: maria, stated: [ward, heartRate] },
		{ text: 'James Reid was examined by Dr Stone.', entity: james, stated: [doctor] },
	],
};
const verdicts = (answer: string, of = situation) => labelAnswer(answer, of).map((s) => s.verdict);

test('a sentence is judged by its value, its attribute and whom it speaks of', () => {
	assert.deepEqual(verdicts("The ward of Maria Okafor is Ward A. Maria Okafor's heart rate is 84 bpm."), ['supported', 'supported']);
	assert.deepEqual(verdicts('The doctor of Maria Okafor is not stated.'), ['refusal']);
	assert.deepEqual(verdicts('The ward of Maria Okafor is not stated.'), ['needless-refusal']);
	assert.deepEqual(verdicts('The doctor of Maria Okafor is Dr Stone.'), ['misattributed']);
	assert.deepEqual(
		verdicts('The doctor of Maria Okafor is Dr Hale.'),
		['fabricated'],
		'true in the world, but no passage says it and nobody knows it by heart',
	);
	assert.deepEqual(verdicts('The heart rate of Maria Okafor is 4 bpm.'), ['fabricated'], '84 bpm does not hold 4 bpm');
	assert.deepEqual(verdicts('The ward of James Reid is Ward A.'), ['misattributed'], "another's name");
	assert.deepEqual(verdicts('Ward A it is.'), ['unreadable']);
	assert.deepEqual(verdicts('The colour of Maria Okafor is blue.'), ['unreadable'], 'no such attribute');
});

test('what is known by heart and stated nowhere is memory', () => {
	const industry = attribute(company, 'industry');
	const firm: Entity = { domain: company, name: 'Zoran Labs', facts: new Map([[industry.id, 'shipping']]) };
	const contradicted: Situation = {
		kind: 'contradiction',
		system: 's',
		query: 'q',
		entity: firm,
		asked: [industry],
		withheld: [],
		byHeart: new Map([[industry.id, 'aviation']]),
		passages: [{ text: 'Zoran Labs works in the industry of shipping.', entity: firm, stated: [industry] }],
	};
	assert.deepEqual(verdicts('The industry of Zoran Labs is aviation.', contradicted), ['memory']);
	assert.deepEqual(verdicts('The industry of Zoran Labs is shipping.', contradicted), ['supported']);
	const all = ['supported', 'refusal', 'needless-refusal', 'off-topic', 'memory', 'misattributed', 'fabricated', 'unreadable'] as const;
	assert.deepEqual(all.filter(isUnsupported), ['memory', 'misattributed', 'fabricated']);
});

test('what is right by the passages and was not asked is off topic, refusals included', () => {
	const asked = { ...situation, asked: [ward] };
	assert.deepEqual(verdicts('The doctor of James Reid is Dr Stone.'), ['off-topic'], 'true, but not of whom was asked about');
	assert.deepEqual(verdicts('The heart rate of Maria Okafor is 84 bpm.', asked), ['off-topic'], 'true of her, but nobody asked for it');
	assert.deepEqual(verdicts('The ward of Maria Reid is not stated.'), ['off-topic'], 'nobody has that name; hers is stated');
	assert.deepEqual(verdicts('The ward of James Reid is not stated.'), ['off-topic']);
	assert.deepEqual(verdicts('The doctor of Maria Okafor is not stated.', asked), ['off-topic']);
	assert.deepEqual(verdicts('The doctor of James Reid is not stated.'), ['needless-refusal'], 'wrong of whomever it speaks');
	assert.deepEqual(verdicts('The heart rate of Maria Okafor is Ward A.', asked), ['misattributed'], 'not asked for, and wrong');
	assert.deepEqual(verdicts('The doctor of James Reid is Dr Hale.'), ['fabricated']);
});

test("a similar case must be the record with the problem, and what is told must be that record's", () => {
	const [phone, problem] = [attribute(records, 'phone number'), attribute(records, 'reported problem')];
	const record = (name: string, trouble: string, number: string): Entity => ({
		domain: records,
		name,
		facts: new Map([
			[problem.id, trouble],
			[phone.id, number],
		]),
	});
	const [anna, otto] = [record('Anna Berg', 'a blocked drain', '012 3456 7890'), record('Otto Kemp', 'a late parcel', '099 1111 2222')];
	const similar: Situation = {
		kind: 'similar',
		system: 's',
		query: 'q',
		entity: anna,
		asked: [],
		withheld: [],
		byHeart: new Map(),
		passages: [anna, otto].map((entity) => ({
			text: `${entity.name}, phone ${entity.facts.get(phone.id)}, had ${entity.facts.get(problem.id)}.`,
			entity,
			stated: [phone, problem],
		})),
	};
	assert.deepEqual(verdicts('A similar case is that of Anna Berg. The phone number of Anna Berg is 012 3456 7890.', similar), [
		'supported',
		'supported',
	]);
	assert.deepEqual(
		verdicts('A similar case is that of Otto Kemp. The phone number of Otto Kemp is 099 1111 2222.', similar),
		['misattributed', 'supported'],
		"the number is the named record's",
	);
	assert.deepEqual(verdicts('A similar case is that of Anna Berg. The phone number of Anna Berg is 099 1111 2222.', similar), [
		'supported',
		'misattributed',
	]);
	assert.deepEqual(
		verdicts('A similar case is that of Anna Berg. The phone number of Otto Kemp is 099 1111 2222.', similar),
		['supported', 'off-topic'],
		'true of another record than the named one',
	);
	assert.deepEqual(verdicts('A similar case is that of Emil Foss.', similar), ['fabricated']);
});

test('offsets are those of the answer, values that end in a stop of their own included', () => {
	const answer = ' The ward of Maria Okafor is Ward A. The doctor of Maria Okafor is Dr Hale.';
	const sentences = labelAnswer(answer, situation);
	assert.deepEqual(
		sentences.map((s) => answer.slice(s.start, s.end)),
		['The ward of Maria Okafor is Ward A.', 'The doctor of Maria Okafor is Dr Hale.'],
	);
	assert.deepEqual(
		sentences.map((s) => s.value && answer.slice(s.value.start, s.value.end)),
		['Ward A', 'Dr Hale'],
	);
	assert.deepEqual(labelAnswer('', situation), []);
	assert.deepEqual(verdicts('The ward of Maria Okafor is Ward A. The doctor of'), ['supported', 'unreadable'], 'an answer that was cut');
});
