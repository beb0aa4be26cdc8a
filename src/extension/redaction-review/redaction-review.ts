import * as vscode from 'vscode';
import { reviewMemory, type ReviewSource } from '../../protocol/review.ts';
import type { ReviewFormat } from '../../review/export.ts';
import type { Disposable } from '../vscode/disposables.ts';
import { ReviewPanel, reviewTitle, type ReviewServices } from './review-panel.ts';

const reviewViewType = 'ragAssay.redactionReview';

/** The redaction review: at most one panel, made when asked for or brought back by VS Code after a reload. */
export class RedactionReview implements Disposable {
	readonly #services: ReviewServices;
	#open: ReviewPanel | undefined;

	constructor(services: ReviewServices) {
		this.#services = services;
	}

	/** Brings the panel forward and opens a review in it; without a source it goes on showing what it shows, or says what to do. */
	async show(source: ReviewSource | undefined): Promise<void> {
		if (this.#open === undefined) this.#adopt(vscode.window.createWebviewPanel(reviewViewType, reviewTitle, vscode.ViewColumn.Active));
		else this.#open.panel.reveal();
		if (source !== undefined) await this.#open?.review(source);
	}

	/** Exports the shown review; `false` when there is none. */
	async export(format: ReviewFormat): Promise<boolean> {
		return this.#open !== undefined && (await this.#open.export(format)) !== 'nothing';
	}

	/** The name or the number of the people who decide has changed: the review that is open takes it over. */
	async settingsChanged(): Promise<void> {
		await this.#open?.openAgain();
	}

	get isOpen(): boolean {
		return this.#open?.isReviewing ?? false;
	}

	/** `memory` is what the panel left behind. */
	restore(panel: vscode.WebviewPanel, memory: unknown): void {
		const left = reviewMemory.safeParse(memory);
		if (!left.success) this.#services.log.debug(`redaction review: what it left behind is not understood: ${left.error.message}`);
		this.#open?.panel.dispose();
		this.#adopt(panel);
		if (left.data !== undefined && left.data.source !== null) void this.#open?.review(left.data.source);
	}

	/** The panel itself stays: when the extension starts again, VS Code hands it back. */
	dispose(): void {
		this.#open?.dispose();
	}

	#adopt(panel: vscode.WebviewPanel): void {
		const open = new ReviewPanel(panel, this.#services);
		this.#open = open;
		panel.onDidDispose(() => {
			open.dispose();
			if (this.#open === open) this.#open = undefined;
		});
		open.load();
	}
}
