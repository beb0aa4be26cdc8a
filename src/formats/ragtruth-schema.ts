import * as z from 'zod';
import { expectedInWords } from './expected-in-words.ts';

/** RAGTruth has strings; what went through a data frame has numbers. */
const id = z.union([z.string().min(1), z.number()], 'expected a text or a number').transform(String);
/** Python writes `null` for what there is not. */
const optional = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined);
const notBlank = z.string().regex(/\S/, 'expected a text that is not blank');

const passages = z.union(
	[z.string(), z.array(z.union([z.string(), z.object({ id, text: z.string() })])), z.record(z.string(), z.string())],
	'expected a text `passage 1:…`, an array of texts or of `{ "id", "text" }`, or an object of texts by id',
);
const questionAndPassages = z.object({ question: notBlank, passages });
export type QuestionAndPassages = z.infer<typeof questionAndPassages>;

const common = { source_id: id, task_type: z.string(), source: optional(z.string()) };
/** Asked with a question of its own, as every `QA` source is. */
const questionSource = z
	.object({ ...common, source_info: questionAndPassages })
	.transform((value) => ({ kind: 'question' as const, ...value }));
/** What was asked stands in the prompt only: `Summary` of a text, `Data2txt` of structured data, and what others may add. */
const promptSource = z
	.object({
		...common,
		prompt: notBlank,
		source_info: z.union([z.string(), z.record(z.string(), z.unknown())], 'expected a text or an object'),
	})
	.transform((value) => ({ kind: 'prompt' as const, ...value }));

/** A line of `source_info.jsonl`. */
export const sourceLine = z
	.object({ task_type: z.string(), source_info: z.unknown() })
	.loose()
	.transform((value, context) => {
		const { task_type: task, source_info: info } = value;
		const hasQuestion = typeof info === 'object' && info !== null && 'question' in info && 'passages' in info;
		const parsed = (task === 'QA' || hasQuestion ? questionSource : promptSource).safeParse(value, { error: expectedInWords });
		if (parsed.success) return parsed.data;
		for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
		return z.NEVER;
	});
export type SourceLine = z.infer<typeof sourceLine>;

/** `start` and `end` count code points of `response`; `text`, where there is one, is what stands there. */
const span = z.object({ start: z.number(), end: z.number(), text: optional(z.string()) });
export type SpanLine = z.infer<typeof span>;

const label = span.extend({
	label_type: notBlank,
	meta: optional(z.string()),
	due_to_null: optional(z.boolean()),
	implicit_true: optional(z.boolean()),
});

/** A line of `response.jsonl`. `tags`, `group` and `undecided` are ours: RAGTruth has none. */
export const responseLine = z.object({
	id,
	source_id: id,
	response: z.string(),
	model: optional(z.string()),
	temperature: optional(z.number()),
	split: optional(z.string()),
	quality: optional(z.string()),
	labels: optional(z.array(label)),
	tags: optional(z.array(z.string())),
	group: optional(id),
	undecided: optional(z.array(span)),
});
export type ResponseLine = z.infer<typeof responseLine>;
