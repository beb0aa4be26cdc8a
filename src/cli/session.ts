import { settingsOf, type CommonOptions } from './common-options.ts';
import { processConsole, type Console } from './output/console.ts';
import { Progress } from '../protocol/requests.ts';
import { RunnerClient } from './runner-client.ts';
import type { RunnerProgram } from './runner-program.ts';

/** What a command works with. */
export interface Session {
	readonly client: RunnerClient;
	readonly console: Console;
}

/**
 * Starts the runner for one command and ends it afterwards, whatever happens. The first Ctrl-C (or SIGTERM, or a reader that closed
 * the pipe) cancels, and ends a runner that does not hear of it. A second one ends both processes at once.
 * @param isPaid whether the work's result may be paid for: then a busy runner is waited for, so that the result is not lost
 */
export async function withRunner<T>(
	program: RunnerProgram,
	options: CommonOptions,
	work: (session: Session) => Promise<T>,
	{ isPaid = false }: { readonly isPaid?: boolean } = {},
): Promise<T> {
	const console = processConsole(options.quiet);
	const client = await RunnerClient.start({
		program: program.path,
		version: program.version,
		settings: settingsOf(options),
		onLog: (message) => {
			if (!options.quiet) console.complain(message);
		},
	});
	client.on(Progress, (progress) => console.progress.update(progress));
	let stops = 0;
	const stop = (): void => {
		if (++stops > 1) {
			client.kill();
			process.exit(130);
		}
		client.cancel('stopped', { endsIfSilent: !isPaid });
	};
	const unread = (): void => client.cancel('unread', { endsIfSilent: !isPaid });
	const signals = ['SIGINT', 'SIGTERM'] as const;
	for (const signal of signals) process.on(signal, stop);
	process.stdout.on('error', unread);
	try {
		return await work({ client, console });
	} finally {
		for (const signal of signals) process.off(signal, stop);
		process.stdout.off('error', unread);
		console.progress.clear();
		await client.dispose();
	}
}
