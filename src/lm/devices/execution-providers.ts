import type { ExecutionProviderChoice } from '../decoder-session.ts';
import type { Device } from './device.ts';

/**
 * What ONNX Runtime is asked for so that a session runs on `device`. Operators that the device does not have go to the
 * CPU by themselves; naming the CPU as well would let a whole session go there in silence when the device is missing. For CUDA it also switches TensorFloat-32 off in this process (`NVIDIA_TF32_OVERRIDE`, read when CUDA's
 * libraries start): with its 10 bits of mantissa, log-probabilities would differ from the CPU's in the third decimal.
 */
export function executionProvidersFor(device: Device): ExecutionProviderChoice {
	if (device === 'cuda') process.env['NVIDIA_TF32_OVERRIDE'] ??= '0';
	return { device, options: { executionProviders: [device] } };
}
