import { readFileSync } from 'node:fs';
import { defaultSettings, type TrainingSettings } from '../../../../src/statistics/boosted-trees/training-settings.ts';
import type { SyntheticKind } from './synthetic-data.ts';

interface Trained {
	readonly name: string;
	readonly kind: SyntheticKind;
	readonly parameters: Readonly<Record<string, number>>;
	readonly rounds: number;
}

/** What make_oracle.py writes. */
export interface Oracle {
	readonly xgboost: string;
	readonly models: readonly {
		readonly name: string;
		readonly kind: SyntheticKind;
		readonly model: unknown;
		readonly margins: readonly number[];
		readonly probabilities: readonly number[];
		readonly contributions: readonly (readonly number[])[];
	}[];
	readonly grown: readonly (Trained & { readonly model: unknown })[];
	readonly judged: readonly (Trained & { readonly test: SyntheticKind; readonly auc: number })[];
}

export const oracle: Oracle = JSON.parse(readFileSync(new URL('oracle.json', import.meta.url), 'utf8'));

const ourNames = new Map<string, keyof TrainingSettings>([
	['eta', 'eta'],
	['max_depth', 'maxDepth'],
	['min_child_weight', 'minChildWeight'],
	['lambda', 'lambda'],
	['alpha', 'alpha'],
	['gamma', 'gamma'],
	['subsample', 'subsample'],
	['colsample_bytree', 'colsampleByTree'],
	['max_bin', 'maxBin'],
	['scale_pos_weight', 'scalePosWeight'],
]);

/** Our settings for XGBoost's parameters. */
export function settingsOf({ parameters, rounds }: Trained): TrainingSettings {
	const settings = { ...defaultSettings, rounds };
	for (const [name, value] of Object.entries(parameters)) {
		const ours = ourNames.get(name);
		if (ours === undefined) throw new Error(`no setting for ${name}`);
		settings[ours] = value;
	}
	return settings;
}
