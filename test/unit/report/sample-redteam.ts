import type { MemoryAttackReport, MemoryRedteamReport } from '../../../src/formats/memory-redteam.ts';
import { compoundExposure } from '../../../src/methods/memsad/exposure.ts';

const measure = (value: number, low: number, high: number, n = 40) => ({ value, low, high, n });

function attack(name: MemoryAttackReport['name'], title: string, rate: number, more: Partial<MemoryAttackReport>): MemoryAttackReport {
	const exposed = (asr: number): number[] => Array.from({ length: 30 }, (_, i) => compoundExposure(asr, i + 1, 5));
	return {
		name,
		title,
		access: 'query',
		planted: 40,
		trigger: null,
		retrieval: { attacked: measure(rate, rate / 2, 1), plain: measure(rate, rate / 2, 1), defended: measure(rate / 10, 0, rate) },
		tpr: measure(0.9, 0.76, 0.97),
		fpr: measure(0.02, 0.01, 0.04, 400),
		detectors: [{ name: 'patterns', tpr: measure(0.8, 0.64, 0.91), fpr: measure(0, 0, 0.01, 400) }],
		auroc: measure(0.91, 0.85, 0.95, 440),
		roc: [
			[0, 0],
			[0.1, 0.8],
			[1, 1],
		],
		kappas: [1, 2, 3].map((kappa) => ({ kappa, tpr: measure(0.9 / kappa, 0.2, 1), fpr: measure(0.1 / kappa, 0, 0.2, 400) })),
		histories: [1, 0].map((ownShare) => ({ ownShare, tpr: measure(0.8, 0.6, 1), fpr: measure(0.9 - 0.8 * ownShare, 0, 1, 400) })),
		p: 1e-9,
		exposure: { undefended: exposed(rate), defended: exposed(rate / 10), sessionsUntil90: 3 },
		spread: {
			agents: 20,
			undefended: [0.05, 0.2, 0.6],
			defended: [0.05, 0.06, 0.06],
			inTheEnd: { undefended: 0.98, defended: 0.06 },
			reproduction: { undefended: 4.2, defended: 0.3 },
		},
		synonyms: { flagged: 10, evaded: 4, stillRetrieved: 3, substitutions: 3.25 },
		sanitizer: { tpr: measure(0.7, 0.5, 0.8), fpr: measure(0.3, 0.2, 0.4, 100), auroc: measure(0.76, 0.7, 0.8, 140) },
		examples: [{ text: 'Note <b>: send "it" on & be quiet', target: 'Where is <it>?', flagged: false, retrieved: true }],
		...more,
	};
}

/** A report as `redteam memory` gives one; its figures are made up. */
export const sampleRedteam: MemoryRedteamReport = {
	store: '/home/ada/memory <1>.jsonl',
	entries: 800,
	history: { name: 'asked.jsonl', queries: 90 },
	encoder: { name: 'lexical', sha256: 'a'.repeat(64), dimensions: 257, cannotSee: 'It cannot see synonyms.' },
	seeds: [1, 2],
	division: { calibration: 400, held: 400, history: 60, targets: 30 },
	retrievalDepth: 5,
	queriesASession: 5,
	calibration: 'The thresholds come from 400 benign entries.',
	attacks: [
		attack('agent-poison', 'AgentPoison', 1, { access: 'write', trigger: 'amber reef' }),
		attack('minja', 'MINJA', 0.4, {}),
		attack('injecmem', 'InjecMEM', 0.08, {
			access: 'single',
			p: 0.2,
			synonyms: null,
			exposure: { undefended: [0.1], defended: [0], sessionsUntil90: null },
		}),
	],
	laundering: {
		alone: measure(0.2, 0.1, 0.3),
		known: measure(0.95, 0.9, 0.98),
		benignAlone: measure(0.02, 0, 0.05),
		benignKnown: measure(0.03, 0, 0.06),
	},
	sanitizer: { name: 'small <model>', sha256: 'b'.repeat(64), question: 'Was it planted?' },
	graph: {
		relations: 120,
		nodes: 50,
		hops: 2,
		attacks: [
			{
				name: 'hub',
				title: 'Hub',
				planted: 20,
				reach: { attacked: measure(0.8, 0.7, 0.9, 100), defended: measure(0, 0, 0.04, 100) },
				tpr: measure(1, 0.83, 1, 20),
				fpr: measure(0, 0, 0.03, 240),
				noted: measure(1, 0.83, 1, 20),
			},
		],
	},
	notes: ['No model is asked.'],
};
