import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { subjectNouns } from '../../formats/subject.ts';
import type { CalibrateFiles } from '../../protocol/calibration.ts';
import type { Params, Result } from '../../protocol/message.ts';
import type { WireError } from '../../protocol/requests.ts';
import { toWire } from '../../protocol/wire-error.ts';
import { Failures } from '../files/failures.ts';
import type { Log } from '../log.ts';
import type { ModelService } from '../model-service.ts';
import type { ReaderOpener } from '../open-readers.ts';
import type { PackagePaths } from '../package-paths.ts';
import { fitRun } from './fit-run.ts';
import { measureRun, planRun, runName, type PlannedRun, type RunEnvironment } from './measure-run.ts';
import type { MeasuredRun } from './measured-run.ts';
import { requireWritable } from './output-file.ts';
import type { RunResult } from './run-result.ts';
import { writeProfile, type SavedProfile } from './save-profile.ts';
import { writeShard } from './shard-file.ts';
import { StateProgress } from './state-progress.ts';

/** What a calibration of the command line works with. */
export interface CommandJob {
	readonly family: CalibrationFamily<Detector>;
	readonly openReaders: ReaderOpener;
	readonly models: Pick<ModelService, 'calibrationFolder' | 'settings'>;
	readonly paths: PackagePaths;
	readonly log: Log;
	readonly signal: AbortSignal;
	readonly now: () => Date;
	/** `secondsLeft`: how long the rest takes; `null` where it cannot be told. */
	readonly onProgress: (message: string, done: number, total: number, secondsLeft?: number | null) => void;
}

/** From data to a profile, or of a shard to its measurements. Rejects as the steps do; what could not be read of the data is in the answer. */
export async function calibrateFiles(
	{ token, out, shard, ...options }: Params<typeof CalibrateFiles>,
	job: CommandJob,
): Promise<Result<typeof CalibrateFiles>> {
	const {
		family,
		openReaders,
		models,
		log,
		paths: { version, runtime },
		signal,
		onProgress,
	} = job;
	const began = performance.now();
	await requireWritable(resolve(out), shard === undefined ? 'profile' : 'shard', options.data);
	const onOpening = (message: string): void => onProgress(message, 0, 0);
	const environment: RunEnvironment = { models, openReaders, log, version, runtime, owner: token, signal, onOpening };
	onProgress('Reading the data', 0, 0);
	const plan = await planRun(options, family, openReaders, new Failures(log), signal);
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
			written: [await writeShard(resolve(out), measured, { ...shard, items: plan.items.length })],
			unused: [],
			measured: count,
			failures,
		};
	const { report, written, unused } = await fitAndWrite(measured, runName(plan, environment), resolve(out), began, job);
	return { report, written, unused, measured: count, failures: [...failures, ...notFitted(measured, report, family)] };
}

/** What a run reads, in words. */
function subjectsIn({ items }: Pick<PlannedRun, 'items'>): string {
	return [...new Set(items.map(({ item }) => subjectNouns[item.subject].many))].join(' and ');
}

/** Fits and writes the profile. */
export async function fitAndWrite(
	measured: MeasuredRun,
	run: string,
	out: string,
	began: number,
	{ family, paths, signal, now, onProgress }: CommandJob,
): Promise<SavedProfile & { report: RunResult['report'] }> {
	const progress = new StateProgress();
	const result = await fitRun(measured, {
		family,
		run,
		now,
		began,
		program: paths.calibrationWorker,
		signal,
		onProgress: (share, running) => {
			const state = progress.fitting(share, running.map((id) => family.fitNamed(id).title).join('; '));
			onProgress(`Fitting ${state.step}`, state.done, state.total, state.secondsLeft);
		},
	});
	return { report: result.report, ...(await writeOrKeep(out, result, now())) };
}

/** A fit may have taken hours: where its profile cannot be written after all, it goes to the folder for temporary files, and the error says where. */
async function writeOrKeep(out: string, result: RunResult, now: Date): Promise<SavedProfile> {
	try {
		return await writeProfile(out, result, [], now);
	} catch (cause) {
		if (!(cause instanceof UserError)) throw cause;
		const kept = join(await mkdtemp(join(tmpdir(), 'rag-assay-profile-')), basename(out));
		await writeProfile(kept, result, [], now);
		throw new UserError(cause.code, cause.message, {
			place: { file: out },
			hint: `The profile and its classifiers are kept in ${dirname(kept)}: move them to where they are wanted.`,
			cause,
		});
	}
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
			new UserError(errorNumbers.methodCannotBeFitted, `'${name}' was asked for and could not be fitted. ${why}`, {
				hint: 'The rest is written. Name other data, or leave it out.',
			}),
		),
	);
}
