import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { readJson } from '../json-document.ts';
import { textSha256 } from '../sidecar.ts';
import type { Approval } from './approval.ts';

/** `rag-assay/approved@1`: what people have approved of an instruction file, beside which it lies. */
export const approvalSchema = z.object({
	schema: z.literal('rag-assay/approved@1'),
	/** In the order of the file. */
	entries: z.array(
		z
			.object({
				/** SHA-256 of the text, line ends as `\n`. */
				content: z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal'),
				/** What was approved, word by word. */
				text: z.string(),
				/** Section or key that it stood in. */
				about: z.string().nullable(),
				who: z.string().min(1),
				when: z.iso.datetime({ offset: true }),
			})
			.refine(({ content, text }) => textSha256(text) === content, 'its `text` is not the one that its `content` is the hash of'),
	),
});

/** Where what was approved of a file is kept. */
export function approvalFile(file: string): string {
	return `${file}.rag-assay-approved.json`;
}

/** @throws UserError RA145 when the text is no approval, or was changed by hand. */
export function readApproval(text: string, file: string): Approval {
	const { entries } = readJson(text, file, approvalSchema, {
		noun: 'approval',
		code: errorNumbers.malformedApproval,
		hint: 'Restore it from version control, or move it away and approve the file again.',
	});
	return { entries };
}

/** As it is kept: an entry a line, so that version control shows what was approved. */
export function formatApproval({ entries }: Approval): string {
	approvalSchema.parse({ schema: approvalSchema.shape.schema.value, entries });
	const lines = entries.map(({ content, text, about, who, when }) => `\t\t${JSON.stringify({ content, text, about, who, when })}`);
	const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n\t]`;
	return `{\n\t"schema": ${JSON.stringify(approvalSchema.shape.schema.value)},\n\t"entries": ${list}\n}\n`;
}
