import type { SubjectKind } from './subject.ts';

/**
 * What a language model is asked of a trace, in this order: its response with and without its contexts, the response without each of them, the sources of
 * its tokens, and what RePCS's influence is fitted from.
 */
export const modelReadings = ['score', 'hide', 'attribute', 'mixture'] as const;
export type ModelReading = (typeof modelReadings)[number];

/** Those that may follow the scores. */
export const furtherReadings = modelReadings.filter((reading) => reading !== 'score');

interface AnalysisMethod {
	/** What options, messages and records call it. */
	readonly name: string;
	/** What it is about, for people. */
	readonly title: string;
	/** Further names; the first one is what profiles call its detector, where that is another one. */
	readonly aliases: readonly string[];
	readonly judges: SubjectKind;
	/** What it needs of the model; the last one is what fewest models can give. */
	readonly readings: readonly ModelReading[];
	/** What it takes beside, where its whole figures are asked for (`analyze --eta`). */
	readonly onDemand: readonly ModelReading[];
	/** When it is there whatever is asked for, or is not there; `null` where neither is so. */
	readonly remark: string | null;
}

/** Every method of analysis. All that lists them (options, requests, help, progress, memory) is derived from here. */
export const analysisMethods = [
	{
		name: 'support',
		title: 'values and words that no context has',
		aliases: [],
		judges: 'trace',
		readings: [],
		onDemand: [],
		remark: 'needs no model',
	},
	{
		name: 'cg',
		title: 'confidence gap',
		aliases: ['confidence-gap'],
		judges: 'trace',
		readings: ['score'],
		onDemand: [],
		remark: 'always computed',
	},
	{
		name: 'repcs',
		title: 'whether the contexts changed the answer',
		aliases: [],
		judges: 'trace',
		readings: ['score'],
		onDemand: ['mixture'],
		remark: null,
	},
	{
		name: 'closed-book',
		title: 'whether the model was sure without the contexts',
		aliases: [],
		judges: 'trace',
		readings: ['score'],
		onDemand: [],
		remark: null,
	},
	{
		name: 'origins',
		title: 'which context each word comes from',
		aliases: [],
		judges: 'trace',
		readings: ['score', 'hide'],
		onDemand: [],
		remark: 'needs contexts',
	},
	{
		name: 'spad',
		title: 'sources of each token',
		aliases: [],
		judges: 'trace',
		readings: ['score', 'attribute'],
		onDemand: [],
		remark: 'not with every model, see model inspect',
	},
] as const satisfies readonly AnalysisMethod[];

type Declared = (typeof analysisMethods)[number];
/** Seen as any method, whose lists may hold more than those of today. */
const all: readonly (AnalysisMethod & { readonly name: AnalysisMethodName })[] = analysisMethods;
export type AnalysisMethodName = Declared['name'];
/** A reading without which a method has nothing to say. */
export type NeededReading = Declared['readings'][number];

export const analysisMethodNames: readonly AnalysisMethodName[] = analysisMethods.map(({ name }) => name);

/** Returns whether a model is needed for at least one of some methods. Absent: all of them. */
export function needModel(methods: readonly AnalysisMethodName[] = analysisMethodNames): boolean {
	return all.some(({ name, readings }) => methods.includes(name) && readings.length > 0);
}

/** The method of a name or an alias. */
export function analysisMethodNamed(name: string): AnalysisMethodName | undefined {
	return all.find((method) => method.name === name || method.aliases.includes(name))?.name;
}

/** The methods that need a reading. */
export function methodsReading(reading: NeededReading): readonly AnalysisMethodName[] {
	return all.filter(({ readings }) => readings.includes(reading)).map(({ name }) => name);
}

/** What the model is asked for these methods, in order; the scores in any case. `whole`: with what they take on demand. */
export function readingsFor(methods: readonly AnalysisMethodName[], { whole }: { readonly whole: boolean }): ModelReading[] {
	const asked = all.filter(({ name }) => methods.includes(name));
	const needed = new Set<ModelReading>(['score', ...asked.flatMap(({ readings, onDemand }) => [...readings, ...(whole ? onDemand : [])])]);
	return modelReadings.filter((reading) => needed.has(reading));
}

/** What profiles, and so `calibrate --methods`, call a method that has another name there. */
export const namesInProfiles: ReadonlyMap<string, string> = new Map(
	all.flatMap(({ name, aliases: [other] }) => (other === undefined ? [] : [[name, other] as const])),
);
