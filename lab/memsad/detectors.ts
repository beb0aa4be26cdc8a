import { mahalanobisDistances, mahalanobisFit, negatedEnergies, neighborDistances } from './distances.ts';
import { crossFittedScores, divergenceBaseline, divergenceScore as scoreOf } from '../../src/methods/memsad/length-matched-divergence.ts';
import { probeScores } from '../../src/methods/memsad/probes.ts';
import type { Matrix } from '../../src/methods/memsad/row-maxima.ts';
import { directionsOf, memsadScores } from '../../src/methods/memsad/scores.ts';
import { rowsAt } from '../../src/redteam/memory/embedding-cache.ts';
import type { Material } from './material.ts';

/** What detectors are fitted on: benign entries, and a history. */
export interface Benign {
	readonly calibration: Material;
	readonly history: Matrix;
}

/** A score of entries, the higher the more suspicious. */
export interface FittedScore {
	/** Of entries that calibrate, none of them judged by itself. */
	readonly calibration: Float64Array;
	readonly score: (entries: Material) => Float64Array;
}

/** A score that needs no benign entries to be made. */
function unfitted(calibration: Material, score: (entries: Material) => Float64Array): FittedScore {
	return { calibration: score(calibration), score };
}

/** One of MEMSAD's scores. */
export function memsadScore(which: 'max' | 'mean' | 'combined', { calibration, history }: Benign): FittedScore {
	const directions = directionsOf(history);
	return unfitted(calibration, ({ embeddings }) => memsadScores(embeddings, directions)[which]);
}

/** Below every score: what cannot be judged is flagged by no threshold. */
const notJudged = -1000;

/** Divergence of character 3-grams from benign entries of like length. */
export function divergenceScore({ calibration }: Pick<Benign, 'calibration'>): FittedScore {
	const baseline = divergenceBaseline(calibration.texts);
	return {
		calibration: crossFittedScores(baseline, calibration.texts),
		score: ({ texts }) => Float64Array.from(texts, (text) => scoreOf(baseline, text) ?? notJudged),
	};
}

/** Mean cosine to the probe queries. */
export function proactiveScore({ calibration }: Pick<Benign, 'calibration'>, probes: Matrix): FittedScore {
	return unfitted(calibration, ({ embeddings }) => probeScores(embeddings, probes));
}

/** The energy score negated. */
export function energyScore({ calibration, history }: Benign): FittedScore {
	return unfitted(calibration, ({ embeddings }) => negatedEnergies(embeddings, history));
}

/** One half of the entries that calibrate is what distances are measured to, the other where their threshold comes from. */
function halves({ embeddings, texts }: Material): readonly [Matrix, Material] {
	const rows = texts.map((_, i) => i);
	const second = rows.filter((i) => i % 2 === 1);
	return [
		rowsAt(
			embeddings,
			rows.filter((i) => i % 2 === 0),
		),
		{ texts: second.map((i) => texts[i]!), embeddings: rowsAt(embeddings, second) },
	];
}

export function mahalanobisScore({ calibration }: Pick<Benign, 'calibration'>): FittedScore {
	const [fitted, other] = halves(calibration);
	const fit = mahalanobisFit(fitted);
	return unfitted(other, ({ embeddings }) => mahalanobisDistances(embeddings, fit));
}

/** Distance to the tenth nearest. */
export function neighborScore({ calibration }: Pick<Benign, 'calibration'>): FittedScore {
	const [fitted, other] = halves(calibration);
	return unfitted(other, ({ embeddings }) => neighborDistances(embeddings, fitted));
}
