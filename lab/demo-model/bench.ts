import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { quickSizes, fullSizes } from './sizes.ts';
import { measureDemoModel } from './measure.ts';
import type { Losses } from './subject.ts';
import type { Bench } from '../bench/bench.ts';
import { fileSize, loadTimes, promptCounter, scoringTimes } from './bench-speed.ts';

/** What the demo model can and cannot do, on entities of the world's test side, in sentences of its test side or, for choosing, of its dev side. */
export const demoModel: Bench = {
	name: 'demo-model',
	summary:
		'what the demo model copies, remembers, refuses and invents, and how fast it is; --model DIR for another one, --forms dev in the sentences that training may be chosen by',
	takesModel: true,
	takesForms: true,
	async run({ seed, quick, model: folder, forms, log }) {
		const { model, files, figures: loading } = await loadTimes(folder, quick ? 3 : 10, seed);
		try {
			const { name: _, ...identity } = model.identity;
			log(`${basename(folder)}: loaded`);
			const subject = { model, promptTokens: await promptCounter(files) };
			const { figures, losses } = await measureDemoModel(subject, quick ? quickSizes : fullSizes, forms, seed, log);
			const scoring = await scoringTimes(subject, quick ? 10 : 100, seed);
			const all = [...figures, ...loading, ...scoring, await fileSize(files)];
			const unmeasured = all.filter(({ n }) => n === 0).map(({ name }) => name);
			return {
				data: {
					model: basename(folder),
					sha256: identity.sha256,
					dtype: identity.dtype,
					device: identity.device,
					contextWindow: identity.contextWindow,
					cores: availableParallelism(),
					forms,
					...lossData(losses),
					...(unmeasured.length > 0 && { 'not measured, for want of a case': unmeasured.join('; ') }),
				},
				figures: all.filter(({ n }) => n > 0),
			};
		} finally {
			await model.dispose();
		}
	},
};

function lossData(losses: ReadonlyMap<string, Losses>): Record<string, string> {
	const lossesIn = (key: keyof Losses): string => {
		const some = [...losses].filter(([, loss]) => loss[key] > 0).map(([name, loss]) => `${loss[key]} (${name})`);
		return some.length === 0 ? 'none' : some.join(', ');
	};
	return { 'prompts left out, which might not have fitted': lossesIn('tooLong'), 'answers cut at their longest': lossesIn('cutShort') };
}
