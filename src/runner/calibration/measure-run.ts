import { calibration } from '../../analysis/calibration/methods.ts';
import { UserError } from '../../errors.ts';
import { plural } from '../../wording/plural.ts';
import type { CalibrationOptions } from '../../protocol/calibration.ts';
import type { Failures } from '../files/failures.ts';
import { jsonHash } from '../json-hash.ts';
import type { Log } from '../log.ts';
import type { ModelService } from '../model-service.ts';
import { chooseMethods, type ChosenMethods } from './choose-methods.ts';
import { dataSources } from './data-sources.ts';
import { MeasurementStore } from './measurement-store.ts';
import { measureItems } from './measure-items.ts';
import type { MeasuredRun } from './measured-run.ts';
import { readCalibrationData, type CalibrationData } from './read-data.ts';

/** Data that were read, and what is to be fitted with them. */
export interface PlannedRun extends ChosenMethods {
	readonly options: CalibrationOptions;
	readonly data: CalibrationData;
	readonly failures: Failures;
}

export interface RunEnvironment {
	readonly models: ModelService;
	readonly log: Log;
	/** The product's. */
	readonly version: string;
	/** Of ONNX Runtime, which the model process loads. */
	readonly runtime: string;
	/** Whose turn the model's work is. */
	readonly owner: string;
	readonly signal: AbortSignal;
}

export async function readData(paths: readonly string[], failures: Failures, signal: AbortSignal): Promise<CalibrationData> {
	return readCalibrationData(await dataSources(paths, failures, signal), failures, signal);
}

/** Reads the data and chooses the methods. Rejects as `dataSources`, `readCalibrationData` and `chooseMethods`. */
export async function planRun(options: CalibrationOptions, failures: Failures, signal: AbortSignal): Promise<PlannedRun> {
	const data = await readData(options.data, failures, signal);
	return {
		options,
		data,
		failures,
		...chooseMethods(
			data.items.map(({ item }) => item),
			options.methods,
			options,
		),
	};
}

/**
 * Name of a run: the same data at the same places, options, version and choice of a model give the same. A result that is found by it names
 * its data and leads to its files; data that were moved or renamed since are another run, which finds what was measured by content.
 */
export function runName(
	{ options: { data: _paths, ...options }, data, methods }: PlannedRun,
	{ models, version }: Pick<RunEnvironment, 'models' | 'version'>,
): string {
	const { model, revision, dtype, device, trusted } = models.settings;
	const places = [data.sources.map(({ name, path }) => [name, path]), [...new Set(data.items.map(({ item }) => item.file))]];
	const named = [
		version,
		data.sha256,
		places,
		optionsOf(options, methods),
		model ?? null,
		revision ?? null,
		dtype ?? null,
		device,
		trusted,
	];
	return jsonHash(named).slice(0, 32);
}

/** Options with the methods that they came to. */
function optionsOf(options: Omit<CalibrationOptions, 'data'>, methods: ChosenMethods['methods']): MeasuredRun['head']['options'] {
	return { ...options, methods: methods.map(({ name }) => name), ...(options.methods === undefined ? {} : { named: true }) };
}

/** One of `of` parts of the items, from 1. */
export interface Shard {
	readonly index: number;
	readonly of: number;
}

/**
 * Lets the model read the traces, or those of a shard; what it has read before is not read again. Rejects when the model cannot be
 * loaded, with the first failure when every trace failed, and with the signal's reason.
 */
export async function measureRun(
	{ options: { data: _paths, ...options }, data, methods, left, failures }: PlannedRun,
	{ models, log, version, runtime, owner, signal }: RunEnvironment,
	onProgress: (progress: { done: number; total: number; failed: number; fresh: boolean }) => void,
	shard: Shard = { index: 1, of: 1 },
): Promise<MeasuredRun> {
	const model = await models.openModel(owner, signal);
	// Whose answers they are is known from here on: what was asked for and cannot be had of another model's is told before hours of reading.
	if (options.methods !== undefined)
		chooseMethods(
			data.items.map(({ item }) => item),
			options.methods,
			{ ...options, reader: model.identity.name },
		);
	const store = await MeasurementStore.open(models.calibrationFolder, model.identity, version, log);
	const items = data.items.filter((_, i) => i % shard.of === shard.index - 1);
	const wanted = calibration.measures.filter((one) => methods.some(({ measure }) => measure === one));
	const before = failures.list().length;
	const { traces, unavailable } = await measureItems(items, {
		model,
		store,
		wanted,
		failures,
		signal,
		onProgress: (progress) => onProgress({ ...progress, total: items.length }),
	});
	const [first] = failures.list().slice(before);
	if (items.length > 0 && traces.every((trace) => trace === null) && first !== undefined) {
		throw new UserError('RA655', `Of ${plural(items.length, 'trace')} the model could read none. The first: ${first.message}`, {
			...(first.place === undefined ? {} : { place: { file: first.place.file } }),
			hint: first.hint ?? 'See the other failures.',
		});
	}
	const { name, sha256, layout, device, dtype } = model.identity;
	return {
		head: {
			version,
			runtime,
			left: [...left],
			model: { name, sha256, layout, device, dtype },
			options: optionsOf(options, methods),
			data: {
				name: data.sources.map((source) => source.name).join(' + '),
				sha256: data.sha256,
				parts: data.sources.map((source) => ({ name: source.name, sha256: source.sha256, traces: source.items.length })),
			},
		},
		traces: [...traces],
		unavailable: Object.fromEntries(unavailable),
		failures: failures.list(),
	};
}
