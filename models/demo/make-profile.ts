/**
 * Writes the demo model's profile from the labelled answers in calibration/, scored by the product's own engine:
 *
 *     node models/demo/make-profile.ts
 *
 * Everything but the date is decided by the model, the data and the code.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { analyseTrace } from '../../src/analysis/analyse-trace.ts';
import { fitMeanEntropyDetector } from '../../src/analysis/calibration/mean-entropy-detector.ts';
import type { JudgedSentence } from '../../src/analysis/calibration/mean-entropy-detector.ts';
import { labelOf } from '../../src/analysis/calibration/sentence-labels.ts';
import type { LabelledSpan } from '../../src/analysis/calibration/sentence-labels.ts';
import type { LanguageModel } from '../../src/analysis/language-model.ts';
import { formatProfile } from '../../src/formats/profile.ts';
import type { Criterion, MeanEntropyDetector, Profile } from '../../src/formats/profile.ts';
import type { AnsweredTrace } from '../../src/formats/read-traces.ts';
import { runnerSettings } from '../../src/protocol/requests.ts';
import { ModelService } from '../../src/runner/model-service.ts';
import { packagePaths } from '../../src/runner/package-paths.ts';
import { MappedTextBuilder } from '../../src/text/mapped-text-builder.ts';
import type { MappedText } from '../../src/text/text-map.ts';

/**
 * Chosen on the training answers alone, and before the test answers were scored: a reader who looks at every finding loses as much by an
 * ungrounded sentence missed as by a false alarm. A cap on false alarms (5 % of the grounded sentences) had flagged next to nothing.
 */
const criterion: Criterion = { kind: 'f1' };

/** Refusals are grounded: nothing ungrounded is said. Sentences of the last two kinds are not used (see make_calibration.py). */
const ungrounded = { supported: false, refusal: false, unsupported: true, misattributed: true, record: null, malformed: null } as const;

const answer = z.object({
	id: z.string(), system: z.string(), query: z.string(), response: z.string(),
	contexts: z.array(z.object({ id: z.string(), text: z.string() })),
	sentences: z.array(z.object({
		start: z.number().int(), end: z.number().int(),
		label: z.enum(['supported', 'refusal', 'unsupported', 'misattributed', 'record', 'malformed']),
	})),
});
type Answer = z.infer<typeof answer>;

interface Scored {
	readonly sentences: JudgedSentence[];
	/** Sentences that the product cuts elsewhere than the labels do. */
	readonly recut: number;
	readonly unused: number;
}

function inMemory(text: string): MappedText {
	return new MappedTextBuilder('memory').append(text, 0).build(text.length);
}

function traceOf({ id, system, query, contexts, response }: Answer): AnsweredTrace {
	return {
		id, tags: [], sections: [], system: inMemory(system), query: inMemory(query), response: inMemory(response),
		contexts: contexts.map((context) => ({ id: context.id, text: inMemory(context.text) })),
	};
}

async function scoreAll(answers: readonly Answer[], model: LanguageModel): Promise<Scored> {
	const sentences: JudgedSentence[] = [];
	let [recut, unused] = [0, 0];
	for (const one of answers) {
		const spans: LabelledSpan[] = one.sentences.map(({ start, end, label }) => ({ start, end, ungrounded: ungrounded[label] }));
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const record = await analyseTrace(traceOf(one), model, null, { file: one.id, signal: new AbortController().signal, onProgress: () => {} });
		for (const sentence of record.sentences) {
			if (!spans.some(({ start, end }) => start === sentence.start && end === sentence.end)) recut++;
			const positive = labelOf(sentence, spans);
			if (positive === null) unused++;
			else sentences.push({ response: one.id, score: sentence.entropyMean, positive });
		}
	}
	return { sentences, recut, unused };
}

async function readAnswers(file: string): Promise<{ answers: Answer[]; sha256: string }> {
	const bytes = await readFile(file);
	const lines = bytes.toString('utf8').split('\n').filter((line) => line !== '');
	return { answers: lines.map((line) => answer.parse(JSON.parse(line))), sha256: createHash('sha256').update(bytes).digest('hex') };
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

function report(name: string, { sentences, recut, unused }: Scored): void {
	say(`${name}: ${sentences.length} sentences, ${sentences.filter((s) => s.positive).length} ungrounded; ${unused} not used, ${recut} cut otherwise than labelled`);
}

function reportDetector({ threshold, operatingPoint: point, auc }: MeanEntropyDetector): void {
	const shown = ({ value, low, high }: { value: number; low: number; high: number }): string => `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
	say(`threshold ${threshold.toFixed(4)} nats; on test: AUC ${shown(auc)}, ungrounded sentences flagged ${shown(point.truePositiveRate)}, `
		+ `grounded ones flagged ${shown(point.falsePositiveRate)}, precision ${shown(point.precision)}`);
}

async function makeProfile(here: string, model: LanguageModel): Promise<Profile> {
	const [train, test] = await Promise.all([readAnswers(join(here, 'calibration/train.jsonl')), readAnswers(join(here, 'calibration/test.jsonl'))]);
	const scoredTrain = await scoreAll(train.answers, model);
	report('train', scoredTrain);
	const scoredTest = await scoreAll(test.answers, model);
	report('test', scoredTest);
	const detector = fitMeanEntropyDetector(scoredTrain.sentences, scoredTest.sentences, criterion);
	reportDetector(detector);
	return {
		schema: 'rag-assay/profile@1', name: 'demo', created: new Date().toISOString().slice(0, 10),
		model: { name: model.identity.name, sha256: model.identity.sha256 }, layout: model.identity.layout, embedder: null,
		dataset: { name: 'models/demo/calibration/train.jsonl', sha256: train.sha256, traces: train.answers.length, sentences: scoredTrain.sentences.length },
		detectors: [detector],
	};
}

const here = fileURLToPath(new URL('.', import.meta.url));
const work = await mkdtemp(join(tmpdir(), 'demo-profile-'));
const service = new ModelService(runnerSettings.parse({ device: 'cpu', cacheDirectory: work }), {
	paths: packagePaths(fileURLToPath(new URL('../../src/runner/package-paths.ts', import.meta.url))),
	log: { error: say, warn: say, info: () => {}, debug: () => {} },
	rank: () => 0, onState: () => {},
});
try {
	const { model } = await service.open('profile', new AbortController().signal);
	const profile = await makeProfile(here, model);
	await writeFile(join(here, 'demo.assay-profile.json'), formatProfile(profile));
} finally {
	service.unload();
	await rm(work, { recursive: true });
}
