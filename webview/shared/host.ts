import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/browser';
import { connectOver } from '../../src/protocol/post-message.ts';

/** What VS Code gives a webview, once. */
interface VsCodeApi {
	postMessage(message: unknown): void;
	setState(state: unknown): void;
	getState(): unknown;
}
declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

/** A connection to the panel's host; `listen()` once its handlers are in place. */
export function connectToHost(): MessageConnection {
	return connectOver(
		{
			post: (message) => {
				// oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own, which has no origins
				api.postMessage(message);
			},
			onMessage: (handler) => {
				const listener = ({ data }: MessageEvent<unknown>): void => {
					handler(data);
				};
				window.addEventListener('message', listener);
				return {
					dispose: () => {
						window.removeEventListener('message', listener);
					},
				};
			},
		},
		createMessageConnection,
	);
}

/** Leaves something for this panel's next life: after it was hidden, and, through its serializer, after a reload of VS Code. */
export function remember(state: Readonly<Record<string, unknown>>): void {
	const before = remembered();
	api.setState({ ...before, ...state });
}

/** What was left, by whatever version of this panel: to be checked by who reads it. */
export function remembered(): Readonly<Record<string, unknown>> {
	const state = api.getState();
	return typeof state === 'object' && state !== null ? { ...state } : {};
}
