import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import { thresholdPoint, type ThresholdPoint } from '../../analysis/calibration/threshold-point.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import type { AnyDetector } from '../../formats/detectors/detector.ts';
import type { Profile } from '../../formats/profile.ts';
import { calibrationReport } from '../../protocol/calibration.ts';
import type { Log } from '../lsp/log.ts';
import { writeWhole } from '../../files/cache-files.ts';

/** What is needed of a threshold to try others, by the id of its report. */
const thresholdTrial = z.object({
	scores: z.array(z.number()),
	truths: z.array(z.union([z.literal(0), z.literal(1), z.null()])),
	negativesChose: z.boolean().optional(),
	clusters: z.array(z.number().int().nonnegative()).optional(),
	/** Where it lies when its data are drawn anew; `high` is `null` where too many draws have no finite threshold. */
	noise: z.object({ low: z.number(), high: z.number().nullable() }).nullable(),
});

const frame = z.object({
	schema: z.literal('rag-assay/calibration-run@1'),
	report: calibrationReport,
	/** Classifiers that the profile names, and what else lies beside it. */
	files: z.array(z.object({ name: z.string(), text: z.string(), encoding: z.enum(['base64']).optional() })),
	tried: z.record(z.string(), thresholdTrial),
});

/** All that a finished run leaves: a panel's report, and a profile that waits to be saved. */
export type RunResult<D extends AnyDetector = Detector> = z.infer<typeof frame> & { profile: Profile<D> };

/** What a finished run of a family leaves, as it is kept. */
export function runResult<D extends AnyDetector>({ profiles }: Pick<CalibrationFamily<D>, 'profiles'>): z.ZodType<RunResult<D>> {
	return frame.extend({ profile: profiles.schema });
}

/** What finished runs have left on the disk. A threshold that is dragged asks many times for one result, which is long: the last is held. */
export class KeptResults<D extends AnyDetector = Detector> {
	readonly #folder: () => string;
	readonly #log: Log;
	readonly #schema: z.ZodType<RunResult<D>>;
	#last: { readonly run: string; readonly result: Promise<RunResult<D>> } | undefined;

	/** @param folder calibration's in the cache, which settings may move. */
	constructor(folder: () => string, family: Pick<CalibrationFamily<D>, 'profiles'>, log: Log) {
		this.#folder = folder;
		this.#schema = runResult(family);
		this.#log = log;
	}

	/** Keeps a result, whole or not at all, readable by its owner only: it holds text of traces. */
	async keep(result: RunResult<D>): Promise<void> {
		const { run } = result.report;
		const file = this.#fileOf(run);
		const own = join(this.#folder(), 'runs', run);
		await mkdir(own, { recursive: true, mode: 0o700 });
		await chmod(own, 0o700);
		await writeWhole(file, JSON.stringify(result), { mode: 0o600, flush: true });
		// A run with failures is done again under its name.
		if (this.#last?.run === run) this.#last = undefined;
	}

	/** The result of a run that is done; `undefined`: there is none, or another version wrote it, or it is damaged. */
	async find(run: string): Promise<RunResult<D> | undefined> {
		const text = await readText(this.#fileOf(run), fileKinds.calibrationRecord);
		if (text === undefined) return undefined;
		try {
			return this.#schema.safeParse(JSON.parse(text)).data;
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
			this.#log.warn(`the kept result of calibration ${run} is damaged, and counts as none`);
			return undefined;
		}
	}

	/** The same, held for the next one who asks. Rejects with RA656 for a run without a result. */
	require(run: string): Promise<RunResult<D>> {
		if (this.#last?.run === run) return this.#last.result;
		const reading = { run, result: this.#read(run) };
		this.#last = reading;
		// What is not there yet may be there later.
		reading.result.catch(() => {
			if (this.#last === reading) this.#last = undefined;
		});
		return reading.result;
	}

	async #read(run: string): Promise<RunResult<D>> {
		const result = await this.find(run);
		if (result === undefined)
			throw new UserError(
				errorNumbers.noCalibrationResult,
				'This calibration has no result. It did not finish, or its results were removed from the cache.',
				{
					hint: 'Calibrate again. The measurements are kept until the cache is cleared.',
				},
			);
		return result;
	}

	#fileOf(run: string): string {
		return join(this.#folder(), 'runs', run, 'result.json');
	}
}

/** What another threshold would do, on the data of the report's own point, and that point for its own. @throws UserError RA656 for an id that the run does not have. */
export function tryThreshold({ report, tried }: Pick<RunResult, 'report' | 'tried'>, id: string, threshold: number): ThresholdPoint {
	const detector = report.detectors.find((one) => one.id === id);
	const truth = tried[id];
	if (detector === undefined || truth === undefined)
		throw new UserError(errorNumbers.noCalibrationResult, `This calibration has no threshold '${id}'.`, {
			hint: `It has ${report.detectors.map((one) => one.id).join(', ')}.`,
		});
	if (threshold === detector.threshold) return detector.point;
	return thresholdPoint(truth, threshold, detector.direction);
}

/** A threshold that a person has moved. */
export interface Moved {
	readonly id: string;
	readonly threshold: number;
}
