import type { RunningProgram } from '../running-program.ts';

/** Which program runs the runner and its model process, in one line. */
export function programName({ path, node, electron }: RunningProgram): string {
	return electron === null ? `Node.js ${node} at ${path}` : `the editor's own binary (Electron ${electron}, Node.js ${node}) at ${path}`;
}

/** What running on the editor's binary means and what to do about it; `null` for a plain Node, about which there is nothing to say. */
export function programMeaning({ electron }: RunningProgram): string | null {
	return electron === null
		? null
		: 'It ends when a model asks for 1 GiB of memory or more in one block, so that such large models are refused. ' +
				'Install Node.js 20 or newer from https://nodejs.org and restart the runner; the setting ragAssay.runner.execPath can name one that is not found.';
}
