import type { ClassifierMethod } from '../../formats/detectors/classifier.ts';
import { featureSets } from '../../methods/spad/feature-sets.ts';
import type { Feature } from '../../methods/spad/feature.ts';

/** What is kept of a span: the features of SPAD+, in its order. Those of every classifier are among them. */
export const packedFeatures: readonly Feature[] = featureSets['spad+'];

const places = new Map(packedFeatures.map(({ name }, i) => [name, i]));

/** Features as classifiers hold them, float32, little-endian, in base64. */
export function packFeatures(values: Float64Array): string {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, i) => bytes.writeFloatLE(value, i * 4));
	return bytes.toString('base64');
}

/** What was packed. @throws RangeError for another number of features. */
export function unpackFeatures(text: string): Float32Array {
	const bytes = Buffer.from(text, 'base64');
	if (bytes.length !== packedFeatures.length * 4) throw new RangeError(`${bytes.length} bytes for ${packedFeatures.length} features`);
	return Float32Array.from(packedFeatures, (_, i) => bytes.readFloatLE(i * 4));
}

/** Those that a method's classifier is trained on, in its order. */
export function featuresOf(method: ClassifierMethod, values: Float32Array): Float32Array {
	return Float32Array.from(featureSets[method], ({ name }) => featureNamed(name, values));
}

/** One of the packed features. @throws RangeError for a name that is not packed. */
export function featureNamed(name: string, values: Float32Array): number {
	const place = places.get(name);
	if (place === undefined) throw new RangeError(`the feature '${name}' is not kept`);
	return values[place]!;
}
