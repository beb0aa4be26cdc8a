import type { InferenceSession } from 'onnxruntime-node';

/** Where a session runs. */
export interface ExecutionProviderChoice {
	/** Name for people and records, a `Placement`. */
	readonly device: string;
	/** What the runtime is asked for. */
	readonly options: Pick<InferenceSession.SessionOptions, 'executionProviders'>;
}
