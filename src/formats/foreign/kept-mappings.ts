import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { readJson } from '../json-document.ts';
import type { ReadText } from '../read-traces.ts';
import { mappingsFileName } from './foreign-names.ts';
import { memberPath } from './member-path.ts';
import type { RowMapping } from './row-mapping.ts';

/** The place of a member. */
const part = z
	.string()
	.regex(/\S/, 'the place of a member was expected, such as docs[].body')
	.refine((path) => memberPath(path) !== null, 'the place of a member was expected, such as docs[].body or ["a.b"]');
/** A record has one question and one answer. */
const one = part.regex(/^(?:(?!\[\]).)*$/s, 'the place of one member was expected, such as payload.answer, without []');

/** `rag-assay/folder@1`. */
export const keptMappingsSchema = z.object({
	schema: z.literal('rag-assay/folder@1'),
	/** By the name of a file, in which `*` stands for any characters and `?` for one. An exact name counts before a pattern. */
	mappings: z.record(z.string(), z.object({ question: one.optional(), contexts: part, answer: one })).superRefine((mappings, context) => {
		for (const name of Object.keys(mappings))
			if (/[/\\]/u.test(name))
				context.addIssue({
					code: 'custom',
					path: [name],
					message: `the name of a file in this folder was expected, without a folder, in which * stands for any characters and ? for one. For files of another folder, write a ${mappingsFileName} there`,
				});
	}),
});

type KeptMappings = z.infer<typeof keptMappingsSchema>;

/** Returns the path or URI of the file that holds the mappings for a file. */
export function mappingsFileBeside(file: string): string {
	return file.slice(0, nameStart(file)) + mappingsFileName;
}

function nameStart(file: string): number {
	return Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
}

/**
 * Returns the mapping for a file.
 * @param text of the mappings file beside it; `undefined` if there is none
 * @param file path, URI or name
 * @throws {UserError} RA166 for a mappings file that is not as expected.
 */
export function mappingFor(file: string, text: string | undefined): RowMapping | undefined {
	if (text === undefined) return undefined;
	const { mappings } = readMappings(text, mappingsFileBeside(file));
	const name = file.slice(nameStart(file));
	const exact = Object.hasOwn(mappings, name) ? mappings[name] : undefined;
	return exact ?? Object.entries(mappings).find(([pattern]) => /[*?]/u.test(pattern) && patternOf(pattern).test(name))?.[1];
}

/** What the mappings file beside a file says of it. */
export interface KeptMapping {
	readonly mapping?: RowMapping;
	/** RA166: the mappings file is not as expected. It stops only files that need a mapping: files of known formats are read without it. */
	readonly broken?: UserError;
}

/** Resolves to the mapping for a file, from the mappings file beside it. Rejects as `readText` does. */
export async function keptMapping(file: string, readText: ReadText): Promise<KeptMapping> {
	const text = await readText(mappingsFileBeside(file));
	try {
		const mapping = mappingFor(file, text);
		return mapping === undefined ? {} : { mapping };
	} catch (error) {
		if (error instanceof UserError) return { broken: error };
		throw error;
	}
}

/**
 * Returns the text of a mappings file that holds one more mapping, or another one for the same file. Other mappings stay.
 * @param text of the mappings file; `undefined` if there is none
 * @throws {UserError} RA166 for a mappings file that is not as expected.
 */
export function withMapping(file: string, { question, contexts, answer }: RowMapping, text: string | undefined): string {
	const { mappings } = text === undefined ? { mappings: {} } : readMappings(text, mappingsFileBeside(file));
	const kept: KeptMappings = {
		schema: 'rag-assay/folder@1',
		mappings: { ...mappings, [file.slice(nameStart(file))]: { ...(question !== undefined && { question }), contexts, answer } },
	};
	return `${JSON.stringify(kept, null, '\t')}\n`;
}

function readMappings(text: string, file: string): KeptMappings {
	return readJson(text, file, keptMappingsSchema, {
		noun: 'list of mappings',
		code: errorNumbers.malformedMappings,
		hint: 'docs/formats.md shows one. To begin again, delete the file.',
	});
}

function patternOf(pattern: string): RegExp {
	// Runs of stars are one star: several of them in a row would make the search slow.
	const parts = pattern.split(/\*+/).map((literal) => literal.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('?', '.'));
	return new RegExp(`^${parts.join('.*')}$`, 'iu');
}
