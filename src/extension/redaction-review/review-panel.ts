import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { errorNumbers } from '../../error-numbers.ts';
import { ownNames } from '../../formats/product-files.ts';
import {
	ActInPanel,
	ActOnReview,
	CompareReviewed,
	ExportFromReview,
	ExportReview,
	OpenReview,
	OpenReviewPanel,
	ReadReview,
	RetryReview,
	ReviewPanelChanged,
	SettleChangedReview,
	TrustForReview,
	type OpenedReview,
	type ReviewPanelState,
	type ReviewSource,
	type ShownReview,
} from '../../protocol/review.ts';
import { tell } from '../../protocol/rpc.ts';
import type { ReviewFormat } from '../../review/export.ts';
import { linesBeside } from '../../review/final-text.ts';
import type { RunnerClient } from '../runner/client.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { isCancellation, placedSentenceOf, sentenceOf, userErrorOf } from '../vscode/failure.ts';
import { FileWatch } from '../vscode/file-watch.ts';
import { answerPanel, connectPanel, loadPanelPage, saveExport } from '../vscode/panel-host.ts';
import type { TextDocuments } from '../vscode/text-documents.ts';

/** What an empty panel says. */
const nothingOpen = 'Open a trace and run "RAG Assay: Review Redactions", or "RAG Assay: Review Release" on a private answer.';

/** Why there is no review of what was asked for, and what to do. */
function whyNothing({ why }: Extract<OpenedReview, { kind: 'nothing' }>): ShownReview {
	switch (why) {
		case 'no-trace':
			return {
				kind: 'empty',
				message: 'This file holds no trace. Open a *.rag.md file, or the .prompt.md or .response.md of a pair.',
				trust: false,
			};
		case 'no-response':
			return { kind: 'empty', message: 'This trace has no response to review. Write one, or generate it.', trust: false };
		case 'untrusted':
			return {
				kind: 'empty',
				message: 'A review writes your decisions beside the file. RAG Assay does not do that in a workspace that you do not trust.',
				trust: true,
			};
	}
}

/** Tells when the text under review may be another one: on the disk, or in an editor that has saved it or read it anew. What is not saved is not told. */
export class TextWatch implements Disposable {
	readonly #held = new DisposableList();
	readonly #file: FileWatch;
	#path: string | undefined;

	constructor(changed: () => void) {
		this.#file = this.#held.add(
			new FileWatch(({ isThere, isFirst }) => {
				// Also whoever saves it may take it away for a moment. It is read when the first look is over.
				if (isThere && !isFirst) changed();
			}),
		);
		this.#held.add(
			// Of what an editor has open, the editor's text is what counts, and it reads a file later than we look at it.
			vscode.workspace.onDidChangeTextDocument(({ document: { isDirty, uri } }) => {
				if (!isDirty && uri.fsPath === this.#path) changed();
			}),
		);
	}

	/** Watches what is reviewed from now on; `null`: nothing is. Once it resolves, no change of the file is missed: what is read afterwards is watched. */
	of(source: ReviewSource | null): Promise<void> {
		this.#path = pathOf(source);
		return this.#file.of(this.#path);
	}

	dispose(): void {
		this.#held.dispose();
	}
}

/** Where the text lies; `undefined`: nowhere on the disk. */
function pathOf(source: ReviewSource | null): string | undefined {
	if (source === null || source.kind === 'release') return source?.file;
	const uri = vscode.Uri.parse(source.uri);
	return uri.scheme === 'file' ? uri.fsPath : undefined;
}

export const reviewTitle = 'Redaction Review';

export interface ReviewServices {
	readonly runner: RunnerClient;
	readonly texts: TextDocuments;
	readonly log: vscode.LogOutputChannel;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
	/** How many people must decide at least. */
	readonly reviewers: () => number;
	/** The ledger that the settings name, with which releases are compared. */
	readonly ledger: () => string | undefined;
}

const endings = { text: 'txt', markdown: 'md', json: 'json' } as const;

/** One panel with the review that it shows. A hidden one loses its page, which asks for everything when it is back. */
export class ReviewPanel implements Disposable {
	readonly panel: vscode.WebviewPanel;
	readonly #services: ReviewServices;
	readonly #held = new DisposableList();
	readonly #connection: MessageConnection;
	#state: ReviewPanelState = { source: null, shown: { kind: 'empty', message: nothingOpen, trust: false } };
	#compared = false;
	/** One thing after another: what was read last is what is shown. */
	#last: Promise<unknown> = Promise.resolve();
	/** The file of the review. */
	readonly #watch: FileWatch;
	readonly #textWatch: TextWatch;
	/** Whether a review of what is shown has been begun. */
	#isBegun = false;
	#opening: Promise<void> = Promise.resolve();
	/** Counts what was opened: an answer that comes late is not shown. */
	#opened = 0;

	constructor(panel: vscode.WebviewPanel, services: ReviewServices) {
		this.panel = panel;
		this.#services = services;
		this.#connection = this.#held.add(connectPanel(panel));
		this.#watch = this.#held.add(new FileWatch(({ isThere }) => void this.#readAgain(isThere)));
		this.#textWatch = this.#held.add(new TextWatch(() => void this.#textChanged()));
		this.#answer();
		this.#connection.listen();
		this.#held.add(
			vscode.workspace.onDidGrantWorkspaceTrust(() => {
				if (this.#state.source !== null && this.#state.shown.kind === 'empty') void this.review(this.#state.source);
			}),
		);
		this.#held.add(
			vscode.workspace.onDidChangeConfiguration((event) => {
				if (event.affectsConfiguration('ragAssay.private.ledger')) void this.openAgain();
			}),
		);
	}

	get isReviewing(): boolean {
		return this.#state.shown.kind === 'review';
	}

	/** Opens a review, or begins one. What is wrong with it is said in the panel. */
	review(source: ReviewSource, changed?: 'anew' | 'go-on'): Promise<void> {
		this.#opening = this.#open(source, changed);
		return this.#opening;
	}

	async #open(source: ReviewSource, changed: 'anew' | 'go-on' | undefined): Promise<void> {
		const mine = ++this.#opened;
		this.#compared = false;
		this.#isBegun = false;
		this.#show({ source, shown: { kind: 'loading', message: 'Looking through the answer…' } });
		await this.#textWatch.of(source);
		const shown = await this.#ask(source, changed);
		if (mine === this.#opened) this.#show({ source, shown });
	}

	/** Writes the reviewed text where the user says. Rejects with RA921 while something is to be decided. */
	async export(format: ReviewFormat): Promise<'saved' | 'not saved' | 'nothing'> {
		const { shown } = this.#state;
		if (shown.kind !== 'review') return 'nothing';
		const { key } = shown;
		const exported = await this.#ofOpen(() => this.#services.runner.ask(ExportReview, { key, format, ...this.#ledger() }));
		if (exported === undefined) return 'not saved';
		const { content, ...held } = exported;
		// What the file says of the guarantee is what the panel shows beside it.
		await this.#inTurn(async () => {
			const { source, shown: now } = this.#state;
			if (now.kind === 'review' && now.key === held.key && JSON.stringify(now.review) !== JSON.stringify(held.review))
				this.#show({ source, shown: { ...now, ...held } });
		});
		const name = `${shown.name
			.replace(/(?:\.(?:rag|response|prompt))?\.\w+$/, '')
			.replaceAll(/[^\w.-]/g, '_')
			.slice(0, 70)}${ownNames.reviewed}`;
		const { saved } = await saveExport({ format: endings[format], name, content }, vscode.Uri.file(shown.review.source.file));
		return saved ? 'saved' : 'not saved';
	}

	/** Opens what is shown once more, as it lies on the disk and under the settings as they are now; the page stays where it is. */
	async openAgain(): Promise<void> {
		await this.#inTurn(async () => {
			if (this.#state.shown.kind === 'review') await this.#reopen();
		});
	}

	load(): void {
		loadPanelPage(this.panel, this.#services.extension, 'redaction-review', reviewTitle);
	}

	dispose(): void {
		this.#held.dispose();
	}

	async #ask(source: ReviewSource, changed: 'anew' | 'go-on' | undefined): Promise<ShownReview> {
		try {
			const { runner, reviewers } = this.#services;
			const opened = await runner.askThroughRestart(OpenReview, {
				source,
				reviewers: reviewers(),
				...this.#ledger(),
				...(changed === undefined ? {} : { changed }),
			});
			return opened.kind === 'nothing' ? whyNothing(opened) : opened;
		} catch (error) {
			return { kind: 'failed', message: isCancellation(error) ? 'It was canceled.' : placedSentenceOf(error) };
		}
	}

	#answer(): void {
		const connection = this.#connection;
		const { runner } = this.#services;
		answerPanel(connection, OpenReviewPanel, async () => this.#state);
		answerPanel(connection, ActInPanel, (asked) =>
			this.#inTurn(async () => {
				const { shown } = this.#state;
				const nothing = { said: '', changed: [], stale: false };
				if (shown.kind !== 'review') return { state: this.#state, ...nothing };
				// Asked twice it is done once: what was seen is another thing then.
				const acted = await this.#ofOpen(() => runner.askThroughRestart(ActOnReview, { key: shown.key, ...asked }));
				if (acted === undefined) return { state: this.#state, ...nothing, said: 'Nothing was done. Look at the review as it is now.' };
				const { said, changed, stale, ...held } = acted;
				// Another review has been opened meanwhile.
				if (this.#state.shown.kind !== 'review' || this.#state.shown.key !== held.key) return { state: this.#state, ...nothing };
				this.#state = { ...this.#state, shown: { ...this.#state.shown, ...held } };
				if (this.#compared) await this.#compare(false);
				return { state: this.#state, said, changed, stale };
			}),
		);
		answerPanel(connection, SettleChangedReview, async ({ changed }) => {
			if (this.#state.source !== null) await this.review(this.#state.source, changed);
			return null;
		});
		answerPanel(connection, RetryReview, async () => {
			if (this.#state.source !== null) await this.review(this.#state.source);
			return null;
		});
		answerPanel(connection, TrustForReview, async () => {
			await vscode.commands.executeCommand('workbench.trust.manage');
			return null;
		});
		answerPanel(connection, CompareReviewed, async () => {
			await this.#compare(true);
			return null;
		});
		answerPanel(connection, ExportFromReview, async ({ format }) => ({ saved: (await this.export(format)) === 'saved' }));
	}

	#ledger(): { ledger?: string } {
		const ledger = this.#services.ledger();
		return ledger === undefined ? {} : { ledger };
	}

	/**
	 * Asks about the open review. A runner that was started anew is told first what is open, where the review goes on from; where that cannot be, the panel
	 * shows why, and nothing is asked.
	 */
	async #ofOpen<T>(task: () => Promise<T>): Promise<T | undefined> {
		try {
			return await task();
		} catch (error) {
			const code = userErrorOf(error)?.code;
			if (code === errorNumbers.unreadableFile) {
				this.#show({ ...this.#state, shown: { kind: 'lost', message: placedSentenceOf(error) } });
				return undefined;
			}
			if (code !== errorNumbers.reviewNotOpen) throw error;
			return (await this.#reopen()) ? await task() : undefined;
		}
	}

	/** Whether the review goes on: it is shown as it lies there; else what is in its place. */
	async #reopen(): Promise<boolean> {
		const { source } = this.#state;
		if (source === null) return false;
		const mine = ++this.#opened;
		const shown = await this.#ask(source, undefined);
		if (mine !== this.#opened) return false;
		// Drawn anew it would take away a button that somebody is about to press.
		if (!isSame(shown, this.#state.shown)) this.#show({ source, shown });
		return shown.kind === 'review' && shown.resumed;
	}

	/** Others have gone on with the review, its file has gone or come back, or the watch of it has begun. */
	async #readAgain(isThere: boolean): Promise<void> {
		await this.#inTurn(async () => {
			const { source, shown } = this.#state;
			// Opened without its file it would be begun anew, which is for people to say.
			if (shown.kind === 'lost' && isThere) await this.#reopen();
			if (shown.kind !== 'review') return;
			const { key } = shown;
			const held = await this.#ofOpen(() => this.#services.runner.ask(ReadReview, { key }));
			const now = this.#state.shown;
			if (held === undefined || now.kind !== 'review' || now.key !== held.key) return;
			if (JSON.stringify(held.review) === JSON.stringify(now.review)) return;
			this.#show({ source, shown: { ...now, ...held } });
			if (this.#compared) await this.#compare(false);
		}).catch((error: unknown) => {
			this.#services.log.warn(`redaction review: ${sentenceOf(error)}`);
		});
	}

	/** The file of the text has changed: where its text is another one now, that is said, and all that was decided is kept until people say what becomes of it. */
	async #textChanged(): Promise<void> {
		await this.#inTurn(async () => {
			await this.#opening;
			// Without its own file a review would be begun anew, which is for people to say, as is to begin one.
			if (this.#isBegun && this.#state.shown.kind !== 'lost') await this.#reopen();
		}).catch((error: unknown) => {
			this.#services.log.warn(`redaction review: ${sentenceOf(error)}`);
		});
	}

	#inTurn<T>(task: () => Promise<T>): Promise<T> {
		const mine = this.#last.then(task);
		this.#last = mine.catch(() => undefined); // Its caller has the error.
		return mine;
	}

	/** The two texts; once they were shown, they follow what is done. */
	async #compare(show: boolean): Promise<void> {
		const { shown } = this.#state;
		if (shown.kind !== 'review') return;
		this.#compared = true;
		const { name, review } = shown;
		const lines = linesBeside(review);
		const [before, after] = [
			{ name: `original of ${name}.txt`, text: lines.original },
			{ name: `reviewed ${name}.txt`, text: lines.text },
		];
		if (show) await this.#services.texts.compare(before, after, `${name}: original \u2194 reviewed`);
		else for (const text of [before, after]) this.#services.texts.set(text.name, text.text);
	}

	#show(state: ReviewPanelState): void {
		this.#state = state;
		// The watch begins with a look, after which the review is read once more: others may have gone on with it since it was read.
		if (state.shown.kind === 'review') void this.#watch.of(state.shown.key);
		else if (state.shown.kind !== 'lost') void this.#watch.of(undefined);
		void this.#textWatch.of(state.source);
		this.#isBegun ||= state.shown.kind === 'review' || state.shown.kind === 'changed';
		tell(this.#connection, ReviewPanelChanged, state).catch((error: unknown) => {
			this.#services.log.error(`redaction review: ${sentenceOf(error)}`);
		});
	}
}

/** Whether two look the same; how a review came to be open was said when it was. */
function isSame(one: ShownReview, other: ShownReview): boolean {
	const bare = (shown: ShownReview): ShownReview => (shown.kind === 'review' ? { ...shown, resumed: true, unread: false } : shown);
	return JSON.stringify(bare(one)) === JSON.stringify(bare(other));
}
