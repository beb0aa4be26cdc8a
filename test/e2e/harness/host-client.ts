import type assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { until, type Truthy } from '../../support/until.ts';

/** What a function that runs inside the extension host is given. */
export interface HostTools {
	readonly vscode: typeof vscode;
	readonly assert: typeof assert;
	readonly until: <T>(probe: () => T | PromiseLike<T>, what: string, milliseconds?: number) => Promise<Truthy<T>>;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

export interface HostTestResult {
	readonly name: string;
	readonly error?: string;
}

/** Time for an answer, milliseconds, beyond what a function waits by itself. */
const longestAnswer = 150_000;

/** The other end of `companion/companion.cjs`. */
export class HostClient {
	readonly #socket: string;

	constructor(socket: string) {
		this.#socket = socket;
	}

	/** Waits for the extension host; returns the ids of the extensions that VS Code accepted. */
	async extensions(): Promise<string[]> {
		const ids = await until(
			() =>
				this.#ask({ kind: 'extensions' }).catch((error: unknown) => {
					if (isNotThere(error)) return undefined;
					throw error;
				}),
			'an extension host',
			// It takes seconds, in which each question would be work for a machine that has enough of it.
			{ pause: 200 },
		);
		return ids as string[];
	}

	/**
	 * Runs a function inside the extension host and returns its JSON value. Only its text travels: it sees its parameters and
	 * nothing else of its module.
	 */
	async run<R>(body: (tools: HostTools) => R | PromiseLike<R>): Promise<Awaited<R>>;
	async run<A extends Json, R>(body: (tools: HostTools, argument: A) => R | PromiseLike<R>, argument: A): Promise<Awaited<R>>;
	async run(body: (...parameters: never[]) => unknown, argument?: Json): Promise<unknown> {
		const source = body.toString();
		const answer = this.#ask({ kind: 'evaluate', source, argument });
		// A window that hangs must not leave a test without a word. The function's own waits end first.
		const own = typeof argument === 'object' && argument !== null && 'milliseconds' in argument ? Number(argument.milliseconds) : 0;
		const limit = new AbortController();
		const late = setTimeout(own + longestAnswer, undefined, { signal: limit.signal }).then(() => {
			throw new Error(`the extension host has not answered within ${(own + longestAnswer) / 1000} s: ${source.slice(0, 300)}`);
		});
		late.catch(() => undefined);
		return Promise.race([answer, late]).finally(() => {
			limit.abort();
		});
	}

	/** Runs a bundled suite (`in-host/`) and returns its results. */
	async suite(file: string): Promise<HostTestResult[]> {
		return (await this.#ask({ kind: 'suite', file })) as HostTestResult[];
	}

	async #ask(request: Json): Promise<unknown> {
		const text = await new Promise<string>((resolve, reject) => {
			let answer = '';
			const connection = connect(this.#socket, () => connection.end(JSON.stringify(request)));
			connection.setEncoding('utf8').on('data', (chunk: string) => {
				answer += chunk;
			});
			connection.on('error', reject).on('end', () => {
				resolve(answer);
			});
		});
		if (text === '') throw new Error('the extension host went away');
		const { error, value } = JSON.parse(text) as { error?: string; value?: unknown };
		if (error !== undefined) throw new Error(`in the extension host: ${error}`);
		return value;
	}
}

function isNotThere(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET';
}
