import { UserError } from '../../errors.ts';
import type { DecoderSession } from '../decoder-session.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import type { DecoderStructure } from '../graph/recognise/decoder.ts';
import { checkSpad, type SpadVerdict } from '../graph/self-check.ts';
import { buildSpadGraph, type GraphFiles, type SpadGraph } from '../graph/spad-graph.ts';
import { SpadSession } from '../graph/spad-session.ts';
import type { SpadMode } from '../graph/attribute.ts';
import type { ModelConfig } from '../model-config.ts';
import { graphName, keepVerdict, readVerdict, type GraphStore } from './kept-verdict.ts';

export interface InstrumentedModelOptions {
	/** Checked files of the model. */
	readonly files: GraphFiles;
	/** Over the model's own graph, for the self-check. */
	readonly session: DecoderSession;
	readonly provider: ExecutionProviderChoice;
	readonly config: ModelConfig;
	/** Content hash of the model. */
	readonly sha256: string;
	/** Where graphs and verdicts are kept; absent: nowhere. */
	readonly store?: GraphStore | undefined;
}

/** An instrumented graph that is open and trusted. */
export interface OpenInstrumented {
	readonly session: SpadSession;
	readonly mode: SpadMode;
	/** Query heads, from above. */
	readonly heads: number;
	readonly structure: DecoderStructure;
	/** Where to say what went otherwise than it should, though it went; absent: nowhere. */
	readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * A model's instrumented graph: built, proven on a few random tokens (or known to be good from before) and opened when it is first
 * asked for, then kept. A graph that was refused stays refused; what the runtime failed at is tried again.
 */
export class InstrumentedModel {
	readonly #options: InstrumentedModelOptions;
	#graph: SpadGraph | undefined;
	#open: Promise<OpenInstrumented> | undefined;

	constructor(options: InstrumentedModelOptions) {
		this.#options = options;
	}

	/** Whether `open` has been asked for, so that its memory is taken already. */
	get opened(): boolean {
		return this.#open !== undefined;
	}

	/** The graph, without opening it. @throws {UserError} RA431, RA432 */
	graph(): SpadGraph {
		return this.#graph ??= buildSpadGraph(this.#options.files, { proof: false });
	}

	/**
	 * The session; blocks this thread while it is checked and opened, the first time.
	 * @throws {UserError} RA431, RA432 for a graph that is not understood; RA434 for one that fails the self-check; RA401, RA402, RA409 from the runtime.
	 */
	open(): Promise<OpenInstrumented> {
		if (this.#open === undefined) {
			const open = this.#prepare();
			this.#open = open;
			open.catch((error: unknown) => {
				if (this.#open === open && !isRefusal(error)) this.#open = undefined;
			});
		}
		return this.#open;
	}

	async dispose(): Promise<void> {
		const open = this.#open;
		this.#open = undefined;
		// What could not be opened holds nothing.
		const opened = await open?.catch(() => undefined);
		await opened?.session.dispose();
	}

	async #prepare(): Promise<OpenInstrumented> {
		const { files, provider, config, store } = this.#options;
		const graph = this.graph();
		const verdict = await this.#verdict(graph);
		if (!verdict.trusted) throw untrusted(verdict.reason, files.graph.path);
		const session = await SpadSession.open(graph, files.graph.path, provider, config);
		return { session, mode: verdict.mode, heads: graph.heads, structure: graph.structure, onWarning: store?.onWarning };
	}

	async #verdict(graph: SpadGraph): Promise<SpadVerdict> {
		const { files, session, provider, config, sha256, store } = this.#options;
		const name = graphName(graph.bytes, { sha256, device: provider.device });
		const known = store === undefined ? undefined : await readVerdict(store, name);
		if (known !== undefined) return known;
		const verdict = await checkSpad(files, session, provider, config);
		if (store !== undefined) await keepVerdict(store, name, graph.bytes, verdict);
		return verdict;
	}
}

function isRefusal(error: unknown): boolean {
	return error instanceof UserError && ['RA431', 'RA432', 'RA434'].includes(error.code);
}

/** The refusal of a graph that was recognised, and does not compute what it should. */
export function untrusted(reason: string, file: string): UserError {
	return new UserError('RA434', `Token sources cannot be attributed with this model: its graph was recognised, but on a few random tokens ${reason}.`, {
		place: { file }, hint: 'Confidence gap and perplexity work with it all the same. Please report the model and its exporter.',
	});
}
