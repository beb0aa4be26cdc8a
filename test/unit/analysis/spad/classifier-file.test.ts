import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { formatClassifier, readClassifier } from '../../../../src/analysis/spad/classifier-file.ts';
import { UserError } from '../../../../src/errors.ts';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import type { BoostedTrees } from '../../../../src/statistics/boosted-trees/model.ts';
import { classifierOf, oneSplit, typicalOf } from './one-split.ts';

const { detector } = classifierOf('spad', 'sentence');
const written = (model: BoostedTrees, typical = typicalOf(model)) => {
	const { text, sha256 } = formatClassifier(model, typical);
	return { bytes: Buffer.from(text), detector: { ...detector, sha256 } };
};
const refusal = (run: () => unknown): UserError => {
	try {
		run();
	} catch (error) {
		if (error instanceof UserError) return error;
		throw error;
	}
	return assert.fail('was accepted');
};

test('a classifier comes back as it was written, typical values with it', () => {
	const model = oneSplit('spad');
	const { bytes, detector: named } = written(model);
	const read = readClassifier(bytes, named, 'c.json');
	assert.deepEqual(read.model.trees, model.trees);
	assert.deepEqual(read.typical, typicalOf(model));
	assert.deepEqual(read.features, featureSets.spad);
});

test("another file than the profile's is refused with both hashes", () => {
	const { bytes } = written(oneSplit('spad'));
	const error = refusal(() => readClassifier(bytes, { ...detector, sha256: 'e'.repeat(64) }, 'beside/c.json'));
	assert.equal(error.code, 'RA607');
	assert.match(error.message, /begins with [0-9a-f]{12}, and the profile expects eeeeeeeeeeee\.$/);
	assert.equal(error.place?.file, 'beside/c.json');
});

test('other features are refused with the first that differs', () => {
	const model = oneSplit('spad');
	const renamed = written({ ...model, featureNames: model.featureNames.map((name) => (name === 'RAG_NUM' ? 'RAG_NUMBER' : name)) });
	assert.match(
		refusal(() => readClassifier(renamed.bytes, renamed.detector, 'c.json')).message,
		/number \d+ of 126 should be RAG_NUM, and is RAG_NUMBER\.$/,
	);
	const plus = written(oneSplit('spad+'));
	assert.equal(
		refusal(() => readClassifier(plus.bytes, plus.detector, 'c.json')).message,
		`This classifier has ${featureSets['spad+'].length} features, and 'spad' of this version has 126.`,
	);
	const fewer = written(model);
	assert.match(
		refusal(() => readClassifier(fewer.bytes, { ...fewer.detector, method: 'spad+' }, 'c.json')).message,
		/number 127 of .* is not there\.$/,
	);
	const nameless = written({ ...model, featureNames: [] });
	assert.equal(refusal(() => readClassifier(nameless.bytes, nameless.detector, 'c.json')).code, 'RA608');
});

test('a model that was trained elsewhere has no typical values; broken ones are refused', () => {
	const model = oneSplit('spad');
	const bare = formatClassifier(model, typicalOf(model)).text.replace(/"rag_assay_typical":\s*"[^"]*"/, '"best_iteration":"0"');
	const sha256 = (text: string) => ({ ...detector, sha256: hashOf(text) });
	assert.equal(readClassifier(Buffer.from(bare), sha256(bare), 'c.json').typical, null);
	const broken = formatClassifier(model, typicalOf(model)).text.replace(/"\[0\.25,/, '"[');
	assert.equal(refusal(() => readClassifier(Buffer.from(broken), sha256(broken), 'c.json')).code, 'RA608');
});

test('what is no model is refused by its reader', () => {
	const text = '{"learner": {}}';
	assert.equal(refusal(() => readClassifier(Buffer.from(text), { ...detector, sha256: hashOf(text) }, 'c.json')).code, 'RA605');
});

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
