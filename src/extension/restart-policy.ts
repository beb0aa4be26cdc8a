import { CloseAction, ErrorAction, type CloseHandlerResult, type ErrorHandler, type ErrorHandlerResult } from 'vscode-languageclient/node';

/** Why the runner said that it ends, in its last message. */
export interface Farewell { readonly reason: string; readonly restart: boolean }

/** What the policy tells its owner. */
export interface RestartListener {
	/** The runner died and is being started again. */
	restarting(): void;
	/** It stays down; `message` says why. */
	gaveUp(message: string): void;
	log(message: string): void;
}

/**
 * The library's own policy (four restarts in three minutes, the fifth death in that time is the last), except that a runner
 * which said that a new start cannot help is believed, and that the words are ours.
 */
export class RestartPolicy implements ErrorHandler {
	readonly #library: ErrorHandler;
	readonly #listener: RestartListener;
	#farewell: Farewell | undefined;

	constructor(library: ErrorHandler, listener: RestartListener) {
		this.#library = library;
		this.#listener = listener;
	}

	/** The runner announced its end. */
	exiting(farewell: Farewell): void {
		this.#farewell = farewell;
		this.#listener.log(`the runner ends: ${farewell.reason}`);
	}

	async error(error: Error, ...rest: [Parameters<ErrorHandler['error']>[1], Parameters<ErrorHandler['error']>[2]]): Promise<ErrorHandlerResult> {
		this.#listener.log(`connection to the runner: ${error.message}`);
		const { action } = await this.#library.error(error, ...rest);
		return { action, handled: action === ErrorAction.Continue };
	}

	async closed(): Promise<CloseHandlerResult> {
		const farewell = this.#farewell;
		this.#farewell = undefined;
		if (farewell !== undefined && !farewell.restart) {
			this.#listener.gaveUp(`The runner of RAG Assay ended: ${farewell.reason}`);
			return { action: CloseAction.DoNotRestart, handled: true };
		}
		const result = await this.#library.closed();
		if (result.action === CloseAction.Restart) this.#listener.restarting();
		else this.#listener.gaveUp('The runner of RAG Assay ended five times within three minutes and is not started again by itself. The log may say why.');
		return { action: result.action, handled: true };
	}
}
