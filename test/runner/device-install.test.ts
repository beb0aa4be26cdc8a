import assert from 'node:assert/strict';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { cudaPackages } from '../../src/lm/devices/cuda/cuda-packages.ts';
import { deviceInstallation, InstallDevice } from '../../src/protocol/models.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { until } from '../support/until.ts';
import { Client } from '../support/runner-client.ts';
import { assertFits, commandLine, endOf, jsonLines } from './command-line.ts';

const linux = process.platform === 'linux' && process.arch === 'x64';

describe('device install cuda with the real runner', () => {
	const cli = commandLine();
	const folder = join(cli.folder, 'cache', 'rag-assay', 'cuda');
	/** No package index is asked before something is downloaded. */
	const nowhere = ['--index', 'http://127.0.0.1:1/simple/'];

	it('says what it would fetch and what that weighs, and fetches nothing', {
		skip: !linux && 'the bundled ONNX Runtime has CUDA on Linux x64 alone',
	}, async () => {
		const json = await cli.run(['device', 'install', 'cuda', '--dry-run', '--json', '--quiet', ...nowhere]);
		assert.equal(json.status, 0, json.stderr);
		const [plan] = jsonLines(json.stdout);
		assertFits('device-install@1', plan);
		const { packages, bytes, host } = deviceInstallation.parse(plan);
		const fetched = packages.filter(({ state }) => state === 'fetch');
		assert.ok(fetched.some(({ name }) => name === 'onnxruntime-gpu'));
		assert.equal(
			bytes,
			fetched.reduce((sum, one) => sum + one.bytes, 0),
		);
		assert.equal(host, '127.0.0.1:1');
		assert.ok(!existsSync(folder));
	});

	slowTest(
		'says the same for people',
		{
			skip: !linux && 'the bundled ONNX Runtime has CUDA on Linux x64 alone',
		},
		async () => {
			const json = await cli.run(['device', 'install', 'cuda', '--dry-run', '--json', '--quiet', ...nowhere]);
			const { unpackedBytes } = deviceInstallation.parse(jsonLines(json.stdout)[0]);
			const { status, stdout } = await cli.run(['device', 'install', 'cuda', '--dry-run', ...nowhere]);
			assert.equal(status, 0);
			assert.match(stdout, /^ {2}onnxruntime-gpu \S+ +246\.7 MB {2}ONNX Runtime's CUDA provider$/m);
			assert.ok(stdout.includes(`${(unpackedBytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB on disk`));
			assert.ok(!existsSync(folder));
		},
	);

	slowTest(
		'does not say that a library is installed whose content is another',
		{
			skip: !linux && 'the bundled ONNX Runtime has CUDA on Linux x64 alone',
		},
		async (t) => {
			const [runtime] = cudaPackages.packages;
			assert.ok(runtime !== undefined && !runtime.anyOfMachine);
			const versioned = join(folder, cudaPackages.runtime);
			mkdirSync(versioned, { recursive: true });
			t.after(() => rmSync(folder, { recursive: true }));
			// Of the right sizes, and nothing but zeros, which take no room on the disk.
			for (const { name, bytes } of runtime.members) {
				const file = openSync(join(versioned, name), 'w');
				ftruncateSync(file, bytes);
				closeSync(file);
			}
			const { stdout, stderr } = await cli.run(['device', 'install', 'cuda', '--dry-run', '--json', '--quiet', ...nowhere]);
			const [plan] = jsonLines(stdout);
			assert.equal(deviceInstallation.parse(plan).packages.find(({ name }) => name === runtime.name)?.state, 'fetch', stderr);
			for (const { name, bytes } of runtime.members) assert.equal(statSync(join(versioned, name)).size, bytes, 'nothing is changed');

			const cleared = await cli.run(['cache', 'clear']);
			assert.ok(cleared.stdout.includes(`delete the folder ${folder}\n`), cleared.stdout);
			assert.ok(existsSync(versioned));
		},
	);

	slowTest('refuses with a number: offline, with no index, for a device that needs nothing', async () => {
		const offline = await cli.run(['device', 'install', 'cuda', '--offline']);
		assert.deepEqual([offline.status, /^RA331: /m.test(offline.stderr)], [3, true], offline.stderr);
		if (linux) {
			const unreachable = await cli.run(['device', 'install', 'cuda', '--quiet', ...nowhere]);
			assert.deepEqual(
				[unreachable.status, /^RA306: 127\.0\.0\.1:1 cannot be reached\. .*--index/m.test(unreachable.stderr)],
				[3, true],
				unreachable.stderr,
			);
			assert.match((await cli.run(['device', 'install', 'cuda', '--index', 'file:///srv'])).stderr, /^RA333: /m);
		} else assert.match((await cli.run(['device', 'install', 'cuda', ...nowhere])).stderr, /^RA231: /m);
		assert.equal((await cli.run(['device', 'install', 'webgpu'])).status, 2);
	});

	slowTest(
		'stops at Ctrl-C in the middle of a download, and keeps what came',
		{
			skip: !linux && 'the bundled ONNX Runtime has CUDA on Linux x64 alone',
		},
		async (t) => {
			const { name, file, bytes } = cudaPackages.packages[0]!;
			const some = Buffer.alloc(100_000, 1);
			// The rest of the file never comes.
			const server = createServer(({ url }, response) => {
				if (url === `/simple/${name}/`) response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="/${file}">${file}</a>`);
				else response.writeHead(200, { 'content-length': bytes }).write(some);
			});
			await new Promise<void>((done) => {
				server.listen(0, '127.0.0.1', done);
			});
			t.after(() => {
				server.closeAllConnections();
				server.close();
			});
			const address = server.address();
			assert.ok(typeof address === 'object' && address !== null);
			const child = cli.launch(['device', 'install', 'cuda', '--index', `http://127.0.0.1:${address.port}/simple`]);
			const end = endOf(child);
			const part = join(folder, cudaPackages.runtime, 'downloads', `${file}.part`);
			await until(() => existsSync(part) && statSync(part).size === some.length, 'what is sent lies on the disk', { limit: 120_000 });
			child.kill('SIGINT');
			assert.equal(await end, 130);
			assert.equal(statSync(part).size, some.length);
			assert.ok(!existsSync(join(folder, cudaPackages.runtime, 'writer.lock')), 'who comes next need not wait');
		},
	);

	it('refuses for a workspace that is not trusted', async (t) => {
		const client = new Client(t);
		await client.initialize({ offline: false, trusted: false });
		await assert.rejects(ask(client.connection, InstallDevice, { token: 't', device: 'cuda', announced: [] }), /RA332/);
	});
});
