/** The parts of a trace that a model reads. */
export interface PromptParts {
	readonly system?: string | undefined;
	readonly query: string;
	readonly contexts: readonly { readonly id: string; readonly text: string }[];
	readonly response?: string | undefined;
}
