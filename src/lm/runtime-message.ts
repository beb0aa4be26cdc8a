/** What ONNX Runtime says went wrong, in one line without its full stop. */
export function firstLine(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.replace(/\.$/, '');
}
