import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLexical } from '../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../src/embedding/lexical/lexical-encoder.ts';
import { lexicalBytes } from '../../../src/embedding/lexical/lexical-file.ts';
import { lexicalEmbedder, stripMaskMarkers } from '../../../src/screening/main.ts';

const documents = [
	'The pump in the hall is serviced by team 3.',
	'The valve in the yard is serviced by team 5.',
	'Who looks after a boiler?',
];

test("the embedder's file embeds a query as RAG Assay does, and another file is refused", async () => {
	const model = await fitLexical(documents);
	const bytes = lexicalBytes(model);
	const asked = 'Who services the pump?';
	const own = await lexicalEncoder(model).embed([asked], { signal: new AbortController().signal, onProgress: () => undefined });
	assert.deepEqual(lexicalEmbedder(bytes)(asked), own);
	for (const [file, why] of [
		[bytes.subarray(0, 40), /cannot be read|not as long/],
		[bytes.subarray(0, -8), /not as long as it says/],
		[Buffer.from('something else'), /does not begin as one/],
	] as const)
		assert.throws(() => lexicalEmbedder(file), { name: 'TypeError', message: why });
});

test('a query that is missing is refused in words', async () => {
	const embed = lexicalEmbedder(lexicalBytes(await fitLexical(documents)));
	for (const take of [stripMaskMarkers, embed])
		assert.throws(() => take(undefined as never), { name: 'TypeError', message: /takes the text of a query, and this is undefined\.$/ });
});
