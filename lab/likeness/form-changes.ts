import { fileURLToPath } from 'node:url';
import { isAnswered, type AnsweredTrace } from '../../src/formats/read-traces.ts';
import { noClaimOf, sentenceParts } from '../../src/text/answer-parts.ts';
import { tagText } from '../../src/text/sentences.ts';
import { ownDocument } from '../datasets/own-document.ts';
import { share, type Figure } from '../figure.ts';
import { readFolder } from '../spad/read-folder.ts';
import { atMost } from '../target.ts';
import { judgeAnswer, type AnswerVerdict, type Judge } from './judge-answer.ts';

/** An answer's value, behind its last 'is' or 'was': what follows it is a stop. */
const value = /^(.* (?:is|was|are|were) )([^.\n]{2,40})\.$/su;

/** An answer in other forms that say the same; `null` where the answer does not have the form to begin with. */
const forms: Readonly<Record<string, (answer: string, source: string) => string | null>> = {
	'its value is bold': (answer) => (value.test(answer) ? answer.replace(value, '$1**$2**.') : null),
	'it cites a context': (answer, source) => (answer.endsWith('.') ? `${answer.slice(0, -1)} [${source}].` : null),
	'it has a preface': (answer) => `Based on the provided documents, ${answer.charAt(0).toLowerCase()}${answer.slice(1)}`,
	'it is the bare value': (answer) => value.exec(answer)?.[2] ?? null,
};

/** Measures how often the form of an answer of the example data set changes what the profile says of it, over right and wrong answers alike. */
export async function formFigures(judge: Judge, count: number, signal: AbortSignal): Promise<Figure[]> {
	const judged = (trace: AnsweredTrace, text: string): Promise<AnswerVerdict> =>
		judgeAnswer(judge, { ...trace, response: ownDocument(text) }, signal);
	const traces = await labeledAnswers(count);
	const rows: { readonly form: string; readonly right: boolean; readonly before: AnswerVerdict; readonly after: AnswerVerdict }[] = [];
	for (const trace of traces) {
		const { text } = trace.response;
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const before = await judged(trace, text);
		for (const [form, write] of Object.entries(forms)) {
			const written = write(text, trace.contexts[0]?.id ?? '1');
			// oxlint-disable-next-line no-await-in-loop -- as above
			if (written !== null) rows.push({ form, right: trace.labels?.length === 0, before, after: await judged(trace, written) });
		}
	}
	return Object.keys(forms).flatMap((form) => {
		const own = rows.filter((row) => row.form === form);
		const isBare = form === 'it is the bare value';
		return [
			share(
				`answers of the examples when ${form}: another verdict`,
				own,
				({ before, after }) => before !== after,
				isBare ? null : atMost(0),
			),
			share(
				`right answers of the examples when ${form}: newly flagged`,
				own.filter(({ right }) => right),
				({ before, after }) => after === 'ungrounded' && before !== 'ungrounded',
				atMost(0),
			),
		];
	});
}

/** As many right answers as wrong ones, of those that claim something. */
async function labeledAnswers(count: number): Promise<AnsweredTrace[]> {
	const { records } = await readFolder(fileURLToPath(new URL('../../examples/datasets/demo-world', import.meta.url)));
	const [right, wrong]: [AnsweredTrace[], AnsweredTrace[]] = [[], []];
	for (const { trace } of records) {
		if (!isAnswered(trace) || trace.labels === undefined || trace.contexts.length === 0) continue;
		const side = trace.labels.length === 0 ? right : wrong;
		if (side.length >= count / 2) continue;
		const { text } = trace.response;
		// oxlint-disable-next-line no-await-in-loop -- one tagger
		const { sentences } = await tagText(text, 'en');
		const answer = { response: text, query: trace.query.text, contextIds: trace.contexts.map(({ id }) => id) };
		if (noClaimOf(sentenceParts(answer, sentences)) === null) side.push(trace);
	}
	return [...right, ...wrong];
}
