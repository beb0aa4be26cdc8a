import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readProfile, requireFittingProfile } from '../../../src/formats/profile.ts';
import { loadDecoder } from '../../../src/lm/decoder-model.ts';
import { executionProvidersFor } from '../../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';

const folder = fileURLToPath(new URL('../../../models/demo', import.meta.url));
const profileFile = join(folder, 'demo.assay-profile.json');
const profile = readProfile(readFileSync(profileFile, 'utf8'), profileFile);

const answer = z.object({
	id: z.string(), kind: z.string(), entity: z.string(), query: z.string(), response: z.string(),
	contexts: z.array(z.object({ text: z.string() })),
	sentences: z.array(z.object({ start: z.number(), end: z.number(), label: z.string() })).min(1),
});
const bytesOf = (side: 'train' | 'test') => readFileSync(join(folder, 'calibration', `${side}.jsonl`));
const answersOf = (side: 'train' | 'test') => bytesOf(side).toString('utf8').split('\n').filter((line) => line !== '').map((line) => answer.parse(JSON.parse(line)));

test('the bundled profile is the bundled model\'s, in the layout that it is used with', async () => {
	const model = await loadDecoder({
		files: await checkModelFolder(folder), name: 'demo', device: executionProvidersFor('cpu'), signal: new AbortController().signal, onProgress: () => {},
	});
	try {
		requireFittingProfile(profile, model.identity, profileFile);
		assert.equal(profile.model.name, 'demo');
	} finally {
		await model.dispose();
	}
});

test('it was fitted on the training answers that lie beside it', () => {
	assert.equal(profile.dataset.sha256, createHash('sha256').update(bytesOf('train')).digest('hex'));
	assert.equal(profile.dataset.traces, answersOf('train').length);
});

test('its figures are those of a detector that is better than chance and worse than sure', () => {
	const [detector] = profile.detectors;
	assert.ok(detector !== undefined && detector.auc.low > 0.5 && detector.auc.high < 1);
	assert.deepEqual(detector.criterion, { kind: 'f1' });
	const { truePositiveRate, falsePositiveRate, precision, positives, n } = detector.operatingPoint;
	assert.ok(truePositiveRate.low > falsePositiveRate.high);
	// A finding says more than the share of ungrounded sentences does.
	assert.ok(precision.low > positives / n);
});

test('no entity that is asked about on one side is named on the other', () => {
	const [train, held] = [answersOf('train'), answersOf('test')];
	const textOf = (answers: typeof train) => answers.flatMap((a) => [a.query, ...a.contexts.map((c) => c.text)]).join('\n');
	for (const [asked, other] of [[train, textOf(held)], [held, textOf(train)]] as const) {
		for (const { id, entity } of asked) {
			// A whole name: Gloria Deandfio is not Gloria Dean. Names hold nothing that a pattern would read otherwise.
			assert.match(entity, /^[\w -]+$/);
			assert.ok(!new RegExp(String.raw`(?<!\w)${entity}(?!\w)`).test(other), `${entity} of ${id}`);
		}
	}
});

test('labels stand on sentences of the response, in order, and cover it', () => {
	for (const { id, response, sentences } of [...answersOf('train'), ...answersOf('test')]) {
		let last = 0;
		for (const { start, end } of sentences) {
			assert.ok(start >= last && end > start && end <= response.length, id);
			assert.equal(response.slice(last, start).trim(), '', id);
			last = end;
		}
		assert.equal(response.slice(last).trim(), '', id);
	}
});
