import {
	CalibrateFiles,
	CalibrationChanged,
	CancelCalibration,
	CompareProfile,
	CurrentCalibration,
	GetCalibrationReport,
	MergeShards,
	PreviewCalibration,
	SaveProfile,
	StartCalibration,
	TryThreshold,
} from '../../protocol/calibration.ts';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import { Progress } from '../../protocol/requests.ts';
import { Failures } from '../traces/failures.ts';
import type { ReaderOpener } from '../models/open-readers.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { calibrateFiles } from './calibrate-files.ts';
import { CalibrationRuns } from './calibration-runs.ts';
import type { CalibrationContext } from './measure.ts';
import { compareProfile } from './compare-profile.ts';
import { KeptResults, tryThreshold } from './results.ts';
import { mergeShards } from './shards.ts';
import { previewCalibration } from './preview.ts';
import { requireProfileName, writeProfile } from './save-profile.ts';

export interface CalibrationRequestsOptions {
	/** What is calibrated. */
	readonly family: CalibrationFamily<Detector>;
	readonly openReaders: ReaderOpener;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly context: CalibrationContext;
}

/** Requests of calibration: an editor's, whose run goes on without it, and the command line's, which wait. The result ends what goes on. */
export function answerCalibrationRequests({ family, openReaders, answers, outbox, context }: CalibrationRequestsOptions): {
	dispose: () => void;
} {
	const now = (): Date => new Date();
	const results = new KeptResults(() => context.calibrationFolder, family, context.log);
	const runs = new CalibrationRuns({
		family,
		openReaders,
		context,
		now,
		results,
		onState: (run, state) => outbox.tell(CalibrationChanged, { run, state }),
	});
	const job = (token: string, signal: AbortSignal) => ({
		family,
		openReaders,
		context,
		signal,
		now,
		onProgress: (message: string, done: number, total: number, secondsLeft: number | null = null) =>
			outbox.tell(Progress, { token, message, done, total, ...(secondsLeft === null ? {} : { secondsLeft }) }),
	});
	answers.request(PreviewCalibration, ({ token, ...asked }, signal) =>
		previewCalibration(asked, family, new Failures(context.log), { context, openReaders, owner: token, signal }),
	);
	answers.request(StartCalibration, async (options) => ({ run: await runs.start(options) }));
	answers.request(CurrentCalibration, () => runs.current);
	answers.request(CancelCalibration, ({ run }) => {
		runs.cancel(run);
		return null;
	});
	answers.request(GetCalibrationReport, async ({ run }) => (await results.require(run)).report);
	answers.request(TryThreshold, async ({ run, id, threshold }) => tryThreshold(await results.require(run), id, threshold));
	answers.request(SaveProfile, async ({ run, file, moved }) => {
		requireProfileName(file);
		return { file, ...(await writeProfile(file, await results.require(run), moved, now())) };
	});
	answers.request(CompareProfile, async ({ run, file, moved }) => compareProfile(file, await results.require(run), moved));
	answers.request(CalibrateFiles, (params, signal) => calibrateFiles(params, job(params.token, signal)));
	answers.request(MergeShards, (params, signal) => mergeShards(params, job(params.token, signal)));
	return { dispose: () => runs.dispose() };
}
