import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { readJson } from './json-document.ts';
import { isLabelOf, labelNames, labelNamesOf } from './label-classes.ts';
import type { IgnoredFinding, Label, Sidecar } from './sidecar.ts';
import { subjectKinds, type SubjectKey, type SubjectKind } from './subject.ts';

const remark = {
	/** SHA-256 of the text that it is about, line ends as `\n`: a sentence's, or the whole of what is judged. */
	textSha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal'),
	who: z.string(),
	when: z.iso.datetime({ offset: true }),
	note: z.string(),
};
const ofTrace = { /** The trace's id. */ trace: z.string(), ...remark };

/** `rag-assay/sidecar@1`: all entries are about traces. Read for good, and written as long as nothing else stands in the file. */
export const sidecar1Schema = z.object({
	schema: z.literal('rag-assay/sidecar@1'),
	ignored: z.array(z.object({ code: z.string(), ...ofTrace })),
	labels: z.array(z.object({ label: z.enum(labelNamesOf('trace')), ...ofTrace })),
});

const id = z.string().optional();
/** The subject's id stands under the name of its kind. */
const ofSubject = { trace: id, entry: id, query: id, ...remark } satisfies Record<SubjectKind, unknown> & typeof remark;

type Named = Partial<Readonly<Record<SubjectKind, string | undefined>>>;

/** The subjects that an entry names; one, in one that is as it should be. */
function subjectsOf(entry: Named): SubjectKey[] {
	return subjectKinds.flatMap((kind) => (entry[kind] === undefined ? [] : [{ kind, id: entry[kind] }]));
}

function namesOne(entry: Named): boolean {
	return subjectsOf(entry).length === 1;
}

const oneSubject = `exactly one of ${subjectKinds.map((kind) => `\`${kind}\``).join(', ')} was expected`;

const ignored2 = z
	.object({ code: z.string(), ...ofSubject })
	.refine(namesOne, oneSubject)
	.meta({ oneOf: subjectKinds.map((kind) => ({ required: [kind] })) });

const label2 = z
	.object({ label: z.enum(labelNames), ...ofSubject })
	.superRefine((entry, context) => {
		const [subject, ...others] = subjectsOf(entry);
		if (subject === undefined || others.length > 0) context.addIssue({ code: 'custom', message: oneSubject });
		else if (!isLabelOf(subject, entry.label))
			context.addIssue({
				code: 'custom',
				path: ['label'],
				message: `${quoted(labelNamesOf(subject.kind))} was expected, and it is the text '${entry.label}'`,
			});
	})
	.meta({ oneOf: subjectKinds.map((kind) => ({ required: [kind], properties: { label: { enum: labelNamesOf(kind) } } })) });

/** `rag-assay/sidecar@2`: entries about other subjects stand beside those about traces. A product that knows `@1` alone refuses it, and loses none. */
export const sidecar2Schema = z.object({
	schema: z.literal('rag-assay/sidecar@2'),
	ignored: z.array(ignored2),
	labels: z.array(label2),
});

const versions = [sidecar1Schema, sidecar2Schema] as const;

/** A sidecar of any version. */
export const sidecarSchema = z
	.discriminatedUnion('schema', versions, {
		error: ({ code }) => (code === 'invalid_union' ? `${quoted(versions.map(({ shape }) => shape.schema.value))} was expected` : undefined),
	})
	.meta({ type: 'object' });

/** @throws UserError RA111 when the text is no sidecar. */
export function readSidecar(text: string, file: string): Sidecar {
	const { ignored, labels } = readJson(text, file, sidecarSchema, {
		noun: 'sidecar',
		code: errorNumbers.malformedSidecar,
		hint: 'Repair it, or move it away to begin a new one.',
	});
	return {
		ignored: ignored.map(({ code, ...rest }): IgnoredFinding => ({ code: formerCodes.get(code) ?? code, ...remembered(rest) })),
		labels: labels.map(({ label, ...rest }): Label => ({ label, ...remembered(rest) })),
	};
}

type Written = Named & { readonly textSha256: string; readonly who: string; readonly when: string; readonly note: string };

/** Codes that sidecars may still have, with what they are called now. */
const formerCodes: ReadonlyMap<string, string> = new Map([['rag-assay/memorised', 'rag-assay/memorized']]);

function remembered({ textSha256, who, when, note, ...named }: Written): Omit<IgnoredFinding, 'code'> {
	const [subject] = subjectsOf(named);
	return { subject: subject!, textSha256, who, when, note };
}

/** An entry as it stands in a file, members in their order. */
export function writtenEntry(entry: IgnoredFinding | Label): Readonly<Record<string, string>> {
	const { subject, textSha256, who, when, note } = entry;
	const what: Record<string, string> = 'code' in entry ? { code: entry.code } : { label: entry.label };
	return { ...what, [subject.kind]: subject.id, textSha256, who, when, note };
}

/**
 * The sidecar as it is kept: one entry a line, in an order that does not depend on when they came, so that a version control's merge sees what
 * people did. It is `@1` as long as all of it is about traces.
 */
export function formatSidecar({ ignored, labels }: Sidecar): string {
	const hasOthers = [...ignored, ...labels].some(({ subject }) => subject.kind !== 'trace');
	const sidecar = {
		schema: (hasOthers ? sidecar2Schema : sidecar1Schema).shape.schema.value,
		ignored: ignored.toSorted(by(({ subject, code, textSha256 }) => [...place(subject), code, textSha256])).map(writtenEntry),
		labels: labels.toSorted(by(({ subject, textSha256, who }) => [...place(subject), textSha256, who])).map(writtenEntry),
	};
	// What is no sidecar is never written.
	sidecarSchema.parse(sidecar);
	const list = (name: string, entries: readonly unknown[]): string =>
		`\t${JSON.stringify(name)}: [${entries.length === 0 ? '' : `\n${entries.map((entry) => `\t\t${JSON.stringify(entry)}`).join(',\n')}\n\t`}]`;
	const members = [`\t"schema": ${JSON.stringify(sidecar.schema)}`, list('ignored', sidecar.ignored), list('labels', sidecar.labels)];
	return `{\n${members.join(',\n')}\n}\n`;
}

/** Where a subject's entries stand: traces first. */
function place({ kind, id: name }: SubjectKey): [string, string] {
	return [String(subjectKinds.indexOf(kind)), name];
}

function by<T>(key: (entry: T) => readonly string[]): (a: T, b: T) => number {
	return (a, b) => {
		const [left, right] = [key(a), key(b)];
		const at = left.findIndex((part, i) => part !== right[i]);
		return at === -1 ? 0 : left[at]! < right[at]! ? -1 : 1;
	};
}

function quoted(names: readonly string[]): string {
	return names.map((name) => `'${name}'`).join(' or ');
}
