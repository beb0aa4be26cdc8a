import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributedResponse, Origins } from '../../../src/model-io/attribution.ts';
import type { MixtureSums, ScoreResult } from '../../../src/model-io/scores.ts';
import type { ModelIdentity, PromptParts } from '../../../src/model-io/requests.ts';

/** `true` for one and the same type, down to what may be changed and what may be absent. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- that nothing is known of T is what makes the question exact
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** A type written out, in place of how it is made. */
type Plain<T> = T extends Float64Array | Uint32Array ? T : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

interface Range {
	readonly tokenIds: Uint32Array;
	readonly start: Uint32Array;
	readonly end: Uint32Array;
}
interface Path {
	readonly logProbability: Float64Array;
	readonly entropy: Float64Array;
	readonly rank: Uint32Array;
	readonly alternatives: readonly (readonly { readonly id: number; readonly text: string; readonly logProbability: number }[])[];
}

/** What the types that are made from declarations must be, written by hand. */
const same: readonly [
	Same<
		Plain<AttributedResponse>,
		Plain<
			Range & {
				readonly sources: Float64Array;
				readonly contextIds: readonly string[];
				readonly contextShares: Float64Array;
				readonly logProbability: Float64Array;
				readonly entropy: Float64Array;
				readonly margin: Float64Array;
				readonly logitMargin: Float64Array;
				readonly energy: Float64Array;
			}
		>
	>,
	Same<
		Plain<ScoreResult['scored']>,
		Plain<Range & { readonly withContext: Path; readonly withoutContext: Path; readonly kl: Float64Array }>
	>,
	Same<
		Plain<Origins>,
		Plain<{
			readonly rows: Uint32Array;
			readonly contexts: readonly {
				readonly id: string;
				readonly start: Uint32Array;
				readonly end: Uint32Array;
				readonly shares: Float64Array;
			}[];
			readonly layers: { readonly count: number; readonly attention: Float64Array; readonly ffn: Float64Array };
			readonly errorBound: number;
		}>
	>,
	Same<keyof MixtureSums, 'cross' | 'spread' | 'moved' | 'renyiContextOnly' | 'renyiWithContext'>,
	Same<
		Plain<PromptParts>,
		Plain<{
			readonly system?: string | undefined;
			readonly query: string;
			readonly contexts: readonly { readonly id: string; readonly text: string }[];
			readonly response?: string | undefined;
		}>
	>,
	Same<
		Plain<ModelIdentity>,
		Plain<
			Readonly<Record<'name' | 'sha256' | 'device' | 'dtype' | 'layout', string>> & {
				readonly contextWindow: number;
				readonly readings?: { readonly tokens: number; readonly logProbability: number; readonly entropy: number } | undefined;
			}
		>
	>,
] = [true, true, true, true, true, true];

test('the types that are made from declarations are those that are meant', () => {
	assert.ok(same.every(Boolean));
});
