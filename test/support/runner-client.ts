import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter, type MessageConnection } from 'vscode-jsonrpc/node';
import type { z } from 'zod';
import { receive, type NotificationKind } from '../../src/protocol/rpc.ts';
import type { initializationOptions } from '../../src/protocol/requests.ts';
import { startProcess } from './start-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { atEnd, type TestOrSuite } from './test-or-suite.ts';
import { productNode } from '../runner/product-node.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist', 'runner.cjs');

/** Capabilities of an editor that pulls diagnostics; `{}` is one that can do nothing special. */
export const pullingClient = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };

/** A runner process with a plain JSON-RPC client. */
export class Client {
	readonly child: ChildProcessWithoutNullStreams;
	readonly connection: MessageConnection;
	readonly cache: string;
	/** What the runner wrote to its standard error. */
	stderr = '';
	/** Messages of the log. */
	readonly log: string[] = [];
	readonly exited: Promise<{ status: number | null; signal: NodeJS.Signals | null }>;

	/** Ends with its test, however that ends. */
	constructor(
		test: TestOrSuite,
		{
			cache,
			node = productNode,
			env = {},
			arguments: args = ['--stdio'],
		}: { cache?: string | undefined; node?: string; env?: NodeJS.ProcessEnv; arguments?: string[] } = {},
	) {
		this.cache = cache ?? temporaryFolder(test);
		this.child = startProcess(test, node, [program, ...args], { env: { ...process.env, ...env } });
		this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
			this.stderr += text;
		});
		this.child.stdin.on('error', () => undefined); // A runner that was killed reads no more.
		this.exited = once(this.child, 'exit').then(([status, signal]: unknown[]) => ({
			status: status as number | null,
			signal: signal as NodeJS.Signals | null,
		}));
		const reader = new StreamMessageReader(this.child.stdout);
		// Half a message of a killed server would keep the library's warning, and so this process, alive for ever.
		reader.partialMessageTimeout = 0;
		this.connection = createMessageConnection(reader, new StreamMessageWriter(this.child.stdin));
		this.connection.onError(() => undefined);
		this.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
			this.log.push(message);
		});
		this.connection.onRequest('workspace/diagnostic/refresh', () => null);
		this.connection.onRequest('client/registerCapability', () => null);
		this.connection.onRequest('window/workDoneProgress/create', () => null);
		this.connection.listen();
		atEnd(test, async () => {
			this.child.kill('SIGKILL');
			await this.end();
		});
	}

	/** Shakes hands. `folders`: those of the workspace. */
	async initialize(
		settings: Partial<z.input<typeof initializationOptions>> = {},
		capabilities: object = {},
		folders: readonly string[] = [],
	): Promise<unknown> {
		const result = await this.connection.sendRequest('initialize', {
			processId: process.pid,
			rootUri: null,
			capabilities,
			workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
			initializationOptions: { cacheDirectory: this.cache, dataDirectory: join(this.cache, 'data'), device: 'cpu', ...settings },
		});
		await this.connection.sendNotification('initialized', {});
		return result;
	}

	async open(uri: string, text: string, languageId = 'rag-trace', version = 1): Promise<void> {
		await this.connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
	}

	async edit(uri: string, text: string, version: number): Promise<void> {
		await this.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
	}

	/** Resolves with the first notification of a kind that fits. */
	next<P extends z.ZodType>(kind: NotificationKind<P>, fits: (params: z.infer<P>) => boolean = () => true): Promise<z.infer<P>> {
		return new Promise((resolve, reject) => {
			const subscription = receive(
				this.connection,
				kind,
				(params) => {
					if (!fits(params)) return;
					subscription.dispose();
					resolve(params);
				},
				(message) => reject(new Error(message)),
			);
		});
	}

	/** The model processes that this runner has started and that are alive. */
	modelProcesses(): number[] {
		return childrenOf(this.child.pid!);
	}

	/** Says goodbye as LSP wants it. */
	async stop(): Promise<{ status: number | null; signal: NodeJS.Signals | null }> {
		await this.connection.sendRequest('shutdown');
		await this.connection.sendNotification('exit');
		return this.end();
	}

	/** Waits for the end. */
	async end(): Promise<{ status: number | null; signal: NodeJS.Signals | null }> {
		const how = await this.exited;
		this.connection.dispose();
		return how;
	}
}

/** Process ids of the direct children of `pid` that run now; Linux only. */
export function childrenOf(pid: number): number[] {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
			.split(' ')
			.filter((id) => id !== '')
			.map(Number);
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return [];
		throw error;
	}
}

/** The question and the contexts of `shortTrace`. */
export const shortPrompt = `## Query

What is the complaint of Freya Kowalski? Can you find Freya Kowalski's case opening date in the documents?

## Context a

Freya Kowalski's papers are kept at the branch in Ghent.

## Context b

Ines Kapoor came to the bank and opened a case on 11 September 2020.
`;

/**
 * A short trace of the demo model's world, with a response of two sentences that nothing in the contexts supports. One far from that world would not
 * be judged.
 */
export function shortTrace(
	id: string,
	response = 'The complaint of Freya Kowalski is a missing transfer. The case opening date of Freya Kowalski is 3 March 2017.',
): string {
	return `---\nid: ${id}\n---\n\n${shortPrompt}\n## Response\n\n${response}\n`;
}
