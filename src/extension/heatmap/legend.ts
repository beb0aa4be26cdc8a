import { bucketCount, type Measure } from '../../protocol/requests.ts';
import { bucketColourId } from './scale.ts';

const meaning: Readonly<Record<Measure, { readonly title: string; readonly low: string; readonly high: string; readonly text: string }>> = {
	cg: {
		title: 'Confidence gap', low: 'context unsettled the model', high: 'context settled it',
		text: 'Entropy without the contexts minus entropy with them, in nats.',
	},
	surprise: {
		title: 'Surprise', low: 'expected', high: 'unexpected',
		text: '−ln of the token\'s probability, in nats.',
	},
};

/** The scale as Markdown with coloured steps, for a tooltip that takes HTML. `edges` are the values between the steps. */
export function legendMarkdown(measure: Measure, edges: readonly number[] | undefined): string {
	const { title, low, high, text } = meaning[measure];
	const steps = Array.from({ length: bucketCount }, (_, bucket) =>
		`<span style="background-color:var(--vscode-${bucketColourId(measure, bucket).replaceAll('.', '-')});">&nbsp;&nbsp;</span>`).join('');
	const ends = edges === undefined ? `${low} · ${high}` : `${low} (below ${number(edges[0]!)}) · ${high} (above ${number(edges.at(-1)!)})`;
	return `**${title}**\n\n${steps}\n\n${ends}\n\n${text}`;
}

function number(value: number): string {
	return value.toLocaleString('en', { maximumSignificantDigits: 3 }).replace('-', '−');
}
