import { errorNumbers } from '../error-numbers.ts';
import { readFrontMatter } from './front-matter.ts';
import { doubtfulHeads, escapes } from './doubtful-heads.ts';
import { nearHeads } from './mistyped-headings.ts';
import { ProblemList } from './problem-list.ts';
import { singleHeads } from './section-heads.ts';
import { emptyFile, joinSections, preambleProblems } from './rag-md.ts';
import { contentFrom, contentText, readSections } from './sections.ts';
import type { ParsedTraces, Section, TextDocumentInput } from './trace.ts';

/**
 * Reads a pair `NAME.prompt.md` + `NAME.response.md` as one trace: the first holds the sections before the response,
 * the second is the response, front matter aside. The front matter of `.prompt.md` files belongs to other tools too, so what
 * it holds beside a plain `id`, `model`, `tags` and `group` is not looked at; the response's own `model` says who wrote it.
 */
export function readPromptResponse(prompt: TextDocumentInput, response: TextDocumentInput, name: string): ParsedTraces {
	const answer = readResponse(response);
	if (prompt.text.trim() === '')
		return { traces: [], sections: answer.sections, problems: [emptyFile(prompt.document, prompt.text), ...answer.problems] };
	const front = readFrontMatter(prompt.document, prompt.text, 'content');
	const read = readSections(prompt.document, prompt.text, front.end, false);
	const misplaced = read.sections.filter(({ section }) => section.kind === 'response');
	const joined = joinSections(prompt.document, prompt.text, read);
	// A prompt holds no response: a line that nearly is its head is not one to be mended.
	const reported = new Set(joined.problems.map(({ range }) => range.start));
	const hints = nearHeads(prompt.document, prompt.text, {
		from: read.from,
		passOver: (start, meant) => meant === singleHeads.response || reported.has(start),
	});
	const responses = new ProblemList(prompt.document);
	for (const { section } of misplaced) {
		const above = read.sections[read.sections.findIndex((one) => one.section === section) - 1];
		responses.add(
			errorNumbers.responseInPromptFile,
			'The prompt of a pair holds no response.',
			`Move it to '${name}.response.md', or write the line as \`\\## Response\` if it is content.`,
			() => section.heading,
			{ fixes: above === undefined ? [] : [escapes(section.heading, above.section)] },
		);
	}
	const problems = [
		...front.problems,
		...preambleProblems(prompt.document, read),
		...joined.problems,
		...responses.list(),
		...doubtfulHeads(prompt.document, prompt.text, read),
		...answer.problems,
		...hints,
	];
	const sections = [...joined.sections, ...answer.sections];
	if (joined.parts === null || misplaced.length > 0) return { traces: [], sections, problems };
	const model = plain(answer.values.get('model')) ?? plain(front.values.get('model'));
	const group = plain(front.values.get('group'));
	const tags = front.values.get('tags');
	return {
		traces: [
			{
				...joined.parts,
				id: plain(front.values.get('id')) ?? name,
				...(model === undefined ? {} : { model }),
				tags: Array.isArray(tags) ? tags.flatMap((tag) => plain(tag) ?? []) : [],
				...(group === undefined ? {} : { group }),
				...(answer.text.text === '' ? {} : { response: answer.text }),
				sections,
			},
		],
		sections,
		problems,
	};
}

function readResponse({ document, text }: TextDocumentInput) {
	const { values, end, problems } = readFrontMatter(document, text, 'content');
	const content = contentFrom(text, end);
	const mapped = contentText(document, text, content, end, false);
	const sections: Section[] =
		content === null
			? []
			: [
					{
						kind: 'response',
						name: 'Response',
						document,
						heading: { start: content.start, end: content.start },
						range: content,
					},
				];
	return { text: mapped, values, problems, sections };
}

function plain(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
