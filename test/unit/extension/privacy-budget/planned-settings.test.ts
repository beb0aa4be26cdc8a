import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { privateSettings } from '../../../../src/formats/private-settings.ts';
import { readPlanned, settingsFor, defaultDocuments } from '../../../../src/extension/privacy-budget/planned-settings.ts';

interface Manifest {
	contributes: { configuration: { properties: Record<string, { default: unknown }> }[] };
}
const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as Manifest;
const declared = new Map(
	manifest.contributes.configuration
		.flatMap(({ properties }) => Object.entries(properties))
		.filter(([key]) => key.startsWith('ragAssay.private.'))
		.map(([key, { default: value }]) => [key.replace('ragAssay.', ''), value]),
);

test('what the manifest declares is what a private answer is made by: the same names, the same defaults', () => {
	const usual = { settings: privateSettings.parse({}), documents: defaultDocuments };
	assert.deepEqual(
		readPlanned((key) => declared.get(key)),
		{ planned: usual, problems: [] },
	);
	assert.deepEqual(
		[...settingsFor(usual).keys(), 'private.corpus', 'private.ledger'].toSorted(),
		[...declared.keys()].toSorted(),
		'each of them is written, and the corpus by its own request; the ledger is named by hand',
	);
	assert.deepEqual([...settingsFor(usual).values()], Array(declared.size - 2).fill(undefined), 'nothing that is so anyway');
});

test('what is saved is what is read again', () => {
	const planned = {
		documents: 16,
		settings: privateSettings.parse({
			epsilon: 6,
			delta: 1e-6,
			decoder: 'public-list',
			split: { decode: 0.6, filter: 0.1, refill: 0.3 },
			list: ['a', 'b'],
			expert: { subsets: 4, countFacts: false },
		}),
	};
	const written = settingsFor(planned);
	assert.deepEqual(
		[...written]
			.filter(([, value]) => value !== undefined)
			.map(([key]) => key)
			.toSorted(),
		[
			'private.decoder',
			'private.delta',
			'private.documents',
			'private.epsilon',
			'private.expert.countFacts',
			'private.expert.subsets',
			'private.list',
			'private.split',
		],
	);
	assert.deepEqual(
		readPlanned((key) => written.get(key) ?? declared.get(key)),
		{ planned, problems: [] },
	);
});

test('a value that cannot be used is named, and its default used', () => {
	const wrong: Record<string, unknown> = {
		'private.epsilon': -1,
		'private.expert.gate': 'x',
		'private.documents': 0.5,
		'private.sentences': 2,
	};
	const { planned, problems } = readPlanned((key) => wrong[key]);
	assert.deepEqual([planned.settings.epsilon, planned.settings.expert.gate, planned.documents, planned.settings.sentences], [3, 0.9, 8, 2]);
	assert.deepEqual(
		problems.map((problem) => problem.split(':')[0]),
		['ragAssay.private.epsilon', 'ragAssay.private.expert.gate', 'ragAssay.private.documents'],
	);
	assert.doesNotMatch(problems.join(), /Too (?:small|big)|Invalid|>=?\d/);
	assert.deepEqual(readPlanned((key) => (key === 'private.epsilon' ? 0 : undefined)).problems, [
		'ragAssay.private.epsilon: more than 0 was expected; its default is used.',
	]);
});
