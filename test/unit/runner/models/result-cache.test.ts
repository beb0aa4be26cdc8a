import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { clearFolders } from '../../../../src/files/cache-files.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { cacheKey, ResultCache } from '../../../../src/runner/models/result-cache.ts';
import { scoreCodec } from '../../../../src/runner/models/result-codec.ts';
import type { Log } from '../../../../src/runner/lsp/log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { identity, scoredResponse } from '../scored.ts';

const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
const parts: PromptParts = {
	system: 's',
	query: 'q',
	contexts: [
		{ id: 'a', text: 'x' },
		{ id: 'b', text: 'y' },
	],
	response: 'r',
};

function folderIn(t: TestContext): string {
	const folder = temporaryFolder(t, 'rag-assay-cache-');
	return join(folder, 'results', 'here');
}

describe('cacheKey', () => {
	it('differs when anything that decides a score differs, and only then', () => {
		const { system: _system, ...withoutSystem } = parts;
		const keys = [
			cacheKey(parts, identity, ['score', 5], '1.0.0'),
			cacheKey(parts, identity, ['score', 6], '1.0.0'),
			cacheKey(withoutSystem, identity, ['score', 5], '1.0.0'),
			cacheKey({ ...parts, system: '' }, identity, ['score', 5], '1.0.0'),
			cacheKey({ ...parts, query: 'Q' }, identity, ['score', 5], '1.0.0'),
			cacheKey({ ...parts, response: 'R' }, identity, ['score', 5], '1.0.0'),
			cacheKey({ ...parts, contexts: parts.contexts.toReversed() }, identity, ['score', 5], '1.0.0'),
			cacheKey({ ...parts, contexts: [{ id: 'a', text: 'xy' }] }, identity, ['score', 5], '1.0.0'),
			cacheKey(
				{
					...parts,
					contexts: [
						{ id: 'c', text: 'x' },
						{ id: 'b', text: 'y' },
					],
				},
				identity,
				['score', 5],
				'1.0.0',
			),
			cacheKey(parts, { ...identity, sha256: 'c'.repeat(64) }, ['score', 5], '1.0.0'),
			cacheKey(parts, { ...identity, layout: 'other' }, ['score', 5], '1.0.0'),
			cacheKey(parts, { ...identity, device: 'cuda' }, ['score', 5], '1.0.0'),
			cacheKey(parts, { ...identity, dtype: 'q4' }, ['score', 5], '1.0.0'),
			cacheKey(parts, identity, ['score', 5], '1.0.1'),
		];
		assert.equal(new Set(keys).size, keys.length);
		assert.equal(
			cacheKey(
				{ response: 'r', contexts: [...parts.contexts], query: 'q', system: 's' },
				{ ...identity, name: 'renamed' },
				['score', 5],
				'1.0.0',
			),
			keys[0],
		);
	});
});

describe('ResultCache', () => {
	it('keeps a result, and knows nothing of others', async (t) => {
		const cache = new ResultCache(folderIn(t), silent);
		const [key, other] = [cacheKey(parts, identity, ['score', 5], '1.0.0'), cacheKey(parts, identity, ['score', 6], '1.0.0')];
		assert.equal(await cache.get(key, scoreCodec), undefined);
		await cache.put(key, scoredResponse(7), scoreCodec);
		assert.deepEqual(await cache.get(key, scoreCodec), scoredResponse(7));
		assert.equal(await cache.get(other, scoreCodec), undefined);
	});

	it('hands out an entry on a disk that keeps no times, and says so', async (t) => {
		const warnings: string[] = [];
		const cache = new ResultCache(folderIn(t), { ...silent, warn: (message) => warnings.push(message) }, undefined, () =>
			Promise.reject(new Error('EPERM')),
		);
		await cache.put('k', scoredResponse(7), scoreCodec);
		assert.deepEqual(await cache.get('k', scoreCodec), scoredResponse(7));
		assert.deepEqual(warnings, ['the result cache cannot note a use: Error: EPERM']);
	});

	it('lets go of what was used longest ago when it is full', async (t) => {
		const folder = folderIn(t);
		await new ResultCache(folder, silent).put('k0', scoredResponse(40, 0), scoreCodec);
		const size = statSync(join(folder, 'k0')).size;
		const cache = new ResultCache(folder, silent, size * 5.5);
		for (let i = 1; i <= 4; i++) {
			await cache.put(`k${i}`, scoredResponse(40, i), scoreCodec);
			utimesSync(join(folder, `k${i}`), 1000 + i, 1000 + i);
		}
		utimesSync(join(folder, 'k0'), 1000, 1000);
		assert.ok((await cache.get('k0', scoreCodec)) !== undefined, 'a hit makes it the newest');
		await cache.put('k5', scoredResponse(40, 5), scoreCodec);
		// Six are more than five and a half; nine tenths of that are four.
		assert.deepEqual(readdirSync(folder).toSorted(), ['k0', 'k3', 'k4', 'k5']);
	});

	it('does not take what is larger than all of it', async (t) => {
		const folder = folderIn(t);
		const cache = new ResultCache(folder, silent, 10);
		await cache.put('k', scoredResponse(40), scoreCodec);
		assert.equal(await cache.get('k', scoreCodec), undefined);
	});

	it("is cleared with all workspaces' results", async (t) => {
		const folder = folderIn(t);
		await new ResultCache(folder, silent).put('a', scoredResponse(3), scoreCodec);
		await new ResultCache(join(folder, '..', 'there'), silent).put('b', scoredResponse(3), scoreCodec);
		assert.equal((await clearFolders([join(folder, '..')])).files, 2);
		assert.deepEqual(await clearFolders([join(folder, '..')]), { files: 0, bytes: 0 });
	});

	it('says what to do where another one goes on writing while it is cleared', async (t) => {
		const folder = folderIn(t);
		const { rm } = fs;
		const end = (): void => {
			fs.rm = rm;
			syncBuiltinESMExports();
		};
		t.after(end);
		fs.rm = async () => Promise.reject(Object.assign(new Error('ENOTEMPTY: directory not empty'), { code: 'ENOTEMPTY', syscall: 'rmdir' }));
		syncBuiltinESMExports();
		await assert.rejects(clearFolders([folder]), {
			code: 'RA507',
			message: 'The cache cannot be cleared: another program has just put a file into it.',
			place: { file: folder },
		});
	});
});
