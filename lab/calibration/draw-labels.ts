import { chooseNext, type Candidate } from '../../src/analysis/calibration/choose-next.ts';
import { between, shuffled, type Random } from '../../src/statistics/random.ts';
import type { JudgedSpan } from '../spad/judged-span.ts';

/** How it is chosen which sentences somebody labels. */
export const choices = ['random', 'stratified'] as const;
export type Choice = (typeof choices)[number];

/** Sentences of a workspace that somebody begins to label. */
const workspace = 1000;

/**
 * The first `count` sentences that would be labeled in a workspace of a thousand sentences (of whole groups): at random, or as the
 * product chooses them, stratified by mean entropy. A longer list begins with the shorter one's sentences.
 */
export function drawLabels(spans: readonly JudgedSpan[], count: number, choice: Choice, random: Random): JudgedSpan[] {
	const all = workspaceOf(spans, Math.max(workspace, count), random);
	if (choice === 'random') return shuffled(random, all).slice(0, count);
	const seed = between(random, 0, 2 ** 31);
	const candidates: Candidate[] = all.map(({ scores }, i) => ({ key: String(i), score: scores.entropy, labelled: false }));
	const chosen: JudgedSpan[] = [];
	while (chosen.length < Math.min(count, all.length)) {
		const at = Number(chooseNext(candidates, seed));
		candidates[at] = { ...candidates[at]!, labelled: true };
		chosen.push(all[at]!);
	}
	return chosen;
}

function workspaceOf(spans: readonly JudgedSpan[], size: number, random: Random): JudgedSpan[] {
	const groups = new Map<string, JudgedSpan[]>();
	for (const span of spans) {
		const known = groups.get(span.group);
		if (known === undefined) groups.set(span.group, [span]);
		else known.push(span);
	}
	const drawn: JudgedSpan[] = [];
	for (const group of shuffled(random, [...groups.values()])) {
		if (drawn.length >= size) break;
		drawn.push(...group);
	}
	return drawn;
}
