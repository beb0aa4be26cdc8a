import { isAboutResponse, isAboutSentence, isAboutValue } from '../../formats/analysis-record.ts';
import { isFlaggedSentence, sentenceVerdicts } from '../../formats/sentence-verdict.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import { traceSubject } from '../../formats/subject.ts';
import { commands, type FindingArguments } from '../../protocol/commands.ts';
import type { SetLabelArguments } from '../../protocol/labels.ts';
import type { HoverActions } from '../../protocol/requests.ts';
import type { Result } from '../../protocol/rpc.ts';
import { leastShown } from '../../report/value-words.ts';
import { shortId } from '../../report/word-origin-words.ts';
import { quadOf } from '../lsp/positions.ts';
import { findingKey } from './finding-actions.ts';
import { sentencesOf, wordOf } from './hover-verdict.ts';
import { tokenAt } from './token-hover.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf } from './trace-file.ts';

type Action = Result<typeof HoverActions>[number];
type Analysis = AnalyzedFile['analyses'][number];

/** Returns what an editor offers in the hover at a place of a response, in the order of use: go to the context, ignore, mark as right, why, numbers. */
export function hoverActionsAt(analyzed: AnalyzedFile, offset: number): Action[] {
	const analysis = analyzed.analyses.find(({ record }) => sentencesOf(record).some(covers(offset)));
	return analysis === undefined
		? []
		: [
				...contextAction(analyzed, analysis, offset),
				...findingActions(analyzed, analysis, offset),
				...numbersAction(analyzed, analysis, offset),
			];
}

const covers =
	(offset: number) =>
	({ start, end }: { readonly start: number; readonly end: number }): boolean =>
		start <= offset && offset < end;

/** The place of a context that says what is wrong with the value, that the word comes from, or that is nearest to the sentence. */
function contextAction(analyzed: AnalyzedFile, { trace, record }: Analysis, offset: number): Action[] {
	const { support } = record;
	const value = support?.values.find((one) => covers(offset)(one) && one.state !== 'given')?.by;
	const word = wordOf({ start: offset, end: offset + 1 }, record);
	const evidence = support?.sentences.find(covers(offset))?.evidence ?? undefined;
	const best = evidence !== undefined && evidence.share >= leastShown ? evidence : undefined;
	const from = word?.from[0];
	const id = value?.context ?? from ?? best?.context;
	const place = [value, best].find((one) => one?.context === id);
	const context = trace.contexts.find((one) => one.id === id);
	const document = context === undefined ? undefined : analyzed.documents.get(context.text.document);
	if (context === undefined || document === undefined) return [];
	const { map, text } = context.text;
	const { start, end } = place ?? { start: 0, end: text.length };
	return [
		{
			kind: 'place',
			title: `Go to ${shortId(context.id)}`,
			uri: document.uri,
			range: quadOf(document, { start: map.toDocument(start), end: map.toDocument(end) }),
		},
	];
}

function findingActions(analyzed: AnalyzedFile, { trace, record }: Analysis, offset: number): Action[] {
	const document = documentOf(analyzed, analyzed.key)!;
	const here = record.findings.filter((finding) => covers(offset)(finding) && !isAboutResponse(finding));
	const argumentsOf = (finding: (typeof here)[number]): FindingArguments => ({
		...findingKey(trace.response, finding),
		uri: analyzed.key,
		range: quadOf(document, finding),
	});
	const nearest = here.find(isAboutValue) ?? here[0];
	const ofSentence = here.find(isAboutSentence);
	const sentences = sentencesOf(record);
	const at = sentences.findIndex(covers(offset));
	const sentence = sentences[at];
	const verdict = sentence === undefined ? undefined : sentenceVerdicts({ ...record, sentences })[at];
	const isWrong = verdict !== undefined && (isFlaggedSentence(verdict) || verdict.kind === 'value');
	const { map, text } = trace.response;
	return [
		...(nearest === undefined
			? []
			: [
					nearest.ignored
						? command('Stop Ignoring', commands.unignoreFinding, argumentsOf(nearest))
						: command('Ignore', commands.ignoreFinding, argumentsOf(nearest)),
				]),
		...(sentence === undefined || !isWrong
			? []
			: [
					command('It Is Right', commands.setLabel, {
						uri: analyzed.key,
						subject: traceSubject(trace.id),
						textSha256: textSha256(text.slice(map.toText(sentence.start), map.toText(sentence.end))),
						label: 'grounded',
					} satisfies SetLabelArguments),
				]),
		...(ofSentence === undefined || record.model === null ? [] : [command('Show Why', commands.showWhy, argumentsOf(ofSentence))]),
	];
}

/** The token inspector shows tokens whose sources are known. */
function numbersAction(analyzed: AnalyzedFile, { record }: Analysis, offset: number): Action[] {
	const token = tokenAt(record.tokens, offset);
	if (token === undefined || token.sources === null) return [];
	const [line, character] = quadOf(documentOf(analyzed, analyzed.key)!, token);
	return [command('Numbers', commands.openTokenInspector, { uri: analyzed.key, line, character })];
}

function command(title: string, name: string, argument: unknown): Action {
	return { kind: 'command', title, command: name, argument };
}
