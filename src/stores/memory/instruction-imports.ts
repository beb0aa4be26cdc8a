import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isWithin } from '../../files/confinement.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { importsIn, isScript, linksIn, type Import } from '../../formats/memory/instruction-files.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import { listInWords, plural } from '../../wording/phrases.ts';
import type { FoundFile } from './instruction-folder.ts';

/** How far a scan goes from an instruction file. */
export interface FollowLimits {
	/** Files that import each other one after another, as in the tools that read them. */
	readonly imports: number;
	/** Texts that link to each other one after another. */
	readonly links: number;
	/** Texts that are read because another text links to them. */
	readonly linkedTexts: number;
	/** Bytes of these texts. */
	readonly linkedBytes: number;
}

/** Links lead through all of a project's documentation, of which an agent opens a few texts. */
const followLimits: FollowLimits = { imports: 5, links: 3, linkedTexts: 200, linkedBytes: 4_000_000 };

/** A file that is followed, and how it was reached. */
interface Reached {
	readonly found: FoundFile;
	/** Imports on the way here. */
	readonly imports: number;
	/** Links on the way here. */
	readonly links: number;
	/** The link of an instruction file that leads here; `null` for one that agents load by themselves. */
	readonly from: LinkPlace | null;
}

interface LinkPlace {
	readonly document: string;
	readonly start: number;
	readonly end: number;
}

interface Lead extends Import {
	readonly isImport: boolean;
}

interface Target {
	readonly real: string;
	readonly bytes: number;
}

/**
 * Adds the files that instruction files import, and the texts that they link to, and what is to be said of those that are not read. Imports
 * are followed from file to file, as agents load them. An import that is too deep for that, or that stands in a linked text, counts as a link.
 * Links are followed level by level, each file once, so that the limits leave out what is farthest.
 * @param folder what is scanned: nothing outside of it is read
 * @param found files of the folder, by their paths in it; an empty path is the scanned file itself
 */
export async function withImports(
	folder: string,
	found: readonly FoundFile[],
	{
		fileOf,
		signal,
		limits = followLimits,
	}: { readonly fileOf: (path: string) => string; readonly signal: AbortSignal; readonly limits?: FollowLimits },
): Promise<FoundFile[]> {
	const root = await realpath(folder);
	const all = new Map<string, FoundFile>();
	const problems = new Map<string, FormatProblem[]>();
	const left = new NotFollowed(limits);
	let open: Reached[] = [];
	const add = async (one: Reached): Promise<void> => {
		const real = one.found.error === null ? await realpath(fileOf(one.found.path)).catch(() => null) : null;
		if (real !== null && all.has(real)) return;
		all.set(real ?? `${one.found.path}\0`, one.found);
		if (real !== null) open.push(one);
	};
	// oxlint-disable-next-line no-await-in-loop -- the first of several names of a file stays
	for (const one of found) await add({ found: one, imports: 0, links: 0, from: null });
	let [texts, bytes] = [0, 0];
	while (open.length > 0) {
		const linked: { readonly target: Target; readonly links: number; readonly from: LinkPlace }[] = [];
		for (let next = open.shift(); next !== undefined; next = open.shift()) {
			if (isScript(next.found.path)) continue;
			const file = fileOf(next.found.path);
			// oxlint-disable-next-line no-await-in-loop -- one file at a time is held
			const text = await textOf(file);
			if (text === null) continue;
			for (const one of leadsOf(text)) {
				signal.throwIfAborted();
				// oxlint-disable-next-line no-await-in-loop -- as above
				const target = await targetOf(one, file, folder);
				const isLoaded = one.isImport && next.links === 0 && next.imports < limits.imports;
				if (target === null) {
					if (isLoaded && one.path.startsWith('~/')) listUnder(problems, file, outside(file, one, 'imports', 'warning'));
				} else if (!isWithin(root, target.real))
					listUnder(problems, file, isLoaded ? outside(file, one, 'imports', 'error') : outside(file, one, 'links to', 'warning'));
				else if (isLoaded) {
					const imported = { path: pathIn(root, target.real), error: null, isImported: true };
					// oxlint-disable-next-line no-await-in-loop -- as above
					await add({ found: imported, imports: next.imports + 1, links: 0, from: null });
				} else linked.push({ target, links: next.links + 1, from: next.from ?? { document: file, start: one.start, end: one.end } });
			}
		}
		open = [];
		for (const { target, links, from } of linked) {
			if (all.has(target.real)) continue;
			if (links > limits.links || texts === limits.linkedTexts || bytes + target.bytes > limits.linkedBytes) {
				left.add(pathIn(root, target.real), from);
				continue;
			}
			texts++;
			bytes += target.bytes;
			const one = { path: pathIn(root, target.real), error: null, isImported: true };
			// oxlint-disable-next-line no-await-in-loop -- as above
			await add({ found: one, imports: 0, links, from });
		}
	}
	for (const problem of left.problems()) listUnder(problems, problem.document, problem);
	return Array.from(all.values(), (one) => {
		const own = one.error === null ? problems.get(fileOf(one.path)) : undefined;
		return own === undefined ? one : { ...one, problems: own };
	}).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Texts that links lead to and that are not read: each once, by the link of an instruction file that leads there first. */
class NotFollowed {
	readonly #limits: FollowLimits;
	readonly #paths = new Set<string>();
	readonly #byDocument = new Map<string, { readonly from: LinkPlace; readonly paths: string[] }>();

	constructor(limits: FollowLimits) {
		this.#limits = limits;
	}

	add(path: string, from: LinkPlace): void {
		if (this.#paths.has(path)) return;
		this.#paths.add(path);
		const some = this.#byDocument.get(from.document);
		if (some === undefined) this.#byDocument.set(from.document, { from, paths: [path] });
		else some.paths.push(path);
	}

	/** Returns one remark for each instruction file. */
	problems(): FormatProblem[] {
		const { links, linkedTexts, linkedBytes } = this.#limits;
		return Array.from(this.#byDocument.values(), ({ from: { document, start, end }, paths }) => ({
			code: errorNumbers.unreadableMemory,
			severity: 'hint',
			message: `Links from here lead to ${plural(paths.length, 'text that was', 'texts that were')} not read: ${firstOf(paths)}. A scan follows ${plural(links, 'link', 'links')} in a row, and reads ${plural(linkedTexts, 'linked text', 'linked texts')} and ${(linkedBytes / 1e6).toLocaleString('en')} MB of them at most.`,
			hint: `Scan ${paths.length === 1 ? 'it' : 'them'}, too, if an agent opens ${paths.length === 1 ? 'it' : 'them'}.`,
			document,
			range: { start, end },
		}));
	}
}

function firstOf(paths: readonly string[]): string {
	const named = paths.slice(0, 3).map((path) => `'${path}'`);
	return paths.length > named.length
		? `${named.join(', ')} and ${(paths.length - named.length).toLocaleString('en')} more`
		: listInWords(named);
}

/** What a text imports and links to, each path once. */
function leadsOf(text: string): Lead[] {
	const leads = [
		...importsIn(text).map((one) => ({ ...one, isImport: true })),
		...linksIn(text).map((one) => ({ ...one, isImport: false })),
	];
	const first = new Map<string, Lead>();
	for (const one of leads) {
		const key = `${one.isImport} ${one.path}`;
		if (!first.has(key)) first.set(key, one);
	}
	return [...first.values()];
}

function pathIn(root: string, real: string): string {
	return relative(root, real).split(sep).join('/');
}

function listUnder(problems: Map<string, FormatProblem[]>, file: string, problem: FormatProblem): void {
	const some = problems.get(file);
	if (some === undefined) problems.set(file, [problem]);
	else some.push(problem);
}

async function textOf(file: string): Promise<string | null> {
	try {
		return (await readText(file, fileKinds.instructions)) ?? null;
	} catch (error) {
		// Whoever reads it for its entries says so.
		if (error instanceof UserError) return null;
		throw error;
	}
}

/** Where a regular file really lies that a text leads to, beside that text or in the folder; `null`: there is none. */
async function targetOf({ path, isImport }: Lead, from: string, folder: string): Promise<Target | null> {
	const candidates =
		isImport && path.startsWith('~/')
			? [join(homedir(), path.slice(2))]
			: !isImport && path.startsWith('/')
				? [join(folder, path)]
				: [resolve(dirname(from), path), resolve(folder, path)];
	for (const one of candidates) {
		try {
			// oxlint-disable-next-line no-await-in-loop -- the first that is there
			const found = await stat(one);
			// oxlint-disable-next-line no-await-in-loop -- as above
			if (found.isFile()) return { real: await realpath(one), bytes: found.size };
		} catch (error) {
			// What cannot be looked at cannot be read by an agent of the same user.
			if (!(error instanceof Error && 'code' in error)) throw error;
		}
	}
	return null;
}

function outside(
	document: string,
	{ path, start, end }: Import,
	verb: 'imports' | 'links to',
	severity: 'error' | 'warning',
): FormatProblem {
	return {
		code: errorNumbers.unreadableMemory,
		...(severity === 'warning' ? { severity: 'hint' } : {}),
		message: `This ${verb} '${path}', which is outside of the scanned folder. It was not read.`,
		hint: 'Scan that file, too.',
		document,
		range: { start, end },
	};
}
