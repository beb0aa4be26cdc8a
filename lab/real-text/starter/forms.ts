import { modelFeatureNames, textFeatureNames, type StarterFeatureName } from '../../../src/methods/starter/starter-features.ts';

/** What each form looks at. */
export const formFeatures = {
	text: textFeatureNames,
	model: [...textFeatureNames, ...modelFeatureNames],
} as const satisfies Readonly<Record<string, readonly StarterFeatureName[]>>;
