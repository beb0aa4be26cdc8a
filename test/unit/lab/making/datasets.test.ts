import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promptParts } from '../../../../src/analysis/analyze-trace.ts';
import { readTags } from '../../../../lab/datasets/answer-tags.ts';
import { entityAskedAbout } from '../../../../lab/datasets/entity-asked-about.ts';
import { sentenceTruth } from '../../../../lab/datasets/sentence-truth.ts';
import { answerTo, partsOf } from '../../../../lab/datasets/sample-answers.ts';
import { twinPlan } from '../../../../lab/datasets/planned-answer.ts';
import { labelsOf } from '../../../../lab/datasets/labeled-answer.ts';
import { ownWords } from '../../../../lab/datasets/own-words.ts';
import { isUnsupported } from '../../../../lab/world/label-answer.ts';
import { responseSentences } from '../../../../src/analysis/calibration/response-sentences.ts';
import { readRagTruth } from '../../../../src/formats/ragtruth.ts';
import { isAnswered, type AnsweredTrace } from '../../../../src/formats/read-traces.ts';
import type { Trace } from '../../../../src/formats/trace.ts';
import { loadDecoder } from '../../../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../../../src/lm/devices/execution-providers.ts';
import { contentHash } from '../../../../src/lm/safety/content-hash.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { traceGroup } from '../../../../src/runner/calibration/data-item.ts';
import { undecidedIn } from '../../../../src/runner/calibration/read-data.ts';
import { slowTest } from '../../../support/slow-test.ts';

const folder = fileURLToPath(new URL('../../../../examples/datasets', import.meta.url));
const demo = fileURLToPath(new URL('../../../../models/demo', import.meta.url));

function setOf(name: string) {
	const [document, sources] = ['response.jsonl', 'source_info.jsonl'].map((file) => join(folder, name, file)) as [string, string];
	const { records, problems } = readRagTruth(
		{ document, text: readFileSync(document, 'utf8') },
		{ document: sources, text: readFileSync(sources, 'utf8') },
	);
	assert.deepEqual(problems, []);
	return records;
}

function answeredOf(trace: Trace): AnsweredTrace {
	assert.ok(isAnswered(trace), trace.id);
	return trace;
}

/** For each member the place of the first one with the same name: equal for two namings that keep the same together. */
function partition(names: readonly string[]): number[] {
	return names.map((name) => names.indexOf(name));
}

const sizes = {
	'demo-world': { train: 400, test: 200 },
	'demo-world-clean': { train: 300, test: 150 },
	'demo-world-memorised': { train: 150, test: 150 },
} as const;

for (const [name, counts] of Object.entries(sizes)) {
	describe(name, () => {
		const records = setOf(name);

		test('has its sizes, a source a response, and labels that agree with the verdicts', () => {
			assert.deepEqual(
				{ train: records.filter((r) => r.split === 'train').length, test: records.filter((r) => r.split === 'test').length },
				counts,
			);
			for (const { trace, sourceId } of records) {
				assert.equal(sourceId, trace.id);
				assert.ok(trace.response !== undefined && trace.labels !== undefined, trace.id);
				assert.deepEqual(
					trace.labels.map((l) => l.note),
					readTags(trace.tags).verdicts.filter(isUnsupported),
					trace.id,
				);
				assert.ok(trace.contexts.length >= 2, trace.id);
			}
		});

		test('no question of one side is asked on the other, and no two of one side are the same', () => {
			const asked = records.map(({ trace }) => `${trace.query.text}\n${trace.contexts.map((c) => c.text.text).join('\n')}`);
			assert.equal(new Set(asked).size, asked.length);
		});

		// What the lab knows, by tags and names, is the oracle of what the files say by themselves.
		test('says by itself which answers belong together, as the world knows it', () => {
			const told = records.map(({ trace }) => traceGroup(answeredOf(trace)));
			const known = records.map(({ trace }) => {
				const { response: _, ...asked } = promptParts(trace);
				return entityAskedAbout(asked) ?? JSON.stringify(asked);
			});
			assert.deepEqual(partition(told), partition(known));
		});

		test('says by itself which sentences nobody decides, as the world knows it', async () => {
			let undecided = 0;
			for (const { trace } of records) {
				const isUndecided = undecidedIn(trace);
				// oxlint-disable-next-line no-await-in-loop -- one after another
				for (const sentence of (await responseSentences(answeredOf(trace))).sentences) {
					assert.equal(isUndecided(sentence), sentenceTruth(sentence, [], readTags(trace.tags)) === null, trace.id);
					undecided += Number(isUndecided(sentence));
				}
			}
			assert.equal(undecided, records.filter(({ trace }) => trace.tags.includes('similar')).length);
		});
	});
}

test('the three sets together say it too: a client of one is the same client in another', () => {
	const traces = Object.keys(sizes).flatMap((name) => setOf(name).map(({ trace }) => trace));
	const told = traces.map((trace) => traceGroup(answeredOf(trace)));
	const known = traces.map((trace) => {
		const { response: _, ...asked } = promptParts(trace);
		return entityAskedAbout(asked) ?? JSON.stringify(asked);
	});
	assert.deepEqual(partition(told), partition(known));
	assert.ok(new Set(told).size < traces.length);
});

test('the labeled set holds every kind of error, and more right sentences than wrong ones', () => {
	const verdicts = setOf('demo-world').flatMap(({ trace }) => readTags(trace.tags).verdicts);
	for (const verdict of ['supported', 'refusal', 'memory', 'misattributed', 'fabricated'] as const)
		assert.ok(verdicts.filter((v) => v === verdict).length >= 5, verdict);
	assert.ok(verdicts.filter(isUnsupported).length < verdicts.length / 2);
});

/** That the bundled model, asked again, gives the first `count` answers of the set. */
async function assertBundledModelAnswers(count: number): Promise<void> {
	const files = await checkModelFolder(demo);
	assert.ok(readFileSync(join(folder, 'README.md'), 'utf8').includes(await contentHash(files)));
	const signal = new AbortController().signal;
	const model = await loadDecoder({ files, name: 'demo', device: executionProvidersFor('cpu'), signal, onProgress: () => {} });
	try {
		const records = setOf('demo-world').slice(0, count);
		let at = 0;
		for (const planned of twinPlan(401, 'train')) {
			const answer = await answerTo(planned, model, signal);
			if (typeof answer === 'string') continue;
			const { trace, temperature } = records[at++]!;
			assert.equal(trace.response?.text, answer.text, trace.id);
			assert.equal(temperature, answer.temperature);
			assert.equal(trace.query.text, answer.situation.query);
			assert.deepEqual(trace.labels, labelsOf(answer));
			const own = ownWords(partsOf(answer.situation), answer.situation.kind, answer.text);
			assert.deepEqual([trace.group, trace.undecided], [own.group, own.undecided]);
			const { response: _, ...asked } = trace;
			assert.deepEqual(promptParts(asked).contexts, partsOf(answer.situation).contexts);
			if (at === records.length) break;
		}
	} finally {
		await model.dispose();
	}
}

test("they are the bundled model's, whose answers they repeat", () => assertBundledModelAnswers(2));
slowTest("many of them are the bundled model's, whose answers they repeat", () => assertBundledModelAnswers(30));
