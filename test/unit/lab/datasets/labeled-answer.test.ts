import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelsOf } from '../../../../lab/datasets/labeled-answer.ts';
import { domains } from '../../../../lab/world/domains.ts';
import type { Entity } from '../../../../lab/world/entity.ts';
import type { Situation } from '../../../../lab/world/situation.ts';
import { answered, attribute, doctor, patient, twoPatients, ward } from './small-world.ts';

const labels = (text: string, situation?: Situation) =>
	labelsOf(answered(text, situation === undefined ? {} : { situation })).map(({ start, end, type, note, implicitTrue }) => [
		text.slice(start, end),
		type,
		note,
		implicitTrue ?? false,
	]);

test('a value that no passage supports is labeled, and nothing else', () => {
	assert.deepEqual(labels("The doctor of Maria Okafor is not stated. Maria Okafor's ward is Ward A."), []);
	assert.deepEqual(labels('The ward of Maria Okafor is not stated.'), [], 'a needless refusal says nothing that no passage says');
	assert.deepEqual(labels("The ward of Maria Okafor is Ward A. Maria Okafor's doctor is Dr Stone."), [
		['Dr Stone', 'Evident Baseless Info', 'misattributed', false],
	]);
	assert.deepEqual(
		labels('The ward of Maria Okafor is Ward B.'),
		[['Ward B', 'Evident Conflict', 'misattributed', false]],
		'a passage gives her another one',
	);
	assert.deepEqual(labels("Maria Okafor's ward is Elm Ward."), [['Elm Ward', 'Evident Conflict', 'fabricated', false]]);
});

test('what is true though no passage says it is so by luck or by heart', () => {
	assert.deepEqual(labels('The doctor of Maria Okafor is Dr Hale.'), [['Dr Hale', 'Evident Baseless Info', 'fabricated', true]]);
	const told = patient('Maria Okafor', [
		[ward, 'Elm Ward'],
		[doctor, 'Dr Hale'],
	]);
	const contradicted: Situation = {
		...twoPatients,
		kind: 'contradiction',
		entity: told,
		asked: [ward],
		withheld: [],
		byHeart: new Map([[ward.id, 'Ward A']]),
		passages: [{ text: 'Maria Okafor stayed in Elm Ward.', entity: told, stated: [ward] }],
	};
	assert.deepEqual(labels('The ward of Maria Okafor is Ward A.', contradicted), [['Ward A', 'Evident Conflict', 'memory', true]]);
	assert.deepEqual(labels('The ward of Maria Okafor is Elm Ward.', contradicted), []);
});

test('whom a sentence speaks of is read before its value', () => {
	const mia = patient('Mia Reid', [[ward, 'Ward C']]);
	const named: Situation = {
		...twoPatients,
		passages: [...twoPatients.passages, { text: 'Mia Reid stayed in Ward C.', entity: mia, stated: [ward] }],
	};
	assert.deepEqual(labels('The ward of Mia Reid is Ward A.', named), [['Ward A', 'Evident Conflict', 'misattributed', false]]);
	assert.deepEqual(labels('The doctor of Mia Reid is Maria Okafor.', named), [
		['Maria Okafor', 'Evident Baseless Info', 'misattributed', false],
	]);
	assert.deepEqual(labels('The ward of Mia Reid is Ward C.', named), [], 'stated, though nobody asked about her');
});

test('a wrong similar case contradicts the record that has the problem', () => {
	const problem = attribute(domains.records, 'reported problem');
	const client = (name: string, trouble: string): Entity => ({ domain: domains.records, name, facts: new Map([[problem.id, trouble]]) });
	const [anna, otto] = [client('Anna Berg', 'a blocked drain'), client('Otto Kemp', 'a late train')];
	const similar: Situation = {
		kind: 'similar',
		system: 's',
		query: 'Who else had a blocked drain?',
		entity: anna,
		asked: [],
		withheld: [],
		byHeart: new Map(),
		passages: [anna, otto].map((entity) => ({
			text: `${entity.name} reported ${entity.facts.get(problem.id)}.`,
			entity,
			stated: [problem],
		})),
	};
	assert.deepEqual(labels('A similar case is that of Otto Kemp.', similar), [['Otto Kemp', 'Evident Conflict', 'misattributed', false]]);
	assert.deepEqual(labels('A similar case is that of Anna Berg.', similar), []);
});
