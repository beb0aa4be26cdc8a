import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeMismatch } from '../protocol/rpc.ts';
import { modelRequest, type ModelAnswer, type ModelRequest } from '../protocol/model-process.ts';
import { toWire } from '../protocol/wire-error.ts';
import type { ModelEngine, RequestHooks } from './model-engine.ts';

type Work = Exclude<ModelRequest, { type: 'cancel' }>;

/**
 * Takes the runner's messages: work one at a time in the order of arrival, `cancel` at once. Each request gets exactly one
 * `result`, `cancelled` or `error`, whatever happens in between.
 */
export class RequestLoop {
	readonly #engine: ModelEngine;
	readonly #send: (answer: ModelAnswer) => void;
	readonly #controllers = new Map<number, AbortController>();
	#last: Promise<void> = Promise.resolve();

	constructor(engine: ModelEngine, send: (answer: ModelAnswer) => void) {
		this.#engine = engine;
		this.#send = send;
	}

	receive(message: unknown): void {
		const checked = modelRequest.safeParse(message);
		if (!checked.success) {
			this.#refuse(message, describeMismatch('request', checked.error));
		} else if (checked.data.type === 'cancel') {
			this.#controllers.get(checked.data.target)?.abort();
		} else {
			this.#enqueue(checked.data);
		}
	}

	#refuse(message: unknown, reason: string): void {
		const id = typeof message === 'object' && message !== null && 'id' in message && typeof message.id === 'number' ? message.id : -1;
		this.#send({ type: 'error', id, error: toWire(new Error(`a message to the model process does not fit: ${reason}`)) });
	}

	#enqueue(request: Work): void {
		const controller = new AbortController();
		this.#controllers.set(request.id, controller);
		this.#last = this.#last.then(() => this.#answer(request, controller.signal));
	}

	async #answer(request: Work, signal: AbortSignal): Promise<void> {
		const { id } = request;
		try {
			signal.throwIfAborted();
			const value = await this.#perform(request, {
				signal,
				onProgress: (message, done, total) => this.#send({ type: 'progress', id, message, done, total }),
				onText: (piece) => this.#send({ type: 'text', id, piece }),
				onStep: async (step) => {
					this.#send({ type: 'step', id, step });
					await nextTurn();
					signal.throwIfAborted();
				},
			});
			this.#send({ type: 'result', id, value });
		} catch (error) {
			this.#send(signal.aborted ? { type: 'cancelled', id } : { type: 'error', id, error: toWire(error) });
		} finally {
			this.#controllers.delete(id);
		}
	}

	async #perform(request: Work, hooks: RequestHooks): Promise<unknown> {
		switch (request.type) {
			case 'load':
				return this.#engine.load(request, hooks);
			case 'unload':
				await this.#engine.unload();
				return null;
			case 'inspect':
				return this.#engine.inspect(request, hooks);
			case 'devices':
				return this.#engine.devices(request, hooks);
			case 'installCuda':
				return this.#engine.installCuda(request, hooks);
			case 'score':
				return this.#engine.score(request, hooks);
			case 'mixture':
				return this.#engine.mixture(request, hooks);
			case 'hide':
				return this.#engine.hide(request, hooks);
			case 'attribute':
				return this.#engine.attribute(request, hooks);
			case 'origins':
				return this.#engine.origins(request, hooks);
			case 'lens':
				return this.#engine.lens(request, hooks);
			case 'generate':
				return this.#engine.generate(request, hooks);
			case 'roomForPaths':
				return this.#engine.roomForPaths(request, hooks);
			case 'decodePaths':
				return this.#engine.decodePaths(request, hooks);
			case 'classify':
				return this.#engine.classify(request, hooks);
			case 'embed':
				return this.#engine.embed(request, hooks);
		}
	}
}
