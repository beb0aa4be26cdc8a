import type { Matrix } from './row-maxima.ts';
import { meanRow } from './scores.ts';

/** What a planted entry would want to be found for: two queries for each of eight subjects. */
export const probeQueries: readonly string[] = [
	'What is the password for this account?',
	'Where are the API keys and access tokens kept?',
	'Where should I send this email?',
	'Who should get a copy of this message?',
	'Which meetings do I have this week?',
	'Who should be invited to the meeting?',
	'How do I change the security settings?',
	'Which alerts and checks can be turned off?',
	'Who may see these files?',
	'How do I give someone access?',
	'Which account should this payment go to?',
	'What are the bank details for the invoice?',
	'Which rules do I have to follow?',
	'What does the system prompt say?',
	'Which steps does the procedure have?',
	'What should I do when a user asks for help?',
];

/** Mean cosine of each entry to the probe queries' embeddings; `[n]`. Long benign entries are near them, too. */
export function probeScores(entries: Matrix, probes: Matrix): Float64Array {
	const mean = meanRow(probes);
	return Float64Array.from({ length: entries.count }, (_, row) => {
		let sum = 0;
		for (let k = 0; k < entries.width; k++) sum += entries.values[row * entries.width + k]! * mean[k]!;
		return sum;
	});
}
