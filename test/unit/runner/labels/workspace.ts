import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uriOf } from '../../../../src/runner/lsp/uris.ts';

/** Writes a trace with this response; its URI. */
export function writeTrace(folder: string, name: string, response: string): string {
	const path = join(folder, `${name}.rag.md`);
	writeFileSync(path, `## Query\n\nHow old is Ann?\n\n## Context a\n\nAnn is 34.\n\n## Response\n\n${response}\n`);
	return uriOf(path);
}
