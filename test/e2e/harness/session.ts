import { after, afterEach, before } from 'node:test';
import assert from 'node:assert/strict';
import { hookWithin } from '../../support/until.ts';
import { startServer, type Server, type ServerOptions } from './server.ts';
import { Workbench } from './workbench.ts';

/** One VS Code with its window, from the first to the last test of a suite. */
export interface Session {
	readonly server: Server;
	readonly vs: Workbench;
}

/** Starts a VS Code before the tests of the suite it is called in, and ends it after them; then nothing of it may be left. */
export function session(options: ServerOptions & { size?: { width: number; height: number } }): Session {
	let server: Server | undefined;
	let vs: Workbench | undefined;
	hookWithin(before, 240_000, async () => {
		server = await startServer(options);
		vs = await Workbench.open(server, options.size);
	});
	afterEach(async (t) => {
		// What a person would have seen when it went wrong.
		if ('passed' in t && !t.passed) await vs?.screenshot(`failed ${t.name}`.replaceAll(/[^\w]+/g, '-'));
	});
	hookWithin(after, 30_000, async () => {
		await vs?.close();
		await server?.stop();
		assert.deepEqual(server?.processes() ?? [], [], 'a process was left');
	});
	return {
		get server() {
			return present(server);
		},
		get vs() {
			return present(vs);
		},
	};
}

function present<T>(value: T | undefined): T {
	if (value === undefined) throw new Error('VS Code is not started yet');
	return value;
}
