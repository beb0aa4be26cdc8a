import { calibration } from '../../analysis/calibration/methods.ts';
import { dataNotes, type FitSettings } from '../../analysis/calibration/method.ts';
import type { ModelIdentity } from '../../reading/model-identity.ts';
import type { CalibrationPreview, PreviewCalibration } from '../../protocol/calibration.ts';
import type { Params } from '../../protocol/message.ts';
import type { Failures } from '../files/failures.ts';
import { MeasurementStore } from './measurement-store.ts';
import { readData, type RunEnvironment } from './measure-run.ts';
import type { CalibrationData, ReadSource } from './read-data.ts';

/**
 * What was found in data, and what can be fitted with it under these options. A model that cannot be loaded is among the failures:
 * then nothing is kept.
 */
export async function previewCalibration(
	{ data: paths, alpha, protocol, seed }: Omit<Params<typeof PreviewCalibration>, 'token'>,
	failures: Failures,
	environment: Omit<RunEnvironment, 'runtime'>,
): Promise<CalibrationPreview> {
	const data = await readData(paths, failures, environment.signal);
	const items = data.items.map(({ item }) => item);
	const { models, owner, signal } = environment;
	const model = await failures.gather(() => models.openModel(owner, signal), signal);
	const settings: FitSettings = { alpha, protocol, seed, reader: model?.identity.name };
	return {
		sources: data.sources.map(sourceSeen),
		traces: items.length,
		kept: model === undefined ? [] : await keptOf(data, model.identity, environment),
		methods: calibration.methods.map(({ name, title, measure, look }) => {
			const { fits, why } = look(items, settings);
			return { name, title, fits, measure: measure.name, why };
		}),
		notes: dataNotes(calibration.methods, items),
		failures: failures.list(),
	};
}

function sourceSeen({ path, kind, items }: ReadSource): CalibrationPreview['sources'][number] {
	const count = (keep: (item: ReadSource['items'][number]['item']) => boolean): number => items.filter(({ item }) => keep(item)).length;
	const truths = items.flatMap(({ item }) => item.sentences.map(({ truth }) => truth));
	return {
		path,
		kind,
		traces: items.length,
		labelled: count(({ sentences, response }) => response.truth !== null || sentences.some(({ truth }) => truth !== null)),
		sentences: { grounded: truths.filter((truth) => truth === false).length, ungrounded: truths.filter((truth) => truth === true).length },
		clean: count(({ side }) => side === 'clean'),
		memorised: count(({ side }) => side === 'memorised'),
		train: count(({ split }) => split === 'train'),
		test: count(({ split }) => split === 'test'),
	};
}

/** Traces by the measures that are kept of them; one of which nothing is kept is not counted. */
async function keptOf(
	{ items }: CalibrationData,
	identity: ModelIdentity,
	{ models, log, version }: Pick<RunEnvironment, 'models' | 'log' | 'version'>,
): Promise<CalibrationPreview['kept']> {
	const store = await MeasurementStore.open(models.calibrationFolder, identity, version, log);
	const counts = new Map<string, { readonly measures: string[]; traces: number }>();
	for (const { key } of items) {
		const numbers = store.get(key);
		const measures = calibration.measures.map(({ name }) => name).filter((name) => numbers[name] !== undefined);
		if (measures.length === 0) continue;
		const together = measures.join('\n');
		const known = counts.get(together);
		if (known === undefined) counts.set(together, { measures, traces: 1 });
		else known.traces++;
	}
	return [...counts.values()];
}
