import { stripMaskMarkers } from '../../src/methods/mirabel/mask-markers.ts';
import { SessionTargets } from '../../src/analysis/queries/session-targets.ts';
import { isAbove, type StandOutScore } from '../../src/methods/mirabel/thresholds.ts';
import { scanScores } from '../../src/methods/mirabel/score-scan.ts';
import { normalityP } from '../../src/statistics/normality.ts';
import type { Matrix } from '../../src/methods/memsad/row-maxima.ts';
import type { Embed } from '../../src/redteam/memory/attack.ts';
import { cosines, seeQuery, type SeenQuery } from '../../src/redteam/membership/memory-index.ts';
import type { ScreeningRule } from '../../src/formats/query-screen-record.ts';

/** An index that queries are seen against. */
export interface Screen {
	readonly texts: readonly string[];
	readonly rows: Matrix;
	readonly embed: Embed;
	readonly k: number;
	readonly rho: number;
	readonly empiricalZ: number | null;
	readonly score: StandOutScore;
}

/** @param strips whether mask markers are taken out before embedding, as screening does */
export async function seeTexts(texts: readonly string[], { rows, embed, ...settings }: Screen, strips = true): Promise<SeenQuery[]> {
	const { values, width } = await embed(strips ? texts.map(stripMaskMarkers) : texts, 'query');
	return texts.map((text, i) => seeQuery(text, values.subarray(i * width, (i + 1) * width), rows, settings));
}

/** How well a normal distribution fits a query's similarities, as p values of D'Agostino and Pearson's test. */
export interface Normality {
	/** Of all similarities. */
	readonly all: number;
	/** Of all but the largest. */
	readonly others: number;
}

/** Tests the similarities of each query, as screening sees it. Leaves out queries for which the test has no value, for similarities that are alike. */
export async function normalityOf(texts: readonly string[], { rows, embed }: Pick<Screen, 'rows' | 'embed'>): Promise<Normality[]> {
	const { values, width } = await embed(texts.map(stripMaskMarkers), 'query');
	return texts.flatMap((_, i) => {
		const scores = cosines(values.subarray(i * width, (i + 1) * width), rows);
		const [all, others] = [normalityP(scores), normalityP(scanScores(scores).others)];
		return all === null || others === null ? [] : [{ all, others }];
	});
}

export function isFlagged({ max, thresholds }: SeenQuery, rule: ScreeningRule): boolean {
	return isAbove(max, thresholds[rule]);
}

/** Whether the session signal is raised at any query of a session. */
export function isSessionFlagged(seen: readonly SeenQuery[]): boolean {
	const sessions = new SessionTargets();
	return seen.some((query) => sessions.add('one', query, false)?.flagged === true);
}
