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
