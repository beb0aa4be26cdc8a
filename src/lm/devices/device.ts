/** Execution providers of ONNX Runtime that the product knows. */
export const devices = ['cuda', 'webgpu', 'dml', 'coreml', 'cpu'] as const;
export type Device = (typeof devices)[number];

/** A WebGPU whose own attention is wrong, while the rest is right. */
export const attentionOnCpu = 'webgpu (attention on cpu)';

/** Where a model runs: on a device as a whole, or but for its attention. */
export const placements = [...devices, attentionOnCpu] as const;
export type Placement = (typeof placements)[number];

/** What people call it. */
export const deviceNames: Readonly<Record<Device, string>> = {
	cuda: 'CUDA',
	webgpu: 'WebGPU',
	dml: 'DirectML',
	coreml: 'CoreML',
	cpu: 'The CPU',
};

/** The only system that has it, where that is so. */
export const onlyOn: Readonly<Partial<Record<Device, { platform: string; name: string }>>> = {
	dml: { platform: 'win32', name: 'Windows' },
	coreml: { platform: 'darwin', name: 'macOS' },
};

/**
 * In which order `auto` tries devices, the best first and the CPU last; `platform` is Node's `process.platform`.
 * - Linux: CUDA, then WebGPU (Vulkan): CUDA has the most complete kernels for language models.
 * - Windows: DirectML, which every graphics driver there brings, then WebGPU; ONNX Runtime's npm package has no CUDA
 *   provider for Windows, so CUDA comes after them, for those who have put one there.
 * - macOS: WebGPU (Metal) before CoreML, which leaves operators of changing shape, such as those of a decoder with a
 *   cache, to the CPU.
 */
export function deviceOrder(platform: string): readonly Device[] {
	if (platform === 'win32') return ['dml', 'webgpu', 'cuda', 'cpu'];
	if (platform === 'darwin') return ['webgpu', 'coreml', 'cpu'];
	return ['cuda', 'webgpu', 'cpu'];
}
