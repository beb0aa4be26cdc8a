import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { cacheGrowth } from '../../../../src/lm/cache-check.ts';
import { fixedPieces, quantizesByRange } from '../../../../src/lm/chunk-size.ts';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import { anyPiece } from '../../../../src/lm/first-chunk.ts';
import type { FittedConversation } from '../../../../src/lm/fit-context-window.ts';
import { HiddenReading, type Hiding } from '../../../../src/lm/hiding/hiding.ts';
import type { Feeding } from '../../../../src/lm/prefill.ts';
import { OnnxGraph } from '../../../../src/onnx/onnx-graph.ts';
import { readModelFile } from '../../../../src/onnx/onnx-model-reader.ts';
import { cpu, fixtureFolder, type FixtureFolder } from '../../../support/fixture-folder.ts';
import { ownFixtures } from '../attribution/fixture-attribution.ts';

/** A fixture's model, open, with what it says about hiding. */
export interface OpenFixture {
	readonly fixture: FixtureFolder;
	readonly feeding: Feeding;
	readonly hiding: Hiding;
	/** Its prompt with two contexts, and its response. */
	readonly fitted: FittedConversation;
}

/** @param logitsBudget bytes; few make a reading take several steps. */
export async function openFixture(t: TestContext, name: string, logitsBudget = 2 ** 26): Promise<OpenFixture> {
	const fixture = await fixtureFolder(join(ownFixtures, name));
	const { files, config } = fixture;
	const session = await DecoderSession.open(files.graph.path, cpu, config);
	t.after(() => session.dispose());
	const operators = new Set(new OnnxGraph(readModelFile(files.graph.realPath)).nodes.map((node) => `${node.domain}:${node.type}`));
	const dynamic = quantizesByRange(operators);
	const growth = await cacheGrowth(session, { file: name, dynamic, window: 128, firstPiece: anyPiece });
	const pieces = dynamic ? fixedPieces({ session, heads: config.heads, logitsBudget, byLength: false }) : undefined;
	const feeding = { session, growth, firstPiece: anyPiece, pieces, logitsBudget };
	const reading = new HiddenReading({ feeding, files, provider: cpu, config, contextWindow: 128 });
	t.after(() => reading.dispose());
	return { fixture, feeding, hiding: await reading.find(), fitted: fittedOf(fixture) };
}

/** The fixture's text as a conversation, without the text behind it. */
function fittedOf({ oracle: { input_ids: ids, targets, groups } }: FixtureFolder): FittedConversation {
	const size = ids.length - targets.length + 1;
	const prompt = (away: ReadonlySet<number>) => {
		const kept = ids
			.slice(0, size)
			.flatMap((id, t) => (groups[t]! > 0 && away.has(groups[t]! - 1) ? [] : [{ id, source: groups[t]! - 1 }]));
		return { ids: kept.map(({ id }) => id), sources: Int32Array.from(kept, ({ source }) => source) };
	};
	const places = Uint32Array.from(targets, (_, t) => t);
	return {
		conversation: {
			withContext: prompt(new Set()),
			withoutContext: prompt(new Set([0, 1])),
			response: { ids: targets, start: places, end: places.map((place) => place + 1) },
			without: prompt,
			contextOnly: () => prompt(new Set()),
			contextHead: () => '',
			contextTokens: () => ({ positions: [], start: new Uint32Array(), end: new Uint32Array() }),
		},
		contexts: [
			{ id: 'one', text: '' },
			{ id: 'two', text: '' },
		],
		responseTokens: targets.length,
		truncation: null,
	};
}
