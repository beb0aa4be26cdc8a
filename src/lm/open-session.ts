import { InferenceSession } from 'onnxruntime-node';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { ExecutionProviderChoice } from './devices/execution-provider-choice.ts';
import { executionProvidersOf } from './devices/execution-providers.ts';
import { readModelFile, readOnnxModel } from '../onnx/onnx-model-reader.ts';
import type { PartOfGraph } from '../onnx/part-of-graph.ts';
import { memorySource } from '../onnx/protobuf-reader.ts';
import { firstLine } from './runtime-message.ts';

/** Memory patterns assume that shapes repeat; with a growing text they only cost memory. What the runtime would log as an error it also throws, and we tell it. */
const usual = { enableMemPattern: false, logSeverityLevel: 4 } as const;

/**
 * Of every session. Where a processor has no instructions for products in 8 bits, the runtime adds pairs of them in 16 bits, which is too few
 * for the largest numbers: a quantized model then says other things than it does elsewhere. With this it makes such weights unsigned there,
 * which is slower and right; other processors do not notice.
 */
const exactInEightBits = { x64quantprecision: '1' } as const;

/** Weights stay as they are in their file. */
const unpacked = { disable_prepacking: '1' } as const;

/** The runtime's arena grows by doubling, far beyond any tensor: within a limit each tensor is allocated for itself. */
const defaultWithin = ({
	allocationLimit,
}: ExecutionProviderChoice): Pick<InferenceSession.SessionOptions, 'enableMemPattern' | 'logSeverityLevel' | 'enableCpuMemArena'> =>
	allocationLimit === undefined ? usual : { ...usual, enableCpuMemArena: false };

/** Opens a checked model file; external data lies beside it. @throws {UserError} RA401 */
export async function openModel(file: string, provider: ExecutionProviderChoice): Promise<InferenceSession> {
	const providers = executionProvidersOf(provider, () => readModelFile(file));
	return opened(
		() =>
			InferenceSession.create(file, {
				...providers,
				...defaultWithin(provider),
				extra: { session: { ...exactInEightBits, ...(provider.mapsWeights === true && unpacked) } },
			}),
		file,
		provider,
	);
}

/** Opens a part of the graph in a checked model file. @throws {UserError} RA401 */
export async function openPart(part: PartOfGraph, file: string, provider: ExecutionProviderChoice): Promise<InferenceSession> {
	return opened(() => createPart(part, provider), file, provider);
}

/**
 * A session over a part of a graph. Rejects with what the runtime says.
 * @param options.keepWeightsInFile weights are read from their file's pages as they are, which other sessions share, and not
 * rearranged for speed: less memory, 10–20 % slower.
 */
export async function createPart(
	{ bytes, folder }: Pick<PartOfGraph, 'bytes' | 'folder'>,
	provider: ExecutionProviderChoice,
	{ keepWeightsInFile = provider.mapsWeights ?? false } = {},
): Promise<InferenceSession> {
	const providers = executionProvidersOf(provider, () => readOnnxModel(memorySource(bytes)));
	const extra = {
		session: { ...exactInEightBits, model_external_initializers_file_folder_path: folder, ...(keepWeightsInFile && unpacked) },
	};
	return InferenceSession.create(bytes, { ...providers, ...defaultWithin(provider), extra });
}

async function opened(open: () => Promise<InferenceSession>, file: string, { device }: ExecutionProviderChoice): Promise<InferenceSession> {
	try {
		return await open();
	} catch (cause) {
		throw new UserError(errorNumbers.runtimeCannotOpenModel, `ONNX Runtime cannot open this model on ${device}: ${firstLine(cause)}.`, {
			place: { file },
			hint: 'The file may be damaged, or made for a newer runtime or another device. Download or export it again, or choose another device.',
			cause,
		});
	}
}
