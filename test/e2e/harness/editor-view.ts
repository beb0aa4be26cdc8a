import type { Page } from 'playwright-core';
import { parseColor, type Rgba } from './colors.ts';
import { until } from '../../support/until.ts';

/** One mark of a decoration type as the browser drew it; only visible lines have any. */
export interface DrawnMark {
	/** Number of the decoration type within the editor; the same for all marks of one bucket. */
	readonly type: number;
	readonly kind: 'box' | 'text' | 'glyph' | 'before' | 'after';
	/** Line number in the margin; `null` on the continuation rows of a wrapped line. */
	readonly line: number | null;
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
	/** Covers the line to the editor's edge, as the tint of a source does. */
	readonly wholeLine: boolean;
	/** Computed styles. */
	readonly background: string;
	readonly color: string;
	readonly content: string;
	readonly border: string;
	readonly borderLeft: string;
	readonly borderBottom: string;
	readonly outline: string;
	readonly textDecoration: string;
}

/** The text editor as a person sees it. */
export class EditorView {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	marks(): Promise<DrawnMark[]> {
		return this.#page.evaluate<DrawnMark[]>('ragAssayE2e.marks()');
	}

	/** Marks that a token's color may have made: a background that can be seen, behind less than a whole line. */
	async tokenMarks(): Promise<(DrawnMark & { tint: Rgba })[]> {
		const marks = (await this.marks())
			.filter(({ kind, width }) => kind === 'box' && width > 0)
			.map((mark) => ({ ...mark, tint: parseColor(mark.background) }));
		return marks.filter(({ tint, wholeLine }) => tint[3] > 0 && !wholeLine);
	}

	/** What lies behind the middle of a text: the background of a token, or `undefined` for none. */
	async colorBehind(text: string, nth = 0): Promise<Rgba | undefined> {
		const { x, y } = await this.placeOf(text, nth);
		return (await this.tokenMarks()).find(({ left, top, width, height }) => left <= x && x < left + width && top <= y && y < top + height)
			?.tint;
	}

	lines(): Promise<string[]> {
		return this.#page.evaluate<string[]>('ragAssayE2e.lines()');
	}

	/** Middle of the `nth` appearance of a text, in pixels of the page. */
	async placeOf(text: string, nth = 0): Promise<{ x: number; y: number }> {
		const place = await this.#page.evaluate<{ x: number; y: number } | null>(`ragAssayE2e.placeOf(${JSON.stringify(text)}, ${nth})`);
		if (place === null)
			throw new Error(`${JSON.stringify(text)} is not visible in the editor; it shows:\n${(await this.lines()).join('\n')}`);
		return place;
	}

	/** Rests the pointer on a text and returns the hover's words, once they say what is waited for: on a busy machine a problem's own words come before ours. */
	async hover(text: string, nth = 0, says = /\S/): Promise<string> {
		const place = await this.placeOf(text, nth);
		const rows = this.#page.locator('.monaco-hover:not(.hidden) .hover-row:visible');
		return until(
			async () => {
				// From beside, so that another try is another move.
				await this.#page.mouse.move(place.x + 3, place.y + 2);
				await this.#page.mouse.move(place.x, place.y);
				await rows
					.first()
					.waitFor({ timeout: 2000 })
					.catch(() => undefined);
				const words = (await rows.allInnerTexts()).join('\n');
				return words.includes('Loading...') || !says.test(words) ? '' : words;
			},
			`a hover on ${JSON.stringify(text)} that says ${says.source}`,
		);
	}

	/** The hover that is open, as HTML: what the Markdown has become. */
	hoverHtml(): Promise<string> {
		return this.#page.locator('.monaco-hover:not(.hidden)').first().innerHTML();
	}

	async dismissHover(): Promise<void> {
		await this.#page.mouse.move(2, 2);
		await this.#page.locator('.monaco-hover:not(.hidden) .hover-row:visible').first().waitFor({ state: 'detached', timeout: 5000 });
	}

	async click(text: string, nth = 0): Promise<void> {
		const { x, y } = await this.placeOf(text, nth);
		await this.#page.mouse.click(x, y);
	}
}
