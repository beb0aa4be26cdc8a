import { createHash } from 'node:crypto';
import type { JudgedText } from '../judged-text.ts';

/** Returns a name that changes with what is read. */
export function answerKey({ id, parts }: Pick<JudgedText, 'id' | 'parts'>): string {
	return `${id}-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
}
