import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { programOptions, programs } from '../../../scripts/bundles.ts';
import { isQuick, slowTest } from '../../support/slow-test.ts';

/** Bytes of each input in a program's bundle. */
async function bytesIn(name: string, entry: string): Promise<ReadonlyMap<string, number>> {
	const { metafile } = await build({ ...programOptions(name, entry), metafile: true, sourcemap: false, write: false });
	return new Map(
		Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs).map(([path, one]) => [path, one.bytesInOutput])),
	);
}

describe('bundles', () => {
	const names = Object.keys(programs);
	// Two of them stand for all in `npm test`: each takes a second to bundle.
	const bundled = isQuick ? ['calibration-worker', 'english-model'] : names;
	let bundles: ReadonlyMap<string, ReadonlyMap<string, number>>;
	before(async () => {
		bundles = new Map(await Promise.all(bundled.map(async (name) => [name, await bytesIn(name, programs[name]!)] as const)));
	});
	const paths = (name: string): string[] => [...bundles.get(name)!].flatMap(([path, bytes]) => (bytes > 0 ? [path] : []));
	const size = (name: string): number => [...bundles.get(name)!.values()].reduce((sum, bytes) => sum + bytes, 0);

	test("the tagger's language model is in a file of its own, and in no program: what fits tags no text", () => {
		for (const name of bundled)
			assert.equal(
				paths(name).some((path) => path.includes('/wink-')),
				name === 'english-model',
				name,
			);
		// 1.58 MB when this was written, 5.9 MB with the language model; the largest rest compares texts for the starter profile, zod and yaml.
		assert.ok(size('calibration-worker') < 1_600_000, String(size('calibration-worker')));
	});

	slowTest('what speaks to databases is in a file of its own, with all that it needs but LanceDB', () => {
		for (const name of names)
			for (const part of ['node_modules/@sqlite.org/', 'node_modules/pg/', 'node_modules/chromadb/', 'node_modules/@qdrant/'])
				assert.equal(
					paths(name).some((path) => path.includes(part)),
					name === 'database-clients',
					`${name} ${part}`,
				);
		assert.ok(names.every((name) => !paths(name).some((path) => path.includes('lancedb/dist'))));
	});

	test('only what is used of zod is in a program: `import { z }` keeps the whole library', () => {
		for (const name of bundled)
			assert.deepEqual(
				paths(name).filter((path) => /zod\/.*\/from-json-schema/.test(path)),
				[],
				name,
			);
	});

	slowTest("zod speaks English alone: no program has its other languages' messages", () => {
		const languages = names.flatMap((name) => paths(name).filter((path) => /zod\/.*\/locales\/(?!en\.)/.test(path)));
		assert.deepEqual(languages, []);
		assert.ok(paths('runner').some((path) => path.endsWith('/locales/en.js')));
	});

	slowTest('no program loads the library of pictures', () => {
		for (const name of names)
			assert.deepEqual(
				paths(name).filter((path) => path.includes('node_modules/sharp/')),
				[],
				name,
			);
		assert.ok(paths('model-process').includes('no-pictures:sharp'));
	});
});
