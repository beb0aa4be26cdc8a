import { setTimeout as wait } from 'node:timers/promises';
import { ProposedFeatures, StreamMessageWriter, createConnection } from 'vscode-languageserver/node';
import { CappedMessageReader, FrameError } from '../protocol/capped-message-reader.ts';
import { Exiting, exitCodes } from '../protocol/requests.ts';
import { maxFrameBytes, tell } from '../protocol/rpc.ts';
import { packagePaths } from './context/package-paths.ts';
import { serve } from './server.ts';

/** Time for the last words to leave, milliseconds. */
const farewell = 200;

if (!process.argv.includes('--stdio')) {
	process.stderr.write('The runner speaks LSP over its standard input and output: start it with --stdio.\n');
	process.exit(exitCodes.usage);
}

const reader = new CappedMessageReader(process.stdin, maxFrameBytes, (why) => connection.console.warn(why));
const connection = createConnection(ProposedFeatures.all, reader, new StreamMessageWriter(process.stdout));

/** Ends the runner and says why: `restart` tells the client whether a new start can help. */
let leaving = false;
function leave(status: number, reason: string, restart: boolean): void {
	if (leaving) return;
	leaving = true;
	process.stderr.write(`${reason}\n`);
	void Promise.race([tell(connection, Exiting, { reason, restart }), wait(farewell)])
		.catch(() => undefined)
		.finally(() => process.exit(status));
}

reader.onError((error) => {
	leave(
		error instanceof FrameError ? exitCodes.badFrame : exitCodes.abandoned,
		`The connection to the runner ends: ${error.message}.`,
		error instanceof FrameError,
	);
});
// A client that is gone reads no last words.
const { phase } = serve(connection, packagePaths(process.argv[1]!));
const onClientGone = (): void => process.exit(phase() === 'after' ? exitCodes.done : exitCodes.abandoned);
process.stdin.on('end', onClientGone).on('close', onClientGone);
process.stdout.on('error', onClientGone);
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
	process.on(event, (error: unknown) => {
		leave(
			exitCodes.defect,
			`Internal error of the runner: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
			true,
		);
	});
}
connection.listen();
