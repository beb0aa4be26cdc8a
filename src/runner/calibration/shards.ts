import { resolve } from 'node:path';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import { readerKinds, readerNouns, type ReaderKind } from '../../formats/reader.ts';
import type { MergeShards } from '../../protocol/calibration.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { commandToPaste, type GivenWord } from '../../wording/command-line.ts';
import { jsonHash } from '../../files/cache-files.ts';
import { fitAndWrite, notFitted, type CommandJob } from './calibrate-files.ts';
import { readSaved } from './compare-profile.ts';
import type { MeasuredRun, RunHead } from './measure.ts';
import { requireWritable } from './save-profile.ts';
import { readShard, wrongShard, type ShardFile } from './shard-file.ts';

/** Options of methods that `rag-assay calibrate` has a flag of its own for; every other is given by `--set`. */
const ownFlags: ReadonlySet<string> = new Set(['alpha', 'protocol', 'draws']);

/** Options of `rag-assay calibrate` as they are written, by what is before their value; one that was not given and has no usual value is not there. */
type Written = ReadonlyMap<string, string>;

function writtenOptions({ seed, options, name, methods, named }: RunHead['options']): Written {
	return new Map([
		...(named === true ? [['--methods ', methods.join(',')] as const] : []),
		['--seed ', String(seed)],
		...Object.entries(options).map(([own, value]) => [ownFlags.has(own) ? `--${own} ` : `--set ${own}=`, String(value)] as const),
		...(name === undefined ? [] : [['--name ', name] as const]),
	]);
}

/** Lists the options that have to be given for it, for a command to paste; those that are as usual need not be. */
function givenOptions(options: RunHead['options'], { allOptions }: Pick<CalibrationFamily, 'allOptions'>): readonly (string | GivenWord)[] {
	const usual = writtenOptions({ seed: 1, options: allOptions({}), methods: [] });
	return [...writtenOptions(options)].filter(([flag, value]) => usual.get(flag) !== value).flatMap(([flag, value]) => wordsOf(flag, value));
}

/** An option as words of a command; a shard's file is not trusted. */
function wordsOf(flag: string, value: string): (string | GivenWord)[] {
	const name = flag.slice(0, flag.indexOf(' '));
	return [name, { value: `${flag.slice(name.length + 1)}${value}`, otherwise: name === '--name' ? 'NAME' : 'VALUE' }];
}

/** The options in which two differ, of each as they are written; `null`: in none. */
function differentOptions(one: RunHead['options'], other: RunHead['options']): readonly [string, string] | null {
	const both = [writtenOptions(one), writtenOptions(other)] as const;
	const flags = [...new Set(both.flatMap((of) => [...of.keys()]))].filter((flag) => both[0].get(flag) !== both[1].get(flag));
	const inWords = (of: Written): string =>
		flags
			.map((flag) => {
				const value = of.get(flag);
				return value === undefined ? `no \`${flag.replace(/[ =]$/, '')}\`` : `\`${commandToPaste(wordsOf(flag, value))}\``;
			})
			.join(' and ');
	return flags.length === 0 ? null : [inWords(both[0]), inWords(both[1])];
}

/** Which shards of a calibration are not there, and what makes the first of them: `there` is one of those that are. */
function missingShards(missing: readonly number[], there: ShardFile, family: Pick<CalibrationFamily, 'allOptions'>): UserError {
	const {
		of,
		measured: { head },
	} = there;
	const [first] = missing;
	if (first === undefined) throw new RangeError('no shard is missing');
	const named =
		missing.length === 1 ? `Shard ${first} of ${of} is missing.` : `Of ${of} shards ${missing.length} are missing: ${missing.join(', ')}.`;
	const { data, readers, version } = head;
	const same = [
		...readers.map(({ kind, name }) => `${kind === 'language-model' ? 'model' : readerNouns[kind]} ('${name}')`),
		`version (${version})`,
	].join(' and ');
	return new UserError(errorNumbers.unusableShard, named, {
		hint: `${missing.length === 1 ? 'Make it' : `Make each of them, the first`} with \`${commandOf(head, { index: first, of }, family)}\`, of the same data ('${data.name}'), with the same ${same} as '${there.file}'. Then name it together with the others.`,
	});
}

/** Where the data and the model's folder lie is not written down. */
function commandOf(
	{ options }: RunHead,
	{ index, of }: { readonly index: number; readonly of: number },
	family: Pick<CalibrationFamily, 'allOptions'>,
): string {
	return commandToPaste([
		'rag-assay calibrate DATA\u2026',
		`--out shard-${index}.jsonl --shard ${index}/${of}`,
		...givenOptions(options, family),
	]);
}

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
