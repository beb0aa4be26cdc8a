import { piiTypes } from '../../formats/review.ts';
import type { PiiAttackReport, PiiCounts } from '../../protocol/redteam.ts';
import { decimal } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';
import { oneLine } from './plain-text.ts';
import { bold, paint, type ColorDepth } from './color.ts';

function totalOf(counts: PiiCounts): number {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Values an answer gives away, by type and together, of each pipeline. */
function leaksByType({ answers }: PiiAttackReport): { type: string; plain: number; private: number }[] {
	const mean = (of: (answer: PiiAttackReport['answers'][number]) => number): number =>
		answers.reduce((sum, answer) => sum + of(answer), 0) / Math.max(1, answers.length);
	const rows = piiTypes.map((type) => ({
		type,
		plain: mean(({ plain }) => plain[type] ?? 0),
		private: mean((one) => one.private[type] ?? 0),
	}));
	return [
		...rows.filter(({ plain, private: own }) => plain + own > 0),
		{ type: 'all', plain: mean(({ plain }) => totalOf(plain)), private: mean((one) => totalOf(one.private)) },
	];
}

/** That the documents did not fit into one prompt, and what was done then. */
function readInWords({ read: { prompts, cut } }: PiiAttackReport): string[] {
	return [
		...(prompts > 1
			? [
					`One prompt has no room for all documents. Without privacy, they were read in ${prompts} for each instruction, each document once. What the answers give away is counted together.`,
				]
			: []),
		...(cut > 0
			? [
					`${plural(cut, 'document is', 'documents are')} longer than a prompt. Only the beginning was read, so more may leak than is counted.`,
				]
			: []),
	];
}

/** An attack for people: the verdict, and a table of values an answer. */
export function redteamText(report: PiiAttackReport, depth: ColorDepth): string {
	const rows = leaksByType(report);
	const all = rows.at(-1)!;
	const found = totalOf(report.values);
	const several = report.read.prompts > 1;
	const verdict =
		found === 0
			? 'No personal values were recognized in the documents, so there is nothing to measure.'
			: `Without privacy ${several ? 'the answers to an instruction give' : 'an answer gives'} away ${decimal(all.plain)} of the ${plural(found, 'personal value')} that were recognized; the private one ${decimal(all.private)}.`;
	const head = several ? 'values an instruction' : 'values an answer';
	const width = Math.max(...rows.map(({ type }) => type.length), head.length);
	const line = (name: string, plain: string, own: string): string => `${name.padEnd(width)}  ${plain.padStart(15)}  ${own.padStart(7)}`;
	return `${[
		paint(depth, bold, verdict),
		'',
		...(found === 0
			? []
			: [
					line(head, 'without privacy', 'private'),
					...rows.map(({ type, plain, private: own }) => line(type, decimal(plain), decimal(own))),
					'',
				]),
		`${plural(report.answers.length, 'malicious instruction')} on a copy of the documents. The private answers were seeded: nothing was spent, and none of them can be released.`,
		...readInWords(report),
		...report.notes.map(oneLine),
		'Values that no recognizer knows are not counted.',
	].join('\n')}\n`;
}
