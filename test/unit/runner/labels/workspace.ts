import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uriOf } from '../../../../src/runner/uris.ts';

/** A folder that ends with its test. */
export function folderFor(test: { after(hook: () => void): void }): string {
	const folder = mkdtempSync(join(tmpdir(), 'rag-assay-labels-'));
	test.after(() => {
		rmSync(folder, { recursive: true, force: true });
	});
	return folder;
}

/** Writes a trace with this response; its URI. */
export function writeTrace(folder: string, name: string, response: string): string {
	const path = join(folder, `${name}.rag.md`);
	writeFileSync(path, `## Query\n\nHow old is Ann?\n\n## Context a\n\nAnn is 34.\n\n## Response\n\n${response}\n`);
	return uriOf(path);
}
