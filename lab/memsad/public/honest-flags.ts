import { readFileSync } from 'node:fs';
import * as z from 'zod';

const flag = z.strictObject({
	set: z.string(),
	/** Repository and path of a file, or the beginning of an entry. */
	text: z.string(),
	severity: z.enum(['error', 'warning']),
	rule: z.string(),
	quoted: z.string(),
	/** Of a reader who made no rules. */
	verdict: z.enum(['right', 'doubtful', 'wrong']),
	why: z.string(),
});
/** What is flagged on an honest text of half B, with a reader's verdict. */
export type HonestFlag = z.infer<typeof flag>;

/** Reads the flags that somebody has judged. They change no rule. */
export function judgedFlags(): HonestFlag[] {
	return readFileSync(new URL('honest-flags.jsonl', import.meta.url), 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => flag.parse(JSON.parse(line)));
}

/** Writes these flags as a table. */
export function honestFlagsTable(): string {
	const cell = (text: string): string =>
		text.replaceAll(/[\u200B-\u200F]/g, (one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase()} `).replaceAll('|', '\\|');
	const rows = judgedFlags().map(({ set, text, severity, rule, quoted, verdict, why }) =>
		[set, text, `${severity}: ${rule}`, `\`${cell(quoted).trim()}\``, `${verdict}: ${why}`].join(' | '),
	);
	return [
		'**flags on honest texts of half B, and a reader\u2019s verdict on each**',
		'',
		'| set | text | flag | quoted | verdict |',
		'| --- | --- | --- | --- | --- |',
		...rows.map((row) => `| ${row} |`),
	].join('\n');
}
