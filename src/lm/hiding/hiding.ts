import { UserError } from '../../errors.ts';
import type { GraphFiles } from '../../onnx/graph-files.ts';
import { hidingGraph } from '../../onnx/hiding-graph.ts';
import { readModelFile } from '../../onnx/onnx-model-reader.ts';
import { DecoderSession } from '../decoder-session.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import type { ModelConfig } from '../model-config.ts';
import type { Feeding } from '../prefill.ts';
import { requireUnchanged } from '../safety/unchanged-files.ts';
import { anyPiece } from '../first-chunk.ts';
import { keepsEachToken } from './cache-columns.ts';
import { hidesInBatches, triedTokens, whyNotHidden } from './hiding-check.ts';
import { byLeavingOut, byMask, type HidingWay } from './hiding-way.ts';

/** How a model hides columns of its cache, and the session whose cache that is; or why it cannot, a clause. */
export type Hiding =
	| { readonly kind: 'hides'; readonly way: HidingWay; readonly feeding: Feeding }
	| { readonly kind: 'refuses'; readonly reason: string };

export interface HiddenReadingOptions {
	readonly feeding: Feeding;
	/** Checked files of the model. */
	readonly files: GraphFiles;
	readonly provider: ExecutionProviderChoice;
	readonly config: ModelConfig;
	/** Tokens. */
	readonly contextWindow: number;
}

/** Whether a model's graph can hide what a prompt holds, found out by running it when it is first asked; kept as long as the model. */
export class HiddenReading {
	readonly #options: HiddenReadingOptions;
	#found: Promise<Hiding> | undefined;
	/** Opened beside the model's own. */
	#session: DecoderSession | undefined;
	/** Whether a graph can be made for it. */
	#canMake: boolean | undefined;

	constructor(options: HiddenReadingOptions) {
		this.#options = options;
	}

	/** Whether a session is opened for it beside the model's; before that was tried, whether it might be. */
	get copiesWeights(): boolean {
		if (this.#found !== undefined) return this.#session !== undefined;
		return (this.#canMake ??= this.#made() !== undefined);
	}

	/** Whether it was found out already. */
	get isKnown(): boolean {
		return this.#found !== undefined;
	}

	/** Tries the graph, the first time; blocks this thread. @throws {UserError} RA504 where the model's files have changed, and what the runtime fails with before columns are hidden. */
	find(): Promise<Hiding> {
		if (this.#found === undefined) {
			const found = this.#try();
			this.#found = found;
			// What the runtime failed at is tried again.
			found.catch(() => {
				if (this.#found === found) this.#found = undefined;
			});
		}
		return this.#found;
	}

	async dispose(): Promise<void> {
		await this.#session?.dispose();
		this.#session = undefined;
	}

	async #try(): Promise<Hiding> {
		const { feeding, contextWindow } = this.#options;
		const { session, growth, pieces, firstPiece } = feeding;
		const refuses = (reason: string): Hiding => ({ kind: 'refuses', reason });
		if (growth === 'none') return refuses('it reads each text at once, without a key/value cache');
		if (pieces !== undefined) return refuses('its numbers depend on what is read together');
		if (contextWindow < triedTokens) return refuses('its context window is too short to try it');
		const reasons: string[] = [];
		if (keepsEachToken(session.slots)) {
			if (session.takes('attention_mask')) {
				const way = byMask('mask', session, session.slots, false);
				const reason = await whyNotHidden(session, growth, way);
				if (reason === null) {
					const batches = await hidesInBatches(session, growth, way);
					return { kind: 'hides', feeding, way: byMask('mask', session, session.slots, batches) };
				}
				reasons.push(reason);
			}
			// A graph that rotates long texts otherwise than short ones may take a shorter cache for a shorter text.
			if (session.takes('position_ids') && firstPiece === anyPiece) {
				const way = byLeavingOut(session, session.slots);
				const reason = await whyNotHidden(session, growth, way);
				if (reason === null && !this.#hasWindows()) return { kind: 'hides', feeding, way };
			}
		} else
			reasons.push(
				session.slots.every(({ whole }) => whole > 0)
					? 'its cache keeps only the last tokens of a window'
					: 'some of its layers keep what they have read in a state, which nothing can be taken out of',
			);
		const own = await this.#onOwnGraph();
		if (own !== undefined) return own;
		return refuses(reasons[0] ?? 'nothing tells its layers what to hide');
	}

	/** Whether attention counts columns: what a window sees depends on what was left out. */
	#hasWindows(): boolean {
		const { nodes } = readModelFile(this.#options.files.graph.realPath).graph;
		return nodes.some(({ attributes }) => Number(attributes.get('local_window_size')?.value ?? -1) > 0);
	}

	/** On a graph that is made for it, beside the model's own. */
	async #onOwnGraph(): Promise<Hiding | undefined> {
		const { feeding, files, provider, config } = this.#options;
		const graph = this.#made();
		if (graph === undefined) return undefined;
		const session = await DecoderSession.open(files.graph.path, provider, config, graph, new Map());
		try {
			await requireUnchanged(files);
			if (keepsEachToken(session.slots)) {
				const way = byMask('bias', session, session.slots, false);
				if ((await whyNotHidden(session, feeding.growth, way, feeding.session)) === null) {
					const batches = await hidesInBatches(session, feeding.growth, way);
					this.#session = session;
					return { kind: 'hides', feeding: { ...feeding, session }, way: byMask('bias', session, session.slots, batches) };
				}
			}
		} catch (error) {
			await session.dispose();
			throw error;
		}
		await session.dispose();
		return undefined;
	}

	#made(): ReturnType<typeof hidingGraph> {
		const { files, provider, feeding } = this.#options;
		if (provider.device !== 'cpu' || provider.allocationLimit !== undefined) return undefined;
		if (feeding.growth === 'none' || feeding.pieces !== undefined) return undefined;
		try {
			return hidingGraph(files, readModelFile(files.graph.realPath));
		} catch (error) {
			// A file with functions of its own, or with weights in several folders, is run as it is.
			if (error instanceof UserError) return undefined;
			throw error;
		}
	}
}
