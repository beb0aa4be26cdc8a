import type * as vscode from 'vscode';
import type { Disposable } from '../vscode/disposables.ts';
import type { HeatmapDecorations } from './decorations.ts';
import type { Painting } from './painting.ts';

/** Lines from `first` to `last`, both included. */
export interface Lines {
	readonly first: number;
	readonly last: number;
}
interface Ranged {
	readonly start: { readonly line: number };
	readonly end: { readonly line: number };
}

/** Ranges in all of the buckets. */
export function countRanges(buckets: readonly (readonly unknown[])[]): number {
	return buckets.reduce((sum, bucket) => sum + bucket.length, 0);
}

/** Of each bucket, the ranges that touch the visible lines or the `margin` lines around them; their order stays. */
export function visiblePart<R extends Ranged>(buckets: readonly (readonly R[])[], visible: readonly Lines[], margin: number): R[][] {
	const shown = ({ start, end }: R): boolean =>
		visible.some(({ first, last }) => end.line >= first - margin && start.line <= last + margin);
	return buckets.map((bucket) => bucket.filter(shown));
}

/** A painting with fewer ranges goes out in one piece. */
const small = 800;
/** Lines around the visible ones that are painted with them. */
const margin = 20;
/** Buckets that are set before the event loop gets a turn. */
const bucketsATurn = 5;

/** Puts paintings onto editors: the visible part first, the rest bucket by bucket. */
export class Painter implements Disposable {
	readonly #decorations: HeatmapDecorations;
	/** What each editor shows; also the proof that a painting under way is still wanted. */
	readonly #shown = new WeakMap<vscode.TextEditor, Painting>();
	readonly #showSources: () => boolean;

	constructor(decorations: HeatmapDecorations, showSources: () => boolean) {
		this.#decorations = decorations;
		this.#showSources = showSources;
	}

	/** Paints an editor unless it shows this painting already. Settles when all of it is set. */
	async paint(editor: vscode.TextEditor, painting: Painting): Promise<void> {
		if (this.#shown.get(editor) === painting) return;
		const before = this.#shown.get(editor);
		if (before !== undefined && (before.measure !== painting.measure || before.isStale)) this.#clearBuckets(editor, before);
		this.#shown.set(editor, painting);
		const types = this.#decorations.bucketsOf(painting.measure);
		this.#paintSources(editor, painting);
		if (countRanges(painting.buckets) > small) {
			for (const [bucket, ranges] of visiblePart(painting.buckets, visibleLines(editor), margin).entries())
				editor.setDecorations(types[bucket]!, ranges);
			await turn();
		}
		for (const [bucket, ranges] of painting.buckets.entries()) {
			if (bucket > 0 && bucket % bucketsATurn === 0 && countRanges(painting.buckets) > small) await turn();
			if (this.#shown.get(editor) !== painting) return;
			editor.setDecorations(types[bucket]!, ranges);
		}
	}

	/** Dims the colors of tokens: the text has changed since. What is far from the visible lines loses them. */
	dim(editor: vscode.TextEditor, painting: Painting): void {
		const before = this.#shown.get(editor);
		if (before === painting) return;
		if (before === undefined) this.#paintSources(editor, painting);
		else this.#clearBuckets(editor, before);
		this.#shown.set(editor, painting);
		const types = this.#decorations.dimBucketsOf(painting.measure);
		const buckets = countRanges(painting.buckets) > small ? visiblePart(painting.buckets, visibleLines(editor), margin) : painting.buckets;
		for (const [bucket, ranges] of buckets.entries()) editor.setDecorations(types[bucket]!, ranges);
	}

	/** The text of a dimmed painting changed again: VS Code has moved what it shows. */
	moved(editor: vscode.TextEditor, before: Painting, now: Painting): void {
		if (this.#shown.get(editor) === before) this.#shown.set(editor, now);
	}

	/** Takes all colors from an editor. */
	clear(editor: vscode.TextEditor): void {
		const painting = this.#shown.get(editor);
		if (painting === undefined) return;
		this.#shown.delete(editor);
		this.#clearBuckets(editor, painting);
		for (const type of this.#decorations.ofSources) editor.setDecorations(type, []);
	}

	#paintSources(editor: vscode.TextEditor, painting: Painting): void {
		const sources = this.#showSources() ? painting.sources : painting.sources.map(() => []);
		for (const [slot, ranges] of sources.entries()) {
			if (painting.inline) editor.setDecorations(this.#decorations.inline[slot]!, ranges);
			else {
				editor.setDecorations(this.#decorations.sources[slot]!, ranges);
				editor.setDecorations(
					this.#decorations.heads[slot]!,
					ranges.map(({ start }) => editor.document.lineAt(start.line).range),
				);
			}
		}
	}

	#clearBuckets(editor: vscode.TextEditor, painting: Painting): void {
		const { isStale, measure } = painting;
		for (const type of isStale ? this.#decorations.dimBucketsOf(measure) : this.#decorations.bucketsOf(measure))
			editor.setDecorations(type, []);
	}

	dispose(): void {
		this.#decorations.dispose();
	}
}

function visibleLines(editor: vscode.TextEditor): Lines[] {
	return editor.visibleRanges.map((range) => ({ first: range.start.line, last: range.end.line }));
}

/** Lets the extension host do what waits. */
function turn(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}
