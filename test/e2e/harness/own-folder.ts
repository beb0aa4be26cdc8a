import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let own: string | undefined;

/**
 * Makes the one folder in which this process, and all that it starts from then on, keeps its temporary files; returns its path.
 * The folder and those processes end with this process, however it ends: another one waits for that (`sweeper.ts`).
 */
export function ownFolder(): string {
	if (own !== undefined) return own;
	const folder = mkdtempSync(join(tmpdir(), 'ra-e2e-'));
	own = folder;
	// A name for this process alone: what a started process starts bears the marks of both.
	const mark = `RAG_ASSAY_E2E_OF_${randomUUID().replaceAll('-', '_')}`;
	const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
	const sweeper = spawn(process.execPath, [join(import.meta.dirname, 'sweeper.ts'), `${mark}=1`, folder], {
		// A group of its own, which no signal to this one's reaches.
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
		env: environment,
	});
	sweeper.unref();
	(sweeper.stdin as Socket).unref();
	process.env[mark] = '1';
	process.env['TMPDIR'] = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Makes an empty folder in this process's own. */
export function emptyFolder(name: string): string {
	// Short names, because the path of a Unix socket must not be longer than 107 characters.
	return mkdtempSync(join(ownFolder(), `${name}-`));
}
