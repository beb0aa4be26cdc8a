import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { z } from 'zod';
import { DecoderEngine } from '../../../src/model-process/decoder-engine.ts';
import { attributeResult, lensReading, originsResult } from '../../../src/model-io/attribution.ts';
import { generateResult, modelIdentity } from '../../../src/model-io/requests.ts';
import { mixtureResult, scoreResult } from '../../../src/model-io/scores.ts';
import {
	attributionCodec,
	lensCodec,
	mixtureCodec,
	originsCodec,
	scoreCodec,
	type Codec,
} from '../../../src/runner/models/result-codec.ts';
import { slowTest } from '../../support/slow-test.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const demo = fileURLToPath(new URL('../../../models/demo', import.meta.url));
const parts = {
	system: 'Answer from the documents.',
	query: 'What is the blood pressure of Ann Miller?',
	contexts: [
		{ id: 'ward', text: '\nThe blood pressure of Ann Miller is 127/84.  ' },
		{ id: 'blank', text: ' ' },
		{ id: 'desk', text: 'Bob Stone works for the harbour office. 😀' },
	],
	response: 'The blood pressure of Ann Miller is 127/84.',
};
const without = { ...parts, contexts: [] };
/** More than the context window holds. */
const cut = { ...parts, contexts: [...parts.contexts, { id: 'long', text: parts.contexts[2]!.text.repeat(40) }] };
const memoryLimit = 2 ** 40;
const hooks = {
	signal: new AbortController().signal,
	onProgress: () => undefined,
	onText: () => undefined,
	onStep: () => Promise.resolve(),
};

/** What arrives over the channel between the processes, which names prototypes of arrays and of nothing else. */
function sent(value: unknown): unknown {
	return deserialize(serialize(value));
}

/** The declaration lets everything through that there is, and takes nothing away; its bytes give it back. */
async function passes<T>(value: T, declaration: z.ZodType<T>, codec?: Codec<T>): Promise<void> {
	const arrived = sent(value);
	assert.deepEqual(declaration.parse(arrived), arrived);
	if (codec !== undefined) assert.deepEqual(await codec.decode(await codec.encode(value)), arrived);
}

suite('what the model process makes is what is declared', () => {
	const engine = new DecoderEngine('');
	const folder = temporaryFolder({ after }, 'engine-');
	before(async () => {
		const identity = await engine.load(
			{ type: 'load', id: 0, model: demo, device: 'cpu', demoModel: demo, modelStore: folder, graphStore: folder, offline: true },
			hooks,
		);
		await passes(identity, modelIdentity);
	});
	after(() => engine.unload());

	for (const [name, asked] of Object.entries({ 'with contexts': parts, 'without contexts': without, 'cut to the window': cut })) {
		(asked === cut ? slowTest : test)(`${name}: scores, mixtures, attributions, origins, second readings and answers`, async () => {
			const scores = await engine.score({ type: 'score', id: 1, parts: asked, topK: 4, memoryLimit }, hooks);
			assert.equal(scores.truncation === null, asked !== cut);
			await passes(scores, scoreResult, scoreCodec);
			await passes(
				await engine.mixture({ type: 'mixture', id: 2, parts: asked, tokens: 5, memoryLimit }, hooks),
				mixtureResult,
				mixtureCodec,
			);
			const attribution = await engine.attribute({ type: 'attribute', id: 3, parts: asked, memoryLimit }, hooks);
			assert.ok(attribution.attributed.tokenIds.length > 3);
			await passes(attribution, attributeResult, attributionCodec);
			const origins = await engine.origins({ type: 'origins', id: 4, parts: asked, rows: [3, 1], memoryLimit }, hooks);
			await passes(origins, originsResult, originsCodec);
			await passes(await engine.lens({ type: 'lens', id: 6, parts: asked, rows: [3, 1], memoryLimit }, hooks), lensReading, lensCodec);
			const generate = { type: 'generate', id: 5, parts: asked, maxTokens: 3, temperature: 0, topP: 1, memoryLimit } as const;
			await passes(await engine.generate(generate, hooks), generateResult);
		});
	}
});
