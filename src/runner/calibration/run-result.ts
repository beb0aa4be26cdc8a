import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { profileSchema } from '../../formats/profile.ts';
import { calibrationReport } from '../../protocol/calibration.ts';
import { isAbsent } from '../absent-file.ts';

/** What is needed of a threshold to try others, by the id of its report. */
const tried = z.object({
	scores: z.array(z.number()), truths: z.array(z.union([z.literal(0), z.literal(1), z.null()])),
	noise: z.object({ low: z.number(), high: z.number() }).nullable(),
});

/** All that a finished run leaves: a panel's report, and a profile that waits to be saved. */
export const runResult = z.object({
	schema: z.literal('rag-assay/calibration-run@1'),
	report: calibrationReport,
	profile: profileSchema,
	/** Classifiers that the profile names. */
	files: z.array(z.object({ name: z.string(), text: z.string() })),
	tried: z.record(z.string(), tried),
});
export type RunResult = z.infer<typeof runResult>;

function fileOf(folder: string, run: string): string {
	return join(folder, 'runs', run, 'result.json');
}

/** Keeps a result, whole or not at all, readable by its owner only: it holds text of traces. */
export async function keepResult(folder: string, result: RunResult): Promise<void> {
	const file = fileOf(folder, result.report.run);
	const own = join(folder, 'runs', result.report.run);
	await mkdir(own, { recursive: true, mode: 0o700 });
	await chmod(own, 0o700);
	const draft = `${file}.${randomUUID()}.draft`;
	await writeFile(draft, JSON.stringify(result), { mode: 0o600, flush: true });
	await rename(draft, file);
}

/** The result of a run that is done; `undefined`: there is none, or another version wrote it. */
export async function keptResult(folder: string, run: string): Promise<RunResult | undefined> {
	let text: string;
	try {
		text = await readFile(fileOf(folder, run), 'utf8');
	} catch (error) {
		if (isAbsent(error)) return undefined;
		throw error;
	}
	return runResult.safeParse(JSON.parse(text)).data;
}

/** Rejects with RA656 for a run without a result. */
export async function requireResult(folder: string, run: string): Promise<RunResult> {
	const result = await keptResult(folder, run);
	if (result === undefined) throw new UserError('RA656', 'This calibration has no result: it was not ended, or its results were removed from the cache.', { hint: 'Calibrate again; what was measured is kept as long as the cache is.' });
	return result;
}
