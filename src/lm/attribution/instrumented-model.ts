import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { attentionMap, type Piece } from '../allocations/largest-tensors.ts';
import type { DecoderSession } from '../decoder-session.ts';
import { eightBitWeights } from '../eight-bit-weights.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { takesPanels } from '../../onnx/emit/probes.ts';
import type { DecoderStructure } from '../../onnx/recognize/decoder.ts';
import { checkLens, checkScreen, checkSpad, type SpadVerdict } from './self-check.ts';
import { buildSpadGraph, type GraphFiles, type SpadGraph } from '../../onnx/spad-graph.ts';
import { SpadSession } from './spad-session.ts';
import type { SpadMode } from './attribute.ts';
import type { ModelConfig } from '../model-config.ts';
import { requireUnchanged } from '../safety/unchanged-files.ts';
import { graphName, keepVerdict, readVerdict, type GraphStore } from './self-check-cache.ts';

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
	/** Why a screen that was asked for is not there, a clause; `null` where it is, or none was asked for. */
	readonly unscreened: string | null;
	/** Why the second reading weighs heads as the first one does and not by their values, a clause; `null`: by their values. */
	readonly notByValues: string | null;
	/** Where to say what went otherwise than it should, though it went; absent: nowhere. */
	readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * A model's instrumented graph: built, proven on a few random tokens (or known to be good from before) and opened when it is first
 * asked for, then kept until one with another screen is: one at a time, because each takes about the memory of the model. A graph that
 * was refused stays refused; what the runtime failed at is tried again.
 */
export class InstrumentedModel {
	readonly #options: InstrumentedModelOptions;
	#graph: SpadGraph | undefined;
	#checked: Promise<SpadVerdict> | undefined;
	/** By screen: why it cannot be had, a clause; `null` where it can. */
	readonly #screens = new Map<number, string | null>();
	/** Why the second reading cannot be had, a clause; `null` where it can; `undefined` before that is known. */
	#withoutLens: string | null | undefined;
	#open: { readonly screen: number; readonly lens: boolean; readonly opening: Promise<Omit<OpenInstrumented, 'unscreened'>> } | undefined;

	constructor(options: InstrumentedModelOptions) {
		this.#options = options;
	}

	/** Whether `open` has been asked for with this screen, so that its memory is taken already. */
	opened(screen = 0): boolean {
		return this.#open?.screen === (typeof this.#screens.get(screen) === 'string' ? 0 : screen);
	}

	/** Whether a session that gives the second reading is open. */
	get lensOpened(): boolean {
		return this.#open?.lens === true;
	}

	/** The exact graph, without opening it. @throws {UserError} RA431, RA432 */
	graph(): SpadGraph {
		return (this.#graph ??= buildSpadGraph(this.#options.files, { proof: false, panels: takesPanels(this.#options.provider.device) }));
	}

	/** The largest tensor of attributing a text of `tokens` tokens: an estimate from above. @throws {UserError} RA431, RA432 */
	largestPiece(tokens: number): Piece {
		const { heads, takesCache, widenedHead } = this.graph();
		const rows = takesCache && this.#options.session.takesCache ? 1 : tokens;
		const maps = {
			what: `Attribution, which reads the whole text of ${tokens.toLocaleString('en')} tokens at once with this model,`,
			bytes: attentionMap(heads, rows, tokens),
		};
		return maps.bytes > widenedHead ? maps : { what: 'Attribution, which widens the output weights of this model,', bytes: widenedHead };
	}

	/**
	 * The session; blocks this thread while it is checked and opened, the first time. One that was open with another screen is closed.
	 * @param screen largest error of a source that is accepted; 0: exact. Where it cannot be had, the exact session comes, and why.
	 * @throws {UserError} RA431, RA432 for a graph that is not understood; RA434 for one that fails the self-check; RA504 where the model's files have changed since they were checked; RA401, RA402, RA409 from the runtime.
	 */
	async open(screen = 0): Promise<OpenInstrumented> {
		const unscreened = screen === 0 ? null : await this.#whyNot(screen);
		return { ...(await this.#ready(unscreened === null ? screen : 0, false)), unscreened };
	}

	/**
	 * The session that gives the second reading, too; what else it gives is exact, so that `open` hands it out as well from then on. Otherwise as
	 * `open`.
	 * @throws {UserError} RA434 where the second reading fails its own self-check.
	 */
	async openLens(): Promise<OpenInstrumented> {
		const reason = await this.#whyNoLens();
		if (reason !== null) throw untrusted(reason, this.#options.files.graph.path, 'The second reading cannot be made');
		return { ...(await this.#ready(0, true)), unscreened: null };
	}

	async dispose(): Promise<void> {
		const open = this.#open;
		this.#open = undefined;
		// What could not be opened holds nothing.
		const opened = await open?.opening.catch(() => undefined);
		await opened?.session.dispose();
	}

	#ready(screen: number, lens: boolean): Promise<Omit<OpenInstrumented, 'unscreened'>> {
		if (this.#open?.screen === screen && (this.#open.lens || !lens)) return this.#open.opening;
		const closed = this.dispose();
		const open = { screen, lens, opening: closed.then(() => this.#prepare(screen, lens)) };
		this.#open = open;
		open.opening.catch((error: unknown) => {
			if (this.#open === open && !isRefusal(error)) this.#open = undefined;
		});
		return open.opening;
	}

	async #prepare(screen: number, lens: boolean): Promise<Omit<OpenInstrumented, 'unscreened'>> {
		const { files, provider, config, store } = this.#options;
		const verdict = await this.#verdict();
		if (!verdict.trusted) throw untrusted(verdict.reason, files.graph.path);
		const graph = lens ? this.#withLens() : screen === 0 ? this.graph() : await this.#screened(screen);
		const session = await SpadSession.open(graph, files.graph.path, provider, config);
		try {
			await requireUnchanged(files);
		} catch (error) {
			await session.dispose();
			throw error;
		}
		return {
			session,
			mode: verdict.mode,
			heads: graph.heads,
			structure: graph.structure,
			notByValues: graph.notByValues,
			onWarning: store?.onWarning,
		};
	}

	#withLens(): SpadGraph {
		const { files, provider } = this.#options;
		return buildSpadGraph(files, { proof: false, lens: true, panels: takesPanels(provider.device) });
	}

	async #screened(screen: number): Promise<SpadGraph> {
		const { files, provider } = this.#options;
		return buildSpadGraph(files, {
			proof: false,
			screen: screen * withinScreen,
			eightBitWeights: await eightBitWeights(),
			panels: takesPanels(provider.device),
		});
	}

	/** Of the exact graph: what rests on it is worth no more. */
	#verdict(): Promise<SpadVerdict> {
		if (this.#checked === undefined) {
			const { files, session, provider, config } = this.#options;
			const checked = this.#known(this.graph(), () => checkSpad(files, session, provider, config));
			this.#checked = checked;
			checked.catch(() => {
				if (this.#checked === checked) this.#checked = undefined;
			});
		}
		return this.#checked;
	}

	async #whyNot(screen: number): Promise<string | null> {
		const known = this.#screens.get(screen);
		if (known !== undefined) return known;
		const exact = await this.#verdict();
		// Opening says so.
		if (!exact.trusted) return null;
		const reason = await this.#whyNotOn(screen, exact).catch((error: unknown) => {
			// Not kept: the next process may have more luck.
			if (error instanceof UserError) return `it failed: ${error.message}`;
			throw error;
		});
		this.#screens.set(screen, reason);
		return reason;
	}

	/** Rejects with what the runtime fails with. */
	async #whyNoLens(): Promise<string | null> {
		if (this.#withoutLens !== undefined) return this.#withoutLens;
		const exact = await this.#verdict();
		// Opening says so.
		if (!exact.trusted) return null;
		const { files, session, provider, config } = this.#options;
		const verdict = await this.#known(this.#withLens(), async () => {
			// The check opens a session of its own.
			await this.dispose();
			const reason = await checkLens(files, session, provider, config);
			return reason === null ? exact : { trusted: false, reason, deviations: undefined };
		});
		return (this.#withoutLens = verdict.trusted ? null : verdict.reason);
	}

	/** @param exact verdict on the exact graph. Rejects with what the runtime fails with. */
	async #whyNotOn(screen: number, exact: SpadVerdict): Promise<string | null> {
		const { files, session, provider, config } = this.#options;
		if (provider.device !== 'cpu') return `screening is made for the CPU, and this model runs on ${provider.device}`;
		const { weight } = this.graph().structure.head.linear;
		if (weight.kind !== 'plain') return 'its output weights are quantized';
		if (4 * weight.inputs * weight.outputs >= (provider.allocationLimit ?? Infinity))
			return "its output weights are larger than the editor's own program, which it runs on, may allocate at once";
		const verdict = await this.#known(await this.#screened(screen), async () => {
			// The check opens sessions of its own, one after another.
			await this.dispose();
			const reason = await checkScreen(files, session, provider, config, screen * withinScreen);
			return reason === null ? exact : { trusted: false, reason, deviations: undefined };
		});
		return verdict.trusted ? null : verdict.reason;
	}

	/** What is known of a graph from before, else what `check` finds, which is kept. */
	async #known(graph: SpadGraph, check: () => Promise<SpadVerdict>): Promise<SpadVerdict> {
		const { provider, sha256, store } = this.#options;
		const name = graphName(graph.bytes, { sha256, device: provider.device });
		const known = store === undefined ? undefined : await readVerdict(store, name);
		if (known !== undefined) return known;
		const verdict = await check();
		// It is kept by the hash of other weights otherwise.
		await requireUnchanged(this.#options.files);
		if (store !== undefined) await keepVerdict(store, name, graph.bytes, verdict);
		return verdict;
	}
}

/** The graph's bound is a sum in float32: it is given a little less than what must not be exceeded. */
const withinScreen = 1 - 2 ** -10;

function isRefusal(error: unknown): boolean {
	return (
		error instanceof UserError &&
		new Set<string>([errorNumbers.graphNotUnderstood, errorNumbers.weightsInOtherFolders, errorNumbers.attributionSelfCheckFailed]).has(
			error.code,
		)
	);
}

/** The refusal of a graph that was recognized, and does not compute what it should. */
export function untrusted(reason: string, file: string, refused = 'Token sources cannot be attributed'): UserError {
	return new UserError(
		errorNumbers.attributionSelfCheckFailed,
		`${refused} with this model: its graph was recognized, but on a few random tokens ${reason}.`,
		{
			place: { file },
			hint: 'Confidence gap and perplexity work with it anyway. Please report the model and its exporter.',
		},
	);
}
