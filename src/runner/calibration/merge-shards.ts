import { resolve } from 'node:path';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { MergeShards } from '../../protocol/calibration.ts';
import type { Params, Result } from '../../protocol/message.ts';
import { jsonHash } from '../json-hash.ts';
import { readSaved } from './compare-profile.ts';
import { fitAndWrite, notFitted, type CommandJob } from './calibrate-files.ts';
import { readerKinds, readerNouns, type ReaderKind } from '../../formats/reader.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import type { MeasuredRun, RunHead } from './measured-run.ts';
import { requireWritable } from './output-file.ts';
import { missingShards } from './missing-shards.ts';
import { readShard, wrongShard, type ShardFile } from './shard-file.ts';
import { differentOptions } from './shard-options.ts';

/** Joins shards into the profile that an unsharded calibration gives. Rejects as `readShard` and `joinShards` do. */
export async function mergeShards(
	{ shards, out, compare }: Params<typeof MergeShards>,
	job: CommandJob,
): Promise<Result<typeof MergeShards>> {
	const began = performance.now();
	const seen = await requireWritable(resolve(out), 'profile', shards);
	const before = compare === undefined ? null : await readSaved(resolve(compare));
	job.onProgress('Reading shards', 0, shards.length);
	const files: ShardFile[] = [];
	// oxlint-disable-next-line no-await-in-loop -- large files, one at a time
	for (const path of shards) files.push(await readShard(resolve(path), job.family));
	const measured = joinShards(files, job.family);
	const run = jsonHash(measured.head).slice(0, 32);
	const { report, comparison, written, unused } = await fitAndWrite(measured, run, { file: resolve(out), seen, before }, began, job);
	return { report, comparison, written, unused, failures: [...measured.failures, ...notFitted(measured, report, job.family)] };
}

/** @throws UserError RA650 that names the shard which is of another calibration, there twice, or missing. */
export function joinShards(files: readonly ShardFile[], family: Pick<CalibrationFamily, 'allOptions'>): MeasuredRun {
	const [first] = files;
	if (first === undefined) throw new RangeError('no shards');
	const seen = new Map<number, ShardFile>();
	for (const shard of files) {
		const difference = differenceOf(first, shard);
		if (difference !== null) throw wrongShard(shard.file, difference);
		const same = seen.get(shard.index);
		if (same !== undefined)
			throw wrongShard(
				shard.file,
				same.file === shard.file ? 'it is named twice' : `'${same.file}' is shard ${shard.index} of ${shard.of} too`,
				'Leave one of the two out.',
			);
		seen.set(shard.index, shard);
	}
	const missing = Array.from({ length: first.of }, (_, i) => i + 1).filter((index) => !seen.has(index));
	if (missing.length > 0) throw missingShards(missing, first, family);
	const inOrder = files.toSorted((a, b) => a.index - b.index);
	return {
		head: first.measured.head,
		items: Array.from({ length: first.items }, (_, i) => inOrder[i % first.of]!.own.get(i) ?? null),
		unavailable: inOrder.reduce<MeasuredRun['unavailable']>((all, { measured }) => ({ ...all, ...measured.unavailable }), {}),
		failures: eachOnce(inOrder.flatMap(({ measured }) => measured.failures)),
	};
}

/** Every shard reads all of the data, and tells what could not be read. */
function eachOnce(failures: MeasuredRun['failures']): MeasuredRun['failures'] {
	return [...new Map(failures.map((failure) => [JSON.stringify(failure), failure])).values()];
}

function readerOf<K extends ReaderKind>({ readers }: RunHead, kind: K): Extract<ReaderIdentity, { kind: K }> | undefined {
	return readers.find((reader): reader is Extract<ReaderIdentity, { kind: K }> => reader.kind === kind);
}

/** How a shard differs from the first one, in words. */
function differenceOf(first: ShardFile, other: ShardFile): string | null {
	const [a, b] = [first.measured.head, other.measured.head];
	const named = (what: string, one: string, two: string): string => `its ${what} is ${two}, and that of '${first.file}' is ${one}`;
	const short = (hash: string): string => hash.slice(0, 12);
	for (const kind of readerKinds) {
		const [one, two] = [readerOf(a, kind), readerOf(b, kind)];
		if (one?.sha256 === two?.sha256) continue;
		const said = (reader: typeof one): string => (reader === undefined ? 'none' : `'${reader.name}' (${short(reader.sha256)})`);
		return named(kind === 'language-model' ? 'model' : readerNouns[kind], said(one), said(two));
	}
	const options = differentOptions(a.options, b.options);
	if (options !== null) return `it was made with ${options[1]}, and '${first.file}' with ${options[0]}`;
	for (const [what, of] of settings) {
		if (of(a) !== of(b)) return named(what, of(a), of(b));
	}
	return first.of === other.of && first.items === other.items
		? null
		: named('number of shards', `${first.of} of ${first.items} items`, `${other.of} of ${other.items} items`);
}

const settings: readonly (readonly [string, (head: RunHead) => string])[] = [
	['prompt layout', (head) => readerOf(head, 'language-model')?.layout ?? ''],
	['device', ({ readers }) => readers.map(({ device, dtype }) => `${device}, ${dtype}`).join('; ')],
	['data', ({ data }) => `'${data.name}' (${data.sha256.slice(0, 12)})`],
	['version', ({ version }) => version],
	['version of ONNX Runtime', ({ runtime }) => runtime],
	['list of methods', ({ options }) => options.methods.join(', ')],
];
