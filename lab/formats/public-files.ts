import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

/** A file that somebody published, and what it becomes when a person opens it. None of its text is kept. */
const publicFile = z.strictObject({
	/** On GitHub: `OWNER/NAME`. */
	repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
	/** A commit that has the file. */
	commit: z.string().regex(/^[0-9a-f]{40}$/),
	path: z.string().min(1),
	/** What the file holds, as people who looked into it say. */
	shape: z.string().min(1),
	/** What `whatBecame` says of it. */
	becomes: z.string().min(1),
	/** Whether that is right for the person whose file it is, as people judged. */
	right: z.boolean(),
	/** What is wrong. */
	wrong: z.string().min(1).optional(),
});

export type PublicFile = z.infer<typeof publicFile>;

/** Returns the public files that were tried. */
export function publicFiles(): PublicFile[] {
	const lines = readFileSync(new URL('public-files.jsonl', import.meta.url), 'utf8')
		.trimEnd()
		.split('\n');
	return lines.map((line) => publicFile.parse(JSON.parse(line)));
}

/** More than any of the files has, in bytes. */
const largest = 64 * 2 ** 20;

/**
 * Reads a public file from the git clone `DIR/OWNER/NAME`, at its own commit.
 * @returns its text, or `undefined` if there is no such clone or it does not have the file
 */
export async function readPublicFile(folder: string, { repository, commit, path }: PublicFile): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)('git', ['-C', join(folder, repository), 'show', `${commit}:${path}`], {
			maxBuffer: largest,
		});
		return stdout;
	} catch {
		return undefined;
	}
}
