/**
 * Fits the demo model's SPAD classifiers on labelled answers and enters them into the profile that make-profile.ts has written:
 *
 *     npx node models/demo/fit-spad.ts [--data models/demo/training/work/labelled] [--model FOLDER] [--profile FILE] [--draws N]
 *
 * The same model, data and code give the same files. They are named by their hash; those of an earlier run are removed.
 */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { classifierDetector } from '../../src/analysis/calibration/classifier-detector.ts';
import { formatClassifier, readClassifier } from '../../src/analysis/spad/classifier-file.ts';
import { randomFor } from '../../src/statistics/random.ts';
import type { SpansByLevel } from '../../src/evaluation/spad/measure-detection.ts';
import { samplesOf } from '../../src/evaluation/spad/score-spans.ts';
import { levels, type Level } from '../../src/evaluation/spad/targets.ts';
import { formatProfile, readProfile, requireFittingProfile, type ClassifierDetector, type ClassifierMethod, type Interval } from '../../src/formats/profile.ts';
import { loadDecoder } from '../../src/lm/decoder-model.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { featureSets } from '../../src/methods/spad/feature-sets.ts';
import { standardPlan } from '../../src/methods/spad/fit-plan.ts';
import { officialSplit } from '../../src/methods/spad/protocols.ts';
import { labelledSpans } from '../../test/bench/labelled-spans.ts';
import { demoFolder, say } from './demo-model.ts';

const { values: options } = parseArgs({ options: { data: { type: 'string' }, model: { type: 'string' }, profile: { type: 'string' }, draws: { type: 'string', default: '12' } } });
const profileFile = options.profile ?? join(demoFolder, 'demo.assay-profile.json');
const folder = dirname(profileFile);
const seed = 1;

/** Protocol I with few and small trees: the files ship, and every analysis reads them. */
const plan = { ...standardPlan, draws: Number(options.draws), deepest: 4, stopping: { share: 0.15, patience: 20, mostRounds: 80, metric: 'logloss' as const } };

const methods: readonly ClassifierMethod[] = ['spad', 'spad+'];

/** How the files begin, and no other file of the folder does. */
const fileStart = 'demo.classifier.';

async function fit(method: ClassifierMethod, level: Level, train: SpansByLevel, test: SpansByLevel): Promise<ClassifierDetector> {
	const { classifier, scores } = await officialSplit(samplesOf(train[level], method), samplesOf(test[level], method), {
		plan, random: randomFor(seed, `${method} ${level}`), featureNames: featureSets[method].map(({ name }) => name),
	});
	const { text, sha256 } = formatClassifier(classifier.model, classifier.typical);
	const file = `${fileStart}${method === 'spad+' ? 'spad-plus' : method}.${level}.${sha256.slice(0, 12)}.json`;
	const outOfFold = train[level].map(({ positive }, i) => ({ positive, score: classifier.outOfFold[i]! }));
	const judged = test[level].map(({ positive, group }, i) => ({ positive, score: scores[i]!, cluster: group }));
	const detector = classifierDetector({ method, level, file, sha256, threshold: classifier.threshold }, outOfFold, judged);
	// What is shipped must be what can be read.
	readClassifier(Buffer.from(text), detector, file);
	await writeFile(join(folder, file), text);
	const { operatingPoint: { truePositiveRate, falsePositiveRate, precision }, auc } = detector;
	say(`${file}: ${classifier.model.trees.length} trees, ${Math.round(text.length / 1024)} KiB; on test: AUC ${shown(auc)}, flagged ${shown(truePositiveRate)} of the ungrounded, ${shown(falsePositiveRate)} of the grounded, precision ${shown(precision)}`);
	return detector;
}

function shown({ value, low, high }: Interval): string {
	return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

const profile = readProfile(await readFile(profileFile, 'utf8'), profileFile);
const files = await checkModelFolder(options.model ?? demoFolder);
const model = await loadDecoder({ files, device: executionProvidersFor('cpu'), name: 'demo' });
try {
	requireFittingProfile(profile, model.identity, profileFile);
	const { train, test, sha256 } = await labelledSpans(options.data ?? join(demoFolder, 'training/work/labelled'), files, model, new AbortController().signal, say);
	if (sha256 !== profile.dataset.sha256) throw new RangeError(`the profile was made on the data ${profile.dataset.sha256.slice(0, 12)}, and these are ${sha256.slice(0, 12)}`);
	const classifiers: ClassifierDetector[] = [];
	for (const level of levels) {
		// oxlint-disable-next-line no-await-in-loop -- one training at a time
		for (const method of methods) classifiers.push(await fit(method, level, train, test));
	}
	await writeFile(profileFile, formatProfile({ ...profile, detectors: [...profile.detectors.filter(({ method }) => method === 'mean-entropy'), ...classifiers] }));
	const old = (await readdir(folder)).filter((name) => name.startsWith(fileStart) && !classifiers.some(({ file }) => file === name));
	await Promise.all(old.map((name) => rm(join(folder, name))));
} finally {
	await model.dispose();
}
