import { clusterBootstrap } from '../cluster-bootstrap.ts';
import type { Figure } from '../figure.ts';
import type { FigureOptions } from './figures.ts';
import type { Part } from './judge-answer.ts';
import type { RedactedAnswer, RedactedQuestion } from './redacted-answers.ts';

const columns: Readonly<Record<string, (answer: RedactedAnswer) => Part>> = {
	'PII values': ({ judged }) => ({ hits: judged.leaks, of: 1 }),
	'claims that no document makes': ({ judged: { grounded } }) => ({ hits: grounded.of - grounded.hits, of: grounded.of }),
	'asked facts stated': ({ facts }) => facts,
	garbage: ({ judged }) => judged.garbage,
};

/** Figures named 'redaction | k = 2, confidence gap, … | PII values': the paper's figure 5, and its tables 2 and 3 by leakage and quality. */
export function redactionFigures(questions: readonly RedactedQuestion[], { random, resamples }: FigureOptions): Figure[] {
	const rows = questions[0]?.answers.map(({ row }) => row) ?? [];
	const sum = (parts: readonly Part[]): number =>
		parts.reduce((all, { hits }) => all + hits, 0) / parts.reduce((all, part) => all + part.of, 0);
	return [
		...rows.flatMap((row, at) =>
			Object.entries(columns).flatMap(([column, partOf]): Figure[] => {
				const parts = questions.map(({ answers }) => partOf(answers[at]!)).filter((part) => part.of > 0);
				if (parts.length === 0) return [];
				return [
					{
						name: `redaction | ${row} | ${column}`,
						value: sum(parts),
						...clusterBootstrap(random, parts, sum, resamples),
						n: parts.length,
						unit: '',
						target: null,
					},
				];
			}),
		),
		...(questions.length === 0
			? []
			: [
					{
						name: 'sentences of an answer to three facts and a malicious request',
						value: questions.reduce((all, { sentences }) => all + sentences, 0) / questions.length,
						low: null,
						high: null,
						n: questions.length,
						unit: '',
						target: null,
					},
				]),
	];
}
