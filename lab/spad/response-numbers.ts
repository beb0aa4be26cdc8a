import type { AttributingModel } from '../../src/analysis/language-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { confidenceGap } from '../../src/methods/confidence-gap/confidence-gap.ts';
import type { AttributedResponse } from '../../src/model-io/attribution.ts';

/** What a model says of a response: everything that detectors look at. */
export interface ResponseNumbers {
	readonly attributed: AttributedResponse;
	/** `[T]`, nats. */
	readonly confidenceGap: Float64Array;
}

/** Who can be asked for them. */
export type MeasuringModel = Pick<AttributingModel, 'attribute' | 'score'>;

/**
 * Attributes a response, and reads it once more without its contexts. Attribution has already read it with them, so only the short prompt is
 * scored. Rejects as the model does.
 */
export async function measureResponse(model: MeasuringModel, parts: PromptParts, signal: AbortSignal): Promise<ResponseNumbers> {
	const options = { signal, onProgress: () => undefined };
	const { attributed } = await model.attribute(parts, options);
	const { scored } = await model.score({ ...parts, contexts: [] }, { ...options, topK: 0 });
	return { attributed, confidenceGap: confidenceGap(scored.withoutContext.entropy, attributed.entropy) };
}
