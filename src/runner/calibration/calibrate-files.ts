import { resolve } from 'node:path';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { writeOrKeep } from '../../files/durable-file.ts';
import type { SeenFile } from '../../files/change-file.ts';
import { subjectNouns } from '../../formats/subject.ts';
import type { CalibrateFiles, ProfileComparison } from '../../protocol/calibration.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import type { WireError } from '../../protocol/requests.ts';
import { toWire } from '../../protocol/wire-error.ts';
import { Failures } from '../traces/failures.ts';
import type { ReaderOpener } from '../models/open-readers.ts';
import { compareWith, readSaved, type SavedProfileFile } from './compare-profile.ts';
import { fitRun } from './fit.ts';
import {
	measureRun,
	planRun,
	runName,
	type CalibrationContext,
	type PlannedRun,
	type RunEnvironment,
	type MeasuredRun,
} from './measure.ts';
import { requireWritable, writeProfile, type SavedProfile } from './save-profile.ts';
import type { RunResult } from './results.ts';
import { writeShard, type ShardPlace } from './shard-file.ts';
import { StateProgress } from './progress.ts';

/** What a calibration of the command line works with. */
export interface CommandJob {
	readonly family: CalibrationFamily<Detector>;
	readonly openReaders: ReaderOpener;
	readonly context: CalibrationContext;
	readonly signal: AbortSignal;
	readonly now: () => Date;
	/** `secondsLeft`: how long the rest takes; `null` where it cannot be told. */
	readonly onProgress: (message: string, done: number, total: number, secondsLeft?: number | null) => void;
}

/** From data to a profile, or of a shard to its measurements. Rejects as the steps do; what could not be read of the data is in the answer. */
export async function calibrateFiles(
	{ token, out, shard, compare, ...options }: Params<typeof CalibrateFiles>,
	job: CommandJob,
): Promise<Result<typeof CalibrateFiles>> {
	const { family, openReaders, context, signal, onProgress } = job;
	const began = performance.now();
	const seen = await requireWritable(resolve(out), shard === undefined ? 'profile' : 'shard', options.data);
	// Before the work, not after it.
	const before = compare === undefined ? null : await readSaved(resolve(compare));
	const onOpening = (message: string): void => onProgress(message, 0, 0);
	const environment: RunEnvironment = { context, openReaders, owner: token, signal, onOpening };
	onProgress('Reading the data', 0, 0);
	const plan = await planRun(options, family, openReaders, new Failures(context.log), signal);
	if (plan.readers.includes('language-model')) onOpening('Loading the model');
	const progress = new StateProgress();
	const measured = await measureRun(
		plan,
		environment,
		(step) => onProgress(`Reading ${subjectsIn(plan)}`, step.done, step.total, progress.measuring(step).secondsLeft),
		shard,
	);
	const count = measured.items.filter((item) => item !== null).length;
	const { failures } = measured;
	if (shard !== undefined)
		return {
			report: null,
			comparison: null,
			written: [await writeShardOrKeep(resolve(out), measured, { ...shard, items: plan.items.length }, seen)],
			unused: [],
			measured: count,
			failures,
		};
	const { report, comparison, written, unused } = await fitAndWrite(
		measured,
		runName(plan, context),
		{ file: resolve(out), seen, before },
		began,
		job,
	);
	return { report, comparison, written, unused, measured: count, failures: [...failures, ...notFitted(measured, report, family)] };
}

/** What a run reads, in words. */
function subjectsIn({ items }: Pick<PlannedRun, 'items'>): string {
	return [...new Set(items.map(({ item }) => subjectNouns[item.subject].many))].join(' and ');
}

/** Where an outcome goes, and what lay there before the work. */
export interface OutputPlace {
	readonly file: string;
	readonly seen: SeenFile;
	/** What the outcome is compared with; `null`: nothing. */
	readonly before: SavedProfileFile | null;
}

/** What lies in a new folder. */
const nothing: SeenFile = { state: null };

/** Hours of measuring, as `writeOrKeep` has it. */
function writeShardOrKeep(out: string, measured: MeasuredRun, place: ShardPlace, seen: SeenFile): Promise<string> {
	return writeOrKeep(
		out,
		(file) => writeShard(file, measured, place, file === out ? seen : nothing),
		(_folder, kept) => `The measurements are saved in ${kept}. Move that file to where you want it.`,
	);
}

/** Fits and writes the profile. */
export async function fitAndWrite(
	measured: MeasuredRun,
	run: string,
	out: OutputPlace,
	began: number,
	{ family, context, signal, now, onProgress }: CommandJob,
): Promise<SavedProfile & { report: RunResult['report']; comparison: ProfileComparison | null }> {
	const progress = new StateProgress();
	const result = await fitRun(measured, {
		family,
		run,
		now,
		began,
		program: context.paths.calibrationWorker,
		signal,
		onProgress: (share, running) => {
			const state = progress.fitting(share, running.map((id) => family.fitNamed(id).title).join('; '));
			onProgress(`Fitting ${state.step}`, state.done, state.total, state.secondsLeft);
		},
	});
	const comparison = out.before === null ? null : compareWith(out.before, result, []);
	return { report: result.report, comparison, ...(await writeProfileOrKeep(out, result, now())) };
}

/** Hours of fitting, likewise. */
function writeProfileOrKeep({ file: out, seen }: OutputPlace, result: RunResult, now: Date): Promise<SavedProfile> {
	return writeOrKeep(
		out,
		(file) => writeProfile(file, result, [], now, file === out ? seen : nothing),
		(folder) => `The profile and its classifiers are saved in ${folder}. Move them to where you want them.`,
	);
}

/**
 * Of methods that somebody named, those of which nothing could be fitted, as failures: who asked for one must not find it missing later. One that
 * was fitted on one level and not on another was fitted; the report has what is missing of it.
 */
export function notFitted(
	{ head }: Pick<MeasuredRun, 'head'>,
	{ left }: Pick<RunResult['report'], 'left'>,
	{ methods }: Pick<CalibrationFamily, 'methods'>,
): WireError[] {
	if (head.options.named !== true) return [];
	const whys = new Map(left.map(({ method, why }) => [method, why]));
	const failures = methods.flatMap(({ name, detectors }): { name: string; why: string }[] => {
		const levels = detectors.flatMap(({ id }) => whys.get(id) ?? []);
		const why = whys.get(name) ?? (levels.length === detectors.length ? [...new Set(levels)].join(' ') : undefined);
		return why === undefined ? [] : [{ name, why }];
	});
	return failures.map(({ name, why }) =>
		toWire(
			new UserError(errorNumbers.methodCannotBeFitted, `You asked for '${name}', but it could not be fitted. ${why}`, {
				hint: 'Everything else is written. Name other data, or leave this method out.',
			}),
		),
	);
}
