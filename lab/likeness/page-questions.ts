import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PromptParts } from '../../src/model-io/requests.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Asks what each section of this product's own documentation says: technical prose, which no profile of the world has anything like. */
export function* pageQuestions(): Generator<PromptParts> {
	for (const page of globSync('docs/**/*.md', { cwd: repository }).toSorted()) {
		for (const section of readFileSync(join(repository, page), 'utf8').split(/^(?=#+ )/mu)) {
			const [head = '', ...body] = section.split('\n');
			const text = body.join('\n').trim();
			// No tables: they are longer than what the model can read.
			if (text.length < 300 || text.length > 2500 || text.includes('\n|')) continue;
			yield { query: `What does "${head.replace(/^#+ /u, '')}" say?`, contexts: [{ id: '1', text }] };
		}
	}
}
