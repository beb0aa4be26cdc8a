/**
 * Where V8 says that the syntax of a JSON text breaks, in UTF-16 units from the text's start; `undefined` where it does not say.
 * These are V8's words (`Unexpected token … in JSON at position 12`), which has no member for it.
 */
export function jsonSyntaxPlace(error: SyntaxError): number | undefined {
	const position = /at position (\d+)/.exec(error.message)?.[1];
	return position === undefined ? undefined : Number(position);
}
