/**
 * Writes the demo model's profile from labelled answers, scored by the product's own engine:
 *
 *     npx node models/demo/make-datasets.ts --full models/demo/training/work/labelled
 *     npx node models/demo/make-profile.ts [--data models/demo/training/work/labelled] [--model FOLDER] [--out FILE]
 *
 * Everything but the date is decided by the model, the data and the code.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { analyseTrace } from '../../src/analysis/analyse-trace.ts';
import { fitMeanEntropyDetector } from '../../src/analysis/calibration/mean-entropy-detector.ts';
import type { JudgedSentence } from '../../src/analysis/calibration/mean-entropy-detector.ts';
import type { LanguageModel } from '../../src/analysis/language-model.ts';
import { readTags } from '../../src/evaluation/datasets/answer-tags.ts';
import { sentenceTruth } from '../../src/evaluation/datasets/sentence-truth.ts';
import { formatProfile } from '../../src/formats/profile.ts';
import type { Criterion, Profile } from '../../src/formats/profile.ts';
import { readRagTruth, type RagTruthRecord } from '../../src/formats/ragtruth.ts';
import { requireResponse } from '../../src/formats/read-traces.ts';
import { demoFolder, say, withModel } from './demo-model.ts';

/**
 * Chosen on the training answers alone, and before the test answers were scored: a reader who looks at every finding loses as much by an
 * ungrounded sentence missed as by a false alarm. A cap on false alarms (5 % of the grounded sentences) had flagged next to nothing.
 */
const criterion: Criterion = { kind: 'f1' };

interface Scored {
	readonly sentences: JudgedSentence[];
	/** Answers that the product cuts into more or fewer sentences than have a verdict. */
	readonly recut: number;
	readonly unused: number;
}

async function scoreAll(records: readonly RagTruthRecord[], model: LanguageModel): Promise<Scored> {
	const sentences: JudgedSentence[] = [];
	let [recut, unused] = [0, 0];
	for (const { trace } of records) {
		requireResponse(trace, trace.id);
		const { labels, tags: written, response } = trace;
		if (labels === undefined) throw new RangeError(`${trace.id} has no labels`);
		const tags = readTags(written);
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const record = await analyseTrace(trace, model, null, { file: trace.id, methods: ['cg'], signal: new AbortController().signal, onProgress: () => {} });
		if (record.sentences.length !== tags.verdicts.length) recut++;
		for (const { start, end, entropyMean } of record.sentences) {
			const positive = sentenceTruth({ start: response.map.toText(start), end: response.map.toText(end) }, labels, tags);
			if (positive === null) unused++;
			else sentences.push({ response: trace.id, score: entropyMean, positive });
		}
	}
	return { sentences, recut, unused };
}

async function readSet(folder: string): Promise<{ records: readonly RagTruthRecord[]; sha256: string }> {
	const [sources, responses] = [join(folder, 'source_info.jsonl'), join(folder, 'response.jsonl')];
	const [sourceText, responseText] = await Promise.all([readFile(sources, 'utf8'), readFile(responses, 'utf8')]);
	const { records, problems } = readRagTruth({ document: responses, text: responseText }, { document: sources, text: sourceText });
	if (problems[0] !== undefined) throw new RangeError(`${problems[0].document}: ${problems[0].message}`);
	return { records, sha256: createHash('sha256').update(sourceText).update(responseText).digest('hex') };
}

function report(name: string, { sentences, recut, unused }: Scored): void {
	say(`${name}: ${sentences.length} sentences, ${sentences.filter((s) => s.positive).length} ungrounded; ${unused} not used, ${recut} answers cut otherwise than labelled`);
}

function reportDetector({ threshold, operatingPoint: point, auc }: ReturnType<typeof fitMeanEntropyDetector>): void {
	const shown = ({ value, low, high }: { value: number; low: number; high: number }): string => `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
	say(`threshold ${threshold.toFixed(4)} nats; on test: AUC ${shown(auc)}, ungrounded sentences flagged ${shown(point.truePositiveRate)}, `
		+ `grounded ones flagged ${shown(point.falsePositiveRate)}, precision ${shown(point.precision)}`);
}

async function makeProfile(folder: string, model: LanguageModel): Promise<Profile> {
	const { records, sha256 } = await readSet(folder);
	const train = records.filter(({ split }) => split === 'train');
	const scoredTrain = await scoreAll(train, model);
	report('train', scoredTrain);
	const scoredTest = await scoreAll(records.filter(({ split }) => split === 'test'), model);
	report('test', scoredTest);
	const detector = fitMeanEntropyDetector(scoredTrain.sentences, scoredTest.sentences, criterion);
	reportDetector(detector);
	return {
		schema: 'rag-assay/profile@1', name: 'demo', created: new Date().toISOString().slice(0, 10),
		model: { name: model.identity.name, sha256: model.identity.sha256 }, layout: model.identity.layout, embedder: null,
		// Of source_info.jsonl and then response.jsonl.
		dataset: { name: 'demo-world, train, by models/demo/make-datasets.ts --full', sha256, traces: train.length, sentences: scoredTrain.sentences.length },
		detectors: [detector],
	};
}

const { values: options } = parseArgs({ options: { data: { type: 'string' }, model: { type: 'string' }, out: { type: 'string' } } });
await withModel({ model: options.model }, async ({ model }) => {
	const profile = await makeProfile(options.data ?? join(demoFolder, 'training/work/labelled'), model);
	await writeFile(options.out ?? join(demoFolder, 'demo.assay-profile.json'), formatProfile(profile));
});
