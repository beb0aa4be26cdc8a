import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { labeledResponses, type LabeledResponse } from './labeled-response.ts';
import { judgedSpans, type JudgedSpan } from './judged-span.ts';
import type { SpansByLevel } from './measure-detection.ts';
import type { ResponseNumbers } from './response-numbers.ts';
import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import type { GraphFiles } from '../../src/onnx/spad-graph.ts';
import { tagText } from '../../src/text/sentences.ts';
import { graphHash } from './bench-graph-hash.ts';
import { requireBothClasses } from './both-classes.ts';
import { cachedNumbers } from './number-cache.ts';
import { readFolder } from './read-folder.ts';

/** Not in the repository: data sets and numbers, to be used again. */
export const work = fileURLToPath(new URL('../bench/work/spad-detection', import.meta.url));

/** A data set as detectors see it. */
export interface LabeledSpans {
	readonly train: SpansByLevel;
	readonly test: SpansByLevel;
	/** Of source_info.jsonl and then response.jsonl, as in a profile. */
	readonly sha256: string;
	/** Training responses that could be read. */
	readonly traces: number;
}

/**
 * The labeled responses of a folder with what the model says of them. Numbers are kept by model, data set and instrumented graph, so
 * that they are computed once. What cannot be read is told.
 * @throws {UserError} RA117, RA658 for a folder that is not such a set, or lacks a class on a side.
 */
export async function labeledSpans(
	folder: string,
	files: GraphFiles,
	model: DecoderModel,
	signal: AbortSignal,
	log: (message: string) => void,
): Promise<LabeledSpans> {
	const { records, errors, texts } = await readFolder(folder);
	for (const error of errors) log(error.message);
	const byName = (name: string): string => [...texts].find(([path]) => path.endsWith(name))?.[1] ?? '';
	const sha256 = createHash('sha256').update(byName('source_info.jsonl')).update(byName('response.jsonl')).digest('hex');
	const kept = join(
		work,
		'numbers',
		`${[model.identity.sha256, sha256, graphHash(files)].map((hash) => hash.slice(0, 16)).join('-')}.jsonl`,
	);
	const sides = { train: labeledResponses(records, 'train'), test: labeledResponses(records, 'test') };
	// Before hours of attribution.
	const responsesOf = (side: keyof typeof sides) => ({ responses: sides[side].map(({ labels }) => ({ positive: labels.length > 0 })) });
	requireBothClasses(folder, { train: responsesOf('train'), test: responsesOf('test') });
	const numbers = await cachedNumbers(kept, [...sides.train, ...sides.test], model, signal, log);
	const [train, test] = [await spansOf(sides.train, numbers), await spansOf(sides.test, numbers)];
	const judged = ({ response, sentence }: SpansByLevel) => ({ responses: response, sentences: sentence });
	requireBothClasses(folder, { train: judged(train), test: judged(test) });
	return { train, test, sha256, traces: sides.train.length };
}

async function spansOf(labelled: readonly LabeledResponse[], numbers: ReadonlyMap<string, ResponseNumbers>): Promise<SpansByLevel> {
	const spans: Record<keyof SpansByLevel, JudgedSpan[]> = { response: [], sentence: [] };
	for (const one of labelled) {
		const own = numbers.get(one.id);
		if (own === undefined) throw new RangeError(`no numbers of ${one.id}`);
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const { response, sentences } = judgedSpans(one, own, await tagText(one.parts.response, 'en'));
		if (response !== null) spans.response.push(response);
		spans.sentence.push(...sentences);
	}
	return spans;
}
