import * as z from 'zod';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Measured } from '../../analysis/calibration/measure.ts';
import { measuresOf, type CalibrationMethod, type FitSettings, type ProfileFile } from '../../analysis/calibration/method.ts';
import type { Readers } from '../../analysis/readers.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { readerIdentity } from '../../formats/detectors/provenance.ts';
import { readerKinds, type ReaderKind } from '../../formats/reader.ts';
import { subjectKinds, subjectNouns } from '../../formats/subject.ts';
import { calibrationOptions, type CalibrationOptions } from '../../protocol/calibration.ts';
import type { WireError } from '../../protocol/requests.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import { jsonHash } from '../../files/cache-files.ts';
import { readerIdentities, type ReaderOpener } from '../models/open-readers.ts';
import type { Failures } from '../traces/failures.ts';
import { chooseMethods, type ChosenMethods } from './choose-methods.ts';
import type { DataItem } from './data-item.ts';
import { dataSources } from './data-sources.ts';
import { measureItems } from './measure-items.ts';
import { MeasurementStores } from './measurement-store.ts';
import { readCalibrationData, type CalibrationData } from './read-data.ts';
import { lexicalTexts } from './text-items.ts';

/** What decides a profile besides the measurements: shards of one calibration have the same. */
export const runHead = z.object({
	/** The product's. */
	version: z.string(),
	/** ONNX Runtime's. */
	runtime: z.string(),
	/** Those that the methods' measures use, and no others. */
	readers: z.array(readerIdentity),
	data: z.object({
		name: z.string(),
		sha256: z.string(),
		parts: z.array(z.object({ name: z.string(), sha256: z.string(), subject: z.enum(subjectKinds), items: z.number().int() })),
	}),
	options: calibrationOptions.omit({ data: true, methods: true }).extend({
		methods: z.array(z.string()),
		/** Whether somebody named them; otherwise they are all that the data allow. */
		named: z.boolean().optional(),
	}),
	/** Methods that the data do not allow. */
	left: z.array(z.object({ method: z.string(), why: z.string() })),
});
export type RunHead = z.infer<typeof runHead>;

/** What was measured: all that fitting needs. */
export interface MeasuredRun {
	readonly head: RunHead;
	/** One an item, in the run's order; `null` for one that failed. */
	readonly items: readonly (Measured | null)[];
	/** Of readers that a profile brings along; none where the measurements were joined from shards. */
	readonly files?: readonly ProfileFile[];
	/** Measures that the readers do not give, and why. */
	readonly unavailable: Readonly<Record<string, string>>;
	readonly failures: WireError[];
}

/** Data that were read, and what is to be fitted with them. */
export interface PlannedRun extends ChosenMethods {
	readonly family: CalibrationFamily;
	/** All options of methods that have a value. */
	readonly options: CalibrationOptions;
	readonly data: CalibrationData;
	/** Those of the data that a method judges. */
	readonly items: readonly DataItem[];
	/** What the methods' measures need opened, each kind once. */
	readonly readers: readonly ReaderKind[];
	readonly failures: Failures;
}

/** What calibrations need of the runner's context. They open models through readers. */
export type CalibrationContext = Pick<RunnerContext, 'calibrationFolder' | 'log' | 'paths' | 'settings'>;

export interface RunEnvironment {
	readonly context: CalibrationContext;
	readonly openReaders: ReaderOpener;
	/** Whose turn the readers' work is. */
	readonly owner: string;
	readonly signal: AbortSignal;
	/** What opening readers is doing. */
	readonly onOpening?: (message: string) => void;
}

export async function readData(paths: readonly string[], failures: Failures, signal: AbortSignal): Promise<CalibrationData> {
	return readCalibrationData(await dataSources(paths, failures, signal), failures, signal);
}

/** What these methods need opened, each kind once, in the order of `readerKinds`. */
export function readersFor(methods: readonly Pick<CalibrationMethod, 'measure' | 'beside'>[]): ReaderKind[] {
	return readerKinds.filter((kind) => methods.some((method) => measuresOf(method).some(({ readers }) => readers.includes(kind))));
}

/** Reads the data and chooses the methods. Rejects as `CalibrationFamily.allOptions`, `dataSources`, `readCalibrationData` and `chooseMethods`. */
export async function planRun(
	given: CalibrationOptions,
	family: CalibrationFamily,
	{ available }: Pick<ReaderOpener, 'available'>,
	failures: Failures,
	signal: AbortSignal,
): Promise<PlannedRun> {
	const options = { ...given, options: family.allOptions(given.options) };
	const data = await readData(options.data, failures, signal);
	const chosen = chooseMethods(
		family,
		data.items.map(({ item }) => item),
		options.methods,
		settingsOf(options),
		available,
	);
	return {
		family,
		options,
		data,
		items: data.items.filter(({ item }) => chosen.methods.some((method) => measuresOf(method).some(({ of }) => of === item.subject))),
		readers: readersFor(chosen.methods),
		failures,
		...chosen,
	};
}

function settingsOf({ seed, options }: Pick<CalibrationOptions, 'seed' | 'options'>, reader?: string): FitSettings {
	return { seed, options, reader };
}

/**
 * Name of a run: the same data at the same places, options, version and choice of a model give the same. A result that is found by it names
 * its data and leads to its files; data that were moved or renamed since are another run, which finds what was measured by content.
 */
export function runName(
	{ options: { data: _paths, ...options }, data, methods, readers }: PlannedRun,
	{ paths: { version }, settings }: Pick<CalibrationContext, 'paths' | 'settings'>,
): string {
	const { model, revision, dtype, device, trusted, embedder, embedderDtype } = settings;
	const places = [
		data.sources.map(({ name, path }) => [name, path]),
		[...new Set(data.items.map(({ item }) => (item.subject === 'trace' ? item.file : (item.place?.file ?? null))))],
	];
	const chosenModel = readers.includes('language-model') ? [model ?? null, revision ?? null, dtype ?? null, device, trusted] : null;
	const chosenEncoder = readers.includes('encoder') ? [[embedder, embedderDtype ?? null, trusted]] : [];
	return jsonHash([version, data.sha256, places, optionsOf(options, methods), chosenModel, ...chosenEncoder]).slice(0, 32);
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
 * Lets readers read the items, or those of a shard; what they have read before is not read again. Only readers are opened that a method needs. Rejects
 * when one of them cannot be opened, with the first failure when every item failed, and with the signal's reason.
 */
export async function measureRun(
	{ family, options: { data: _paths, ...options }, data, items: all, methods, readers: kinds, left, failures }: PlannedRun,
	{ context, openReaders, owner, signal, onOpening }: RunEnvironment,
	onProgress: (progress: { done: number; total: number; failed: number; fresh: boolean }) => void,
	shard: Shard = { index: 1, of: 1 },
): Promise<MeasuredRun> {
	const { version, runtime } = context.paths;
	const open: Partial<Readers> = await openReaders(kinds, { owner, signal, onOpening, lexical: lexicalTexts(data.items) });
	// Whose answers they are is known from here on: what was asked for and cannot be had of another model's is told before hours of reading.
	if (options.methods !== undefined && open['language-model'] !== undefined)
		chooseMethods(
			family,
			data.items.map(({ item }) => item),
			options.methods,
			settingsOf(options, open['language-model'].identity.name),
			openReaders.available,
		);
	const readers = readerIdentities(open, kinds, runtime);
	const wanted = family.measures.filter((one) => methods.some((method) => measuresOf(method).includes(one)));
	const store = await MeasurementStores.open(wanted, readers, { folder: context.calibrationFolder, version, log: context.log, family });
	const items = all.filter((_, i) => i % shard.of === shard.index - 1);
	const before = failures.list().length;
	const { items: measured, unavailable } = await measureItems(items, {
		readers: open,
		store,
		wanted,
		failures,
		signal,
		onProgress: (progress) => onProgress({ ...progress, total: items.length }),
	});
	const [first] = failures.list().slice(before);
	if (items.length > 0 && measured.every((item) => item === null) && first !== undefined) {
		throw new UserError(errorNumbers.modelReadNoTrace, `Of ${itemCount(items)} none could be read. The first: ${first.message}`, {
			...(first.place === undefined ? {} : { place: { file: first.place.file } }),
			hint: first.hint ?? 'See the other failures.',
		});
	}
	return {
		head: {
			version,
			runtime,
			left: [...left],
			readers,
			options: optionsOf(options, methods),
			data: {
				name: data.sources.map((source) => source.name).join(' + '),
				sha256: data.sha256,
				parts: data.sources.map(({ name, sha256, subject, items: own }) => ({ name, sha256, subject, items: own.length })),
			},
		},
		items: measured,
		...(open.encoder?.file === undefined ? {} : { files: [profileFileOf(open.encoder.file())] }),
		unavailable: Object.fromEntries(unavailable),
		failures: failures.list(),
	};
}

/** How many of what, such as `3 traces`. */
function itemCount(items: readonly DataItem[]): string {
	const kinds = new Set(items.map(({ item }) => item.subject));
	const [kind] = kinds;
	const { one, many } = kinds.size === 1 && kind !== undefined ? subjectNouns[kind] : { one: 'item', many: 'items' };
	return `${items.length.toLocaleString('en')} ${items.length === 1 ? one : many}`;
}

/** What an encoder is kept in, as it lies beside a profile. */
function profileFileOf({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): ProfileFile {
	return { name, text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}
