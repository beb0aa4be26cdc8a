import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../src/errors.ts';
import { addIgnored, removeIgnored } from '../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../src/formats/subject.ts';
import { defaultCacheDirectory, workspaceResultsFolder, defaultDataDirectory } from '../../../src/runner/context/cache-directory.ts';
import { packagePaths } from '../../../src/runner/context/package-paths.ts';
import { changeSidecar, loadSidecar } from '../../../src/runner/traces/sidecar-store.ts';
import { canonicalUri, pathOf } from '../../../src/runner/lsp/uris.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('where things lie', () => {
	it('the cache, by platform', () => {
		assert.equal(defaultCacheDirectory('linux', {}, '/h'), '/h/.cache/rag-assay');
		assert.equal(defaultCacheDirectory('linux', { XDG_CACHE_HOME: '/x' }, '/h'), '/x/rag-assay');
		assert.equal(defaultCacheDirectory('linux', { XDG_CACHE_HOME: '' }, '/h'), '/h/.cache/rag-assay');
		assert.equal(defaultCacheDirectory('darwin', {}, '/Users/a'), '/Users/a/Library/Caches/rag-assay');
		assert.match(defaultCacheDirectory('win32', { LOCALAPPDATA: 'L' }, 'H'), /^L.rag-assay.Cache$/);
		assert.equal(workspaceResultsFolder('/c', ['file:///b', 'file:///a']), workspaceResultsFolder('/c', ['file:///a', 'file:///b']));
		assert.notEqual(workspaceResultsFolder('/c', ['file:///a']), workspaceResultsFolder('/c', []));
	});

	it("the user's own data, by platform, beside the cache", () => {
		assert.equal(defaultDataDirectory('linux', {}, '/h'), '/h/.local/share/rag-assay');
		assert.equal(defaultDataDirectory('linux', { XDG_DATA_HOME: '/x' }, '/h'), '/x/rag-assay');
		assert.equal(defaultDataDirectory('linux', { XDG_DATA_HOME: '' }, '/h'), '/h/.local/share/rag-assay');
		assert.equal(defaultDataDirectory('darwin', {}, '/Users/a'), '/Users/a/Library/Application Support/rag-assay');
		assert.match(defaultDataDirectory('win32', { APPDATA: 'R' }, 'H'), /^R.rag-assay$/);
	});

	it('the package, from its bundle, its sources, and a link to it', (t) => {
		const root = temporaryFolder(t, 'rag-assay-package-');
		writeFileSync(join(root, 'package.json'), '{"version":"1.2.3"}');
		for (const folder of ['dist', 'src/runner', 'bin']) mkdirSync(join(root, folder), { recursive: true });
		for (const file of ['dist/runner.cjs', 'src/runner/main.ts']) writeFileSync(join(root, file), '');
		symlinkSync(join(root, 'dist/runner.cjs'), join(root, 'bin/rag-assay'));
		const bundled = packagePaths(join(root, 'dist/runner.cjs'));
		assert.deepEqual([bundled.root, bundled.version, bundled.modelProcess], [root, '1.2.3', join(root, 'dist/model-process.cjs')]);
		assert.equal(bundled.demoModel, join(root, 'models/demo'));
		assert.deepEqual(packagePaths(join(root, 'bin/rag-assay')), bundled);
		assert.equal(packagePaths(join(root, 'src/runner/main.ts')).modelProcess, join(root, 'src/model-process/main.ts'));
		assert.equal(bundled.runtime, 'unknown', 'nothing is installed');
		mkdirSync(join(root, 'node_modules/onnxruntime-node'), { recursive: true });
		writeFileSync(join(root, 'node_modules/onnxruntime-node/package.json'), '{"version":"4.5.6"}');
		assert.equal(packagePaths(join(root, 'dist/runner.cjs')).runtime, '4.5.6');
		assert.equal(packagePaths(join(root, 'bin/rag-assay')).runtime, '4.5.6');
	});

	it('a URI, however it is written', () => {
		assert.equal(canonicalUri('file:///a%2Db/%28c%29.rag.md'), canonicalUri('file:///a-b/(c).rag.md'));
		assert.equal(canonicalUri('untitled:Untitled-1'), 'untitled:Untitled-1');
		assert.equal(pathOf('file:///a%20b'), '/a b');
		assert.equal(pathOf('file:///a%2Fb'), undefined);
		assert.equal(pathOf('git:/a'), undefined);
	});
});

describe('the sidecar on the disk', () => {
	it('takes changes that come at once, loses none, and goes when it is empty', async (t) => {
		const folder = temporaryFolder(t, 'rag-assay-sidecar-');
		const path = join(folder, 'a.rag-assay.json');
		const keys = Array.from({ length: 20 }, (_, i) => ({
			subject: traceSubject(`t${i}`),
			code: 'c',
			textSha256: i.toString(16).padStart(64, '0'),
		}));
		await Promise.all(
			keys.map((key) =>
				changeSidecar(path, (sidecar) => addIgnored(sidecar, { ...key, who: 'me', when: '2026-11-21T00:00:00Z', note: '' })),
			),
		);
		assert.equal((await loadSidecar(path)).ignored.length, 20);
		await Promise.all(keys.map((key) => changeSidecar(path, (sidecar) => removeIgnored(sidecar, key))));
		assert.throws(() => readFileSync(path), { code: 'ENOENT' });
		writeFileSync(path, '{ not JSON');
		await assert.rejects(
			changeSidecar(path, (sidecar) => sidecar),
			(error) => error instanceof UserError && error.code === 'RA111',
		);
		assert.equal(readFileSync(path, 'utf8'), '{ not JSON', 'what cannot be understood is not overwritten');
		await assert.rejects(
			changeSidecar(join(folder, 'none', 'b.json'), (sidecar) =>
				addIgnored(sidecar, { ...keys[0]!, who: '', when: '2026-11-21T00:00:00Z', note: '' }),
			),
			(error) => error instanceof UserError && error.code === 'RA505',
		);
	});

	it('loses nothing that another process puts into it while it is changed here', async (t) => {
		const path = join(temporaryFolder(t), 'a.rag-assay.json');
		const program = fileURLToPath(new URL('changing-sidecar.ts', import.meta.url));
		let isOther = false;
		await changeSidecar(path, (sidecar) => {
			if (!isOther) assert.equal(spawnSync(process.execPath, [program, path, 'theirs']).status, 0);
			isOther = true;
			return addIgnored(sidecar, {
				subject: traceSubject('ours'),
				code: 'c',
				textSha256: '0'.repeat(64),
				who: 'me',
				when: '2026-11-21T00:00:00Z',
				note: '',
			});
		});
		assert.deepEqual((await loadSidecar(path)).ignored.map(({ subject }) => subject.id).toSorted(), ['ours', 'theirs']);
	});
});
