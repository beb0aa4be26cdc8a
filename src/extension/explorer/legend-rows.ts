import * as vscode from 'vscode';
import { heatEdges } from '../../formats/heat-scale.ts';
import type { HeatmapMeasure } from '../../protocol/requests.ts';
import type { Analyses } from '../analyses.ts';
import { bucketColorId } from '../heatmap/heat-colors.ts';
import type { Heatmaps } from '../heatmap/heatmaps.ts';
import { legendEntries, measureMeaning, measureTitles, namedSources } from '../heatmap/legend.ts';
import type { Painting } from '../heatmap/painting.ts';
import type { ActiveDocument } from '../vscode/active-document.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { Row, type RowSource } from '../vscode/list-view.ts';

/** Lists what the colors of the active document mean: the heatmap's scale, the texts of the prompt, and the marks. It stays while you read. */
export class LegendRows implements RowSource, Disposable {
	readonly #heatmaps: Heatmaps;
	readonly #active: ActiveDocument;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());

	constructor(heatmaps: Heatmaps, analyses: Analyses, active: ActiveDocument) {
		this.#heatmaps = heatmaps;
		this.#active = active;
		for (const event of [heatmaps.onDidChange, analyses.onDidChange, active.onDidChange]) this.#held.add(event(() => this.#changed.fire()));
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	async rows(): Promise<Row[]> {
		const { mode } = this.#heatmaps;
		const { uri } = this.#active;
		const shown = uri === undefined ? undefined : this.#heatmaps.of(uri);
		const measure = mode === 'auto' ? shown?.measure : mode;
		// Before any trace is open there is nothing to explain; the view's welcome text says so.
		if (measure === undefined) return [];
		const scale = measure === 'off' ? [offRow()] : [scaleRow(measure, shown?.measure === measure ? shown.edges : heatEdges[measure])];
		return [...scale, ...sourceRows(shown), marksRow()];
	}

	dispose(): void {
		this.#held.dispose();
	}
}

function offRow(): Row {
	const row = new Row('The heatmap is off');
	row.command = { command: 'ragAssay.chooseHeatmap', title: 'Choose Heatmap…' };
	row.description = 'Choose one';
	return row;
}

function scaleRow(measure: HeatmapMeasure, edges: readonly number[]): Row {
	const steps = legendEntries(measure, edges).map(({ bucket, range, meaning }) => {
		const row = new Row(range);
		row.description = meaning;
		row.iconPath = bucket === null ? new vscode.ThemeIcon('circle-outline') : dot(bucketColorId(measure, bucket));
		const words = meaning === '' ? range : `${range}: ${meaning}`;
		row.tooltip = words;
		row.accessibilityInformation = { label: words };
		return row;
	});
	const row = new Row(measureTitles[measure], undefined, steps);
	row.tooltip = measureMeaning(measure);
	return row;
}

function sourceRows(shown: Painting | undefined): Row[] {
	if (shown === undefined) return [];
	const texts = namedSources(shown).map(({ color, name }) => Object.assign(new Row(name), { iconPath: dot(color) }));
	return texts.length === 0 ? [] : [new Row('Texts of the prompt', undefined, texts)];
}

function marksRow(): Row {
	const mark = (label: string, meaning: string): Row => {
		const row = new Row(label);
		row.description = meaning;
		row.tooltip = `${label}: ${meaning}`;
		row.accessibilityInformation = { label: row.tooltip };
		return row;
	};
	return new Row('Marks', undefined, [
		mark('Underlined', 'flagged'),
		mark('Faint', 'the text has changed since'),
		mark('Line above', 'strength, in high-contrast themes: dotted below zero, solid above'),
	]);
}

function dot(color: string): vscode.ThemeIcon {
	return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor(color));
}
