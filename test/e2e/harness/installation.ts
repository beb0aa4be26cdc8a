import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository: the extension under test. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the VS Code for tests and its browser lie. */
export interface Installation {
	readonly directory: string;
	/** Script that Node runs to start VS Code's server. */
	readonly codeServer: string;
	readonly chromium: string;
}

/** The folder `VSCODE_E2E_DIR`, or `.vscode-e2e` in the repository; `CHROME_BIN` names another Chromium. */
export function installation(): Installation {
	const directory = resolve(process.env['VSCODE_E2E_DIR'] ?? join(repository, '.vscode-e2e'));
	return {
		directory,
		codeServer: join(directory, 'node_modules/code-server/out/node/entry.js'),
		chromium: process.env['CHROME_BIN'] ?? join(directory, 'chromium'),
	};
}

export function vsCodeServer({ directory }: Installation): string {
	return join(directory, 'node_modules/code-server/lib/vscode');
}
