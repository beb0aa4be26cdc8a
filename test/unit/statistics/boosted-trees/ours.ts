/** A model of our own trainer with everything in use, for XGBoost to load: check_ours.py asks for it. */
import { fileURLToPath } from 'node:url';
import { contributions } from '../../../../src/statistics/boosted-trees/contributions.ts';
import { matrixRow } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { predictMargins, predictProbabilities } from '../../../../src/statistics/boosted-trees/predict.ts';
import { trainBoostedTrees } from '../../../../src/statistics/boosted-trees/train.ts';
import { formatBoostedTrees } from '../../../../src/statistics/boosted-trees/write-model.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { syntheticData } from './synthetic-data.ts';

const kind = { seed: 21, rows: 600, columns: 8, levels: 0, missing: 0.1 };
/** What the model is asked about: samples that it was not trained on. */
export const oursTestRows = syntheticData({ ...kind, seed: 22, rows: 40 }).features;

export async function trainOurs() {
	const { model } = await trainBoostedTrees(
		syntheticData(kind),
		{
			rounds: 60,
			eta: 0.6,
			maxDepth: 3,
			minChildWeight: 2,
			lambda: 2,
			alpha: 0.1,
			gamma: 0.2,
			subsample: 0.8,
			colsampleByTree: 0.7,
			maxBin: 32,
			scalePosWeight: 1.7,
		},
		{
			random: seededRandom(5),
			featureNames: ['QUERY_ADJ', 'RAG_NOUN', 'LN_NUM', 'FFN_PROPN', 'größe', 'SELF "X"', 'PAST_\\', 'f 7'],
			validation: { ...syntheticData({ ...kind, seed: 23, rows: 300 }), metric: 'logloss', patience: 2 },
		},
	);
	return model;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const model = await trainOurs();
	console.log(
		JSON.stringify({
			model: formatBoostedTrees(model),
			margins: [...predictMargins(model, oursTestRows)],
			probabilities: [...predictProbabilities(model, oursTestRows)],
			contributions: Array.from({ length: oursTestRows.rows }, (_, row) => [...contributions(model, matrixRow(oursTestRows, row))]),
		}),
	);
}
