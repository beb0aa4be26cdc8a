import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runnerSettings } from '../../../../src/protocol/requests.ts';
import { defaultMembershipSettings as settings } from '../../../../src/formats/membership-redteam.ts';
import { heldOutCopy } from '../../../../src/redteam/membership/attack-membership.ts';
import { attackHeldOut } from '../../../../src/runner/redteam/membership-attack.ts';
import { TextSample } from '../../../../src/runner/memory/store-access.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ignore = (): void => undefined;

describe('documents that are held out', () => {
	it('are held out before the embedder is opened: lexical is fitted to the others alone', async (t) => {
		const folder = temporaryFolder(t, 'rag-assay-held-out-');
		const store = join(folder, 'store.jsonl');
		const texts = Array.from({ length: 40 }, (_, i) => `Document ${i} is about subject ${i} and what it has to do with ${i + 1}.`);
		writeFileSync(store, texts.map((text, i) => `${JSON.stringify({ id: `d-${i}`, text })}\n`).join(''));
		const fitted: string[][] = [];
		const opened = new Error('the embedder was opened');
		const attack = (seed: number) =>
			attackHeldOut(
				{ token: 'x', store, findBenign: true, rho: 0.05, attacks: ['mba'], count: 16, k: 3, seed, settings },
				{
					context: {
						settings: runnerSettings.parse({}),
						endpointAnswersFolder: folder,
						log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
					},
					models: {
						openEncoder: ({ lexical }) => {
							assert.ok(lexical !== undefined && 'texts' in lexical);
							fitted.push([...(lexical.texts() as Iterable<string>)]);
							return Promise.reject(opened);
						},
						openModel: () => Promise.reject(new Error('no model is needed')),
					},
				},
				{ signal: new AbortController().signal, onProgress: () => undefined },
			);
		await assert.rejects(attack(1), opened);
		await assert.rejects(attack(2), opened);
		const sample = new TextSample();
		for (const text of texts) sample.add(text);
		for (const [i, seed] of [1, 2].entries()) {
			const { index, heldOut } = heldOutCopy(sample.texts(), 16, seed);
			assert.deepEqual([index.length, heldOut.length], [32, 8]);
			assert.deepEqual(fitted[i], index);
		}
	});
});
