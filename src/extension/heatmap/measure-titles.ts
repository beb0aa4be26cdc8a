import type { Measure } from '../../protocol/requests.ts';

/** What each measure is called where one is chosen or shown. */
export const measureTitles: Readonly<Record<Measure, string>> = {
	cg: 'Confidence gap',
	kl: 'Divergence (KL)',
	surprise: 'Surprise',
	suspicion: 'Suspicion',
	query: 'Source: question and instructions',
	rag: 'Source: contexts',
	past: 'Source: answer so far',
	self: 'Source: token before',
	ffn: "Source: model's own layers",
	ln: 'Source: final norm',
	initial: 'Source: embedding',
};
