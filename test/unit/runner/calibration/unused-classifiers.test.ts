import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Detector } from '../../../../src/analysis/calibration/methods.ts';
import type { Profile } from '../../../../src/formats/profile.ts';
import type { RunResult } from '../../../../src/runner/calibration/results.ts';
import { writeProfile, classifiersNamedBy, unusedClassifiers } from '../../../../src/runner/calibration/save-profile.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { exampleProfile, madeBy } from '../../../support/example-profile.ts';

const { operatingPoint, suspicion, quantiles, auc } = exampleProfile.detectors[0]!;

/** A run whose classifiers of sentences and of responses are of these versions. */
function runWith(sentence: string, response: string): RunResult {
	const name = (level: string, version: string): string => `classifier.spad.${level}.${version.repeat(12)}.json`;
	const detector = (level: 'sentence' | 'response', version: string): Detector => ({
		method: 'spad',
		level,
		file: name(level, version),
		sha256: version.repeat(64),
		threshold: 0.5,
		direction: 'above',
		criterion: { kind: 'f1' },
		quantiles,
		suspicion,
		operatingPoint,
		auc,
	});
	const profile: Profile<Detector> = {
		...exampleProfile,
		detectors: madeBy([detector('sentence', sentence), detector('response', response)]),
	};
	return {
		schema: 'rag-assay/calibration-run@1',
		profile,
		tried: {},
		files: [
			{ name: name('sentence', sentence), text: sentence },
			{ name: name('response', response), text: response },
		],
		report: { run: '0123456789abcdef', name: 'demo', readers: [], items: 100, detectors: [], left: [], failures: [], seconds: 1 },
	};
}

function folderOf(own: TestContext): { folder: string; save: (name: string, result: RunResult) => Promise<string[]> } {
	const folder = temporaryFolder(own, 'rag-assay-unused-');
	return {
		folder,
		save: async (name, result) =>
			(await writeProfile(join(folder, name), result, [], new Date('2026-03-04T12:00:00Z'))).unused.map((path) =>
				path.slice(folder.length + 1),
			),
	};
}

test('a save that replaces a profile names the classifiers that it leaves behind, once no profile there names them, and deletes none', async (t) => {
	const { folder, save } = folderOf(t);
	assert.deepEqual(await save('one.assay-profile.json', runWith('a', 'b')), [], 'nothing was there');
	assert.deepEqual(await save('one.assay-profile.json', runWith('a', 'b')), [], 'the same again');
	assert.deepEqual(await save('two.json', runWith('a', 'c')), [], 'another profile of the folder replaces none');
	// The new profile has the responses' classifier still; the sentences' is the other profile's, too.
	assert.deepEqual(await save('one.assay-profile.json', runWith('d', 'b')), []);
	assert.deepEqual(await save('one.assay-profile.json', runWith('d', 'e')), ['classifier.spad.response.bbbbbbbbbbbb.json']);
	// What a profile names that this version does not read is named anyway.
	writeFileSync(join(folder, 'later'), '{"schema": "rag-assay/profile@9", "trees": ["classifier.spad.sentence.dddddddddddd.json"]}');
	assert.deepEqual(await save('one.assay-profile.json', runWith('f', 'f')), ['classifier.spad.response.eeeeeeeeeeee.json']);
	assert.equal(readdirSync(folder).filter((name) => name.startsWith('classifier.')).length, 7);
	assert.deepEqual(
		await unusedClassifiers(folder, ['classifier.spad.sentence.999999999999.json']),
		[],
		'one that is gone needs no deleting',
	);
});

test('a profile that nobody can read, or that is none, named nothing', async (t) => {
	const { folder, save } = folderOf(t);
	writeFileSync(join(folder, 'torn.assay-profile.json'), '{"schema": "rag-assay/profile@1", ');
	assert.deepEqual(await classifiersNamedBy(join(folder, 'torn.assay-profile.json')), []);
	assert.deepEqual(await classifiersNamedBy(join(folder, 'nowhere.assay-profile.json')), []);
	mkdirSync(join(folder, 'folder.assay-profile.json'));
	assert.deepEqual(await classifiersNamedBy(join(folder, 'folder.assay-profile.json')), []);
	await save('one.assay-profile.json', runWith('a', 'b'));
	const left = ['classifier.spad.sentence.aaaaaaaaaaaa.json', 'classifier.spad.response.bbbbbbbbbbbb.json'];
	rmSync(join(folder, 'one.assay-profile.json'));
	assert.deepEqual(
		(await unusedClassifiers(folder, left)).toSorted(),
		left.map((name) => join(folder, name)).toSorted(),
		'a folder beside them names nothing',
	);
	assert.deepEqual(await unusedClassifiers(join(folder, 'nowhere'), left), []);
});
