import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { beginsWith, isBeginningOf, printOf, type ContentPrint } from './content-print.ts';
import type { FileKind } from './file-kind.ts';
import { seenFile, type FolderLook, type SeenFile } from './folder-look.ts';
import type { KnownFiles } from './known-files.ts';
import { openFile, type OpenedFile } from './open-file.ts';
import type { OpenFiles } from './open-files.ts';
import { isPacked } from './rotated-names.ts';
import type { Relation, RotationFacts, Sibling } from './rotation-plan.ts';

/** A file that is followed, and what of it was handed on. */
export interface HeldFile {
	readonly file: OpenedFile;
	readonly print: ContentPrint;
}

/** A file beside a log. */
export interface BesideFile extends Sibling, SeenFile {
	/** Open where the file is not known. */
	readonly file: OpenedFile | null;
	readonly head?: Buffer;
}

export interface Surroundings {
	readonly when: RotationFacts['when'];
	readonly held: HeldFile;
	/** Has the log's name, where that is another file that can be read. */
	readonly now: OpenedFile | null;
	readonly known: KnownFiles;
	readonly kind: FileKind;
}

/**
 * Opens what is not known beside a log, and finds what each is to the followed file. `null`: files were renamed meanwhile.
 * @param files takes what is opened
 */
export async function besideFiles({ folder, beside }: FolderLook, around: Surroundings, files: OpenFiles): Promise<BesideFile[] | null> {
	const { id: heldId } = await seenAs(around.held.file);
	const found: BesideFile[] = [];
	for (const one of beside.filter(({ name }) => !isPacked(name))) {
		const state = one.id === heldId ? 'known' : around.known.get(one);
		if (state === 'known') {
			found.push({ ...one, relation: 'known', file: null });
			continue;
		}
		// oxlint-disable-next-line no-await-in-loop -- few, and one behind the other
		const file = await opened(join(folder, one.name), around.kind, files);
		if (file === null) return null;
		if (file === 'unreadable') {
			found.push({ ...one, relation: state === 'changed' ? 'known' : 'unreadable', file: null });
			continue;
		}
		// oxlint-disable-next-line no-await-in-loop -- as above
		const read = await relationOf(one, file, state, around);
		if (read === null) return null;
		found.push({ ...one, ...read, file });
	}
	return found;
}

/** What a look says of an open file. */
export async function seenAs({ handle }: OpenedFile): Promise<SeenFile> {
	return seenFile(await handle.stat({ bigint: true }));
}

async function opened(path: string, kind: FileKind, files: OpenFiles): Promise<OpenedFile | 'unreadable' | null> {
	try {
		const file = await openFile(path, kind);
		return file === undefined ? null : files.add(file);
	} catch (error) {
		if (error instanceof UserError) return 'unreadable';
		throw error;
	}
}

/** `null`: the file is another one than was seen. */
async function relationOf(
	seen: SeenFile,
	file: OpenedFile,
	state: 'changed' | 'new',
	{ when, held, now, known }: Surroundings,
): Promise<{ readonly relation: Relation; readonly head: Buffer } | null> {
	if ((await seenAs(file)).id !== seen.id) return null;
	const print = await printOf(file.handle);
	const as = (relation: Relation): { readonly relation: Relation; readonly head: Buffer } => ({ relation, head: print.head });
	if (state === 'changed' && (await known.hasGrown(seen, file))) return as('known');
	if (print.length === 0) return as('empty');
	if (held.print.length > 0) {
		if (await beginsWith(file.handle, held.print)) return as('copy');
		if (await isBeginningOf(file.handle, held.print)) return as('part');
	}
	// The held file has a name no longer when it is replaced: it has all that its copies have.
	if (await beginsWith(held.file.handle, print)) return as(when === 'replaced' ? 'part' : 'present');
	return as(now !== null && (await beginsWith(now.handle, print)) ? 'present' : 'other');
}
