import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainReason } from '../../../../src/lm/devices/plain-reason.ts';
import { reasonAgainst, thisMachine, type Machine } from '../../../../src/lm/devices/reason-against.ts';

/** A Linux machine with these paths. */
function linux(paths: readonly string[], more: Partial<Machine> = {}): Machine {
	return {
		platform: 'linux', arch: 'x64', runtimeFolder: '/ort', environment: {},
		built: [{ device: 'cpu', bundled: true }, { device: 'webgpu', bundled: true }, { device: 'cuda', bundled: false }],
		exists: (path) => paths.includes(path),
		list: (folder) => paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
		...more,
	};
}
const card = '/dev/nvidiactl';
const library = ['/ort/libonnxruntime_providers_shared.so', '/ort/libonnxruntime_providers_cuda.so'];

describe('what can be said against a device without starting it', () => {
	it('is nothing for the CPU', () => {
		assert.equal(reasonAgainst('cpu', linux([])), undefined);
	});

	it('looks for each part that CUDA needs', () => {
		assert.equal(reasonAgainst('cuda', linux([])), 'CUDA needs an NVIDIA graphics card with its driver, and none was found.');
		assert.match(reasonAgainst('cuda', linux([card])) ?? '', /^CUDA's provider library is not installed: libonnxruntime_providers_shared\.so and libonnxruntime_providers_cuda\.so of .* must be put into \/ort \(.*ONNXRUNTIME_NODE_INSTALL=cuda12\)\.$/);
		assert.match(reasonAgainst('cuda', linux([card, library[0]!])) ?? '', /not installed: libonnxruntime_providers_cuda\.so of/);
		assert.equal(reasonAgainst('cuda', linux([card, ...library])), undefined);
		assert.match(reasonAgainst('cuda', linux([card, ...library], { runtimeFolder: undefined })) ?? '', /was not found/);
		assert.equal(reasonAgainst('cuda', linux([card], { built: [], arch: 'arm64' })), 'This build of ONNX Runtime has no CUDA for linux on arm64.');
		assert.equal(reasonAgainst('cuda', linux([], { platform: 'darwin' })), 'CUDA does not exist on macOS.');
	});

	it('looks for a graphics card, or a driver that someone named', () => {
		assert.equal(reasonAgainst('webgpu', linux(['/dev/dri/card0'])), 'WebGPU needs a graphics card, and none was found (/dev/dri has no render device).');
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
		['webgpu', '/onnxruntime_src/onnxruntime/core/providers/webgpu/webgpu_context.cc:136 onnxruntime::webgpu::WebGpuContext::Initialize(const onnxruntime::webgpu::WebGpuContextConfig&)::<lambda()> adapter_result.status == wgpu::RequestAdapterStatus::Success was false. Failed to get a WebGPU adapter: No supported adapters\n', 'WebGPU found no graphics driver that it can use.'],
		['dml', 'no available backend found. ERR: [dml] backend not found.', 'DirectML could not be started: no available backend found. ERR: [dml] backend not found.'],
		['cuda', 'OrtSessionOptionsAppendExecutionProvider_Cuda: Failed to load shared library', 'CUDA could not be started: OrtSessionOptionsAppendExecutionProvider_Cuda: Failed to load shared library.'],
		['cuda', 'Failed to load library libonnxruntime_providers_cuda.so with error: libcudnn.so.9: cannot open shared object file', 'CUDA could not be started, because libcudnn.so.9 is missing or does not fit: CUDA 12 with cuDNN 9 is needed.'],
		['cuda', 'CUDA failure 35: CUDA driver version is insufficient for CUDA runtime version ; GPU=0', 'CUDA could not be started: there is no NVIDIA card that it can use, or its driver is too old for CUDA 12.'],
		['coreml', '', 'CoreML could not be started: it did not say why.'],
	];
	for (const [device, message, expected] of cases) {
		it(`is one sentence: ${expected.slice(0, 60)}`, () => {
			assert.equal(plainReason(device, message), expected);
		});
	}
});
