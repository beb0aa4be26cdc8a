import { calibration } from '../../analysis/calibration/methods.ts';
import type { FitSettings } from '../../analysis/calibration/method.ts';
import type { ModelIdentity } from '../../analysis/language-model.ts';
import type { CalibrationPreview, PreviewCalibration } from '../../protocol/calibration.ts';
import type { Params } from '../../protocol/message.ts';
import type { Failures } from '../files/failures.ts';
import { MeasurementStore } from './measurement-store.ts';
import { readData, type RunEnvironment } from './measure-run.ts';
import type { CalibrationData, ReadSource } from './read-data.ts';

/**
 * What was found in data, and what can be fitted with it under these options. A model that cannot be loaded is among the failures:
 * then nothing counts as measured.
 */
export async function previewCalibration({ data: paths, alpha, protocol, seed }: Omit<Params<typeof PreviewCalibration>, 'token'>, failures: Failures, environment: Omit<RunEnvironment, 'runtime'>): Promise<CalibrationPreview> {
	const data = await readData(paths, failures, environment.signal);
	const items = data.items.map(({ item }) => item);
	const { models, owner, signal } = environment;
	const model = await failures.gather(() => models.openModel(owner, signal), signal);
	const settings: FitSettings = { alpha, protocol, seed, reader: model?.identity.name };
	return {
		sources: data.sources.map(sourceSeen), traces: items.length, measured: model === undefined ? 0 : await measuredOf(data, model.identity, environment),
		methods: calibration.methods.map(({ name, title, look }) => {
			const { fits, why } = look(items, settings);
			return { name, title, fits, why };
		}),
		failures: failures.list(),
	};
}

function sourceSeen({ path, kind, items }: ReadSource): CalibrationPreview['sources'][number] {
	const count = (keep: (item: ReadSource['items'][number]['item']) => boolean): number => items.filter(({ item }) => keep(item)).length;
	const truths = items.flatMap(({ item }) => item.sentences.map(({ truth }) => truth));
	return {
		path, kind, traces: items.length,
		labelled: count(({ sentences, response }) => response.truth !== null || sentences.some(({ truth }) => truth !== null)),
		sentences: { grounded: truths.filter((truth) => truth === false).length, ungrounded: truths.filter((truth) => truth === true).length },
		clean: count(({ side }) => side === 'clean'), memorised: count(({ side }) => side === 'memorised'),
		train: count(({ split }) => split === 'train'), test: count(({ split }) => split === 'test'),
	};
}

async function measuredOf({ items }: CalibrationData, identity: ModelIdentity, { models, log, version }: Pick<RunEnvironment, 'models' | 'log' | 'version'>): Promise<number> {
	const store = await MeasurementStore.open(models.calibrationFolder, identity, version, log);
	return items.filter(({ key }) => calibration.measures.every(({ name }) => store.get(key)[name] !== undefined)).length;
}
