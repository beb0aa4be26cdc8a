import { z } from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { readJson } from '../json-document.ts';
import type { ReadText } from '../read-traces.ts';
import { mappingsFileName } from './foreign-names.ts';
import type { RowMapping } from './row-mapping.ts';

const one = z.string().regex(/^(?=.*\S)(?:(?!\[\]).)*$/s, 'expected the place of one member, such as payload.answer, without []');
const part = z.string().regex(/\S/, 'expected the place of a member, such as docs[].body');

/** `rag-assay/folder@1`. */
export const keptMappingsSchema = z.object({
	schema: z.literal('rag-assay/folder@1'),
	/** By the name of a file, in which `*` stands for any characters. An exact name counts before a pattern. */
	mappings: z.record(z.string(), z.object({ question: one, contexts: part, answer: one })),
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
	return exact ?? Object.entries(mappings).find(([pattern]) => pattern.includes('*') && patternOf(pattern).test(name))?.[1];
}

/** Resolves to the mapping for a file, from the mappings file beside it. Rejects as `mappingFor`, and as `readText` does. */
export async function keptMapping(file: string, readText: ReadText): Promise<RowMapping | undefined> {
	return mappingFor(file, await readText(mappingsFileBeside(file)));
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
		mappings: { ...mappings, [file.slice(nameStart(file))]: { question, contexts, answer } },
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
	const parts = pattern.split(/\*+/).map((literal) => literal.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
	return new RegExp(`^${parts.join('.*')}$`, 'iu');
}
