import { realpathSync, statSync } from 'node:fs';
import { relative, isAbsolute } from 'node:path';
import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { RunningProgram } from '../../running-program.ts';
import { verdictSchema, type Verdict } from './check-program.ts';

/** What was found out about programs, by path; `stamp` says of which file. */
const rememberedPrograms = z.record(z.string(), z.object({ stamp: z.string(), verdict: verdictSchema }));
type Remembered = z.infer<typeof rememberedPrograms>;

export interface ProgramSearch {
	/** The user's setting. */
	readonly setting: string | undefined;
	/** What the extension runs on: a plain Node where VS Code is a server, else the editor's binary. */
	readonly own: RunningProgram;
	/** Where a Node may be, best first. */
	readonly places: () => readonly string[];
	readonly check: (path: string) => Promise<Verdict>;
	/** Open folders: nothing in them is run unless the setting names it, in a workspace that is trusted or not. */
	readonly workspace: readonly string[];
	readonly memory: { readonly read: () => unknown; readonly write: (remembered: Remembered) => void };
	readonly log: (line: string) => void;
}

/**
 * The program that runs the runner: the setting's, else what the extension runs on where that is a plain Node, else the first plain Node
 * that is found, else the editor's binary.
 * @throws {UserError} RA802 when the setting's cannot be used.
 */
export async function chooseProgram(search: ProgramSearch): Promise<RunningProgram> {
	const { setting, own, check, log } = search;
	if (setting !== undefined) {
		const verdict = await check(setting);
		if (verdict.kind === 'node') return verdict.program;
		throw new UserError(errorNumbers.unusableRunnerProgram, `The runner cannot be started with '${setting}': ${verdict.reason}.`, {
			hint: 'Correct or empty the setting ragAssay.runner.execPath.',
		});
	}
	if (own.electron === null) return own;
	// What another version of the product has kept is asked again.
	const remembered = rememberedPrograms.safeParse(search.memory.read()).data ?? {};
	const seen: Remembered = {};
	const found = await firstOf(search, remembered, seen);
	// Only what is still there is worth knowing.
	if (JSON.stringify(seen) !== JSON.stringify(remembered)) search.memory.write(seen);
	if (found === undefined) log("no plain Node.js was found; the runner runs on the editor's own binary");
	return found ?? own;
}

async function firstOf(
	{ places, check, workspace, log }: ProgramSearch,
	remembered: Remembered,
	seen: Remembered,
): Promise<RunningProgram | undefined> {
	const stamps = new Set<string>();
	for (const path of places()) {
		const stamp = stampOf(path);
		if (stamp === undefined || stamps.has(stamp)) continue;
		stamps.add(stamp);
		if (isWithin(path, workspace)) {
			log(`${path} is not run because it is in the workspace`);
			continue;
		}
		const known = remembered[path];
		const verdict = known?.stamp === stamp && isThere(known.verdict) ? known.verdict : await check(path);
		if (verdict.kind === 'node' || verdict.lasting) seen[path] = { stamp, verdict };
		if (verdict.kind === 'refused') log(`${path} does not run the runner: ${verdict.reason}`);
		else if (isWithin(verdict.program.path, workspace)) log(`${verdict.program.path} is not run because it is in the workspace`);
		else return verdict.program;
	}
	return undefined;
}

/** Which file a path leads to, and its size and date; `undefined` where there is none. */
function stampOf(path: string): string | undefined {
	try {
		const found = statSync(path);
		return found.isFile() ? `${realpathSync(path)} ${found.size} ${found.mtimeMs}` : undefined;
	} catch (error) {
		// Most places have none, or are another user's.
		if (error instanceof Error && 'code' in error) return undefined;
		throw error;
	}
}

/** Stand-ins of a manager stay the same when the version behind them goes. */
function isThere(verdict: Verdict): boolean {
	return verdict.kind === 'refused' || stampOf(verdict.program.path) !== undefined;
}

function isWithin(path: string, folders: readonly string[]): boolean {
	const real = (each: string): string => (stampOf(each) === undefined ? each : realpathSync(each));
	return folders.some((folder) =>
		[
			[path, folder],
			[real(path), real(folder)],
		].some(([inner, outer]) => {
			const way = relative(outer!, inner!);
			return way === '' || (!way.startsWith('..') && !isAbsolute(way));
		}),
	);
}
