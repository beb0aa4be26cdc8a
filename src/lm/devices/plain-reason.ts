import { deviceNames, type Device } from './device.ts';

/** What a runtime's message about a device that does not start means for people, in one sentence. */
export function plainReason(device: Device, message: string): string {
	const name = deviceNames[device];
	if (device === 'webgpu' && /adapter|Vulkan/i.test(message)) return 'WebGPU found no graphics driver that it can use.';
	const library = /lib(?:cu|nv)[\w.+-]*\.so[.\d]*|(?:cu|nv)\w+\.dll/i.exec(message);
	if (device === 'cuda' && library !== null) return `CUDA could not be started, because ${library[0]} is missing or does not fit: CUDA 12 with cuDNN 9 is needed.`;
	if (device === 'cuda' && /no CUDA-capable device|driver version is insufficient|CUDA failure/i.test(message)) return 'CUDA could not be started: there is no NVIDIA card that it can use, or its driver is too old for CUDA 12.';
	return `${name} could not be started: ${essence(message)}.`;
}

/** The first line of a runtime's message, without where in its sources it was written. */
function essence(message: string): string {
	const line = message.split('\n', 1)[0]!.replaceAll(/\S*\/onnxruntime_src\/\S+|\[ONNXRuntimeError\]|\(\S+\.(?:cc|cpp|h):\d+\)|\b\S+\.cc:\d+\s/g, ' ').replaceAll(/\s+/g, ' ').trim().replace(/[.:]$/, '');
	return line.length > 160 ? `${line.slice(0, 160)}…` : line || 'it did not say why';
}
