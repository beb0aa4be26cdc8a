import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { withFileSync } from '../../files/read-file.ts';
import { readOnnxOutline, type OnnxOutline } from '../../onnx/onnx-reader.ts';
import { fileSource, MalformedProtobuf } from '../../onnx/protobuf-reader.ts';
import { modelFile, sizeLimits } from '../../files/file-kind.ts';
import type { PlainFile } from '../../onnx/graph-files.ts';

/** Operators that make the runtime open files of its own by a path in the model. */
const refusedOperators = new Set(['com.microsoft:EPContext']);

/**
 * Reads a model file's outline, before the runtime sees it.
 * @throws {UserError} RA206 when it is not ONNX, RA207 when it is cut off, RA212 for an operator that is not allowed.
 */
export function checkOnnxFile(file: PlainFile): OnnxOutline {
	const outline = readChecked(file);
	for (const operator of outline.operators) {
		if (refusedOperators.has(operator)) {
			throw new UserError(
				errorNumbers.compiledProgramsInModel,
				`The model uses the operator ${operator}, which loads compiled programs from other files.`,
				{
					place: { file: file.path },
					hint: 'Use an ONNX export for general use instead of one compiled for a device.',
				},
			);
		}
	}
	return outline;
}

function readChecked(file: PlainFile): OnnxOutline {
	try {
		return withFileSync(file.realPath, modelFile(sizeLimits.graph), (descriptor) => readOnnxOutline(fileSource(descriptor, file.bytes)));
	} catch (cause) {
		if (!(cause instanceof MalformedProtobuf)) throw cause;
		const place = { file: file.path };
		throw cause.kind === 'truncated' && cause.offset > 0
			? new UserError(errorNumbers.truncatedOnnx, `This ONNX file is cut off: ${cause.message}.`, {
					place,
					hint: 'The download or copy was interrupted: get the file again.',
					cause,
				})
			: new UserError(
					errorNumbers.malformedOnnx,
					`This is not an ONNX file that can be read: ${cause.message} (at byte ${cause.offset}).`,
					{
						place,
						hint: 'A model file is one that an ONNX exporter wrote, such as onnx/model.onnx of a Hugging Face repository.',
						cause,
					},
				);
	}
}
