import type { CancellationToken, Disposable } from 'vscode-jsonrpc';
import type * as z from 'zod';

/** A typed request: its method name and the schemas of its parameters and its result. Each message is checked where it arrives. */
export interface RequestKind<P extends z.ZodType, R extends z.ZodType> {
	readonly method: `ragAssay/${string}`;
	readonly params: P;
	readonly result: R;
}

/** A typed notification: its method name and the schema of its parameters. */
export interface NotificationKind<P extends z.ZodType> {
	readonly method: `ragAssay/${string}`;
	readonly params: P;
}

export type Params<K extends { readonly params: z.ZodType }> = z.infer<K['params']>;
export type Result<K extends { readonly result: z.ZodType }> = z.infer<K['result']>;

/** Returns a typed request. */
export function request<P extends z.ZodType, R extends z.ZodType>(method: `ragAssay/${string}`, params: P, result: R): RequestKind<P, R> {
	return { method, params, result };
}

/** Returns a typed notification. */
export function notification<P extends z.ZodType>(method: `ragAssay/${string}`, params: P): NotificationKind<P> {
	return { method, params };
}

/** Largest frame that either side accepts, bytes. A larger one ends the connection. */
export const maxFrameBytes = 64 * 1024 * 1024;

/**
 * The sending half of what all connections share. `MessageConnection` of vscode-jsonrpc, `Connection` of vscode-languageserver and
 * `LanguageClient` of vscode-languageclient fit `Sender` and `Receiver`.
 */
export interface Sender {
	sendRequest(method: string, params: unknown, token?: CancellationToken): Promise<unknown>;
	sendNotification(method: string, params: unknown): Promise<void>;
}
export interface Receiver {
	onRequest(
		method: string,
		handler: (...given: [params: unknown, token: CancellationToken] | [token: CancellationToken]) => unknown,
	): Disposable;
	onNotification(method: string, handler: (params: unknown) => void): Disposable;
}

/** Returns a readable text about at most three values that do not fit their schema: `params.uri: expected string`. */
export function describeMismatch(what: string, error: z.ZodError): string {
	return error.issues
		.slice(0, 3)
		.map((issue) => `${[what, ...issue.path.map(String)].join('.')}: ${issue.message}`)
		.join('; ');
}

/**
 * An error for parameters that do not fit their request.
 * The answering side turns it into a JSON-RPC `InvalidParams` error of its own copy of vscode-jsonrpc. The language server and the language
 * client use different versions of that library.
 */
export class ParamsMismatch extends Error {
	override readonly name = 'ParamsMismatch';
}

/**
 * Returns parameters as their schema describes them. `null` and absent parameters count as the same, because JSON-RPC libraries may drop or
 * add them.
 * @throws {ParamsMismatch} if they do not fit the schema.
 */
export function checkedParams<P extends z.ZodType>(kind: { readonly method: string; readonly params: P }, params: unknown): z.infer<P> {
	const checked = kind.params.safeParse(params ?? null);
	if (checked.success) return checked.data;
	throw new ParamsMismatch(`${kind.method}: ${describeMismatch('params', checked.error)}`);
}

/**
 * Receives notifications of one kind. A notification that does not fit its schema is reported and dropped, because notifications have no
 * answer.
 */
export function receive<P extends z.ZodType>(
	connection: Pick<Receiver, 'onNotification'>,
	kind: NotificationKind<P>,
	handler: (params: z.infer<P>) => void,
	report: (message: string) => void,
): Disposable {
	return connection.onNotification(kind.method, (params) => {
		const checked = kind.params.safeParse(params ?? null);
		if (checked.success) handler(checked.data);
		else report(`${kind.method}: ${describeMismatch('params', checked.error)}`);
	});
}

/**
 * Sends a request and checks its answer.
 * Rejects with the other side's `ResponseError`, or with an `Error` if the answer does not fit its schema.
 */
export async function ask<P extends z.ZodType, R extends z.ZodType>(
	connection: Pick<Sender, 'sendRequest'>,
	kind: RequestKind<P, R>,
	params: z.input<P>,
	token?: CancellationToken,
): Promise<Result<RequestKind<P, R>>> {
	const result = await (token === undefined
		? connection.sendRequest(kind.method, params)
		: connection.sendRequest(kind.method, params, token));
	const checked = kind.result.safeParse(result ?? null);
	if (!checked.success) throw new Error(`${kind.method}: ${describeMismatch('result', checked.error)}`);
	return checked.data;
}

/** Sends a notification. */
export async function tell<P extends z.ZodType>(
	connection: Pick<Sender, 'sendNotification'>,
	kind: NotificationKind<P>,
	params: Params<NotificationKind<P>>,
): Promise<void> {
	await connection.sendNotification(kind.method, params);
}
