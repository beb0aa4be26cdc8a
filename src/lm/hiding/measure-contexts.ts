/** What a group of contexts must give some token to be looked into: nats, and as a share of how surprising the token is without it. */
const givesFrom = { nats: 0.1, share: 0.3 };
/**
 * Share of what all contexts give a token that one must account for by being missed. The others give no more than the rest alone then, as far as
 * a token does not gain from less: that is below nine tenths of its own, so that none of them could be named in its place or beside it.
 */
const accounted = 1 / 1.9;
/**
 * What all contexts must give a token for it to be asked what each gives alone: nats, and as a share of how surprising it is without them. Below
 * that, what is missing without each tells enough (chosen on bench `real-origins`: of copies a token gains 2 to 12 nats).
 */
const openFrom = { nats: 1, share: 0.3 };
/** Contexts that are measured one by one; more go in groups of about equal size, and so on within those that matter. */
const mostAlone = 16;

/** `ln P(y_t)` of a response's first `rows` tokens, once for each set of contexts that is away. */
export type ReadWithout = (away: readonly (readonly number[])[], rows: number) => Promise<Float64Array[]>;

/** What is known before contexts are measured. */
export interface KnownBefore {
	/** `[T]`, `ln P(y_t)` with all contexts, if it was computed already. */
	readonly all?: Float64Array | undefined;
	/** Returns the contexts that may give a token alone, if being missed explains too little; none: nobody asks for what they give alone. */
	readonly mayGive: (t: number) => readonly number[];
}

/** What each context gives each token. */
export interface MeasuredContexts {
	/** `[T]`, `ln P(y_t)` with all contexts, and with none, nats. */
	readonly all: Float64Array;
	readonly none: Float64Array;
	/** `[T, K]`, without one, and with one alone; NaN where that was not measured. */
	readonly without: Float64Array;
	readonly only: Float64Array;
	/** Contexts that were only measured together: together they give no token anything. */
	readonly groups: readonly (readonly number[])[];
	/** Readings of the response. */
	readonly passes: number;
}

/** The most readings of up to `mostAlone` contexts. With one or two, what one gives alone is what is missing without the others. */
export function mostPasses(contexts: number): number {
	return contexts <= 2 ? 2 ** contexts : 2 * Math.min(contexts, mostAlone) + 2;
}

/**
 * Measures what each of `count` contexts gives each of `tokens` response tokens: what is missing without it, and, for tokens of which that
 * leaves too much open (copies of one passage make up for each other), what those that may give it (`mayGive`) give alone. Up to `mostAlone` contexts take a reading each,
 * at most two, and two more. More are measured in groups, and then within the groups that give some token something: about
 * `mostAlone` readings for each time that `mostAlone` goes into their number. What stays unknown of a group that gives nothing: whether one
 * of its contexts takes from a token what another gives.
 */
export async function measureContexts(
	read: ReadWithout,
	count: number,
	tokens: number,
	{ all: before, mayGive }: KnownBefore,
): Promise<MeasuredContexts> {
	const every = Array.from({ length: count }, (_, context) => context);
	const known = new KnownReadings(read, tokens);
	if (before !== undefined) known.add([], before);
	const first = groupsOf(every);
	const [all, none] = await known.of([[], every, ...(count === 0 ? [] : first)], tokens);
	const found = {
		without: new Float64Array(tokens * count).fill(NaN),
		only: new Float64Array(tokens * count).fill(NaN),
		groups: [] as (readonly number[])[],
	};
	/** Of each group what it gives alone, as far as the last open token that it may give. */
	const alone = async (
		groups: readonly (readonly number[])[],
		others: readonly number[][],
		open: readonly number[],
	): Promise<Float64Array[]> => {
		const rows = groups.map((group) => 1 + (open.findLast((t) => mayGive(t).some((context) => group.includes(context))) ?? -1));
		const given = groups.map((): Float64Array => new Float64Array());
		// What is read together is read equally far.
		for (const length of new Set(rows)) {
			const asked = rows.flatMap((own, g) => (own === length && own > 0 ? [g] : []));
			const readings = await known.of(
				asked.map((g) => others[g]!),
				length,
			);
			for (const [i, g] of asked.entries()) given[g] = readings[i]!;
		}
		return given;
	};
	const level = async (groups: readonly (readonly number[])[], gain: Float64Array): Promise<void> => {
		const without = await known.of(groups, tokens);
		const others = groups.map((group) => every.filter((context) => !group.includes(context)));
		const open = known.has(others) ? null : tokensLeftOpen(all!, without, gain, none!);
		const only = open === null ? await known.of(others, tokens) : await alone(groups, others, open);
		for (const [g, group] of groups.entries()) {
			const missing = all!.map((logProbability, t) => logProbability - without[g]![t]!);
			const byItself = all!.map((_, t) => (only[g]![t] ?? -Infinity) - none![t]!);
			const given = missing.map((nats, t) => Math.max(nats, byItself[t]!));
			const [context, ...more] = group;
			if (more.length === 0) {
				for (let t = 0; t < tokens; t++) {
					found.without[t * count + context!] = without[g]![t]!;
					found.only[t * count + context!] = only[g]![t] ?? NaN;
				}
			} else if (gives(missing, without[g]!) || gives(byItself, none!)) await level(groupsOf(group), given);
			else found.groups.push(group);
		}
	};
	if (count > 0)
		await level(
			first,
			all!.map((logProbability, t) => logProbability - none![t]!),
		);
	return { all: all!, none: none!, ...found, passes: known.passes };
}

/** Each alone, or as many groups as may be alone, of neighbors. */
function groupsOf(contexts: readonly number[]): number[][] {
	const groups = Math.min(contexts.length, mostAlone);
	return Array.from({ length: groups }, (_, g) =>
		contexts.slice(Math.round((g * contexts.length) / groups), Math.round(((g + 1) * contexts.length) / groups)),
	);
}

/** @param surprise of each token without what gives the nats, as its log-probability. */
function gives(nats: Float64Array, surprise: Float64Array): boolean {
	return nats.some((given, t) => given > givesFrom.nats && given >= givesFrom.share * -surprise[t]!);
}

/** Tokens that gain from the contexts, and of which no group accounts for enough. */
function tokensLeftOpen(all: Float64Array, without: readonly Float64Array[], gain: Float64Array, none: Float64Array): number[] {
	return Array.from(gain.keys()).filter((t) => {
		const nats = gain[t]!;
		return nats > openFrom.nats && nats >= openFrom.share * -none[t]! && without.every((one) => all[t]! - one[t]! < accounted * nats);
	});
}

/** Each set is read once, as far as it was asked for at most. */
class KnownReadings {
	readonly #read: ReadWithout;
	readonly #tokens: number;
	readonly #known = new Map<string, Float64Array>();
	passes = 0;

	constructor(read: ReadWithout, tokens: number) {
		this.#read = read;
		this.#tokens = tokens;
	}

	/** Adds a reading that was made before. */
	add(contexts: readonly number[], reading: Float64Array): void {
		this.#known.set(contexts.join(' '), reading);
	}

	/** Whether all of them are known to the last token. */
	has(away: readonly (readonly number[])[]): boolean {
		return away.every((contexts) => this.#known.get(contexts.join(' '))?.length === this.#tokens);
	}

	async of(away: readonly (readonly number[])[], rows: number): Promise<Float64Array[]> {
		const missing = new Map(
			away
				.filter((contexts) => (this.#known.get(contexts.join(' '))?.length ?? -1) < rows)
				.map((contexts) => [contexts.join(' '), contexts] as const),
		);
		const read = missing.size === 0 ? [] : await this.#read([...missing.values()], rows);
		this.passes += missing.size;
		for (const [i, key] of [...missing.keys()].entries()) this.#known.set(key, read[i]!);
		return away.map((contexts) => this.#known.get(contexts.join(' '))!);
	}
}
