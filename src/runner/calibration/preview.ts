import type { CalibrationFamily, FamilyOption } from '../../analysis/calibration/calibration-family.ts';
import { isLabeledItem, type CalibrationItem } from '../../analysis/calibration/calibration-item.ts';
import { dataNotes, type FitSettings } from '../../analysis/calibration/method.ts';
import type { Readers } from '../../analysis/readers.ts';
import { readerKinds, type ReaderKind } from '../../formats/reader.ts';
import type { CalibrationPreview, DeclaredOption, PreviewCalibration } from '../../protocol/calibration.ts';
import type { Params } from '../../protocol/rpc.ts';
import type { Failures } from '../traces/failures.ts';
import { readerIdentities } from '../models/open-readers.ts';
import { lookAt } from './choose-methods.ts';
import { MeasurementStores } from './measurement-store.ts';
import type { LexicalSource } from '../models/lexical-worker-client.ts';
import { lexicalTexts } from './text-items.ts';
import { readData, readersFor, type CalibrationContext, type RunEnvironment } from './measure.ts';
import type { CalibrationData, ReadSource } from './read-data.ts';

/**
 * What was found in data, and what can be fitted with it under these options. A reader that cannot be opened is among the failures:
 * then nothing is kept of what it reads.
 */
export async function previewCalibration(
	{ data: paths, options: given, seed }: Omit<Params<typeof PreviewCalibration>, 'token'>,
	family: CalibrationFamily,
	failures: Failures,
	environment: RunEnvironment,
): Promise<CalibrationPreview> {
	const options = family.allOptions(given);
	const data = await readData(paths, failures, environment.signal);
	const items = data.items.map(({ item }) => item);
	const { available } = environment.openReaders;
	const subjects = new Set(items.map(({ subject }) => subject));
	const open = await openedReaders(
		readersFor(family.methods.filter(({ subject }) => subjects.has(subject))).filter((kind) => available.includes(kind)),
		failures,
		{ ...environment, lexical: lexicalTexts(data.items) },
	);
	const settings: FitSettings = { options, seed, reader: open['language-model']?.identity.name };
	return {
		sources: data.sources.map((source) => sourceSeen(source, family)),
		items: items.length,
		kept: await keptOf(data, family, open, environment.context),
		methods: family.methods.map((method) => {
			const { name, title, subject, measure } = method;
			const { fits, why } = lookAt(method, items, settings, available);
			return { name, title, subject, readers: [...measure.readers], fits, measure: measure.name, why };
		}),
		options: family.options.map(declared),
		notes: dataNotes(family.methods, items),
		failures: failures.list(),
	};
}

/** Those of the readers that can be opened; of the others the failure is told. */
async function openedReaders(
	kinds: readonly ReaderKind[],
	failures: Failures,
	{ openReaders, owner, signal, lexical }: Pick<RunEnvironment, 'openReaders' | 'owner' | 'signal'> & { readonly lexical: LexicalSource },
): Promise<Partial<Readers>> {
	const open: Partial<Readers> = {};
	// oxlint-disable-next-line no-await-in-loop -- one after the other, as for a run
	for (const kind of kinds) Object.assign(open, await failures.gather(() => openReaders([kind], { owner, signal, lexical }), signal));
	return open;
}

function declared({ name, title, help, value, methods }: FamilyOption): DeclaredOption {
	return {
		name,
		title,
		help,
		value: declaredValue(value),
		methods: [...methods],
	};
}

function declaredValue(value: FamilyOption['value']): DeclaredOption['value'] {
	if (value.kind === 'choice') return { ...value, choices: value.choices.map((choice) => ({ ...choice })) };
	const { min, max, ...rest } = value;
	return { ...rest, least: min, most: max };
}

function sourceSeen({ path, kind, subject, items }: ReadSource, { methods }: CalibrationFamily): CalibrationPreview['sources'][number] {
	const count = (keep: (item: CalibrationItem) => boolean): number => items.filter(({ item }) => keep(item)).length;
	const own = methods.filter((method) => method.subject === subject).map(({ classes }) => classes);
	const classes = [...new Map(own.map((one) => [[one.of, one.negative, one.positive].join('\n'), one])).values()];
	return {
		path,
		kind,
		subject,
		items: items.length,
		labelled: count(isLabeledItem),
		classes: classes.flatMap((one) => {
			const { of, negative, positive } = one;
			const said = items.flatMap(({ item }) => one.truths(item));
			return ([negative, positive] as const).map((name, is) => ({
				of,
				class: name,
				count: said.filter((truth) => truth === (is === 1)).length,
			}));
		}),
		train: count(({ split }) => split === 'train'),
		test: count(({ split }) => split === 'test'),
	};
}

/** Items by the measures that are kept of them; one of which nothing is kept is not counted. */
async function keptOf(
	{ items }: CalibrationData,
	family: CalibrationFamily,
	open: Partial<Readers>,
	{ calibrationFolder, log, paths: { version } }: CalibrationContext,
): Promise<CalibrationPreview['kept']> {
	const kinds = readerKinds.filter((kind) => open[kind] !== undefined);
	const measures = family.measures.filter(({ readers }) => readers.every((kind) => kinds.includes(kind)));
	const store = await MeasurementStores.open(measures, readerIdentities(open, kinds, undefined), {
		folder: calibrationFolder,
		version,
		log,
		family,
	});
	const counts = new Map<string, { readonly measures: string[]; items: number }>();
	for (const { key } of items) {
		const numbers = store.get(key);
		const kept = measures.map(({ name }) => name).filter((name) => numbers[name] !== undefined);
		if (kept.length === 0) continue;
		const together = kept.join('\n');
		const known = counts.get(together);
		if (known === undefined) counts.set(together, { measures: kept, items: 1 });
		else known.items++;
	}
	return [...counts.values()];
}
