import { UserError, systemReason } from '../errors.ts';
import { besideFiles, KnownFiles, listedAs, type BesideFile, type HeldFile } from './beside-files.ts';
import { nothingRead } from './file-fingerprint.ts';
import type { FileKind } from './file-kind.ts';
import { listedAt, lookAround, type FolderSnapshot } from './folder-snapshot.ts';
import { OpenFiles } from './open-files.ts';
import { openFile, type OpenedFile } from './read-file.ts';
import { planRotation, type MissedLines, type RotationFacts, type RotationPlan } from './rotation-plan.ts';
import { unreadable } from './unreadable.ts';

/** What rotation has put away unread. Disposing closes its files. */
export interface Rotation extends AsyncDisposable {
	/** Begins with what was read of the held file, which was cut: reading goes on in it. */
	readonly copy: OpenedFile | null;
	/** Contents that were never read, the oldest first. */
	readonly files: readonly OpenedFile[];
	readonly missed: readonly MissedLines[];
	/** Remembers what was found, so that it is not found again: call it where the rotation is read. */
	readonly settle: () => void;
}

/** The same where the held file has lost its name. */
export interface Succession extends Rotation {
	/** Is followed from now on, behind `files`. */
	readonly last: OpenedFile;
	/** Leaves the last file open: whoever calls this closes it. */
	readonly keepLast: () => void;
}

/** What was found around a held file. */
interface Survey {
	/** Has the log's name and content, and is not the held file. */
	readonly now: OpenedFile | null;
	readonly plan: Pick<RotationPlan<BesideFile>, 'copy' | 'files' | 'missed'>;
	readonly settle: () => void;
}

/** How often files are looked for again that were renamed while they were opened. */
const maxTries = 50;

/** The folder of a followed file: finds what rotation puts away there, each content once. */
export class RotationFolder {
	readonly #path: string;
	readonly #kind: FileKind;
	readonly #known = new KnownFiles();
	/** A name that rotation has given; `null` until one was seen. */
	#example: string | null = null;
	/** What was last written to before that is older than the held file, nanoseconds since 1970. */
	#since = 0n;

	constructor(path: string, kind: FileKind) {
		this.#path = path;
		this.#kind = kind;
	}

	/** Opens the log. What lies beside it at that moment is known from now on. Rejects as `openFile`, and with `kind.code` where there is no log. */
	async open(): Promise<OpenedFile> {
		return opening(async (files, isLast) => {
			const look = await this.#look();
			// After the look: what is put away from now on is new.
			const file = await openFile(this.#path, this.#kind);
			if (file === undefined) throw unreadable(this.#path, this.#kind, new Error('there is no such file'));
			files.add(file);
			const { id } = await listedAs(file);
			if (typeof look !== 'string') {
				await using others = new OpenFiles();
				const held = { file, print: nothingRead };
				const found = await besideFiles(look, { when: 'begin', held, now: null, known: this.#known, kind: this.#kind }, others);
				if (!isLast && (found === null || id !== look.now?.id)) return 'again';
				this.#learn(
					look,
					(found ?? []).filter(({ relation }) => relation !== 'empty'),
				);
				this.#since = look.now?.changed ?? 0n;
			}
			files.keep(file);
			return file;
		});
	}

	/** Tells whether another file has the name of the held one, or none has it. */
	async hasTaken(held: OpenedFile): Promise<boolean> {
		return (await listedAt(this.#path))?.id !== (await listedAs(held)).id;
	}

	/** Finds what was put away since the last rotation that was settled, and is older than what the held file has now. */
	async older(held: HeldFile, when: 'begin' | 'cut'): Promise<Rotation> {
		return opening(async (files, isLast) => {
			const survey = await this.#survey(held, when, files, isLast);
			if (survey === 'again') return 'again';
			return rotation(survey, files);
		});
	}

	/**
	 * Finds what comes behind the held file, which has lost its name. `null`: nothing that is newer has content yet; programs may write to the held one until then.
	 * Rejects as `openFile` where the next one with the name cannot be read.
	 */
	async succession(held: HeldFile): Promise<Succession | null> {
		return opening(async (files, isLast) => {
			const survey = await this.#survey(held, 'replaced', files, isLast);
			if (survey === 'again') return 'again';
			const { now, plan } = survey;
			const unread = [...plan.files.flatMap(({ file }) => file ?? []), ...(now === null ? [] : [now])];
			const last = unread.pop();
			if (last === undefined) {
				await files[Symbol.asyncDispose]();
				return null;
			}
			return { ...rotation(survey, files), files: unread, last, keepLast: () => files.keep(last) };
		});
	}

	async #survey(held: HeldFile, when: RotationFacts['when'], files: OpenFiles, isLast: boolean): Promise<Survey | 'again'> {
		const seen = await listedAs(held.file);
		const look = await this.#look();
		const current = typeof look === 'string' ? await listedAt(this.#path) : look.now;
		const hasName = current?.id === seen.id;
		const now = hasName || current === null || current.size === 0 ? null : await this.#openNow(when, files);
		if (!isLast && now !== null && (await listedAs(now)).id !== current?.id) return 'again';
		if (typeof look === 'string') {
			const missed: MissedLines[] = when === 'begin' ? [] : [{ why: 'folder', reason: look }];
			return { now, plan: { copy: null, files: [], missed }, settle: () => undefined };
		}
		const found = await besideFiles(look, { when, held, now, known: this.#known, kind: this.#kind }, files);
		if (found === null && !isLast) return 'again';
		const facts: RotationFacts = {
			when,
			log: look.log,
			held: { id: seen.id, read: held.print.length, hasName },
			packed: this.#known.newlyPacked(look),
			vanished: this.#known.vanished(look, seen.id),
			example: this.#example,
			since: this.#since,
		};
		const plan = planRotation(facts, found ?? []);
		// As they were before or at the look: what is put away after it was written to later.
		const followed = when === 'replaced' ? (now === null ? plan.files.at(-1) : look.now) : seen;
		const settle = (): void => {
			this.#learn(look, plan.settled);
			// It is let go: it may lie beside the log, or come back there.
			if (when === 'replaced') this.#known.add(seen, { head: held.print.head });
			this.#example = plan.example;
			this.#since = followed?.changed ?? this.#since;
		};
		return { now, plan, settle };
	}

	/** What lies in the folder, or why it cannot be listed. */
	async #look(): Promise<FolderSnapshot | string> {
		try {
			return await lookAround(this.#path);
		} catch (error) {
			return systemReason(error);
		}
	}

	/** Opens the file that has the name. It has to be readable where it is the next one that is followed. */
	async #openNow(when: RotationFacts['when'], files: OpenFiles): Promise<OpenedFile | null> {
		try {
			const file = await openFile(this.#path, this.#kind);
			return file === undefined ? null : files.add(file);
		} catch (error) {
			if (when === 'replaced' || !(error instanceof UserError)) throw error;
			return null;
		}
	}

	#learn(look: FolderSnapshot, settled: readonly BesideFile[]): void {
		for (const { head, copyOf, ...seen } of settled) this.#known.add(seen, { head, ...(copyOf === undefined ? {} : { copyOf }) });
		this.#known.look(look);
	}
}

/** Tries until an attempt does not say 'again'; closes all that an attempt has opened and does not return. */
async function opening<T>(attempt: (files: OpenFiles, isLast: boolean) => Promise<T | 'again'>): Promise<T> {
	for (let tries = 1; ; tries++) {
		const files = new OpenFiles();
		// oxlint-disable no-await-in-loop -- one try behind the other
		try {
			const result = await attempt(files, tries >= maxTries);
			if (result !== 'again') return result;
		} catch (error) {
			await files[Symbol.asyncDispose]();
			throw error;
		}
		await files[Symbol.asyncDispose]();
		// oxlint-enable no-await-in-loop
	}
}

function rotation({ plan: { copy, files, missed }, settle }: Survey, open: OpenFiles): Rotation {
	return {
		copy: copy?.file ?? null,
		files: files.flatMap(({ file }) => file ?? []),
		missed,
		settle,
		[Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
	};
}
