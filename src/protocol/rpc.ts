import type { CancellationToken, Disposable } from 'vscode-jsonrpc';
import type { z } from 'zod';

/** A typed request: its method name and the schemas of both directions, checked where a message arrives. */
export interface RequestKind<P extends z.ZodType, R extends z.ZodType> {
	readonly method: `ragAssay/${string}`;
	readonly params: P;
	readonly result: R;
}

/** A typed notification. */
export interface NotificationKind<P extends z.ZodType> {
	readonly method: `ragAssay/${string}`;
	readonly params: P;
}

export type Params<K extends { readonly params: z.ZodType }> = z.infer<K['params']>;
export type Result<K extends { readonly result: z.ZodType }> = z.infer<K['result']>;

export function request<P extends z.ZodType, R extends z.ZodType>(method: `ragAssay/${string}`, params: P, result: R): RequestKind<P, R> {
	return { method, params, result };
}

export function notification<P extends z.ZodType>(method: `ragAssay/${string}`, params: P): NotificationKind<P> {
	return { method, params };
}

/** Largest frame in bytes that either side accepts; a larger one ends the connection. */
export const maxFrameBytes = 64 * 1024 * 1024;

/**
 * What the two ends of a connection have in common: `MessageConnection` of vscode-jsonrpc, `Connection` of
 * vscode-languageserver and `LanguageClient` of vscode-languageclient all fit.
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

/** A readable sentence about what does not fit: `params.uri: expected string`. */
export function describeMismatch(what: string, error: z.ZodError): string {
	return error.issues
		.slice(0, 3)
		.map((issue) => `${[what, ...issue.path.map(String)].join('.')}: ${issue.message}`)
		.join('; ');
}

/**
 * Parameters that do not fit their request. Whoever answers makes a JSON-RPC `InvalidParams` of it, with the error class of
 * its own copy of vscode-jsonrpc: the language server's and the language client's are not of one version.
 */
export class ParamsMismatch extends Error {
	override readonly name = 'ParamsMismatch';
}

/** Parameters as their schema has them (`null` and absent ones are one: JSON-RPC libraries drop or add them as they like). Throws `ParamsMismatch`. */
export function checkedParams<P extends z.ZodType>(kind: { readonly method: string; readonly params: P }, params: unknown): z.infer<P> {
	const checked = kind.params.safeParse(params ?? null);
	if (checked.success) return checked.data;
	throw new ParamsMismatch(`${kind.method}: ${describeMismatch('params', checked.error)}`);
}

/** Receives notifications of one kind; one that does not fit is reported and dropped, for it has no answer. */
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

/** Sends a request and checks its answer; rejects with the answerer's `ResponseError`, or an `Error` for an answer that does not fit. */
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

export async function tell<P extends z.ZodType>(
	connection: Pick<Sender, 'sendNotification'>,
	kind: NotificationKind<P>,
	params: Params<NotificationKind<P>>,
): Promise<void> {
	await connection.sendNotification(kind.method, params);
}
