const MiB = 2 ** 20;

/** Largest sizes in bytes of the files of a model folder: several times those of the largest models published. */
export const sizeLimits = {
	config: 4 * MiB,
	tokenizer: 256 * MiB,
	tokenizerConfig: 64 * MiB,
	chatTemplate: 4 * MiB,
	/** A protobuf message cannot be larger; bigger models keep their weights in external data. */
	graph: 2 ** 31 - 1,
	externalData: 2 ** 42,
} as const;
