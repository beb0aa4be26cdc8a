import type { Candidate } from './candidate.ts';
import type { ModelFinding } from './model-findings.ts';

interface Range {
	readonly start: number;
	readonly end: number;
}

/**
 * What rules and a model find, joined: in order, none overlapping another, and no letter or digit that either marks is left out.
 * - What a check speaks for (a checksum, a numbering plan, a list) stays as it is, and so does what is of another kind than the model says; of the
 *   model's finding what is beside it is left.
 * - Of the same kind, both are one value from the first sign of either to the last.
 * - What has its shape alone gives way to a finding of the model that holds all of it.
 * Names go by the longer whatever speaks for them: a list knows the given name alone.
 * @param rules none overlapping another
 * @param found of the model, none overlapping another
 */
export function joinModel(text: string, rules: readonly Candidate[], found: readonly ModelFinding[], model: string): Candidate[] {
	let joined: Candidate[] = rules.filter(
		(rule) => rule.sureness !== 'shape' || !found.some((one) => one.start <= rule.start && rule.end <= one.end),
	);
	for (const one of found) {
		const fixed = joined.filter((rule) => overlap(rule, one) && !canGrow(rule, one));
		for (const part of without(text, one, fixed)) {
			const same = joined.filter((rule) => overlap(rule, part));
			if (same.some((rule) => rule.start <= part.start && part.end <= rule.end)) continue;
			const [first] = same;
			const start = Math.min(part.start, ...same.map((rule) => rule.start));
			const end = Math.max(part.end, ...same.map((rule) => rule.end));
			const whole: Candidate =
				first === undefined
					? { ...part, type: one.type, by: model, sureness: 'cue', model }
					: {
							start,
							end,
							type: one.type,
							by: first.model === undefined ? `${first.by} and ${model}` : first.by,
							sureness: first.sureness,
							model,
						};
			joined = [...joined.filter((rule) => !same.includes(rule)), whole];
		}
	}
	return joined.toSorted((a, b) => a.start - b.start);
}

function canGrow(rule: Candidate, one: ModelFinding): boolean {
	return rule.type === one.type && (rule.sureness !== 'checked' || rule.type === 'name');
}

function overlap(a: Range, b: Range): boolean {
	return a.start < b.end && b.start < a.end;
}

/** What of a range is left beside others, where a letter or digit is, from the first of them to the last. */
function without(text: string, { start, end }: Range, others: readonly Range[]): Range[] {
	if (others.length === 0) return [{ start, end }];
	const parts: Range[] = [];
	let at = start;
	for (const other of others.toSorted((a, b) => a.start - b.start)) {
		parts.push({ start: at, end: Math.max(at, other.start) });
		at = Math.max(at, other.end);
	}
	parts.push({ start: at, end: Math.max(at, end) });
	return parts.flatMap((part) => {
		const value = text.slice(part.start, part.end);
		const from = value.search(/[\p{L}\p{N}]/u);
		return from === -1
			? []
			: [{ start: part.start + from, end: part.end - (value.length - value.replace(/[^\p{L}\p{N}\p{M}]+$/u, '').length) }];
	});
}
