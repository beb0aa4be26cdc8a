import type { MappedText } from '../../text/text-map.ts';
import type { ProblemList } from '../problem-list.ts';
import type { TraceLabel, TraceTurn } from '../trace.ts';
import type { ForeignDocument, ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { idOf, itemsOf, memberOf, stringOf, trimmedPart, type Located, type LocatedObject } from './located.ts';
import { holdsText } from './row-reader.ts';
import { recordsOf } from './rows.ts';
import { contextsIn, textIn } from './texts-in.ts';

/** Rows of HaluEval (Li et al., 2023): knowledge with a right and a hallucinated answer, each of which is a trace; or a response with a verdict. */
export const haluEval: ForeignFormat = {
	name: 'HaluEval rows',
	recognizes: (record) =>
		(right.some((name) => holdsText(memberOf(record, name))) && hallucinated.some((name) => holdsText(memberOf(record, name)))) ||
		(holdsText(memberOf(record, 'chatgpt_response')) && memberOf(record, 'hallucination') !== undefined),
	read,
};

const right = ['right_answer', 'right_response', 'right_summary'];
const hallucinated = ['hallucinated_answer', 'hallucinated_response', 'hallucinated_summary'];

function read({ values }: ForeignDocument, problems: ProblemList): { traces: ForeignTrace[] } {
	const traces: ForeignTrace[] = [];
	let row = 0;
	for (const value of values(problems)) {
		for (const record of recordsOf(value)) {
			row++;
			traces.push(...tracesOf(record, String(row)));
		}
	}
	return { traces };
}

function tracesOf(record: LocatedObject, row: string): ForeignTrace[] {
	const member = (...names: string[]): Located | undefined => names.map((name) => record.members.get(name)).find(holdsText);
	const contexts = contextsIn(member('knowledge', 'document')) ?? [];
	const { query, history } = dialogue(textIn(member('dialogue_history'))) ?? {
		query: textIn(member('question', 'user_query')),
		history: [],
	};
	const name = idOf(memberOf(record, 'ID')) ?? row;
	const shared = { record, group: name, query, history, contexts };
	const answer = textIn(member('chatgpt_response'));
	if (answer !== undefined) return [{ ...shared, id: name, response: answer, labels: verdict(record, answer) }];
	const correct = textIn(member(...right));
	const wrong = textIn(member(...hallucinated));
	return [
		...(correct === undefined ? [] : [{ ...shared, id: `${name}-right`, response: correct, reference: correct, labels: [] }]),
		...(wrong === undefined
			? []
			: [{ ...shared, id: `${name}-hallucinated`, response: wrong, reference: correct, labels: [whole(wrong)] }]),
	];
}

function whole({ text }: MappedText): TraceLabel {
	return { start: 0, end: text.length, type: 'hallucinated' };
}

/** `hallucination: yes` with the words that are, or `no`. */
function verdict(record: LocatedObject, response: MappedText): TraceLabel[] | undefined {
	const said = stringOf(record.members.get('hallucination'))?.trim().toLowerCase();
	if (said === 'no') return [];
	if (said !== 'yes') return undefined;
	const spans = itemsOf(record.members.get('hallucination_spans')).map((span) => {
		const text = stringOf(span) ?? '';
		const start = text === '' ? -1 : response.text.indexOf(text);
		return { start, end: start + text.length, type: 'hallucinated' };
	});
	return spans.length === 0 || spans.some(({ start }) => start === -1) ? [whole(response)] : spans;
}

/** `[Human]: … [Assistant]: … [Human]: …`: the last thing that the person says is what is answered. */
function dialogue(text: MappedText | undefined): { query: MappedText; history: TraceTurn[] } | undefined {
	if (text === undefined) return undefined;
	const heads = [...text.text.matchAll(/\[(Human|Assistant)\]:/g)];
	const turns = heads.map(
		(head, i): TraceTurn => ({
			role: head[1] === 'Human' ? 'user' : 'assistant',
			text: trimmedPart(text, head.index + head[0].length, heads[i + 1]?.index),
		}),
	);
	const last = turns.at(-1);
	if (last?.role !== 'user') return { query: text, history: [] };
	return { query: last.text, history: turns.slice(0, -1) };
}
