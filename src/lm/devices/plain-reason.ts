import { deviceNames, type Device } from './device.ts';

/**
 * What a runtime's message about a device that does not start means for people, in one sentence. These are the words of ONNX Runtime, of the
 * system's loader and of drivers, which have no numbers for it.
 */
export function plainReason(device: Device, message: string): string {
	const name = deviceNames[device];
	if (device === 'webgpu' && /adapter|Vulkan/i.test(message)) return 'WebGPU found no graphics driver that it can use.';
	if (device === 'cuda' && /libcuda\.so|nvcuda\.dll/.test(message))
		return 'CUDA could not be started, because the library of the NVIDIA driver is missing or does not fit.';
	const provider = /(?:lib)?onnxruntime_providers_\w+\.(?:so|dll)(?=[^/\\]*(?:cannot open|was not found))/.exec(message);
	if (device === 'cuda' && provider !== null && !/with error: lib(?:cu|nv)/.test(message))
		return `CUDA could not be started, because ONNX Runtime's ${provider[0]} was not found.`;
	const library = /lib(?:cu|nv)[\w.+-]*\.so[.\d]*|(?:cu|nv)\w+\.dll/i.exec(message);
	if (device === 'cuda' && library !== null)
		return `CUDA could not be started, because ${library[0]} is missing or does not fit: CUDA 13 with cuDNN 9 is needed, which \`rag-assay device install cuda\` brings.`;
	if (device === 'cuda' && /no CUDA-capable device|driver version is insufficient|CUDA failure/i.test(message))
		return 'CUDA could not be started: there is no NVIDIA card that it can use, or its driver is too old for CUDA 13 (version 580 or newer is needed).';
	return `${name} could not be started: ${essence(message)}.`;
}

/** The first line of a runtime's message, without where in its sources it was written. */
function essence(message: string): string {
	const line = message
		.split('\n', 1)[0]!
		.replaceAll(/\S*\/onnxruntime_src\/\S+|\[ONNXRuntimeError\]|\(\S+\.(?:cc|cpp|h):\d+\)|\b\S+\.cc:\d+\s/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replace(/[.:]$/, '');
	return line.length > 160 ? `${line.slice(0, 160)}…` : line || 'it did not say why';
}
