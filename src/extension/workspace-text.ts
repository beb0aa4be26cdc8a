import type { Result } from '../protocol/message.ts';
import type { AnalyzeWorkspace } from '../protocol/requests.ts';
import { sentenceOf } from './failure.ts';

/** What came of a workspace's analysis. Where the profile did not judge, no findings are no good news: why it did not stands in their place. */
export function workspaceText({ analysed, failed, findings, refused }: Result<typeof AnalyzeWorkspace>): string {
	const counted = [...(refused === undefined || findings > 0 ? [count(findings, 'finding')] : []), ...(failed === 0 ? [] : [`${count(failed, 'file')} could not be read`])];
	const text = `${count(analysed, 'trace')} analysed${counted.length === 0 ? '' : `: ${counted.join(', ')}`}.`;
	if (refused === undefined) return text;
	// Some were judged when the profile was lost on the way.
	return `${text} ${findings > 0 ? 'Not all were judged' : 'Not judged'}: ${sentenceOf(refused)}`;
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
