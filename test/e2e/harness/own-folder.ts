import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolderAtExit } from '../../support/left-behind.ts';

let own: string | undefined;

/**
 * Makes the one folder in which this process, and all that it starts from then on, keeps its temporary files; returns its path.
 * It is removed when this process ends, however it does.
 */
export function ownFolder(): string {
	if (own !== undefined) return own;
	const folder = mkdtempSync(join(tmpdir(), 'ra-e2e-'));
	own = folder;
	removeFolderAtExit(folder);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env['TMPDIR'] = folder;
	return folder;
}

/** Makes an empty folder in this process's own. */
export function emptyFolder(name: string): string {
	// Short names, because the path of a Unix socket must not be longer than 107 characters.
	return mkdtempSync(join(ownFolder(), `${name}-`));
}
