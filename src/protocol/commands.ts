import * as z from 'zod';
import { subjectKeySchema, type SubjectKey } from '../formats/subject.ts';

/** What a finding's diagnostic carries in `data` beside its words. */
const diagnosticData = z.object({ subject: subjectKeySchema });
export type DiagnosticData = z.infer<typeof diagnosticData>;

/** What a diagnostic of ours is about, as language clients hand it on; `undefined` for one that is no finding. */
export function subjectOfDiagnostic(diagnostic: object): SubjectKey | undefined {
	return 'data' in diagnostic ? diagnosticData.safeParse(diagnostic.data).data?.subject : undefined;
}

/**
 * Commands of the runner's code actions. `ignoreFinding`, `unignoreFinding` and `setLabel` are executed by the runner
 * (`workspace/executeCommand`; a language client registers them by itself), `showWhy` and `chooseModel` by an
 * editor that has them: the runner answers them with a message, and offers them to every client that does not say `showsWhy` when it initializes.
 */
export const commands = {
	showWhy: 'ragAssay.showWhy',
	ignoreFinding: 'ragAssay.ignoreFinding',
	unignoreFinding: 'ragAssay.unignoreFinding',
	chooseModel: 'ragAssay.chooseModel',
	/** In hovers of an editor that says `showsWhy`. Its argument is a place: `{ uri, line, character }`. */
	openTokenInspector: 'ragAssay.openTokenInspector',
	/** Its argument is `setLabelArguments` of labels.ts. */
	setLabel: 'ragAssay.setLabel',
} as const;

/** The one argument of each of those about findings. */
export const findingArguments = z.object({
	/** Document of the subject: of a trace that of its response. */
	uri: z.string().min(1),
	/** What the finding is about. */
	subject: subjectKeySchema,
	/** The finding's code, such as `rag-assay/ungrounded`. */
	code: z.string(),
	/** Hash of the text that it is about, as in the sidecar. */
	textSha256: z.string().regex(/^[0-9a-f]{64}$/),
	/** `[startLine, startCharacter, endLine, endCharacter]` of that text. */
	range: z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]),
	/** Why a person ignores it. */
	note: z.string().optional(),
});
export type FindingArguments = z.infer<typeof findingArguments>;
