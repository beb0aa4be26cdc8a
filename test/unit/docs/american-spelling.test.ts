import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const british =
	/colour|recognis|analys(?=e(?!s)|ing|ed)|labell(?=ed|ing|er)|normalis|behaviour|neighbour|centre|cancell(?=ed|ing|able)|memoris|learnt|quantis(?!t)|capitalis|judgement|summaris|tokenis|penalis|signall(?=ed|ing)|regularis|organis|favour|honour|initialis|serialis|synchronis|generalis|randomis|standardis/i;

/** Names that others chose, or that stand in files that users have. */
const exceptions: ReadonlySet<string> = new Set([
	// VS Code's and the language server protocol's names.
	'cancellable',
	'RequestCancelled',
	'ServerCancelled',
	// Members of published formats: profiles, analysis records, data sets.
	'labelled',
	'memorised',
	// The kind of a ledger's record.
	'cancelled',
]);

function identifiersOf(source: string): string[] {
	const names: string[] = [];
	const visit = (node: unknown): void => {
		if (Array.isArray(node)) return node.forEach(visit);
		if (node === null || typeof node !== 'object') return;
		const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
		if ((type === 'Identifier' || type === 'PrivateIdentifier') && typeof name === 'string') names.push(name);
		Object.values(node).forEach(visit);
	};
	visit(parseSync('a.ts', source).program);
	return names;
}

const isBritish = (name: string): boolean => british.test(name) && !exceptions.has(name);

test('a British identifier is found, and one that others chose is not', () => {
	assert.deepEqual(
		identifiersOf('const colourOf = { labelled: 1, normalise(behaviours: number) { return this.#centre; } };').filter(isBritish),
		['colourOf', 'normalise', 'behaviours', 'centre'],
	);
});

test('identifiers and names of files have American spelling', () => {
	const files = globSync('{src,webview,lab,test,scripts}/**/*.{ts,mjs}', { cwd: root });
	assert.ok(files.length > 1000, `only ${files.length} files found`);
	const found = files.flatMap((file) => [
		...(british.test(file) ? [file] : []),
		...[...new Set(identifiersOf(readFileSync(`${root}/${file}`, 'utf8')))].filter(isBritish).map((name) => `${file}: ${name}`),
	]);
	assert.deepEqual(found, []);
});
