import { setImmediate as turn } from 'node:timers/promises';
import { analyzeWithoutModel } from '../../analysis/trace-support.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import type { Sidecar } from '../../formats/sidecar.ts';
import type { ParsedTraces } from '../../formats/trace.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import type { ReadTraceFile } from './trace-file.ts';

/**
 * Traces of one document that a model reads without being asked for each: all of them stay in memory, and a large model takes seconds for each. The
 * others can be opened one by one.
 */
export const mostReadInPlace = 25;

/** Traces of one document that are compared with their contexts. It takes some milliseconds for each. */
const mostCompared = 250;

/** Says that only the first traces of a document are read in place, and what to do about the others. */
export function manyTracesNote(read: number, all: number): string {
	return `The model has read the first ${read} of ${all.toLocaleString('en')} traces. Open another one as a readable trace, or run \`rag-assay analyze\` to read all of them.`;
}

interface Compared {
	readonly key: string;
	readonly analyses: Promise<AnalyzedFile['analyses']>;
}

/** What was compared last, for each reading of a document: editors ask for the same again and again. */
const comparisons = new WeakMap<ParsedTraces, Compared>();

/** Compares the first traces of a document with their contexts, without a model, once for each version of the document and its sidecar. */
export function comparedTraces(read: ReadTraceFile, sidecar: Sidecar, starter: boolean): Promise<AnalyzedFile['analyses']> {
	const key = JSON.stringify([starter, sidecar]);
	const known = comparisons.get(read.parsed);
	if (known?.key === key) return known.analyses;
	const analyses = compare(read, sidecar, starter);
	comparisons.set(read.parsed, { key, analyses });
	return analyses;
}

async function compare({ key, parsed }: ReadTraceFile, sidecar: Sidecar, starter: boolean): Promise<AnalyzedFile['analyses']> {
	const analyses: AnalyzedFile['analyses'][number][] = [];
	for (const trace of parsed.traces.filter(isAnswered).slice(0, mostCompared)) {
		// oxlint-disable-next-line no-await-in-loop -- traces share the tagger
		analyses.push({ trace, record: await analyzeWithoutModel(trace, { file: key, sidecar, starter }) });
		// The runner answers others between two traces.
		// oxlint-disable-next-line no-await-in-loop -- as above
		await turn();
	}
	return analyses;
}
