import { createHash } from 'node:crypto';
import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { readJson } from './json-document.ts';

/** `rag-assay/memsad-baseline@1`: benign entries that MEMSAD+ compares with, word by word. */
const baseline = z.strictObject({ schema: z.literal('rag-assay/memsad-baseline@1'), texts: z.array(z.string()) });

/** A file of benign texts, by a name that its content decides. */
export function memsadBaseline(texts: readonly string[]): { readonly name: string; readonly text: string; readonly sha256: string } {
	const text = `${JSON.stringify({ schema: 'rag-assay/memsad-baseline@1', texts: texts.toSorted() }, undefined, '\t')}\n`;
	const sha256 = hashOf(text);
	return { name: `memsad-${sha256.slice(0, 16)}.json`, text, sha256 };
}

/** @throws {UserError} RA605 for what is none, RA607 for another one than the profile means. */
export function readMemsadBaseline(text: string, file: string, sha256: string): string[] {
	if (hashOf(text) !== sha256)
		throw new UserError(
			errorNumbers.classifierHashDiffers,
			'This file of benign entries is not the one that the profile was calibrated with.',
			{
				place: { file },
				hint: 'Copy the one that was written with the profile beside it, or calibrate again.',
			},
		);
	return readJson(text, file, baseline, {
		noun: 'file of benign entries',
		code: errorNumbers.malformedClassifier,
		hint: 'Calibrate again, or name another profile.',
	}).texts;
}

function hashOf(text: string): string {
	return createHash('sha256').update(text, 'utf8').digest('hex');
}
