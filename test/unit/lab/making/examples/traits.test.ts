import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as traits from '../../../../../lab/making/examples/traits.ts';
import { answered, doctor, twoPatients, ward } from '../../datasets/small-world.ts';

const one = (asked: typeof ward, withheld: boolean) => ({ ...twoPatients, asked: [asked], withheld: withheld ? [asked] : [] });
/** Names of the traits that an answer has. */
const of = (text: string, situation = twoPatients) =>
	Object.entries(traits)
		.filter(([, fits]) => fits(answered(text, { situation })))
		.map(([name]) => name);

test('an answer has the trait that its sentences show, and no other', () => {
	assert.deepEqual(of('The ward of Maria Okafor is Ward A.', one(ward, false)), ['right']);
	assert.deepEqual(of('The ward of Maria Okafor is not stated.', one(ward, false)), ['refusesNeedlessly']);
	assert.deepEqual(of('The doctor of Maria Okafor is not stated.', one(doctor, true)), ['refuses']);
	assert.deepEqual(of('The doctor of Maria Okafor is Dr Stone.', one(doctor, true)), ['takesAnothersValue']);
	assert.deepEqual(of("Maria Okafor's ward is Ward B.", one(ward, false)), ['takesAnothersValue']);
	assert.deepEqual(of('The doctor of Maria Okafor is Dr Quinn.', one(doctor, true)), ['invents']);
	assert.deepEqual(of('The doctor of Maria Okafor is not stated. The ward of Maria Okafor is Ward A.'), ['refusesItsHalf']);
	assert.deepEqual(of('The doctor of Maria Okafor is Dr Quinn. The ward of Maria Okafor is Ward A.'), ['oneOfTwoWrong']);
	const known = { ...one(doctor, true), kind: 'memory' as const, byHeart: new Map([[doctor.id, 'Dr Hale']]) };
	assert.deepEqual(of('The doctor of Maria Okafor is Dr Hale.', known), ['recites']);
});

test('an answer that leaves the question has none', () => {
	assert.deepEqual(of('The doctor of Maria Okafor is not stated.'), [], 'her ward was asked for, too');
	assert.deepEqual(of('The ward of James Reid is Ward B.', one(ward, false)), [], 'another patient');
	assert.deepEqual(of('The ward of Maria Okafor is Ward A. The ward of Maria Okafor is Ward A.', one(ward, false)), [], 'twice');
	assert.deepEqual(of('The doctor of Maria Okafor is Ward B.', one(doctor, true)), [], "a value of another kind is nobody's doctor");
});
