import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calibration } from '../../../src/analysis/calibration/methods.ts';
import { closedBookFormat } from '../../../src/formats/detectors/closed-book.ts';
import { meanEntropyFormat } from '../../../src/formats/detectors/mean-entropy.ts';
import { repcsFormat } from '../../../src/formats/detectors/repcs.ts';
import { fittingDetectors } from '../../../src/formats/applicable-detectors.ts';
import { detectorOf } from '../../../src/formats/profile.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';

const folder = fileURLToPath(new URL('../../../models/demo', import.meta.url));
const profileFile = join(folder, 'demo.assay-profile.json');
const profile = calibration.profiles.read(readFileSync(profileFile, 'utf8'), profileFile);

test("the bundled profile is the bundled model's, in the layout that it is used with", async () => {
	const model = await loadDecoder({
		files: await checkModelFolder(folder),
		name: 'demo',
		device: executionProvidersFor('cpu'),
		signal: new AbortController().signal,
		onProgress: () => {},
	});
	try {
		assert.deepEqual(fittingDetectors(profile, { 'language-model': model.identity }).left, []);
		for (const { from } of profile.detectors)
			assert.deepEqual(
				from.readers.map(({ kind, name }) => [kind, name]),
				[['language-model', 'demo']],
			);
	} finally {
		await model.dispose();
	}
});

test('it was fitted on the large set, of which the committed one is the beginning, and on answers over rows and tables', () => {
	for (const {
		from: { data },
	} of profile.detectors) {
		assert.deepEqual(
			data.parts?.map(({ name, items }) => [name, items]),
			[
				['demo-world-clean', 450],
				['demo-world-memorised', 300],
				['labelled', 5000],
				['laid-out', 3000],
				['laid-out-clean', 900],
			],
		);
		assert.ok(data.sentences !== undefined && data.sentences > data.items);
	}
});

test("it has a detector of each method that makes few findings, at each level, RePCS's with its promise and what it finds", () => {
	assert.deepEqual(
		profile.detectors.map(({ method, level }) => `${method} ${level}`),
		[
			'mean-entropy sentence',
			'repcs response',
			'closed-book response',
			'spad sentence',
			'spad response',
			'spad+ sentence',
			'spad+ response',
		],
	);
	const repcs = detectorOf(profile, repcsFormat);
	assert.ok(repcs?.criterion.kind === 'conformal' && repcs.criterion.alpha === 0.05 && repcs.heldOut !== null && repcs.memorised !== null);
	assert.ok(repcs.heldOut.falsePositiveRate.low <= 0.05 && repcs.memorised.auc.value >= 0.97);
	const closedBook = detectorOf(profile, closedBookFormat);
	assert.ok(closedBook?.criterion.kind === 'conformal' && closedBook.criterion.alpha === 0.01);
	// docs/methods/closed-book.md: at most 0.02 of clean answers, at least 0.95 of memorized ones.
	assert.ok(closedBook.heldOut!.falsePositiveRate.value <= 0.02 && closedBook.memorised!.truePositiveRate.value >= 0.95);
});

test('its figures are those of a detector that is better than chance and worse than sure', () => {
	const detector = detectorOf(profile, meanEntropyFormat);
	assert.ok(detector !== undefined && detector.auc !== null && detector.operatingPoint !== null);
	assert.ok(detector.auc.low > 0.5 && detector.auc.high < 1);
	assert.deepEqual(detector.criterion, { kind: 'f1' });
	const { truePositiveRate, falsePositiveRate, precision, positives, n } = detector.operatingPoint;
	assert.ok(truePositiveRate.low > falsePositiveRate.high);
	// A finding says more than the share of ungrounded sentences does.
	assert.ok(precision.low > positives / n);
});
