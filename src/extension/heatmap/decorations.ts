import * as vscode from 'vscode';
import { heatKind } from '../../formats/heat-scale.ts';
import { bucketCount, type HeatmapMeasure } from '../../protocol/requests.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { bucketColorId, bucketLine, dimBucketColor, strengthOf, contextColorCount, sourceColor, sourceColorId } from './heat-colors.ts';

/** From this strength on, text in dark themes takes one light color: a syntax color may not be legible on it. */
const plainTextFrom = 0.45;

type ByKind = Readonly<Record<ReturnType<typeof heatKind>, readonly vscode.TextEditorDecorationType[]>>;

/** The decoration types of the heatmap: few, and each set in one call. */
export class HeatmapDecorations implements Disposable {
	readonly #buckets: ByKind;
	/** The same for text that has changed since. */
	readonly #dimBuckets: ByKind;
	/** One a color: the query's, then the contexts'. */
	readonly sources: readonly vscode.TextEditorDecorationType[];
	/** A dot behind a section's head, in the colors of `sources`. */
	readonly heads: readonly vscode.TextEditorDecorationType[];
	/** Sources that are parts of lines, as strings of JSON are: a dot before the text, and the text's tint, in the colors of `sources`. */
	readonly inline: readonly vscode.TextEditorDecorationType[];
	readonly #all = new DisposableList();

	constructor() {
		const own = (options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType =>
			this.#all.add(vscode.window.createTextEditorDecorationType(options));
		const ofMeasure = (measure: HeatmapMeasure, options: typeof bucketOptions): vscode.TextEditorDecorationType[] =>
			Array.from({ length: bucketCount }, (_, bucket) => own(options(measure, bucket)));
		this.#buckets = { diverging: ofMeasure('cg', bucketOptions), rising: ofMeasure('surprise', bucketOptions) };
		this.#dimBuckets = { diverging: ofMeasure('cg', dimBucketOptions), rising: ofMeasure('surprise', dimBucketOptions) };
		const slots = Array.from({ length: contextColorCount + 1 }, (_, slot) => slot);
		this.sources = slots.map((slot) => own(sourceOptions(slot)));
		this.heads = slots.map((slot) =>
			own({
				after: { contentText: '●', margin: '0 0 0 0.6em', color: new vscode.ThemeColor(sourceColorId(slot)) },
				rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
			}),
		);
		this.inline = slots.map((slot) =>
			own({
				...sourceOptions(slot),
				isWholeLine: false,
				before: { contentText: '●', margin: '0 0.2em 0 0', color: new vscode.ThemeColor(sourceColorId(slot)) },
			}),
		);
	}

	/** All that tint sources. */
	get ofSources(): readonly vscode.TextEditorDecorationType[] {
		return [...this.sources, ...this.heads, ...this.inline];
	}

	/** One a bucket. */
	bucketsOf(measure: HeatmapMeasure): readonly vscode.TextEditorDecorationType[] {
		return this.#buckets[heatKind(measure)];
	}

	/** One a bucket, for text that has changed since. */
	dimBucketsOf(measure: HeatmapMeasure): readonly vscode.TextEditorDecorationType[] {
		return this.#dimBuckets[heatKind(measure)];
	}

	dispose(): void {
		this.#all.dispose();
	}
}

/** How a step of a scale is drawn on text, in any theme. */
export function bucketOptions(measure: HeatmapMeasure, bucket: number): vscode.DecorationRenderOptions {
	const { style, width } = bucketLine(measure, bucket);
	return {
		backgroundColor: new vscode.ThemeColor(bucketColorId(measure, bucket)),
		// On a light theme every syntax color is dark enough, and a color of ours would make the strongest tokens the faintest.
		...(strengthOf(measure, bucket).strength >= plainTextFrom
			? { dark: { color: new vscode.ThemeColor('ragAssay.strongForeground') } }
			: {}),
		...(width === 0
			? {}
			: {
					borderStyle: `${style} none none none`,
					borderWidth: `${width}px 0 0 0`,
					// Transparent but in high-contrast themes.
					borderColor: new vscode.ThemeColor('ragAssay.highContrastLine'),
				}),
		rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
	};
}

/** A faint background alone: what it says is out of date. Themes cannot change it. */
function dimBucketOptions(measure: HeatmapMeasure, bucket: number): vscode.DecorationRenderOptions {
	return {
		light: { backgroundColor: dimBucketColor(measure, bucket, 'light') },
		dark: { backgroundColor: dimBucketColor(measure, bucket, 'dark') },
		rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
	};
}

function sourceOptions(slot: number): vscode.DecorationRenderOptions {
	return {
		isWholeLine: true,
		light: { backgroundColor: `${sourceColor(slot, 'light')}0f` },
		dark: { backgroundColor: `${sourceColor(slot, 'dark')}12` },
		overviewRulerColor: new vscode.ThemeColor(sourceColorId(slot)),
		overviewRulerLane: vscode.OverviewRulerLane.Left,
		rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
	};
}
