import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UserError } from '../../../../../src/errors.ts';
import { installCuda, type InstallOptions } from '../../../../../src/lm/devices/cuda/install-cuda.ts';
import { planInstall, type InstallPlan } from '../../../../../src/lm/devices/cuda/install-plan.ts';
import type { MachineLibraries } from '../../../../../src/lm/devices/cuda/machine-libraries.ts';
import { slowTest } from '../../../../support/slow-test.ts';
import { emptyFolder } from '../../../../support/model-folder-builder.ts';
import { archiveOf, cublas, cublasLt, fakeRuntime, member, pinnedPackage, provider } from './fake-packages.ts';
import { LoopbackIndex } from './loopback-index.ts';
import { zipFile } from './zip-file.ts';

const nothing: MachineLibraries = { loaded: () => undefined, elsewhere: () => undefined };
const { pinned, files } = fakeRuntime();
const [ort, blas] = pinned.packages.map(({ file }) => file) as [string, string];

type Options = Partial<InstallOptions>;
/** Where bytes of the second package's download begin among those of all. */
const second = pinned.packages[0]!.bytes + provider.content.length;

function install(index: LoopbackIndex, folder: string, options: Options = {}): ReturnType<typeof installCuda> {
	return installCuda({
		pinned,
		folder,
		index: index.address,
		libraries: nothing,
		announced: [ort, blas, 'other-1.0-py3-none-any.whl', 'ort_gpu-9.9-py3-none-any.whl'],
		signal: new AbortController().signal,
		retryDelay: 1,
		progressInterval: 0,
		...options,
		onProgress: (message, done, total) => {
			options.onProgress?.(message, done, total);
			index.received(message.includes('(2 of 2)') ? done - second : done);
		},
	});
}

/** What is said beforehand, and what is reported meanwhile. */
async function planFor(
	folder: string,
	libraries = nothing,
	onProgress: InstallOptions['onProgress'] = () => undefined,
): Promise<InstallPlan> {
	return planInstall({ pinned, folder, libraries, signal: new AbortController().signal, onProgress });
}

function fetchedOf({ packages }: InstallPlan): string[] {
	return packages.filter(({ state }) => state === 'fetch').map((planned) => planned.package.file);
}

/** Changes one byte, and not the size. */
function damage(folder: string): void {
	const damaged = cublas.content.slice();
	damaged[7]! ^= 1;
	writeFileSync(join(folder, cublas.name), damaged);
}

async function refusal(act: Promise<unknown>): Promise<UserError> {
	const error: unknown = await act.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.ok(error instanceof UserError, `expected a refusal, got ${String(error)}`);
	assert.ok(error.hint !== undefined, 'it says what to do');
	return error;
}

function assertWhole(folder: string): void {
	for (const { name, content } of [provider, cublas, cublasLt]) assert.deepEqual(new Uint8Array(readFileSync(join(folder, name))), content);
	assert.deepEqual(readdirSync(folder).toSorted(), [cublas.name, cublasLt.name, provider.name], 'nothing else is left');
}

describe('installing what CUDA needs', () => {
	for (const pages of ['json', 'html'] as const) {
		it(`fetches, checks and unpacks what is named, from an index of ${pages}`, async () => {
			const index = await LoopbackIndex.start(files);
			index.pages = pages;
			const folder = join(emptyFolder(), 'cuda', '1.30.0');
			const told: [string, number, number][] = [];
			const plan = await install(index, folder, { onProgress: (...progress) => told.push(progress) });
			assert.deepEqual(
				plan.map(({ state }) => state),
				['fetch', 'fetch'],
			);
			assertWhole(folder);
			assert.equal(statSync(folder).mode & 0o777, 0o700, "its owner's alone");
			assert.equal(statSync(join(folder, provider.name)).mode & 0o077, 0);
			const total =
				Object.values(files).reduce((sum, { length }) => sum + length, 0) +
				provider.content.length +
				cublas.content.length +
				cublasLt.content.length;
			assert.deepEqual(told.at(-1), ['Unpacking nv-cublas 1.0 (2 of 2)', total, total]);
			for (let i = 1; i < told.length; i++) assert.ok(told[i]![1] >= told[i - 1]![1], 'progress never goes back');

			const before = index.asked.length;
			assert.deepEqual(
				(await install(index, folder)).map(({ state }) => state),
				['there', 'there'],
			);
			assert.equal(index.asked.length, before, 'what is there is not asked for again');
		});
	}

	it('goes on by itself where a connection broke, without an ETag', async () => {
		const index = await LoopbackIndex.start(files);
		index.cutAfter.set(ort, 10_000);
		const folder = emptyFolder();
		await install(index, folder);
		assertWhole(folder);
		assert.deepEqual(
			index.asked.filter(({ path }) => path.endsWith(ort)).map(({ range }) => range),
			[undefined, 'bytes=10000-'],
		);
	});

	it('keeps what came when it is canceled, and goes on in a later process', async () => {
		const index = await LoopbackIndex.start(files);
		const folder = emptyFolder();
		index.cutAfter.set(blas, 20_000);
		const controller = new AbortController();
		await assert.rejects(
			install(index, folder, {
				signal: controller.signal,
				onProgress: (message, done) => {
					if (message.includes('(2 of 2)') && done === second + 20_000) controller.abort(new Error('enough'));
				},
			}),
			/enough/,
		);
		assert.equal(statSync(join(folder, 'downloads', `${blas}.part`)).size, 20_000);
		assert.ok(!existsSync(join(folder, 'writer.lock')));
		const before = index.asked.length;
		await install(index, folder);
		assertWhole(folder);
		assert.deepEqual(
			index.asked.slice(before).filter(({ path }) => path.startsWith('/files/')),
			[{ path: `/files/${blas}`, range: 'bytes=20000-' }],
		);
	});

	it('refuses what is not what it should be, and keeps nothing of it', async () => {
		const wrong = files[ort]!.slice();
		wrong[5_000]! ^= 1;
		for (const [instead, code, message] of [
			[wrong, 'RA309', /ort_gpu-1\.0-py3-none-any\.whl is not what it should be: its SHA-256 is [0-9a-f]{64} instead of [0-9a-f]{64}/],
			[files[ort]!.subarray(0, 9_000), 'RA308', /has \d+ bytes, and 9000 would come/],
			[new Uint8Array(files[ort]!.length + 1), 'RA308', /would come/],
		] as const) {
			const index = await LoopbackIndex.start({ ...files, [ort]: instead });
			const folder = emptyFolder();
			const error = await refusal(install(index, folder));
			assert.equal(error.code, code, error.message);
			assert.match(error.message, message);
			assert.deepEqual(
				readdirSync(folder, { recursive: true }).filter((name) => name !== 'downloads'),
				[],
				'nothing is kept',
			);
			index.files.set(ort, files[ort]!);
			await install(index, folder);
			assertWhole(folder);
		}
	});

	it('unpacks what is pinned under its pinned name alone, whatever names an archive has', async () => {
		const content = new TextEncoder().encode('evil');
		for (const name of ['../evil', '/tmp/evil', 'pack/../../evil', '..\\evil']) {
			const archive = archiveOf([provider], [{ name, content }]);
			const fake = fakeRuntime({ ort: archive, cublas: files[blas]! });
			const parent = emptyFolder();
			const folder = join(parent, 'a', 'b');
			const result = await install(await LoopbackIndex.start(fake.files), folder, { pinned: fake.pinned }).then(
				() => 'installed',
				(error: unknown) => error,
			);
			if (result !== 'installed') {
				assert.ok(result instanceof UserError && result.code === 'RA334', String(result));
				assert.match(result.message, /invalid (?:relative )?path|absolute path/);
				assert.ok(!existsSync(join(folder, provider.name)));
			}
			assert.deepEqual(
				readdirSync(parent, { recursive: true }).filter((path) => String(path).includes('evil')),
				[],
				name,
			);
		}
	});

	slowTest('refuses archives without a member, with one twice, with a bomb in it, or that are none', async () => {
		const path = `pack/lib/${provider.name}`;
		const { content } = provider;
		for (const [archive, message] of [
			[archiveOf([cublas]), /does not hold pack\/lib\/libonnxruntime_providers_cuda\.so/],
			[
				zipFile([
					{ name: path, content },
					{ name: path, content },
				]),
				/twice/,
			],
			[zipFile([{ name: path, content: new Uint8Array(200_000_000) }]), /says that .* has 200000000 bytes instead of 40000/],
			[zipFile([{ name: path, content: new Uint8Array(200_000_000), said: content.length }]), /cannot be unpacked/],
			[zipFile([{ name: path, content: content.toReversed() }]), /is not what it should be: its SHA-256/],
			[new TextEncoder().encode('<p>Please log in.</p>'.repeat(99)), /is no zip archive/],
		] as const) {
			const fake = fakeRuntime({ ort: archive, cublas: files[blas]! });
			const folder = emptyFolder();
			const error = await refusal(install(await LoopbackIndex.start(fake.files), folder, { pinned: fake.pinned }));
			assert.equal(error.code, 'RA334', error.message);
			assert.match(error.message, message);
			assert.deepEqual(
				readdirSync(folder, { recursive: true }).filter((name) => name !== 'downloads'),
				[],
				'nothing is kept',
			);
		}
	});

	it('fetches anew what has changed on disk', async () => {
		const index = await LoopbackIndex.start(files);
		const folder = emptyFolder();
		await install(index, folder);
		damage(folder);
		rmSync(join(folder, provider.name));
		const before = index.names().length;
		await install(index, folder);
		assertWhole(folder);
		assert.deepEqual(index.names().slice(before), [ort, blas]);
	});

	it('says beforehand what is fetched: what changed at the same size, too', async () => {
		const index = await LoopbackIndex.start(files);
		const folder = emptyFolder();
		assert.deepEqual(fetchedOf(await planFor(folder)), [ort, blas]);
		await install(index, folder);
		const told: [string, number, number][] = [];
		assert.deepEqual(fetchedOf(await planFor(folder, nothing, (...progress) => told.push(progress))), []);
		const mass = provider.content.length + cublas.content.length + cublasLt.content.length;
		assert.deepEqual(told.at(-1), ['Checking what is installed', mass, mass]);
		damage(folder);
		const announced = fetchedOf(await planFor(folder));
		assert.deepEqual(announced, [blas]);
		assert.notDeepEqual(readFileSync(join(folder, cublas.name)), Buffer.from(cublas.content), 'a plan changes nothing');
		assert.ok(existsSync(join(folder, cublas.name)));
		const before = index.names().length;
		await install(index, folder, { announced });
		assert.deepEqual(index.names().slice(before), [blas]);
		assertWhole(folder);
	});

	it('fetches nothing that was not announced, and says so', async () => {
		const index = await LoopbackIndex.start(files);
		const folder = emptyFolder();
		await install(index, folder);
		const announced = fetchedOf(await planFor(folder));
		damage(folder);
		const asked = index.asked.length;
		const error = await refusal(install(index, folder, { announced }));
		assert.equal(error.code, 'RA336');
		assert.match(error.message, /not announced: nv-cublas 1\.0 \(1 MB\)\.$/);
		assert.equal(index.asked.length, asked);
		assert.ok(existsSync(join(folder, cublas.name)), 'and changes nothing');
	});

	it("drops a changed library in favor of the machine's own, which the loader would else not get to", async () => {
		const index = await LoopbackIndex.start(files);
		const folder = emptyFolder();
		await install(index, folder);
		const system = emptyFolder();
		for (const name of [cublas.name, cublasLt.name]) writeFileSync(join(system, name), 'libcublasLt.so.13');
		const libraries: MachineLibraries = {
			loaded: (name) => (existsSync(join(system, name)) ? join(system, name) : undefined),
			elsewhere: () => undefined,
		};
		for (const change of [() => damage(folder), () => writeFileSync(join(folder, cublas.name), 'short')]) {
			change();
			assert.deepEqual(fetchedOf(await planFor(folder, libraries)), []);
			await install(index, folder, { libraries, announced: [] });
			assert.ok(!existsSync(join(folder, cublas.name)));
		}
	});

	it('uses what the machine has: what the loader finds as it is, the rest by links', async () => {
		const index = await LoopbackIndex.start(files);
		const system = emptyFolder();
		for (const name of [cublas.name, cublasLt.name, 'libcublasXyz.so.13']) writeFileSync(join(system, name), 'libcublasLt.so.13');
		const find = (name: string): string | undefined => (existsSync(join(system, name)) ? join(system, name) : undefined);
		const loaded = await install(index, emptyFolder(), { libraries: { loaded: find, elsewhere: find } });
		assert.deepEqual(
			loaded.map(({ state }) => state),
			['fetch', 'machine'],
		);

		const folder = emptyFolder();
		assert.deepEqual(
			(await install(index, folder, { libraries: { loaded: () => undefined, elsewhere: find } })).map(({ state }) => state),
			['fetch', 'link'],
		);
		for (const name of [cublas.name, cublasLt.name, 'libcublasXyz.so.13'])
			assert.equal(readlinkSync(join(folder, name)), join(system, name), 'its family too, which it loads by name');
		assert.ok(!index.names().includes(blas));

		// Gone since: fetched, over the link that leads nowhere.
		rmSync(system, { recursive: true });
		await install(index, folder);
		assert.ok(lstatSync(join(folder, cublas.name)).isFile());
	});

	it('does not take libraries of the same names that are made for another CUDA', async () => {
		const index = await LoopbackIndex.start(files);
		const system = emptyFolder();
		const strict = { ...pinned, packages: [pinned.packages[0]!, { ...pinned.packages[1]!, mustName: 'libcublasLt.so.13' }] };
		const find = (name: string): string => join(system, name);
		for (const [names, state] of [
			['libcublasLt.so.12', 'fetch'],
			[`${'x'.repeat(2 ** 20 - 8)}libcublasLt.so.13`, 'machine'],
		] as const) {
			for (const name of [cublas.name, cublasLt.name]) writeFileSync(join(system, name), names);
			assert.equal(
				(await install(index, emptyFolder(), { pinned: strict, libraries: { loaded: find, elsewhere: () => undefined } }))[1]!.state,
				state,
			);
		}
	});

	it('says beforehand when there is no room, and when its folder cannot be written to', async () => {
		const index = await LoopbackIndex.start(files);
		const folder = emptyFolder();
		const full = await refusal(install(index, folder, { freeBytes: () => Promise.resolve(50_000) }));
		assert.equal(full.code, 'RA335');
		assert.match(full.message, /^CUDA needs 1 MB of free space, and there are 1 MB\.$/);
		assert.equal(index.asked.length, 0);
		const file = join(folder, 'file');
		writeFileSync(file, '');
		assert.equal((await refusal(install(index, join(file, 'cuda')))).code, 'RA312');
	});

	it('says when the index does not have a file, is none, or cannot be reached', async () => {
		const index = await LoopbackIndex.start(files);
		const missing = {
			...pinned,
			packages: [pinnedPackage('ort-gpu', files[ort]!, [member(provider)], { file: 'ort_gpu-9.9-py3-none-any.whl' })],
		};
		assert.match(
			(await refusal(install(index, emptyFolder(), { pinned: missing }))).message,
			/does not have ort_gpu-9\.9-py3-none-any\.whl/,
		);
		const unknown = { ...pinned, packages: [pinnedPackage('other', files[ort]!, [member(provider)])] };
		assert.match((await refusal(install(index, emptyFolder(), { pinned: unknown }))).message, /answered 404 for other/);
		index.status.set(ort, 503);
		const busy = await refusal(install(index, emptyFolder()));
		assert.deepEqual([busy.code, /answered 503/.test(busy.message)], ['RA333', true]);
		index.pages = 'nonsense';
		assert.equal((await refusal(install(index, emptyFolder()))).code, 'RA333');
		assert.equal((await refusal(install(index, emptyFolder(), { index: new URL('http://127.0.0.1:1/simple/') }))).code, 'RA306');
	});

	it('is done by one at a time', async () => {
		const index = await LoopbackIndex.start(files);
		const folder = emptyFolder();
		const waits: string[] = [];
		await Promise.all(
			[1, 2, 3].map(async () =>
				install(index, folder, {
					onProgress: (message) => {
						if (message.startsWith('Waiting')) waits.push(message);
					},
				}),
			),
		);
		assertWhole(folder);
		assert.deepEqual(index.names(), [ort, blas]);
		assert.equal(waits.length, 2);
	});
});
