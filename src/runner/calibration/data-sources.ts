import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError, systemReason } from '../../errors.ts';
import { isAbsent } from '../../files/unreadable.ts';
import { dataSetFiles, fileKind, isDataSetFile, sidecarFile } from '../../formats/file-names.ts';
import { labeledTextsKind } from '../../formats/labeled-texts.ts';
import { emptySidecar, type Sidecar } from '../../formats/sidecar.ts';
import { subjectId, type SubjectKey, type SubjectKind } from '../../formats/subject.ts';
import type { Failures } from '../traces/failures.ts';
import { loadSidecar } from '../traces/sidecar-store.ts';
import { folderEntries, traceFilesBelow } from '../traces/find-trace-files.ts';

/** What people say of a file of data beside it; nothing where that cannot be read, which is added to `failures`. */
export async function sidecarBeside(file: string, failures: Failures, signal: AbortSignal): Promise<Sidecar> {
	const path = sidecarFile(file);
	return (
		(await failures.gather(
			() => loadSidecar(path),
			signal,
			() => ({ file: path }),
		)) ?? emptySidecar
	);
}

/** Labels as they count for the data's hash: what was said of which text, whoever said it. */
export function labelLines({ labels }: Sidecar): string[] {
	return labels.map((one) => [inHash(one.subject), one.textSha256, one.label].join(' '));
}

/** Profiles name hashes from the time when labels were about traces alone. */
function inHash(subject: SubjectKey): string {
	return subject.kind === 'trace' ? subject.id : subjectId(subject);
}

/** A place that calibration reads data from. */
export interface DataSource {
	/** What it is called where its place does not matter. */
	readonly name: string;
	/** Folder of a data set, or the file or folder that was named. */
	readonly path: string;
	readonly kind: 'ragtruth' | 'traces' | 'entries' | 'queries';
	/** What stands in it. */
	readonly subject: SubjectKind;
	/** Files of traces, entries or queries; none of a data set. */
	readonly files: readonly string[];
}

/**
 * What lies at the named paths: a data set for each folder that holds RAGTruth's two files, or one of them, at any depth, and the
 * files of traces, of entries and of queries below each. A place that is named twice is read once; a folder that may not be read is added to `failures`.
 * Rejects with RA701 for a path that is not there, RA651 for one that holds nothing to read.
 */
export async function dataSources(paths: readonly string[], failures: Failures, signal: AbortSignal): Promise<DataSource[]> {
	const found = new Map<string, DataSource>();
	const seen = new Set<string>();
	const closed = new Set<string>();
	const onUnreadable: OnUnreadable = (error, folder) => {
		if (closed.has(folder)) return;
		closed.add(folder);
		failures.add(
			new UserError(errorNumbers.unreadableFile, `This folder cannot be read: ${systemReason(error)}.`, {
				place: { file: folder },
				hint: 'Its files are left out. Expected a folder that you can read.',
				cause: error,
			}),
		);
	};
	for (const path of paths) {
		// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
		for (const source of await sourcesAt(resolve(path), signal, onUnreadable)) {
			const files = source.files.filter((file) => !seen.has(file));
			for (const file of files) seen.add(file);
			if (source.kind === 'ragtruth' ? !found.has(source.path) : files.length > 0)
				found.set(`${source.kind} ${source.path}`, { ...source, files });
		}
	}
	return [...found.values()];
}

type OnUnreadable = (error: unknown, folder: string) => void;

async function sourcesAt(path: string, signal: AbortSignal, onUnreadable: OnUnreadable): Promise<DataSource[]> {
	let isFolder: boolean;
	try {
		isFolder = (await stat(path)).isDirectory();
	} catch (error) {
		if (!isAbsent(error)) throw error;
		throw new UserError(errorNumbers.pathNotFound, 'No such file or folder.', {
			place: { file: path },
			hint: 'Check the path.',
			cause: error,
		});
	}
	if (!isFolder) {
		if (isDataSetFile(path)) return [dataSet(dirname(path))];
		if (fileKind(path) !== null) return filesAt(path, 'trace', [path]);
		const texts = labeledTextsKind(path);
		if (texts !== null) return filesAt(path, texts, [path]);
		throw nothingAt(path);
	}
	let isSeenWhole = true;
	const onClosed: OnUnreadable = (error, folder) => {
		isSeenWhole = false;
		onUnreadable(error, folder);
	};
	const sets = (await dataSetsBelow(path, signal, onClosed)).map(dataSet);
	const texts = await filesBelow(path, (file) => labeledTextsKind(file) !== null, signal, onClosed);
	const found = [
		...sets,
		...filesAt(path, 'trace', await traceFilesBelow(path, onClosed, signal)),
		...(['entry', 'query'] as const).flatMap((kind) =>
			filesAt(
				path,
				kind,
				texts.filter((file) => labeledTextsKind(file) === kind),
			),
		),
	];
	// What lies in a folder that may not be read nobody knows: the folder is told then, not that it holds nothing.
	if (found.length === 0 && isSeenWhole) throw nothingAt(path);
	return found;
}

const kinds = { trace: 'traces', entry: 'entries', query: 'queries' } as const satisfies Record<SubjectKind, DataSource['kind']>;

/** Files of one kind at a place, if there are any. */
function filesAt(path: string, subject: SubjectKind, files: readonly string[]): DataSource[] {
	return files.length === 0 ? [] : [{ name: basename(path), path, kind: kinds[subject], subject, files }];
}

function dataSet(path: string): DataSource {
	return { name: basename(path), path, kind: 'ragtruth', subject: 'trace', files: [] };
}

function nothingAt(path: string): UserError {
	return new UserError(errorNumbers.nothingToCalibrateWith, 'There is nothing here to calibrate with.', {
		place: { file: path },
		hint: 'Expected `response.jsonl` with `source_info.jsonl` (RAGTruth\u2019s format), `*.rag.md`, pairs of `NAME.prompt.md` and `NAME.response.md`, `NAME.entries.jsonl`, `NAME.queries.jsonl`, or folders of them.',
	});
}

/** Files below a folder that are wanted by their path, in order of name. */
async function filesBelow(
	folder: string,
	isWanted: (file: string) => boolean,
	signal: AbortSignal,
	onUnreadable: OnUnreadable,
): Promise<string[]> {
	const found: string[] = [];
	for (const entry of await folderEntries(folder, onUnreadable, signal)) {
		const path = join(folder, entry.name);
		// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
		if (entry.isDirectory()) found.push(...(await filesBelow(path, isWanted, signal, onUnreadable)));
		else if (entry.isFile() && isWanted(path)) found.push(path);
	}
	return found;
}

/** Folders of data sets; one of the two files alone is told when it is read. */
async function dataSetsBelow(folder: string, signal: AbortSignal, onUnreadable: OnUnreadable): Promise<string[]> {
	const entries = await folderEntries(folder, onUnreadable, signal);
	const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
	const { responses, sources } = dataSetFiles('');
	const below: string[] = names.has(responses) || names.has(sources) ? [folder] : [];
	for (const { name } of entries.filter((entry) => entry.isDirectory())) {
		// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
		below.push(...(await dataSetsBelow(join(folder, name), signal, onUnreadable)));
	}
	return below;
}
