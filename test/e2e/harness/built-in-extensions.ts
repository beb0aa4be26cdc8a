import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { vsCodeServer, type Installation } from './installation.ts';

/**
 * What comes with VS Code and has to do with the files that the tests open: languages, schemas, themes and icons. The other eighty (debuggers,
 * AI features, grammars of other languages) are a tenth of the work of each start.
 */
const usual = [
	'configuration-editing',
	'ini',
	'json',
	'json-language-features',
	'log',
	'markdown-basics',
	'prompt-basics',
	'search-result',
	'theme-defaults',
	'theme-modern-icons',
	'theme-seti',
	'yaml',
];

/** Makes a folder in `directory` with those of VS Code's own extensions that the tests need, and returns its path. */
export function defaultBuiltIns(installed: Installation, directory: string): string {
	const all = join(vsCodeServer(installed), 'extensions');
	const there = new Set(readdirSync(all));
	const gone = usual.filter((name) => !there.has(name));
	if (gone.length > 0)
		throw new Error(`this VS Code has no built-in extension ${gone.join(', ')}; mend the list in ${import.meta.filename}`);
	const folder = join(directory, 'built-in');
	mkdirSync(folder);
	for (const name of usual) symlinkSync(join(all, name), join(folder, name));
	return folder;
}
