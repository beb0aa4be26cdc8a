import * as z from 'zod';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import type { SeenFile } from '../../files/change-file.ts';
import { requireText } from '../../files/read-file.ts';
import { readJsonLines } from '../../formats/json-lines.ts';
import { problemError } from '../../formats/read-traces.ts';
import { wireError } from '../../protocol/requests.ts';
import { runHead, type MeasuredRun } from './measure.ts';
import { replaceOutput } from './save-profile.ts';

const schema = 'rag-assay/calibration-shard@2';

/** Lines of a shard. */
function linesOf(family: Pick<CalibrationFamily, 'measuredItem'>) {
	return {
		/** The first: which calibration it is of, and which part. */
		head: z.object({
			schema: z.literal(schema),
			/** From 1. */
			index: z.number().int().min(1),
			of: z.number().int().min(1),
			/** Of the whole calibration. */
			items: z.number().int().nonnegative(),
			run: runHead,
			/** By the name of a measure. */
			unavailable: z.record(z.string(), z.string()),
			failures: z.array(wireError),
		}),
		/** Every other one: an item by its place in the whole calibration; `null`: it failed. */
		item: z.object({ item: z.number().int().nonnegative(), measured: family.measuredItem.nullable() }),
	};
}

export interface ShardPlace {
	readonly index: number;
	readonly of: number;
	readonly items: number;
}

/** A shard as it was read. */
export interface ShardFile extends ShardPlace {
	readonly file: string;
	readonly measured: Omit<MeasuredRun, 'items'>;
	/** By the item's place in the whole calibration. */
	readonly own: ReadonlyMap<number, MeasuredRun['items'][number]>;
}

/** Writes a shard's measurements as JSON Lines, where `seen` lies until now. Rejects with RA507, and with RA704 where something else does. */
export async function writeShard(
	file: string,
	{ head, items: own, unavailable, failures }: MeasuredRun,
	{ index, of, items }: ShardPlace,
	seen: SeenFile,
): Promise<string> {
	const first = { schema, index, of, items, run: head, unavailable, failures };
	const lines = [first, ...own.map((measured, i) => ({ item: i * of + index - 1, measured }))];
	await replaceOutput(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), seen);
	return file;
}

const example = `{"schema": "${schema}", …}`;

/** Rejects with RA506 when the file cannot be read, with RA115, RA116 or RA650 when it is no shard, or not a whole one. */
export async function readShard(file: string, family: Pick<CalibrationFamily, 'measuredItem'>): Promise<ShardFile> {
	const text = await requireText(file, fileKinds.shard);
	const line = linesOf(family);
	const { lines, problems } = readJsonLines({ document: file, text }, { schema: z.union([line.head, line.item]), example });
	const [first, ...rest] = lines.map(({ value }) => value);
	if (first === undefined || !('schema' in first)) throw wrongShard(file, 'it does not begin with the line of a shard');
	const [problem] = problems.list();
	if (problem !== undefined) throw problemError(problem, text);
	const { index, of, items, run, unavailable, failures } = first;
	const own = new Map(rest.flatMap((one) => ('item' in one ? [[one.item, one.measured] as const] : [])));
	const expected = Array.from({ length: items }, (_, i) => i).filter((i) => i % of === index - 1);
	if (own.size !== expected.length || expected.some((i) => !own.has(i)))
		throw wrongShard(file, `it holds ${own.size} of its ${expected.length} items`);
	return { file, index, of, items, measured: { head: run, unavailable, failures }, own };
}

/** A file that cannot be joined with the others. */
export function wrongShard(
	file: string,
	why: string,
	hint = 'Run `rag-assay calibrate --shard` for it again, with the same data, model, options and version as the others.',
): UserError {
	return new UserError(errorNumbers.unusableShard, `This shard cannot be used: ${why}.`, { place: { file }, hint });
}
