import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { mebibytes, bytesInWords } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import type { MemoryFit } from '../lm/ram-fit.ts';
import type { DtypeFile } from '../lm/safety/weights-by-dtype.ts';

/** Copies of the weights that an estimate counts. */
const weightCopies = 2;

/** What is known of the model where a job on it is refused. */
export interface RefusedModel {
	/** All model files of its folder. */
	readonly files: readonly DtypeFile[];
	/** Whether each text is read at once, and whether that is so because its cache fails. */
	readonly readsAtOnce: boolean;
	readonly forgoesCache: boolean;
	/** Bytes that scoring needs, where the job is all that was asked for. */
	readonly scoringAlone?: number;
	/** Prompts of a job on many: a document each, or so. How many were asked for, and how many would fit (0: not even one). */
	readonly paths?: { readonly asked: number; readonly fitting: number };
}

/** RA502 for a job that needs more than the limit, with what would fit: a shorter context, other weights, another limit. */
export function tooMuchMemory(
	{ needed, limit, asked, tokens, min, weightBytes }: MemoryFit,
	{ files, readsAtOnce, forgoesCache, scoringAlone, paths }: RefusedModel,
): UserError {
	const smaller = files.filter(({ bytes }) => bytes < weightBytes);
	const enough = smaller.filter(({ bytes }) => needed - weightCopies * (weightBytes - bytes) <= limit);
	const named = (list: readonly DtypeFile[]): string => list.map(({ dtype, bytes }) => `${dtype} (${bytesInWords(bytes)})`).join(' or ');
	const fits = [
		...(paths === undefined || paths.fitting === 0
			? []
			: [`about ${plural(paths.fitting, 'document')} in place of ${paths.asked.toLocaleString('en')}`]),
		`a limit of ${mebibytes(needed)} (ragAssay.memoryLimit, --memory-limit)`,
		...(tokens === null
			? []
			: [`a prompt of about ${tokens.toLocaleString('en')} tokens in place of ${asked.toLocaleString('en')}, with shorter contexts`]),
		...(enough.length === 0
			? []
			: [`the model's weights as ${named(enough)} in place of ${bytesInWords(weightBytes)} (ragAssay.dtype, --dtype)`]),
	];
	const others = [
		...(scoringAlone === undefined
			? []
			: [`Without token sources and the influence of the contexts it would need about ${mebibytes(scoringAlone)}.`]),
		...(tokens === null && (paths === undefined || paths.fitting === 0)
			? [`Without any context it would need about ${mebibytes(min)}${enough.length === 0 ? '; use a smaller model' : ''}.`]
			: []),
		...(enough.length === 0 && smaller.length > 0 ? [`Its weights as ${named(smaller)} need less, though too much for this alone.`] : []),
		...(readsAtOnce
			? [
					`${forgoesCache ? "This model's key/value cache fails, so that it" : 'This model was exported without a key/value cache and'} reads each text at once: with a cache it would need less.`,
				]
			: []),
	];
	return new UserError(
		errorNumbers.memoryLimitExceeded,
		`This would need about ${mebibytes(needed)} of memory; the limit is ${mebibytes(limit)}.`,
		{
			hint: [`What would fit: ${fits.join('; or ')}.`, ...others].join(' '),
		},
	);
}
