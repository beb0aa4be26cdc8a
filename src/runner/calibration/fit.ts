import { itemsOf } from '../../analysis/calibration/calibration-item.ts';
import { dataNotes, type CalibrationMethod, type FitSettings, type Fitted } from '../../analysis/calibration/method.ts';
import { numbersOf, type Measured } from '../../analysis/calibration/measure.ts';
import { sourceMeasure } from '../../analysis/calibration/source-measure.ts';
import { learnedOnce } from '../../analysis/calibration/learned-once.ts';
import { drawReference, formatReference } from '../../analysis/likeness/reference-file.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { minReference } from '../../statistics/conformal-novelty.ts';
import { UserError } from '../../errors.ts';
import type { Provenance } from '../../formats/detectors/provenance.ts';
import type { AnyDetector } from '../../formats/detectors/detector.ts';
import type { Profile } from '../../formats/profile.ts';
import { subjectKinds } from '../../formats/subject.ts';
import { calibrationReport } from '../../protocol/calibration.ts';
import { jsonHash } from '../../files/cache-files.ts';
import { fitDetectors, type FitOptions } from './fit-workers.ts';
import type { MeasuredRun, RunHead } from './measure.ts';
import { linesOfNothing, whatToDo, whatWouldFit, type Refused } from './choose-methods.ts';
import type { RunResult } from './results.ts';

export interface FitRunOptions<D extends AnyDetector> extends FitOptions<D> {
	/** Name of the run. */
	readonly run: string;
	readonly now: () => Date;
	/** When the run began, of `performance.now`. */
	readonly began: number;
}

/**
 * Fits what was measured. Everything but the date, the duration and the paths is decided by the measurements, the options and the version.
 * A method that the numbers do not allow after all is told in `left`. Rejects with RA658 when nothing could be fitted, or with the signal's reason.
 */
export async function fitRun<D extends AnyDetector>(
	{ head, items, unavailable, failures, files: ofReaders = [] }: MeasuredRun,
	options: FitRunOptions<D>,
): Promise<RunResult<D>> {
	const { family } = options;
	const { seed, options: given, methods, named } = head.options;
	const reader = head.readers.find(({ kind }) => kind === 'language-model')?.name;
	const embedder = head.readers.find(({ kind }) => kind === 'encoder')?.name;
	const settings: FitSettings = { seed, options: given, named, reader, embedder };
	const measured = items.filter((item): item is Measured => item !== null);
	const chosen = methods.map((name) => family.methodNamed(name)).filter((method) => method !== undefined);
	const usable = chosen.filter(({ measure }) => unavailable[measure.name] === undefined);
	const left: { readonly method: string; readonly why: string }[] = [
		...head.left,
		...chosen.flatMap(({ name, measure }) => {
			const why = unavailable[measure.name];
			return why === undefined ? [] : [{ method: name, why }];
		}),
	];
	const outcomes = await fitDetectors(
		{ ids: usable.flatMap(({ detectors }) => detectors.map(({ id }) => id)), items: measured, settings },
		options,
	);
	const fitted: (Fitted<D> & { readonly method: CalibrationMethod<D> })[] = [];
	const refused: Refused[] = [];
	for (const outcome of outcomes) {
		const method = usable.find(({ detectors }) => detectors.some(({ id }) => id === outcome.id));
		if ('fitted' in outcome && method !== undefined) fitted.push({ ...outcome.fitted, method });
		else if ('error' in outcome) refused.push({ method: outcome.id, why: outcome.error.message, hint: outcome.error.hint });
	}
	const notes = dataNotes(usable, measured);
	if (fitted.length === 0)
		throw new UserError(errorNumbers.nothingCanBeFitted, linesOfNothing([...refused, ...left], notes), {
			hint: whatToDo(refused) ?? whatWouldFit(chosen, measured),
		});
	const compared = referenceOf(measured, seed);
	const reported = fitted.flatMap((one) => one.reported);
	return {
		schema: 'rag-assay/calibration-run@1',
		profile: { ...profileOf(head, measured, fitted, options.now()), ...(compared === null ? {} : { reference: compared.reference }) },
		files: [
			...(fitted.some(({ method }) => method.measure.readers.includes('encoder')) ? ofReaders : []),
			// Detectors of two levels may read one file.
			...new Map(fitted.flatMap(({ files }) => files).map((file) => [file.name, file])).values(),
			...(compared === null ? [] : [{ name: compared.reference.file, text: compared.text }]),
		],
		tried: Object.fromEntries(
			reported.map(({ report: { id }, truth: { clusters, ...truth }, thresholdNoise }) => [
				id,
				{
					...truth,
					scores: [...truth.scores],
					truths: [...truth.truths],
					...(clusters === undefined ? {} : { clusters: [...clusters] }),
					noise: thresholdNoise,
				},
			]),
		),
		report: {
			run: options.run,
			name: nameOf(head),
			readers: head.readers.map(({ kind, name, sha256 }) => ({ kind, name, sha256 })),
			items: measured.length,
			subjects: subjectKinds.filter((kind) => measured.some(({ subject }) => subject === kind)),
			detectors: calibrationReport.shape.detectors.parse(learnedOnce(reported.map(({ report }) => report))),
			notes,
			left: [...left, ...refused.map(({ method, why, hint }) => ({ method, why: hint === undefined ? why : `${why} ${hint}` }))],
			failures,
			seconds: Math.round((performance.now() - options.began) / 100) / 10,
		},
	};
}

/** What the answers of a run looked like; `null` where too few of them were attributed to be compared with. */
function referenceOf(measured: readonly Measured[], seed: number): ReturnType<typeof formatReference> | null {
	const items = itemsOf(measured, 'trace');
	const answers = items.flatMap((item) => {
		const row = numbersOf(item, sourceMeasure)?.likeness;
		// A query set asks what nobody else asks: beside it, ordinary answers would look unlike.
		return row === undefined || item.ofQuerySet ? [] : [{ group: item.group, row }];
	});
	const rows = drawReference(answers, seed);
	// Sources are known of English answers alone.
	const english = items.every((item) => numbersOf(item, sourceMeasure)?.likeness !== undefined);
	return rows.length < minReference ? null : formatReference(rows, { english });
}

function nameOf({ options, data }: RunHead): string {
	return options.name ?? data.name;
}

function profileOf<D extends AnyDetector>(
	head: RunHead,
	measured: readonly Measured[],
	fitted: readonly { readonly method: CalibrationMethod<D>; readonly detector: D }[],
	now: Date,
): Profile<D> {
	return {
		schema: 'rag-assay/profile@2',
		name: nameOf(head),
		created: now.toISOString().slice(0, 10),
		detectors: fitted.map(({ method, detector }) => ({ ...detector, from: provenanceOf(head, measured, method) })),
	};
}

/** Where a method's detectors that were fitted to these measurements come from: who read for it, and what it judges. */
function provenanceOf(
	{ data, readers, options, version }: RunHead,
	measured: readonly Measured[],
	{ subject, measure }: Pick<CalibrationMethod, 'subject' | 'measure'>,
): Provenance {
	const items = itemsOf(measured, subject);
	const own = data.parts.filter((part) => part.subject === subject);
	return {
		readers: readers.filter(({ kind }) => measure.readers.includes(kind)),
		data: {
			...(own.length === data.parts.length ? { name: data.name, sha256: data.sha256 } : partsTogether(own)),
			items: items.length,
			...(subject === 'trace' ? { sentences: itemsOf(measured, 'trace').reduce((sum, { sentences }) => sum + sentences.length, 0) } : {}),
			...(own.length > 1 ? { parts: own.map(({ name, sha256, items: count }) => ({ name, sha256, items: count })) } : {}),
		},
		seed: options.seed,
		versions: { product: version },
	};
}

/** Name and hash of some of a run's sources: of them alone, so that they are the same whatever else was calibrated beside them. */
function partsTogether(parts: RunHead['data']['parts']): { name: string; sha256: string } {
	const [only] = parts;
	return {
		name: parts.map(({ name }) => name).join(' + '),
		sha256: only !== undefined && parts.length === 1 ? only.sha256 : jsonHash(parts.map(({ name, sha256 }) => [name, sha256])),
	};
}
