import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace } from '../../../src/analysis/analyze-trace.ts';
import type { Detector } from '../../../src/analysis/calibration/methods.ts';
import type { StarterDetector } from '../../../src/formats/detectors/starter.ts';
import { analysisRecordSchema } from '../../../src/formats/analysis-record.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { requireResponse } from '../../../src/formats/read-traces.ts';
import { fittedStarter } from '../../../src/methods/starter/fitted.ts';
import { exampleProfile, madeBy } from '../../support/example-profile.ts';
import { FakeModel } from '../../support/fake-model.ts';

const text = `## Query
What is known about the bridge of Ulm?

## Context guide
The bridge of Ulm has four arches and carries the tram.

## Response
The bridge of Ulm has four arches. A painter covered marvelous copper towers with mosaics. Towers.
`;

const starterAt = (threshold: number): StarterDetector => ({
	method: 'starter',
	level: 'sentence',
	form: {
		features: [...fittedStarter.form.features],
		fits: fittedStarter.form.fits.map((fit) => ({ ...fit, weights: [...fit.weights] })),
	},
	threshold,
	direction: 'above',
	criterion: { kind: 'f1' },
	quantiles: [],
	suspicion: {
		kind: 'isotonic',
		knots: [
			{ score: 0, share: 0.1 },
			{ score: 1, share: 0.9 },
		],
	},
	operatingPoint: null,
	auc: null,
});

async function analyzed(detectors: readonly Detector[], methods?: readonly ['cg']) {
	const trace = readRagMarkdown('ulm.rag.md', text, 'ulm').traces[0]!;
	requireResponse(trace, 'ulm.rag.md');
	const record = await analyzeTrace(
		trace,
		new FakeModel(),
		{ ...exampleProfile, detectors: madeBy(detectors) },
		{
			file: 'ulm.rag.md',
			signal: new AbortController().signal,
			onProgress: () => undefined,
			...(methods === undefined ? {} : { methods }),
		},
	);
	return analysisRecordSchema.parse(JSON.parse(JSON.stringify(record)));
}

test('a calibrated threshold of the starter profile judges before mean entropy, and mean entropy judges what it leaves open', async () => {
	const entropy = { ...exampleProfile.detectors[0]!, threshold: -1 };
	const { sentences, findings, starter } = await analyzed([entropy, starterAt(0.3)]);
	assert.deepEqual(
		sentences.map(({ verdict }) => verdict),
		['grounded', 'ungrounded', 'ungrounded'],
	);
	assert.deepEqual(
		findings.filter(({ code }) => code === 'rag-assay/ungrounded').map(({ method, severity }) => [method, severity]),
		[
			['starter', 'warning'],
			['mean-entropy', 'warning'],
		],
	);
	const { message, score } = findings.find(({ method }) => method === 'starter')!;
	assert.match(message, /^Not supported by the contexts: “painter”, .* 6 of 6 content words are in no context; no context sentence .*\.$/);
	const [first, second] = sentences;
	assert.ok(first!.score! < second!.score! && Math.abs(second!.score! - (0.1 + 0.8 * score!)) < 1e-9, 'suspicion by its own scale');
	assert.equal(starter, undefined, 'the profile judges, so nothing is said without calibration');
});

test('it judges if values and words are not asked for, and flags nothing below its threshold', async () => {
	const record = await analyzed([starterAt(0.3)], ['cg']);
	assert.equal(record.support, undefined);
	assert.deepEqual(
		record.sentences.map(({ verdict }) => verdict),
		['grounded', 'ungrounded', null],
	);
	assert.deepEqual(
		(await analyzed([starterAt(0.999)])).sentences.map(({ verdict }) => verdict),
		['grounded', 'grounded', null],
	);
});
