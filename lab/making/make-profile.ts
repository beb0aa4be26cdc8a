/**
 * Writes the demo model's profile and its classifiers, as `rag-assay calibrate` makes them of labeled answers and of RePCS's query sets:
 *
 *     npx node lab/making/make-datasets.ts --full lab/making/training/work/labelled
 *     npx node lab/making/make-datasets.ts --laid-out lab/making/training/work
 *     npx node lab/making/make-profile.ts [--data lab/making/training/work] [--model FOLDER] [--out FILE] [--draws N]
 *
 * Everything but the date is decided by the model, the data and the code. What the model said is kept in training/work, so that a run
 * that was interrupted goes on. Classifiers are named by their hash; those of an earlier profile are removed.
 */
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { calibration } from '../../src/analysis/calibration/methods.ts';
import { describeError } from '../../src/errors.ts';
import { calibrationOptions } from '../../src/protocol/calibration.ts';
import { runnerSettings } from '../../src/protocol/requests.ts';
import { fromWire } from '../../src/protocol/wire-error.ts';
import { calibrateFiles } from '../../src/runner/calibration/calibrate-files.ts';
import { RunnerContext } from '../../src/runner/context/runner-context.ts';
import { ModelService } from '../../src/runner/models/model-service.ts';
import { productReaders } from '../../src/runner/models/open-readers.ts';
import { packagePaths } from '../../src/runner/context/package-paths.ts';
import { demoFolder, say, workFolder } from './demo-model.ts';

const { values: given } = parseArgs({
	options: { data: { type: 'string' }, model: { type: 'string' }, out: { type: 'string' }, draws: { type: 'string', default: '12' } },
});
const out = resolve(given.out ?? join(demoFolder, 'demo.assay-profile.json'));
const sets = fileURLToPath(new URL('../../examples/datasets', import.meta.url));
const data = resolve(given.data ?? workFolder);
const options = calibrationOptions.parse({
	data: [
		...['labelled', 'laid-out', 'laid-out-clean'].map((name) => join(data, name)),
		...['demo-world-clean', 'demo-world-memorised'].map((name) => join(sets, name)),
	],
	// Without the confidence gap: its upper end flags a tenth of all sentences by construction, and this model copies names into every answer.
	methods: ['mean-entropy', 'repcs', 'closed-book', 'spad', 'spad+'],
	name: 'demo',
	// The official split, with small trees: the files ship, and every analysis reads them. Protocol I by name would grow large ones.
	options: { protocol: 'auto', draws: Number(given.draws) },
});

const log = { error: say, warn: say, info: () => {}, debug: () => {} };
const paths = packagePaths(fileURLToPath(new URL('../../src/runner/context/package-paths.ts', import.meta.url)));
const context = new RunnerContext(
	runnerSettings.parse({
		device: 'cpu',
		cacheDirectory: join(workFolder, 'calibration'),
		...(given.model === undefined ? {} : { model: given.model }),
	}),
	{ paths, log },
);
const models = new ModelService(context, { rank: () => 0, onState: () => {} });
let step = '';
function onProgress(message: string, done: number, total: number): void {
	// A line for every twentieth of the way.
	const now = `${message.replace(/ \(.*$/, '')} ${total === 0 ? '' : `${5 * Math.floor((20 * done) / total)} %`}`;
	if (now !== step) say(now);
	step = now;
}

try {
	const { report, written, failures } = await calibrateFiles(
		{ ...options, token: 'demo', out },
		{
			family: calibration,
			openReaders: productReaders(models),
			context,
			signal: new AbortController().signal,
			now: () => new Date(),
			onProgress,
		},
	);
	if (report === null || failures[0] !== undefined) throw new Error(failures.map((failure) => describeError(fromWire(failure))).join('\n'));
	for (const { id, threshold, auc } of report.detectors)
		say(
			`${id}: threshold ${threshold.toPrecision(4)}${auc === null ? '' : `, AUC ${auc.value.toFixed(3)} [${auc.low.toFixed(3)}, ${auc.high.toFixed(3)}]`}`,
		);
	for (const { method, why } of report.left) say(`not fitted: ${method}: ${why}`);
	const kept = new Set(written.map((path) => basename(path)));
	const old = (await readdir(dirname(out))).filter(
		(name) => /^(?:demo\.)?(?:classifier|reference)\..*\.json$/.test(name) && !kept.has(name),
	);
	await Promise.all(old.map((name) => rm(join(dirname(out), name))));
} finally {
	models.dispose();
}
