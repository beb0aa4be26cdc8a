import { answerIn, decoded } from './answers-in.ts';
import { chatOf, lastTurn } from './chat.ts';
import type { ForeignContext, ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { idOf, memberOf, stringOf, valueAt, type Located, type LocatedObject } from './located.ts';
import { scoresOf } from './recorded-scores.ts';
import { textIn, contextsIn } from './texts-in.ts';

/** Results of promptfoo: `results.results`, the older `results.outputs`, and JSON Lines with a result a line. */
export const promptfooResults: ForeignFormat = {
	name: 'promptfoo results',
	recognizes: (record) => resultsIn(record).next().done === false,
	read: ({ values }, problems) => {
		const traces: ForeignTrace[] = [];
		for (const value of values(problems)) for (const result of resultsIn(value)) traces.push(traceOf(result));
		return { traces };
	},
};

function* resultsIn(value: Located, depth = 0): Generator<LocatedObject> {
	if (depth > 5) return;
	if (value.kind === 'array') {
		for (const item of value.items) yield* resultsIn(item, depth + 1);
	} else if (value.kind === 'object') {
		if (isResult(value)) {
			if (!value.cut) yield value;
			return;
		}
		for (const name of ['results', 'outputs']) {
			const inner = value.members.get(name);
			if (inner !== undefined) yield* resultsIn(inner, depth + 1);
		}
	}
}

function isResult(value: LocatedObject): boolean {
	const { members } = value;
	const answered = members.get('response')?.kind === 'object' || members.has('error') || members.has('text');
	return (
		answered && (members.has('vars') || valueAt(value, 'testCase', 'vars') !== undefined || valueAt(value, 'test', 'vars') !== undefined)
	);
}

const questions = ['question', 'query', 'user_input', 'input', 'prompt', 'message'];
const contexts = ['context', 'contexts', 'documents', 'retrieved_contexts', 'docs', 'knowledge', 'source', 'retrieved'];

function traceOf(result: LocatedObject): ForeignTrace {
	const vars = memberOf(result, 'vars') ?? valueAt(result, 'testCase', 'vars') ?? valueAt(result, 'test', 'vars');
	const response = memberOf(result, 'response');
	const metadata = memberOf(response, 'metadata') ?? memberOf(result, 'metadata');
	const among = (holder: Located | undefined, names: readonly string[]): Located | undefined =>
		names.map((name) => memberOf(holder, name)).find((value) => value !== undefined && value.kind !== 'null');
	// A prompt is a text, or a list of messages as JSON.
	const prompt = memberOf(memberOf(result, 'prompt'), 'raw') ?? memberOf(result, 'prompt');
	const messages = chatOf(decoded(prompt));
	const chat = messages === undefined ? undefined : lastTurn(messages);
	const given = among(metadata, contexts) ?? among(vars, contexts);
	const found: readonly ForeignContext[] = contextsIn(given) ?? [];
	const withSystem = chat?.system !== undefined && !found.some(({ text }) => chat.system?.text.includes(text.text) === true);
	return {
		record: result,
		id: idOf(memberOf(result, 'id')),
		model: idOf(valueAt(result, 'provider', 'label')) ?? idOf(valueAt(result, 'provider', 'id')) ?? stringOf(memberOf(result, 'provider')),
		system: withSystem ? chat.system : undefined,
		history: chat?.history,
		query: textIn(among(vars, questions)) ?? chat?.query ?? textIn(prompt),
		contexts: found,
		scores: scoresOf(result),
		response: response === undefined ? textIn(memberOf(result, 'text')) : answerIn(memberOf(response, 'output')),
	};
}
