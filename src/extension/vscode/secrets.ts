import type { SecretStorage } from 'vscode';

const key = 'ragAssay.huggingFaceToken';

/** The user's Hugging Face token, in the editor's secret storage and nowhere else. */
export class HuggingFaceToken {
	readonly #storage: SecretStorage;

	constructor(storage: SecretStorage) {
		this.#storage = storage;
	}

	async read(): Promise<string | undefined> {
		return (await this.#storage.get(key)) || undefined;
	}

	/** An empty token forgets the one that is there. */
	async write(token: string): Promise<void> {
		await (token === '' ? this.#storage.delete(key) : this.#storage.store(key, token));
	}
}
