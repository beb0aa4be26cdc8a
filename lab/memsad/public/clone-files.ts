import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';

/** Files of one repository at one commit. */
export interface PublishedFiles {
	/** `OWNER/NAME` on GitHub. The clone is the folder `OWNER+NAME`. */
	readonly repository: string;
	/** A commit's hash, or `HEAD`. */
	readonly commit: string;
	readonly paths: readonly string[];
}

/**
 * Reads files of a git clone, bare or not, all in one process.
 * @param folder of clones
 * @returns the texts by path, without those that the clone does not have; `undefined` if there is no clone.
 */
export async function readClone(folder: string, { repository, commit, paths }: PublishedFiles): Promise<Map<string, string> | undefined> {
	const git = spawn('git', ['-C', join(folder, repository.replace('/', '+')), 'cat-file', '--batch'], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	// Git that ends early says so by its status.
	git.stdin.on('error', () => {});
	git.stdin.end(paths.map((path) => `${commit}:${path}\n`).join(''));
	const status = new Promise<number | null>((resolve, reject) => {
		git.on('error', reject);
		git.on('close', resolve);
	});
	const answer = await buffer(git.stdout);
	if ((await status) !== 0) return undefined;
	const texts = new Map<string, string>();
	let at = 0;
	for (const path of paths) {
		const end = answer.indexOf('\n', at);
		const size = / blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
		at = end + 1;
		if (size === undefined) continue;
		texts.set(path, answer.toString('utf8', at, at + Number(size)));
		at += Number(size) + 1;
	}
	return texts;
}
