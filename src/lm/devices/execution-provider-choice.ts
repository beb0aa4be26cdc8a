import type { InferenceSession } from 'onnxruntime-node';
import type { AllocationLimit } from '../allocations/allocation-limit.ts';

/** Where a session runs. */
export interface ExecutionProviderChoice {
	/** Name for people and records, a `Placement`. */
	readonly device: string;
	/** What the runtime is asked for. */
	readonly options: Pick<InferenceSession.SessionOptions, 'executionProviders'>;
	/** Bytes that no allocation may reach; absent: as many as the machine has. */
	readonly allocationLimit?: AllocationLimit;
	/** Whether weights are taken from their file's pages as they lie, which needs no allocation and is slower. */
	readonly mapsWeights?: boolean;
}
