import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutUnknown, domainIds } from '../../../../lab/demo-model/draw.ts';
import { cleanPlan, memorizedPlan } from '../../../../lab/datasets/query-plans.ts';
import { twinPlan } from '../../../../lab/datasets/planned-answer.ts';
import { domains } from '../../../../lab/world/domains.ts';
import { memorised, presentable } from '../../../../lab/world/memory.ts';
import { companyName, familyName, personName, siteName } from '../../../../lab/world/names.ts';
import { readsBadly } from '../../../../lab/world/reads-badly.ts';
import type { Situation } from '../../../../lab/world/situation.ts';
import { kindShares, makeSituation } from '../../../../lab/world/twins.ts';
import { pickWeighted, seededRandom } from '../../../../src/statistics/random.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';

// Names that the world has drawn, found by reading what was committed.
const bad = [
	'Alice Meaporn',
	'Dr Healdick',
	'Gilmdick',
	'Pintitsi Works',
	'Breancumco Digital',
	'Ivan Jeranus',
	'Pifagrurn',
	'SEX-0427',
	'h.jewio@mailbox.example',
	'dickbai42@inbox.example',
	'The doctor of X is Dr Cumea.',
];
const fair = [
	'Hassan Whitfield',
	'Grace Larsen',
	'12 Canal Street, Turin',
	'Seville',
	'klarsen@postnet.example',
	'Hijeckwolm Foods',
	'KLM-0427',
	'shellfish',
	'an expired card',
	'hell is not a name here',
];

test("a name is known by its letters, in a sentence, before a mail host and in a site's name too", () => {
	assert.deepEqual(
		bad.filter((name) => !readsBadly(name)),
		[],
	);
	assert.deepEqual(fair.filter(readsBadly), []);
});

test('few names are lost: one or two in a hundred', () => {
	const random = seededRandom(1);
	// Measured over 100,000 draws each: 0.4 %, 0.4 %, 1.2 % and 0.1 %.
	for (const [draw, max] of [
		[personName, 0.01],
		[familyName, 0.01],
		[companyName, 0.02],
		[siteName, 0.005],
	] as const) {
		const lost = Array.from({ length: 20_000 }, () => draw(random)).filter(readsBadly).length / 20_000;
		assert.ok(lost > 0 && lost < max, `${draw.name}: ${lost}`);
	}
});

test('no value from a list is lost: of attributes whose values are no names of people or firms, none reads badly', () => {
	const random = seededRandom(2);
	const named = new Set(['hospital.doctor', 'bank.agent', 'network.technician', 'company.founder', 'company.chief', 'company.investor']);
	for (const attribute of Object.values(domains).flatMap((domain) => domain.attributes)) {
		const values = Array.from({ length: 2000 }, () => attribute.value(random, 'Maria Okafor'));
		if (!named.has(attribute.id)) assert.deepEqual(values.filter(readsBadly), [], attribute.id);
		else assert.ok(new Set(values).size > 500, attribute.id);
	}
});

test('of the memorised ones all are shown but one company', () => {
	assert.deepEqual(
		memorised.filter((entity) => !presentable.includes(entity)).map(({ name }) => name),
		['Breancumco Digital'],
	);
});

/** Every name that a situation holds: of those asked about, of those that its passages are about, and their values. */
function namesOf({ entity, passages }: Situation): string[] {
	return [entity, ...passages.map((passage) => passage.entity)].flatMap(({ name, facts }) => [name, ...facts.values()]);
}

for (const [count, min, declare] of [
	[100, 2000, quickTest],
	[1000, 20_000, slowTest],
] as const)
	declare(`nobody whom evaluation asks about, and nothing that is known of them, reads badly: ${count} of each plan`, () => {
		const random = seededRandom(3);
		const first = <T>(plan: Iterator<T, unknown, void>): T[] =>
			Array.from({ length: count }, () => plan.next()).flatMap((next) => (next.done === true ? [] : [next.value]));
		const situations = [
			...(['train', 'test'] as const).flatMap((side) => [
				...[twinPlan(11, side), cleanPlan(12, side), memorizedPlan(13, side)]
					.flatMap((plan) => first(plan))
					.map(({ situation }) => situation),
				...Array.from({ length: count }, () => makeSituation(random, pickWeighted(random, kindShares), side)),
				...Array.from({ length: 0.3 * count }, () => makeSituation(random, 'contradiction', side)),
			]),
			...domainIds.flatMap((id) => Array.from({ length: 0.2 * count }, () => aboutUnknown(random, 'test', id))),
		];
		const names = new Set(situations.flatMap(namesOf));
		assert.ok(names.size > min, `only ${names.size}`);
		assert.deepEqual([...names].filter(readsBadly), []);
	});
