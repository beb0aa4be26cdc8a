import type { InferenceSession } from 'onnxruntime-node';
import { thisProgram } from '../../running-program.ts';
import { allocationLimit } from '../allocations/allocation-limit.ts';
import { cpuNodes } from '../../onnx/cpu-nodes.ts';
import type { OnnxModel } from '../../onnx/onnx-model.ts';
import { attentionOnCpu, type Placement } from './device.ts';
import type { ExecutionProviderChoice } from './execution-provider-choice.ts';

/**
 * Returns the options that make ONNX Runtime run a session on a device.
 * Operators that the device does not have go to the CPU without being named. If the CPU were named, too, a whole session would silently run
 * there when the device is missing.
 * For CUDA, it also turns TensorFloat-32 off in this process (`NVIDIA_TF32_OVERRIDE`, which is read when CUDA's libraries start).
 * TensorFloat-32 has 10 bits of mantissa, so log-probabilities would differ from the CPU's in the third decimal.
 */
export function executionProvidersFor(placement: Placement): ExecutionProviderChoice {
	if (placement === 'cuda') process.env['NVIDIA_TF32_OVERRIDE'] ??= '0';
	const limit = allocationLimit(process.env, thisProgram());
	return {
		device: placement,
		options: { executionProviders: [placement === attentionOnCpu ? 'webgpu' : placement] },
		...(limit !== undefined && { allocationLimit: limit }),
	};
}

/**
 * Returns the options for one graph. For WebGPU, they name the nodes that it must not run.
 * @param graph reads the graph. It is called only for WebGPU.
 * @throws {UserError} RA401 for a node that cannot be placed.
 */
export function executionProvidersOf(
	{ device, options }: ExecutionProviderChoice,
	graph: () => OnnxModel,
): ExecutionProviderChoice['options'] {
	if (device !== 'webgpu' && device !== attentionOnCpu) return options;
	const forceCpuNodeNames = cpuNodes(graph().graph, device === attentionOnCpu).map(({ name }) => name);
	// The runtime refuses an empty list.
	if (forceCpuNodeNames.length === 0) return options;
	const webgpu: InferenceSession.WebGpuExecutionProviderOption = { name: 'webgpu', forceCpuNodeNames };
	return { executionProviders: [webgpu] };
}
