/** What a text says as JSON; `undefined` where it is none, as a line that broke off. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
