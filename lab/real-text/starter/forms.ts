import { modelFeatureNames, textFeatureNames, type StarterFeatureName } from '../../../src/methods/starter/starter-features.ts';

/** What each form looks at. */
export const formFeatures: Readonly<Record<'text' | 'model', readonly StarterFeatureName[]>> = {
	text: textFeatureNames,
	model: [...textFeatureNames, ...modelFeatureNames],
};
