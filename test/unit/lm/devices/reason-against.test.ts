import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cudaPackages } from '../../../../src/lm/devices/cuda/cuda-packages.ts';
import { plainReason } from '../../../../src/lm/devices/probe-device.ts';
import { isInstallable, reasonAgainst, thisMachine, type Machine } from '../../../../src/lm/devices/reason-against.ts';

/** A Linux machine with these paths. */
function linux(paths: readonly string[], more: Partial<Machine> = {}): Machine {
	return {
		platform: 'linux',
		arch: 'x64',
		runtimeFolder: '/ort',
		cudaFolder: '/cuda',
		environment: {},
		loaded: (library) => paths.find((path) => path === `/lib/${library}`),
		built: [
			{ device: 'cpu', bundled: true },
			{ device: 'webgpu', bundled: true },
			{ device: 'cuda', bundled: false },
		],
		exists: (path) => paths.includes(path),
		list: (folder) => paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
		...more,
	};
}
const card = '/dev/nvidiactl';
const driverLibrary = '/lib/libcuda.so.1';
const provider = ['libonnxruntime_providers_shared.so', 'libonnxruntime_providers_cuda.so'];
/** All that `device install cuda` brings. */
const installed = cudaPackages.packages.flatMap(({ members }) => members.map(({ name }) => `/cuda/${name}`));

describe('what can be said against a device without starting it', () => {
	it('is nothing for the CPU', () => {
		assert.equal(reasonAgainst('cpu', linux([])), undefined);
	});

	it('names each part that CUDA lacks, and what brings it', () => {
		const brings = '`rag-assay device install cuda` (in VS Code: RAG Assay: Install CUDA…) brings';
		const driver =
			'the NVIDIA driver (version 580 or newer; it comes with your system or from NVIDIA, and no NVIDIA graphics card with a driver was found)';
		assert.equal(
			reasonAgainst('cuda', linux([])),
			`CUDA lacks ${driver}, and ONNX Runtime's CUDA provider, the CUDA 13 runtime, cuBLAS 13, cuRAND 10, NVRTC 13 and cuDNN 9: ${brings} them, 1,186 MB to download.`,
		);
		assert.equal(reasonAgainst('cuda', linux(installed)), `CUDA lacks only ${driver}.`);
		assert.equal(
			reasonAgainst('cuda', linux([card, ...installed])),
			'CUDA lacks only the NVIDIA driver (version 580 or newer; it comes with your system or from NVIDIA, and its library libcuda.so.1 was not found).',
		);
		assert.equal(reasonAgainst('cuda', linux([card, driverLibrary, ...installed])), undefined);
		assert.equal(
			reasonAgainst('cuda', linux([card, driverLibrary, ...installed.filter((path) => !path.includes('cudnn'))])),
			`CUDA lacks cuDNN 9: ${brings} it, 367 MB to download.`,
		);
		// What the loader finds by itself is as good; but a provider of another version of ONNX Runtime is none.
		const systems = [
			'libcudart.so.13',
			'libcublas.so.13',
			'libcublasLt.so.13',
			'libcurand.so.10',
			'libnvrtc.so.13',
			'libcudnn.so.9',
			...provider,
		].map((name) => `/lib/${name}`);
		assert.equal(
			reasonAgainst('cuda', linux([card, driverLibrary, ...systems])),
			`CUDA lacks ONNX Runtime's CUDA provider: ${brings} it, 247 MB to download.`,
		);
		assert.equal(
			reasonAgainst('cuda', linux([card, driverLibrary, ...systems, ...provider.map((name) => `/ort/${name}`)])),
			undefined,
			'put beside the runtime by hand',
		);
		assert.equal(
			reasonAgainst('cuda', linux([card], { built: [], arch: 'arm64' })),
			'This build of ONNX Runtime has no CUDA for linux on arm64.',
		);
		assert.equal(reasonAgainst('cuda', linux([], { platform: 'darwin' })), 'CUDA does not exist on macOS.');
	});

	it('offers to install where the driver is there, and only then', () => {
		assert.equal(isInstallable('cuda', linux([card, driverLibrary])), true);
		assert.equal(isInstallable('cuda', linux([])), false);
		assert.equal(isInstallable('cuda', linux([card, driverLibrary, ...installed])), false);
		assert.equal(isInstallable('cuda', linux([card, driverLibrary], { built: [] })), false);
		assert.equal(isInstallable('webgpu', linux([card, driverLibrary])), false);
	});

	it('is about the runtime that is bundled', () => {
		const { dependencies } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
			dependencies: Record<string, string>;
		};
		assert.equal(cudaPackages.runtime, dependencies['onnxruntime-node'], 'after an update: node scripts/pin-cuda.ts');
		assert.equal(
			new Set(cudaPackages.packages.flatMap(({ members }) => members.map(({ name }) => name))).size,
			cudaPackages.packages.flatMap(({ members }) => members).length,
			'no member overwrites another',
		);
		for (const { needed, members } of cudaPackages.packages)
			for (const name of needed)
				assert.ok(
					members.some((member) => member.name === name),
					name,
				);
		for (const { name } of cudaPackages.packages.flatMap(({ members }) => members))
			assert.match(name, /^[\w-]+(?:\.[\w-]+)+$/, 'a plain file name');
	});

	it('looks for a graphics card, or a driver that someone named', () => {
		assert.equal(
			reasonAgainst('webgpu', linux(['/dev/dri/card0'])),
			'WebGPU needs a graphics card, and none was found (/dev/dri has no render device).',
		);
		assert.equal(reasonAgainst('webgpu', linux(['/dev/dri/renderD128'])), undefined);
		assert.equal(reasonAgainst('webgpu', linux([], { environment: { VK_DRIVER_FILES: '/x.json' } })), undefined);
		assert.equal(reasonAgainst('webgpu', linux([], { platform: 'win32' })), undefined);
	});

	it('knows which devices belong to one system', () => {
		assert.equal(reasonAgainst('coreml', linux([])), 'CoreML exists on macOS only.');
		assert.equal(reasonAgainst('dml', linux([], { platform: 'win32' })), 'This build of ONNX Runtime has no DirectML for win32 on x64.');
		assert.equal(reasonAgainst('dml', linux([], { platform: 'win32', built: [{ device: 'dml', bundled: true }] })), undefined);
	});

	it('finds the folder of the real runtime', () => {
		const machine = thisMachine();
		assert.ok(machine.runtimeFolder !== undefined);
		assert.ok(machine.list(machine.runtimeFolder).includes('onnxruntime_binding.node'));
		assert.ok(machine.built.some(({ device }) => device === 'cpu'));
		assert.equal(thisMachine('/nowhere/program.js').runtimeFolder, undefined);
	});
});

describe('what a runtime says about a device that does not start', () => {
	// Messages of ONNX Runtime 1.30, as they come.
	const cases: [Parameters<typeof plainReason>[0], string, string][] = [
		[
			'webgpu',
			'/onnxruntime_src/onnxruntime/core/providers/webgpu/webgpu_context.cc:136 onnxruntime::webgpu::WebGpuContext::Initialize(const onnxruntime::webgpu::WebGpuContextConfig&)::<lambda()> adapter_result.status == wgpu::RequestAdapterStatus::Success was false. Failed to get a WebGPU adapter: No supported adapters\n',
			'WebGPU found no graphics driver that it can use.',
		],
		[
			'dml',
			'no available backend found. ERR: [dml] backend not found.',
			'DirectML could not be started: no available backend found. ERR: [dml] backend not found.',
		],
		[
			'cuda',
			'OrtSessionOptionsAppendExecutionProvider_Cuda: Failed to load shared library',
			'CUDA could not be started: OrtSessionOptionsAppendExecutionProvider_Cuda: Failed to load shared library.',
		],
		[
			'cuda',
			'Failed to load library libonnxruntime_providers_cuda.so with error: libcudnn.so.9: cannot open shared object file',
			'CUDA could not be started, because libcudnn.so.9 is missing or does not fit: CUDA 13 with cuDNN 9 is needed, which `rag-assay device install cuda` brings.',
		],
		[
			'cuda',
			'Failed to load library /x/libonnxruntime_providers_cuda.so with error: libcuda.so.1: cannot open shared object file: No such file or directory',
			'CUDA could not be started, because the library of the NVIDIA driver is missing or does not fit.',
		],
		[
			'cuda',
			'Failed to load library /x/libonnxruntime_providers_shared.so with error: /x/libonnxruntime_providers_shared.so: cannot open shared object file: No such file or directory',
			"CUDA could not be started, because ONNX Runtime's libonnxruntime_providers_shared.so was not found.",
		],
		[
			'cuda',
			'CUDA failure 35: CUDA driver version is insufficient for CUDA runtime version ; GPU=0',
			'CUDA could not be started: there is no NVIDIA card that it can use, or its driver is too old for CUDA 13 (version 580 or newer is needed).',
		],
		['coreml', '', 'CoreML could not be started: it did not say why.'],
	];
	for (const [device, message, expected] of cases) {
		it(`is one sentence: ${expected.slice(0, 60)}`, () => {
			assert.equal(plainReason(device, message), expected);
		});
	}
});
