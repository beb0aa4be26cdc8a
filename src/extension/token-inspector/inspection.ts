import { CancellationTokenSource, type CancellationToken } from 'vscode-jsonrpc/node';
import { errorRoom } from '../../error-numbers.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import type { Detail, InspectedPlace, Inspection as Shown, InspectorState, SecondReadingState } from '../../protocol/token-inspector.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';

/** Where what is inspected comes from. */
export interface InspectionSource {
	detail(place: InspectedPlace, token: CancellationToken): Promise<Detail | null>;
	/** The second reading of the token at a place; `null` where there is none any more. */
	second(place: InspectedPlace, token: CancellationToken): Promise<Extract<SecondReadingState, { kind: 'read' }>['reading'] | null>;
	/** How a document's analysis stands; undefined for one that is no trace. */
	status(uri: string): AnalysisState | undefined;
	/** Why tokens of a document have no sources, in a sentence; `null` when they have. */
	missing(uri: string): Promise<string | null>;
	/** Whether a place is in the end of a response that there was no room to score. */
	unscored(place: InspectedPlace, token: CancellationToken): Promise<boolean>;
}

/** Rest of the cursor before its token is looked at, milliseconds: keys that are held down ask nothing. */
const followDelay = 120;

const noTrace = 'Open a trace and put the cursor on a word of its response.';
const noToken = 'Put the cursor on a word of the response.';

/**
 * What the token inspector shows, for as long as its panel lives: the token at the cursor, or the one that it was pinned at.
 * The newest question wins; an answer to an older one is dropped.
 */
export class TokenInspection {
	readonly #source: InspectionSource;
	readonly #tell: (state: InspectorState) => void;
	readonly #delay: number;
	#shown: Shown = { kind: 'empty', message: noTrace, analyze: false };
	#place: InspectedPlace | undefined;
	#pinned = false;
	#timer: NodeJS.Timeout | undefined;
	#asking: CancellationTokenSource | undefined;
	/** Whether the second reading is shown. */
	#second = false;
	#rereading: CancellationTokenSource | undefined;
	#disposed = false;

	constructor(source: InspectionSource, tell: (state: InspectorState) => void, delay: number = followDelay) {
		this.#source = source;
		this.#tell = tell;
		this.#delay = delay;
	}

	get state(): InspectorState {
		return {
			shown: this.#shown,
			pinned: this.#pinned,
			busy: this.#asking !== undefined || this.#timer !== undefined,
			place: this.#place ?? null,
		};
	}

	/** Where it looks at present. */
	get place(): InspectedPlace | undefined {
		return this.#place;
	}

	/** The cursor came to rest, or is on its way; a pinned inspector does not care. */
	follow(place: InspectedPlace): void {
		if (this.#pinned) return;
		this.#place = place;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			void this.look();
		}, this.#delay);
	}

	/** Holds it at its place, or lets it follow again. */
	pin(pinned: boolean): void {
		this.#pinned = pinned;
		this.#changed();
	}

	/** Looks somewhere at once: what a person chose in the panel, or what it showed before VS Code was closed. */
	lookAt(place: InspectedPlace): Promise<void> {
		this.#place = place;
		return this.look();
	}

	/** Shows the second reading of this token and of those that follow, or no longer. */
	async showSecond(open: boolean): Promise<void> {
		this.#second = open;
		await this.#readAgain();
	}

	/** The analysis of a document has changed. */
	analysisChanged(uri: string): void {
		if (uri === this.#place?.uri) void this.look();
	}

	/** The text of a document has changed; `place` is where the inspected token has moved to. */
	edited(uri: string, place: InspectedPlace | undefined): void {
		if (uri !== this.#place?.uri) return;
		if (place !== undefined) this.#place = place;
		if (this.#shown.kind !== 'token' || this.#shown.stale || this.#shown.detail.uri !== uri) return;
		this.#shown = { ...this.#shown, stale: true };
		this.#changed();
	}

	/** Asks for what is to be shown. Never rejects: a failure is shown. */
	async look(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#cancel();
		const place = this.#place;
		if (place === undefined || this.#disposed) return;
		const asking = new CancellationTokenSource();
		this.#asking = asking;
		const state = this.#source.status(place.uri);
		// A token that is shown stays until there is another one: what flickers cannot be read.
		const waiting = waitingFor(state);
		if (this.#shown.kind !== 'token' || this.#shown.detail.uri !== place.uri)
			this.#shown = { kind: 'loading', message: waiting ?? 'Looking at the token…' };
		this.#changed();
		let shown: Shown | undefined;
		try {
			shown = waiting === undefined ? await this.#find(place, state, asking.token) : undefined;
		} catch (error) {
			if (!isCancellation(error)) shown = { kind: 'failed', message: sentenceOf(error), retry: true };
		}
		if (this.#asking !== asking || this.#disposed) return;
		// While an analysis runs, its end brings the next look.
		if (waiting === undefined) {
			this.#asking = undefined;
			asking.dispose();
		}
		if (shown !== undefined) this.#shown = this.#withKnownReading(shown);
		this.#changed();
		await this.#readAgain();
	}

	dispose(): void {
		this.#disposed = true;
		clearTimeout(this.#timer);
		this.#cancel();
		this.#cancelReading();
	}

	#cancel(): void {
		this.#asking?.cancel();
		this.#asking?.dispose();
		this.#asking = undefined;
	}

	/** Of the token that is shown already, what was read stays. */
	#withKnownReading(shown: Shown): Shown {
		const before = this.#shown;
		return shown.kind === 'token' && before.kind === 'token' && JSON.stringify(shown.detail) === JSON.stringify(before.detail)
			? { ...shown, second: before.second }
			: shown;
	}

	/** Reads the shown token a second time, where that is wanted and was not done. Never rejects. */
	async #readAgain(): Promise<void> {
		if (this.#shown.kind !== 'token' || !this.#second) return;
		const { detail, second, stale } = this.#shown;
		if (stale || second.kind === 'read' || second.kind === 'reading') return;
		this.#cancelReading();
		const rereading = new CancellationTokenSource();
		this.#rereading = rereading;
		this.#setSecond({ kind: 'reading' });
		const [line, character] = detail.range;
		let found: SecondReadingState | undefined;
		try {
			const reading = await this.#source.second({ uri: detail.uri, line, character }, rereading.token);
			found = reading?.index === detail.index ? { kind: 'read', reading } : { kind: 'failed', message: 'The text has changed.' };
		} catch (error) {
			found = isCancellation(error) ? { kind: 'closed' } : { kind: 'failed', message: sentenceOf(error) };
		}
		rereading.dispose();
		if (this.#rereading !== rereading) return;
		this.#rereading = undefined;
		if (this.#shown.kind === 'token' && this.#shown.detail.index === detail.index && this.#shown.detail.uri === detail.uri)
			this.#setSecond(found);
	}

	#setSecond(second: SecondReadingState): void {
		if (this.#shown.kind !== 'token') return;
		this.#shown = { ...this.#shown, second };
		this.#changed();
	}

	#cancelReading(): void {
		this.#rereading?.cancel();
		this.#rereading?.dispose();
		this.#rereading = undefined;
	}

	async #find(place: InspectedPlace, state: AnalysisState | undefined, token: CancellationToken): Promise<Shown> {
		switch (state?.kind) {
			case undefined:
			case 'none':
				return { kind: 'empty', message: noTrace, analyze: false };
			case 'no-response':
				return { kind: 'empty', message: 'This trace has no response yet, so there are no tokens to inspect.', analyze: false };
			case 'idle':
				return { kind: 'empty', message: 'This trace has not been analyzed.', analyze: true };
			case 'cancelled':
				return { kind: 'empty', message: 'The analysis of this trace was canceled.', analyze: true };
			case 'failed':
				return { kind: 'failed', message: sentenceOf(state.error), retry: !isAboutText(state.error.code) };
			case 'queued':
			case 'running':
			case 'done':
				break;
		}
		const detail = await this.#source.detail(place, token);
		if (detail !== null) return { kind: 'token', detail, file: fileName(detail.uri), stale: false, second: { kind: 'closed' } };
		const why = await this.#source.missing(place.uri);
		if (why !== null) return { kind: 'unattributed', why };
		if (await this.#source.unscored(place, token))
			return {
				kind: 'empty',
				message: 'This end of the response was not scored. The model\u2019s context window had no room for it.',
				analyze: false,
			};
		// Beside the response: the last token of this trace stays, unless it is out of date.
		if (this.#shown.kind === 'token' && this.#shown.detail.uri === place.uri && !this.#shown.stale) return this.#shown;
		return { kind: 'empty', message: noToken, analyze: false };
	}

	#changed(): void {
		if (!this.#disposed) this.#tell(this.state);
	}
}

function waitingFor(state: AnalysisState | undefined): string | undefined {
	if (state?.kind === 'queued') return 'Waiting for other analyses…';
	return state?.kind === 'running' ? 'The trace is being analyzed…' : undefined;
}

/** Codes of what cannot be read in a trace (docs/errors.md): an edit mends it, and the next analysis comes with that. */
function isAboutText(code: string): boolean {
	return errorRoom(code) === 'files';
}

function fileName(uri: string): string {
	return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}
