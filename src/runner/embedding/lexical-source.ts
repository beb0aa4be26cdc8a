import { fileKinds } from '../../files/file-kind.ts';
import { requireBytes } from '../../files/read-file.ts';
import { lexicalFileEnding, readLexical } from '../../embedding/lexical/lexical-file.ts';
import type { LexicalModel } from '../../embedding/lexical/lexical-model.ts';

/** What `lexical` knows a store by: texts that it is fitted to, of which a sample is taken, or a file that an earlier fit has written. */
export type LexicalSource =
	| { readonly texts: () => Iterable<string> | AsyncIterable<string> }
	/** The file, by its path; `lexicalHash` of what is read tells whether it is the one that was meant. */
	| { readonly file: string };

/** Name of the model's file beside a profile that was calibrated with it, by its hash. */
export function lexicalBeside(sha256: string): string {
	return `${sha256.slice(0, 16)}${lexicalFileEnding}`;
}

/** Rejects with RA451 for a file that is none, and RA506 for one that cannot be read. */
export async function readLexicalFile(file: string): Promise<LexicalModel> {
	return readLexical(await requireBytes(file, fileKinds.lexical), file);
}
