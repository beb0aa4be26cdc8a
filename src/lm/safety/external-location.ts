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
