import { isAboutResponse, type AnalysisRecord, type ClosedBookFigures } from '../formats/analysis-record.ts';
import { decimal } from '../wording/numbers.ts';
import { notJudgedWords } from './not-judged-words.ts';

type Group = Readonly<Record<keyof ClosedBookFigures['group'], string>>;

const sentences: Readonly<Record<string, string>> = {
	'1': ' of one sentence',
	'2': ' of two sentences',
	'3+': ' of three sentences or more',
};
const values: Readonly<Record<string, string>> = { number: ' with a number', name: ' with a name', other: ' with neither number nor name' };

/** A group of answers: `answers of one sentence with a number`, `all answers`. */
export function answersInWords({ sentences: count, value }: Group): string {
	const words = `${sentences[count] ?? ''}${values[value] ?? ''}`;
	return words === '' ? 'all answers' : `answers${words}`;
}

/** What closed book says of a response, for a colleague: the verdict. */
export function closedBookVerdict(closedBook: ClosedBookFigures): string {
	if (closedBook.threshold === null) return 'From memory? No threshold in the profile';
	if (closedBook.memorised === null) return `From memory? ${notJudgedWords(closedBook) ?? 'not judged'}`;
	return closedBook.memorised
		? 'Possibly from memory: without the contexts the model would have been just as sure of these words'
		: 'No sign of memory: without the contexts the model would not have been sure of these words';
}

/** The figures beside the verdict: `largest entropy 0.55 nats, largest surprise 0.48 without contexts; threshold 2.85 for answers of one sentence with a number, α 0.01`. */
export function closedBookFigures({ entropyMax, surpriseMax, threshold, thresholdGroup, alpha }: ClosedBookFigures): string {
	const measured = `largest entropy ${nats(entropyMax)} nats, largest surprise ${nats(surpriseMax)} without contexts`;
	if (threshold === null || thresholdGroup === null) return measured;
	return `${measured}; threshold ${nats(threshold)} for ${answersInWords(thresholdGroup)}, ${alpha === null ? 'set by hand' : `\u03b1 ${alpha}`}`;
}

/** Verdict, then figures, in one sentence, and whether a person has looked at it. */
export function closedBookSentence(closedBook: ClosedBookFigures, findings: AnalysisRecord['findings'] = []): string {
	if (closedBook.notJudged !== undefined) return closedBookVerdict(closedBook);
	const ignored = closedBook.memorised === true && findings.some((f) => isAboutResponse(f) && f.ignored) ? ', ignored' : '';
	return `${closedBookVerdict(closedBook)} (closed book: ${closedBookFigures(closedBook)}${ignored})`;
}

/** What is impossible to the model stands as the largest number. */
function nats(value: number): string {
	return value >= 1e6 ? value.toExponential(1) : decimal(value);
}
