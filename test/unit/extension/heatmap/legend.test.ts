import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legendEntries, legendMarkdown, sourcesMarkdown } from '../../../../src/extension/heatmap/legend.ts';
import { heatEdges } from '../../../../src/formats/heat-scale.ts';

test('the legend shows twenty steps in theme colors, and says the ends in words and numbers', () => {
	const legend = legendMarkdown('cg', heatEdges.cg);
	const colors = [...legend.matchAll(/background-color:var\((--vscode-ragAssay-cg\d+)\);/g)].map(([, name]) => name);
	assert.deepEqual(
		colors,
		Array.from({ length: 20 }, (_, i) => `--vscode-ragAssay-cg${i + 1}`),
	);
	assert.match(legend, /unsettled the model \(below −3\.4\) · context settled it \(above 3\.4\)/);
	assert.match(legendMarkdown('surprise', undefined), /expected · unexpected/);
	assert.match(
		legendMarkdown('kl', heatEdges.kl),
		/ragAssay-surprise20\);.*as without the contexts \(below 0\.005\) · moved by the contexts \(above 8\)/s,
	);
});

test('each text of the prompt is named with its color; contexts that share a color are named together', () => {
	const sources = [[1], [1, 2], [], [1], [], [], []];
	const contexts = [[], ['case-1', 'case-7'], [], ['a*b'], [], [], []];
	const dot = (id: string): string => `<span style="color:var(--vscode-ragAssay-${id});">\u25cf</span>&nbsp;`;
	assert.deepEqual(sourcesMarkdown({ sources, contexts }), [
		[`${dot('sourceQuery')}question and instructions`, `${dot('sourceContext1')}case-1 and case-7`, `${dot('sourceContext3')}a\\*b`].join(
			' \u00b7 ',
		),
	]);
	assert.deepEqual(sourcesMarkdown({ sources: [[], []], contexts: [[], []] }), []);
});

test('the legend in lines goes from one end to the other; what has no color says so', () => {
	const lines = (measure: 'cg' | 'kl'): string[] =>
		legendEntries(measure, heatEdges[measure]).map(
			({ bucket, range, meaning }) => `${bucket} ${range}${meaning === '' ? '' : `: ${meaning}`}`,
		);
	assert.deepEqual(lines('cg'), [
		'0 below −3.4: context unsettled the model',
		'4 −1.2 to −0.8',
		'7 −0.3 to −0.15',
		'null −0.05 to 0.05: hardly any difference: no color',
		'12 0.15 to 0.3',
		'15 0.8 to 1.2',
		'19 above 3.4: context settled it',
	]);
	assert.deepEqual(lines('kl'), [
		'null below 0.005: as without the contexts: no color',
		'5 0.1 to 0.15',
		'10 0.9 to 1.2',
		'15 3.4 to 4.2',
		'19 above 8: moved by the contexts',
	]);
});
