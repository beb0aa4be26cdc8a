import { sigmoid } from './model.ts';

/** First and second derivatives of a loss with respect to each sample's margin, in float32. */
export interface Gradients {
	readonly first: Float32Array;
	readonly second: Float32Array;
}

/**
 * Derivatives of the logistic loss `w · (ln(1 + exp(m)) − y m)`, with `w` = `scalePosWeight` for positives and 1 for negatives.
 * @param labels 1 for positive, 0 for negative.
 */
export function logisticGradients(margins: Float32Array, labels: Uint8Array, scalePosWeight: number): Gradients {
	const first = new Float32Array(margins.length);
	const second = new Float32Array(margins.length);
	for (let i = 0; i < margins.length; i++) {
		const probability = sigmoid(margins[i]!);
		const weight = labels[i] === 1 ? scalePosWeight : 1;
		first[i] = Math.fround(probability - labels[i]!) * weight;
		// As in XGBoost: never 0, so that a sample that is certain by now still counts.
		second[i] = Math.max(Math.fround(probability * Math.fround(1 - probability)), 1e-16) * weight;
	}
	return { first, second };
}

/** Mean logistic loss of margins, nats a sample; unweighted. */
export function logisticLoss(margins: Float32Array, labels: Uint8Array): number {
	let sum = 0;
	for (let i = 0; i < margins.length; i++) {
		const margin = labels[i] === 1 ? margins[i]! : -margins[i]!;
		sum += margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin;
	}
	return sum / margins.length;
}
