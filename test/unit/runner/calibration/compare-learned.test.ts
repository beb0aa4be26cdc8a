import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Detector } from '../../../../src/analysis/calibration/methods.ts';
import type { ClassifierDetector } from '../../../../src/formats/detectors/classifier.ts';
import type { LearnedFeatures } from '../../../../src/formats/detectors/learned.ts';
import type { Profile } from '../../../../src/formats/profile.ts';
import { profileComparison } from '../../../../src/protocol/calibration.ts';
import { compareLearned } from '../../../../src/runner/calibration/compare-profile.ts';
import { exampleModel, exampleProfile, madeBy, otherModel } from '../../../support/example-profile.ts';

const learned: LearnedFeatures = { rows: 9, means: { RAG_NOUN: 0.5, LN_NUM: 0.5 }, directions: { RAG_NOUN: -0.9, LN_NUM: 0.8 } };

function classifier(level: ClassifierDetector['level'], known?: LearnedFeatures): ClassifierDetector {
	return {
		method: 'spad',
		level,
		file: 'a.json',
		sha256: '0'.repeat(64),
		threshold: 0.5,
		direction: 'above',
		criterion: { kind: 'f1' },
		quantiles: [],
		suspicion: null,
		operatingPoint: null,
		auc: null,
		...(known === undefined ? {} : { learned: known }),
	};
}

function profileOf(
	detectors: readonly ClassifierDetector[],
	model: typeof exampleModel | typeof otherModel = exampleModel,
): Profile<Detector> {
	return { ...exampleProfile, detectors: madeBy(detectors, { readers: [model] }) };
}

const titleOf = (id: string): string => `The ${id}`;

test('classifiers of two models are laid side by side, each with that of its level', () => {
	const other = { ...learned, means: { RAG_NOUN: 1, LN_NUM: 3 }, directions: { RAG_NOUN: -0.9, LN_NUM: -0.8 } };
	const found = compareLearned(
		profileOf([classifier('sentence', learned)]),
		profileOf([classifier('sentence', other)], otherModel),
		titleOf,
	);
	assert.deepEqual(found.learnedLeft, []);
	const [one] = found.learned;
	assert.deepEqual([one?.id, one?.title, one?.models], ['spad sentence', 'The spad sentence', { before: 'demo', after: 'smol' }]);
	assert.deepEqual(
		one?.sources.map(({ name, before, after }) => [name, before, after]),
		[
			['rag', 0.5, 0.25],
			['ln', 0.5, 0.75],
		],
	);
	assert.deepEqual(
		one?.features.map(({ name, reversed }) => [name, reversed]),
		[
			['LN_NUM', true],
			['RAG_NOUN', false],
		],
	);
	assert.deepEqual(profileComparison.shape.learned.parse(found.learned), found.learned);
});

test('a classifier of sentences that judges responses, too, stands there once', () => {
	const both = profileOf([classifier('sentence', learned), { ...classifier('response', learned), reads: 'sentences' }]);
	assert.deepEqual(
		compareLearned(both, both, titleOf).learned.map(({ id }) => id),
		['spad sentence'],
	);
});

test('it says why there is nothing to lay side by side: an earlier version, or a classifier that only one has', () => {
	const found = compareLearned(
		profileOf([classifier('sentence'), { ...classifier('sentence'), method: 'spad+' }, classifier('response', learned)]),
		profileOf([classifier('sentence', learned), { ...classifier('sentence', learned), method: 'spad+' }]),
		titleOf,
	);
	assert.deepEqual(found, {
		learned: [],
		learnedLeft: [
			'The spad sentence; The spad+ sentence: the saved profile was made by an earlier version, which did not save what a classifier uses. Calibrate again to compare.',
			'The spad response: only the saved profile has such a classifier.',
		],
	});
	assert.deepEqual(compareLearned(exampleProfile, exampleProfile, titleOf), { learned: [], learnedLeft: [] });
});
