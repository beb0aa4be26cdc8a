import { byExpressions, namesByCapitals } from './baselines.ts';
import type { MarkedText, MarkedValue } from './marked-text.ts';
import { handWrittenSentences } from './read-sentences.ts';
import { figuresOf, type Match } from './score.ts';
import { worldPassages } from './world-passages.ts';
import { openPiiModel, type OpenPiiModel } from './bench-model.ts';
import type { ModelSpans } from '../../src/text/pii/model-findings.ts';
import { piiTypes, type PiiType } from '../../src/text/pii/pii-types.ts';
import { recognizeTaggedPii } from './load-recognizer.ts';
import { recognizePii } from '../../src/text/pii/recognize.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { piiTables } from './bench-tables.ts';

const matches: readonly Match[] = ['exact', 'overlapping'];

interface System {
	readonly name: string;
	readonly types: readonly (PiiType | 'all')[];
	readonly find: (text: string) => MarkedValue[] | Promise<MarkedValue[]>;
}

const rules: readonly System[] = [
	{ name: 'recognizers', types: ['all', ...piiTypes], find: (text) => recognizeTaggedPii(text) },
	{ name: 'recognizers without parts of speech', types: ['all', 'name'], find: (text) => recognizePii(text) },
	{ name: 'expressions without checks', types: ['all', ...piiTypes], find: byExpressions },
	{ name: 'names by capitals', types: ['name'], find: namesByCapitals },
];

/** The same with a model beside them, behind the first. */
function systemsWith(model: OpenPiiModel | undefined): readonly System[] {
	const [recognizers, ...others] = rules;
	if (model === undefined || recognizers === undefined) return rules;
	const { name, classifier } = model;
	const spansIn = async (text: string): Promise<ModelSpans> => ({ model: name, spans: await classifier.classify(text) });
	return [
		recognizers,
		{ ...recognizers, name: `recognizers and ${name}`, find: async (text) => recognizeTaggedPii(text, { model: await spansIn(text) }) },
		...others,
	];
}

/** What the recognizers of personal values find and miss. */
export const pii: Bench = {
	name: 'pii',
	summary: 'precision and recall of the recognizers of personal values, on passages of the world and on 200 hand-written sentences',
	takesForms: true,
	takesPiiModel: true,
	markdown: piiTables,
	async run({ seed, quick, forms, piiModel, log }) {
		const model = piiModel === undefined ? undefined : await openPiiModel(piiModel);
		const resamples = quick ? 200 : 2000;
		const passages = worldPassages(seed, quick ? 100 : 500, forms);
		// The sentences are for figures: whoever develops looks at the world's forms for developing alone.
		const sets: readonly (readonly [string, readonly MarkedText[]])[] = [
			['world', passages],
			...(forms === 'test' ? [['sentences', await handWrittenSentences()] as const] : []),
		];
		const figures: Figure[] = [];
		for (const [set, texts] of sets)
			for (const { name, types, find } of systemsWith(model)) {
				log(`${set}: ${name}`);
				// oxlint-disable-next-line no-await-in-loop -- one system after the other
				const found = await Promise.all(texts.map(async ({ text }) => find(text)));
				for (const type of types)
					for (const match of matches) figures.push(...figuresOf(`${set} | ${name}`, texts, found, type, match, { seed, resamples }));
			}
		await model?.classifier.dispose();
		const count = (texts: readonly MarkedText[]): string =>
			`${texts.length} texts, ${texts.reduce((sum, { values }) => sum + values.length, 0)} values`;
		return {
			data: {
				...Object.fromEntries(sets.map(([set, texts]) => [set, count(texts)])),
				...(model === undefined ? {} : { model: `${model.name}, SHA-256 ${model.sha256}` }),
				forms,
				intervals: `bootstrap over texts, ${resamples} resamples`,
			},
			figures,
		};
	},
};
