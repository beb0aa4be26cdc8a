import type { AnalysisRecord, AnalysisToken } from '../../../src/formats/analysis-record.ts';
import type { ReportTrace } from '../../../src/formats/report/report-trace.ts';

/** `[text, logprob, entropy, entropyWithoutContext]` */
type Piece = readonly [string, number, number, number];

function tokensOf(pieces: readonly Piece[], start: number): AnalysisToken[] {
	let at = start;
	return pieces.map(([text, logprob, entropy, without]) => {
		const token: AnalysisToken = {
			text, start: at, end: at + text.length, logprob, entropy, entropyWithoutContext: without,
			cg: without - entropy, kl: Math.abs(without - entropy) * 1.3, logprobWithoutContext: logprob - 1, rank: logprob > -0.7 ? 1 : 3, rankWithoutContext: 4,
			pos: 'X',
			alternatives: [{ text, logprob }, { text: ' <b>other</b>', logprob: -2.5 }],
			alternativesWithoutContext: [{ text: '\n', logprob: -1.2 }, { text, logprob: logprob - 1 }],
			sources: null, contexts: null, suspicion: null,
		};
		at += text.length;
		return token;
	});
}

const grounded: readonly Piece[] = [
	['The', -0.02, 0.1, 0.3], [' serial', -0.05, 0.2, 1.9], [' number', -0.001, 0.01, 0.02], [' of', -0.001, 0.01, 0.01], [' the', -0.01, 0.05, 0.06],
	[' Orlen', -0.1, 0.3, 4.1], [' pump', -0.01, 0.05, 1.1], [' is', -0.001, 0.01, 0.03], [' 47', -0.06, 0.2, 4.4], ['19', -0.04, 0.1, 4.2], ['.', -0.001, 0.01, 0.02],
];
const ungrounded: readonly Piece[] = [
	[' It', -1.1, 1.9, 1.8], [' was', -0.4, 1.1, 1.0], [' built', -2.3, 2.9, 2.4], [' in', -0.2, 0.7, 0.6], [' Tarn', -4.6, 3.9, 2.2], ['ow', -1.4, 1.2, 1.4], [' <1962>', -3.9, 4.2, 3.4], ['.', -0.1, 0.4, 0.3],
];

const start = 120;
const response = [...grounded, ...ungrounded].map(([text]) => text).join('');
const split = grounded.map(([text]) => text).join('').length + 1;

/** A record with one grounded and one ungrounded sentence; its numbers are made up, its offsets are right. */
export const sampleRecord: AnalysisRecord = {
	schema: 'rag-assay/analysis@1', file: 'examples/orlen-pump.rag.md', trace: { id: 'orlen-pump' },
	model: { name: 'demo', sha256: 'a'.repeat(64), device: 'cpu' }, profile: { name: 'demo-1' },
	tokens: tokensOf([...grounded, ...ungrounded], start),
	sentences: [
		{ start, end: start + split - 1, cgMean: 1.39, cgTop5: 2.9, entropyMean: 0.09, score: 0.04, verdict: 'grounded', spad: null },
		{ start: start + split, end: start + response.length, cgMean: -0.35, cgTop5: 0.08, entropyMean: 2.04, score: 0.91, verdict: 'ungrounded', spad: null },
	],
	repcs: { z: 8.41, perToken: 0.44, literal: 6.02, tokens: 19, threshold: null, memorised: null },
	response: null,
	attribution: null,
	findings: [{
		code: 'rag-assay/ungrounded', severity: 'warning', method: 'mean-entropy', message: 'Mean entropy 2.04 nats exceeds 1.10.',
		start: start + split, end: start + response.length, score: 2.04, threshold: 1.1, ignored: false,
	}],
	notes: ['The last context was cut from 900 to 411 tokens.'],
};

export const sampleTrace: ReportTrace = {
	record: sampleRecord,
	sections: [
		{ kind: 'system', name: 'System', text: 'Answer from the documents.' },
		{ kind: 'context', name: 'manual-3', text: 'The Orlen pump has the serial number 4719.\nIt weighs 31 kg.' },
		{ kind: 'context', name: '<script>alert(1)</script>', text: 'A hostile </script><img src=x onerror=alert(1)> passage & more.' },
		{ kind: 'query', name: 'Query', text: 'What is the serial number of the Orlen pump, and when was it built?' },
	],
	response: { start, text: response },
};
