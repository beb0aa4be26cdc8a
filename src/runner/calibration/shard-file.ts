import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { calibration } from '../../analysis/calibration/methods.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import { readJsonLines } from '../../formats/json-lines.ts';
import { problemError } from '../../formats/read-traces.ts';
import { measuredRun, runHead, type MeasuredRun } from './measured-run.ts';
import { cannotWrite } from './output-file.ts';

/** The first line of a shard: which calibration it is of, and which part. */
const headLine = z.object({
	schema: z.literal('rag-assay/calibration-shard@1'),
	/** From 1. */
	index: z.number().int().min(1),
	of: z.number().int().min(1),
	/** Items of the whole calibration. */
	items: z.number().int().nonnegative(),
	run: runHead,
	unavailable: measuredRun.shape.unavailable,
	failures: measuredRun.shape.failures,
});
/** Every other line: an item by its place in the whole calibration; `null`: it failed. */
const itemLine = z.object({ item: z.number().int().nonnegative(), trace: calibration.measuredTrace.nullable() });

export interface ShardPlace {
	readonly index: number;
	readonly of: number;
	readonly items: number;
}

/** A shard as it was read. */
export interface ShardFile extends ShardPlace {
	readonly file: string;
	readonly measured: Omit<MeasuredRun, 'traces'>;
	/** By the item's place in the whole calibration. */
	readonly traces: ReadonlyMap<number, MeasuredRun['traces'][number]>;
}

/** Writes a shard's measurements as JSON Lines. Rejects with RA507. */
export async function writeShard(
	file: string,
	{ head, traces, unavailable, failures }: MeasuredRun,
	{ index, of, items }: ShardPlace,
): Promise<string> {
	const first: z.infer<typeof headLine> = { schema: 'rag-assay/calibration-shard@1', index, of, items, run: head, unavailable, failures };
	const lines = [first, ...traces.map((trace, i): z.infer<typeof itemLine> => ({ item: i * of + index - 1, trace }))];
	try {
		await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600, flush: true });
	} catch (cause) {
		throw cannotWrite(file, cause);
	}
	return file;
}

const example = '{"schema": "rag-assay/calibration-shard@1", …}';

/** Rejects with RA506 when the file cannot be read, with RA115, RA116 or RA650 when it is no shard, or not a whole one. */
export async function readShard(file: string): Promise<ShardFile> {
	const text = await requireText(file, fileKinds.shard);
	const { lines, problems } = readJsonLines({ document: file, text }, { schema: z.union([headLine, itemLine]), example });
	const [first, ...rest] = lines.map(({ value }) => value);
	if (first === undefined || !('schema' in first)) throw wrongShard(file, 'it does not begin with the line of a shard');
	const [problem] = problems.list();
	if (problem !== undefined) throw problemError(problem, text);
	const { index, of, items, run, unavailable, failures } = first;
	const traces = new Map(rest.flatMap((line) => ('item' in line ? [[line.item, line.trace] as const] : [])));
	const expected = Array.from({ length: items }, (_, i) => i).filter((i) => i % of === index - 1);
	if (traces.size !== expected.length || expected.some((i) => !traces.has(i)))
		throw wrongShard(file, `it holds ${traces.size} of its ${expected.length} traces`);
	return { file, index, of, items, measured: { head: run, unavailable, failures }, traces };
}

/** A file that cannot be joined with the others. */
export function wrongShard(
	file: string,
	why: string,
	hint = 'Run `rag-assay calibrate --shard` for it again, with the same data, model, options and version as the others.',
): UserError {
	return new UserError('RA650', `This shard cannot be used: ${why}.`, { place: { file }, hint });
}
