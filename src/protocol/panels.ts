import { z } from 'zod';
import { request } from './message.ts';

/** Largest content of an exported file, in characters: a picture of a big screen has some millions. */
const maxContent = 32 * 1024 * 1024;

/** What every panel may ask of the extension host: a file, where the user says in a dialog; `saved` is false when they closed it. */
export const SaveExport = request(
	'ragAssay/panel/saveExport',
	z.object({
		format: z.enum(['png', 'csv', 'json', 'jsonl', 'txt', 'md']),
		/** Proposed file name, without a folder and without its ending. */
		name: z.string().regex(/^[\w.-]{1,80}$/),
		/** Text, or of a picture its bytes in Base64. */
		content: z.string().max(maxContent),
	}),
	z.object({ saved: z.boolean() }),
);
export type ExportFormat = z.infer<(typeof SaveExport)['params']>['format'];
