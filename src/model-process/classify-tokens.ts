import { basename } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { executionProvidersFor } from '../lm/devices/execution-providers.ts';
import { checkModelFolder } from '../lm/safety/model-folder.ts';
import { requireUnchanged } from '../lm/safety/unchanged-files.ts';
import { weightsByDtype } from '../lm/safety/weights-by-dtype.ts';
import { loadClassifierConfig } from '../lm/token-classifier/classifier-config.ts';
import { classifierMemory } from '../lm/token-classifier/ram-for-classification.ts';
import { loadClassifier } from '../lm/token-classifier/load-classifier.ts';
import { maxInputTokens } from '../lm/token-classifier/token-classifier.ts';
import type { LabeledSpan, TokenClassification } from '../model-io/encoders-and-classifiers.ts';
import { bytesInWords, mebibytes } from '../wording/numbers.ts';
import type { RequestHooks, RequestOf } from './model-engine.ts';

/**
 * Finds values in texts with the token classifier of a folder: loaded for this, on the CPU, and let go afterwards, so that it takes nothing from the
 * language model that may be loaded beside it.
 * @param beside bytes that this process holds already.
 * @throws {UserError} RA502 before it is loaded when the estimate exceeds the limit; RA201..RA213, RA441, RA442, RA504 and as `loadClassifier` and
 * `TokenClassifier.classify` do.
 */
export async function classifyTokens(
	{ model, texts, memoryLimit }: RequestOf<'classify'>,
	{ signal, onProgress, onStep }: Pick<RequestHooks, 'signal' | 'onProgress' | 'onStep'>,
	beside: number,
): Promise<TokenClassification> {
	await onStep('files');
	const files = await checkModelFolder(model, { noFolder: 'Give an existing folder: this model is never downloaded.' });
	const config = await loadClassifierConfig(files);
	const needed =
		beside +
		classifierMemory({ weightBytes: files.weightBytes, tokenizerBytes: files.tokenizer.bytes }, config, {
			characters: texts.reduce((sum, { length }) => sum + length, 0),
			longest: texts.reduce((max, { length }) => Math.max(max, length), 0),
			window: Math.min(maxInputTokens, config.positions ?? maxInputTokens),
		});
	if (needed > memoryLimit) throw await tooMuch(needed, memoryLimit, files.directory, { weightBytes: files.weightBytes, beside });
	const weights = bytesInWords(files.weightBytes);
	const { classifier, sha256 } = await loadClassifier({
		files,
		config,
		device: executionProvidersFor('cpu'),
		signal,
		onProgress: (done, total) => onProgress(`Checking ${weights} of weights`, done, total),
		onStep,
	});
	try {
		await onStep('running');
		const found: LabeledSpan[][] = [];
		for (const [i, text] of texts.entries()) {
			onProgress(`Looking for personal values, with about ${mebibytes(needed)} of memory at most`, i, texts.length);
			// oxlint-disable-next-line no-await-in-loop -- one after the other: they share the machine's memory
			found.push(await classifier.classify(text, { signal }));
		}
		await requireUnchanged(files);
		return { name: basename(files.directory), sha256, labels: classifier.labels, texts: found };
	} finally {
		await classifier.dispose();
	}
}

/** RA502, with what would fit. */
async function tooMuch(
	needed: number,
	limit: number,
	folder: string,
	{ weightBytes, beside }: { readonly weightBytes: number; readonly beside: number },
): Promise<UserError> {
	const smaller = (await weightsByDtype(folder)).filter(({ bytes }) => bytes < weightBytes);
	const fits = [
		`a limit of ${mebibytes(needed)} (ragAssay.memoryLimit, --memory-limit)`,
		...(smaller.length === 0
			? ['a smaller model that finds personal values']
			: [`a folder with its weights as ${smaller.map(({ dtype, bytes }) => `${dtype} (${bytesInWords(bytes)})`).join(' or ')} alone`]),
		...(beside === 0 ? [] : [`unloading the language model, which has about ${mebibytes(beside)} of it`]),
	];
	return new UserError(
		errorNumbers.memoryLimitExceeded,
		`The model that finds personal values would need about ${mebibytes(needed)} of memory; the limit is ${mebibytes(limit)}.`,
		{ place: { file: folder }, hint: `What would fit: ${fits.join('; or ')}.` },
	);
}
