import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isWithin } from '../../files/confinement.ts';
import { sizeLimits } from '../../files/file-kind.ts';
import type { ExternalDataFile, PlainFile } from '../../onnx/graph-files.ts';
import type { ExternalTensor } from '../../onnx/onnx-reader.ts';
import { allNamesInFolder, plainFile } from './plain-file.ts';

/**
 * Why an external-data location is refused by its letters alone, as the end of a sentence; `undefined` when it is not.
 * A location is a relative path with `/`, of the file that holds a tensor's bytes, from the folder of the model file
 * (`TensorProto.external_data` in onnx.proto).
 */
export function reasonAgainstLocation(location: string): string | undefined {
	if (location === '') return 'it is empty';
	if (location.length > 1024) return 'it is longer than 1,024 characters';
	// Control characters never occur in honest names, and NUL ends a path early in native code.
	if (/\p{Cc}/u.test(location)) return 'it holds a control character';
	if (location.startsWith('/')) return 'it is an absolute path';
	if (/^[A-Za-z]:/.test(location) || location.startsWith('\\')) return 'it is an absolute path of Windows';
	if (location.includes('\\')) return 'it holds a backslash, which is a folder separator on Windows';
	// ':' names a device or another stream of a file on Windows; '*' marks an address in memory for ONNX Runtime.
	const odd = /[:*?"<>|]/.exec(location);
	if (odd !== null) return `it holds '${odd[0]}'`;
	const parts = location.split('/');
	if (parts.includes('..')) return "it goes up with '..'";
	if (parts.at(-1) === '' || parts.at(-1) === '.') return 'it names a folder';
	return undefined;
}

/**
 * Checks where a model's external tensors lie, before anything opens them.
 *
 * The rule: a location is a relative path without `..`; it is looked up from the folder in which the model file is
 * named; links are followed, and the file where they end must lie in that folder or in the folder where the model
 * file itself ends (Hugging Face's cache links both into one `blobs/`). It must be a regular file, and one with several
 * names (hard links) is accepted only when all of them are in its folder. Each tensor's part must lie within the file.
 *
 * @returns the files, sorted by location.
 * @throws {UserError} RA208 for a location that is refused, RA209 for a missing file, RA210 for a part that is not
 * within its file, RA211 for links that lead elsewhere.
 */
export async function checkExternalData(model: PlainFile, tensors: readonly ExternalTensor[]): Promise<ExternalDataFile[]> {
	const folder = dirname(model.path);
	const roots = [await realpath(folder), dirname(model.realPath)];
	const files = new Map<string, ExternalDataFile>();
	for (const tensor of tensors) {
		const known = files.get(tensor.location);
		const file = known ?? (await checkedFile(model, folder, roots, tensor));
		if (known === undefined) files.set(tensor.location, file);
		checkPart(model, file, tensor);
	}
	return [...files.values()].toSorted((a, b) => (a.location < b.location ? -1 : 1));
}

async function checkedFile(
	model: PlainFile,
	folder: string,
	roots: readonly string[],
	{ tensor, location }: ExternalTensor,
): Promise<ExternalDataFile> {
	const place = { file: model.path };
	const quoted = JSON.stringify(location.length > 200 ? `${location.slice(0, 200)}…` : location);
	const reason = reasonAgainstLocation(location);
	if (reason !== undefined) {
		throw new UserError(
			errorNumbers.forbiddenWeightsLocation,
			`Tensor '${tensor}' asks for its weights from ${quoted}, which is refused: ${reason}.`,
			{
				place,
				hint: 'Weights may only lie beside the model file. Do not use this file unless you trust who made it; export the model again.',
			},
		);
	}
	const file = await plainFile(join(folder, ...location.split('/')), sizeLimits.externalData);
	if (file === undefined) {
		throw new UserError(errorNumbers.missingWeightsFile, `Tensor '${tensor}' has its weights in ${quoted}, and that file is not there.`, {
			place,
			hint: `Put it beside the model file, in ${folder}, or download the model again.`,
		});
	}
	if (!roots.some((root) => isWithin(root, file.realPath))) {
		throw new UserError(
			errorNumbers.linkOutOfModelFolder,
			`Tensor '${tensor}' has its weights in ${quoted}, a link to ${file.realPath}, outside the model's folder.`,
			{
				place,
				hint: 'Copy that file into the folder if you trust it.',
			},
		);
	}
	if (!(await allNamesInFolder(file))) {
		throw new UserError(
			errorNumbers.linkOutOfModelFolder,
			`Tensor '${tensor}' has its weights in ${quoted}, a file with ${file.links} names (hard links), and some of them are outside the model's folder.`,
			{
				place,
				hint: 'Replace it by a copy (cp FILE COPY && mv COPY FILE) if you trust it.',
			},
		);
	}
	return { ...file, location };
}

function checkPart(model: PlainFile, file: ExternalDataFile, { tensor, offset, length, bytes }: ExternalTensor): void {
	const refuse = (why: string) =>
		new UserError(errorNumbers.impossibleWeightsRange, `Tensor '${tensor}' in ${JSON.stringify(file.location)}: ${why}.`, {
			place: { file: model.path },
			hint: 'The two files do not belong together, or one is cut off. Download or export the model again.',
		});
	const start = wholeNumber(offset ?? '0');
	const given = length === undefined ? undefined : wholeNumber(length);
	if (start === undefined) throw refuse(`its offset is ${JSON.stringify(offset)}, not a number of bytes`);
	if (length !== undefined && given === undefined) throw refuse(`its length is ${JSON.stringify(length)}, not a number of bytes`);
	if (given !== undefined && bytes !== undefined && given !== bytes)
		throw refuse(`its length is given as ${given} bytes, and its shape takes ${bytes}`);
	const end = start + (given ?? bytes ?? 0);
	if (end > file.bytes) throw refuse(`it should reach to byte ${end}, and the file ends at ${file.bytes}`);
}

/** A number of bytes written in decimal digits, as exact as a double can hold it. */
function wholeNumber(text: string): number | undefined {
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
