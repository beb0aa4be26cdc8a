import { topIndices, pairedStatistics } from '../../statistics/next-token.ts';
import type { DynamicQuantization } from '../../model-io/requests.ts';
import { quantizesByRange } from '../chunk-size.ts';
import { placedDecoder } from '../allocations/placed-decoder.ts';
import { DecoderSession } from '../decoder-session.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import type { ModelConfig } from '../model-config.ts';
import { checkGraphFolder, type GraphFolder } from '../safety/model-folder.ts';
import { weightsByDtype } from '../safety/weights-by-dtype.ts';
import { loadTokenizer } from '../tokenizer.ts';

/** Plain sentences, a number, a name and code: what any model of language has met. Each is short enough to be fed at once. */
const prompts = [
	'The capital of France is',
	'What is the boiling point of water?',
	'def fibonacci(n):',
	'The invoice INV-20391 of 12 March 2024 over 1,299.50 euros',
	'Context: The warranty lasts 24 months.\nQuestion: How long is the warranty?\nAnswer:',
];
/** A wider form of more bytes is not opened to compare with: opening it would take more memory than an inspection may. */
const largestCompared = 4 * 2 ** 30;

/** A form's answers to the fixed prompts: for each prompt its tokens, and a row of logits `[V]` for each of them. */
export type PromptRows = readonly { readonly ids: readonly number[]; readonly rows: readonly Float32Array[] }[];

/** Reads the fixed prompts. @returns `undefined` for a model without a tokenizer. @throws {UserError} RA409 if the runtime fails. */
export async function readPrompts(
	{ tokenizer, tokenizerConfig, ...files }: GraphFolder,
	session: Pick<DecoderSession, 'vocabulary' | 'start' | 'step'>,
): Promise<PromptRows | undefined> {
	if (tokenizer === undefined || tokenizerConfig === undefined) return undefined;
	const reader = await loadTokenizer({ ...files, tokenizer, tokenizerConfig });
	const read = [];
	for (const prompt of prompts) {
		// A tokenizer may have more tokens than the model.
		const ids = reader.idsOf(prompt).map((id) => id % session.vocabulary);
		// oxlint-disable-next-line no-await-in-loop -- a session runs one text at a time
		const { logits } = await session.step(ids, session.start(), ids.length);
		read.push({ ids, rows: ids.map((_, i) => logits!.row(i, new Float32Array(session.vocabulary)).slice()) });
	}
	return read;
}

/**
 * Says how far a dynamically quantized form is from a wider one in the same folder: the one in 32 bits, else in 16. Its own session must be
 * closed, so that the weights of one form are in memory at a time.
 * @param narrow what it answers to the fixed prompts; `undefined` if it cannot be read
 * @throws {UserError} as `checkGraphFolder` and `DecoderSession.open`, for a wider form that cannot be opened.
 */
export async function comparedWithWider(
	files: GraphFolder,
	narrow: PromptRows | undefined,
	device: ExecutionProviderChoice,
	config: ModelConfig,
): Promise<DynamicQuantization['compared']> {
	const wider = await widerForm(files);
	if (narrow === undefined || wider === undefined) return null;
	const { provider, parts } = placedDecoder(wider, device);
	const session = await DecoderSession.open(wider.graph.path, provider, config, parts);
	try {
		const wide = await readPrompts(wider, session);
		if (wide === undefined) return null;
		let [tokens, same, divergence] = [0, 0, 0];
		for (const [p, { ids, rows }] of wide.entries()) {
			for (const [i, row] of rows.entries()) {
				const other = narrow[p]!.rows[i]!;
				tokens++;
				if (topIndices(row, 1)[0] === topIndices(other, 1)[0]) same++;
				divergence += pairedStatistics(row, other, ids[i]!).kl;
			}
		}
		return { dtype: wider.dtype, file: wider.file, tokens, same, divergence: divergence / tokens };
	} finally {
		await session.dispose();
	}
}

/** The form in 32 bits, else in 16, that is not itself quantized dynamically, whatever its name says. */
async function widerForm({ directory }: GraphFolder): Promise<(GraphFolder & { readonly file: string }) | undefined> {
	const forms = await weightsByDtype(directory);
	for (const wanted of ['fp32', 'fp16']) {
		const form = forms.find(({ dtype, bytes }) => dtype === wanted && bytes <= largestCompared);
		if (form === undefined) continue;
		// oxlint-disable-next-line no-await-in-loop -- the first that will do
		const files = await checkGraphFolder(directory, { dtype: form.dtype, graph: form.file });
		if (!quantizesByRange(files.outline.operators)) return { ...files, file: form.file };
	}
	return undefined;
}
