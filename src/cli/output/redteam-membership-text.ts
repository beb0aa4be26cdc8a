import type { MembershipAttackReport, MembershipOutcome, MembershipRedteamReport } from '../../formats/membership-redteam.ts';
import {
	adjustedWords,
	emptyWords,
	hiddenByWords,
	membershipVerdict,
	privateWords,
	ksByScoreWords,
	settingsWords,
	unscoredWords,
} from '../../report/membership-redteam-words.ts';
import { decimal } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';
import { bold, paint, type ColorDepth } from './color.ts';
import { measured, table } from './cells.ts';
import { oneLine } from './plain-text.ts';

function row(name: string, { accuracy, adjustedAccuracy, f1, precision, recall, ks }: MembershipOutcome): string[] {
	return [name, measured(accuracy), ...[adjustedAccuracy, f1, precision, recall, ks].map((value) => decimal(value, 2))];
}

function screened({ title, queries, documents, retrieved, flagged, sessions }: MembershipAttackReport): string {
	const bySession =
		sessions === null ? '' : ` By session: ${measured(sessions.members)} of the members, ${measured(sessions.others)} of the others.`;
	return `${title}: ${plural(queries, 'query', 'queries')}, ${documents} documents counted. The document was retrieved for ${measured(retrieved)} of the queries about members; something was hidden for ${measured(flagged.members)} of them, and for ${measured(flagged.others)} of those about other documents.${bySession}`;
}

/** Membership attacks for people: the verdict, a table, and what screening saw. */
export function redteamMembershipText(report: MembershipRedteamReport, depth: ColorDepth): string {
	const named = report.private === null ? '' : ', private';
	const { attacks, unscored, documents, screening, encoder, reader, judge, k, notes } = report;
	return `${[
		paint(depth, bold, membershipVerdict(report)),
		'',
		...table([
			['attack', 'accuracy', 'adjusted', 'F1', 'precision', 'recall', 'KS'],
			...attacks.flatMap(({ title, undefended, defended }) => [
				row(`${title}${named}`, undefended),
				row(`${title}${named}, hidden`, defended),
			]),
		]),
		adjustedWords,
		'',
		...attacks.map(screened),
		...privateWords(report),
		...settingsWords(report),
		...ksByScoreWords(attacks),
		...emptyWords(attacks),
		...unscoredWords(unscored),
		'',
		`${plural(documents.all, 'document')}: the pipeline reads the ${k} nearest of ${documents.index}, and ${documents.heldOut} were held out. Answers: ${oneLine(reader)}; perplexity: ${oneLine(judge)}.`,
		hiddenByWords(screening),
		`Embedder: ${oneLine(encoder.name)}.${encoder.cannotSee === null ? '' : ` ${encoder.cannotSee}`}`,
		...notes.map(oneLine),
	].join('\n')}\n`;
}
