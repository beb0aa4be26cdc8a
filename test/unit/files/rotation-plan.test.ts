import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { planRotation, type RotationFacts, type Sibling } from '../../../src/files/rotation-plan.ts';

/** One rotation between two looks. */
interface Turn {
	readonly kind: 'rename' | 'copy';
	/** Ticks of the clock until the next one: several may come within one. */
	readonly ticks: number;
}

/** How a program names what it puts away: `age` is 1 for the newest, `number` is 0 for the oldest. */
const namings = {
	counted: (age: number) => `log.${age}`,
	growing: (_: number, number: number) => `log-${number + 1}`,
	dated: (_: number, number: number) => `log-202601${String(number + 10)}`,
} as const;

const turns = fc.array(fc.record({ kind: fc.constantFrom('rename' as const, 'copy' as const), ticks: fc.nat(2) }), {
	minLength: 1,
	maxLength: 12,
});
const naming = fc.constantFrom(...(Object.keys(namings) as (keyof typeof namings)[]));

interface History {
	readonly facts: RotationFacts;
	readonly siblings: Sibling[];
	/** What was put away, the oldest first, without what was read before. */
	readonly contents: string[];
}

/** What lies beside a log that was followed, after some rotations; `start` was known before. */
function history(given: readonly Turn[], how: keyof typeof namings): History {
	let file = 0;
	let time = 1_000_000_000_000n;
	const put: { id: string; changed: bigint; content: number }[] = [];
	for (const [content, { kind, ticks }] of given.entries()) {
		put.push({ id: kind === 'copy' ? `copy ${content}` : `file ${file}`, changed: time, content });
		if (kind === 'rename') file++;
		time += BigInt(ticks) * 4_000_000n;
	}
	const when = given[0]?.kind === 'copy' ? 'cut' : 'replaced';
	const siblings = put.map(({ id, changed, content }): Sibling => {
		const relation = content > 0 ? 'other' : when === 'cut' ? 'copy' : 'known';
		return { name: namings[how](put.length - content, content), id, changed, relation };
	});
	const held = { id: 'file 0', read: 5, hasName: file === 0 };
	return {
		facts: { when, log: 'log', held, packed: [], vanished: 0, example: null, since: 1_000_000_000_000n },
		siblings: [...siblings, { name: namings[how](put.length + 1, -1), id: 'start', changed: 0n, relation: 'known' }],
		contents: siblings.slice(1).map(({ name }) => name),
	};
}

const named = (files: readonly Sibling[]): string[] => files.map(({ name }) => name);

describe('what is read of rotated files', () => {
	it('is all that was put away since the last look, in order, whatever the names and however few ticks of the clock', () => {
		fc.assert(
			fc.property(turns, naming, fc.infiniteStream(fc.nat()), (given, how, order) => {
				const { facts, siblings, contents } = history(given, how);
				const shuffled = siblings.map((one) => [order.next().value ?? 0, one] as const).toSorted(([a], [b]) => a - b);
				const plan = planRotation(
					facts,
					shuffled.map(([, one]) => one),
				);
				assert.deepEqual(plan.missed, []);
				assert.equal(plan.copy?.name, facts.when === 'cut' ? siblings[0]?.name : undefined);
				// What the held file has now, after it was cut, is read from that file; what comes after it waits until then.
				const own = siblings.findIndex(({ id }, index) => id === facts.held.id && index > 0);
				const before = facts.when === 'replaced' || own === -1 ? contents : contents.slice(0, own - 1);
				assert.deepEqual(
					named(plan.files),
					before.filter((name) => siblings.find((one) => one.name === name)?.id !== facts.held.id),
				);
				const waiting = contents.slice(before.length).filter((name) => siblings.find((one) => one.name === name)?.id !== facts.held.id);
				assert.deepEqual(
					named(plan.settled).toSorted(),
					named(siblings)
						.filter((name) => !waiting.includes(name))
						.toSorted(),
				);
			}),
		);
	});

	it('may not be all where the file that was read is deleted, or its copy, and that is said', () => {
		fc.assert(
			fc.property(turns, naming, fc.nat(), (given, how, gone) => {
				const { facts, siblings, contents } = history(given, how);
				const left = siblings.slice((gone % given.length) + 1);
				const plan = planRotation(facts, left);
				assert.deepEqual(plan.missed, [{ why: facts.when === 'cut' ? 'cut' : 'gone' }]);
				// What is left is read.
				assert.ok(named(plan.files).every((name) => contents.includes(name)));
			}),
		);
	});

	it('says how many compressed files are not explained by those that were read', () => {
		const gone = (packed: string[], vanished: number): unknown =>
			planRotation(
				{ when: 'replaced', log: 'log', held: { id: 'held', read: 5, hasName: false }, packed, vanished, example: null, since: 0n },
				[],
			).missed;
		assert.deepEqual(gone([], 0), [{ why: 'gone' }]);
		assert.deepEqual(gone(['log.1.gz'], 0), []);
		assert.deepEqual(gone(['log.1.gz', 'log.2.gz'], 1), []);
		assert.deepEqual(gone(['log.1.gz', 'log.2.gz'], 0), [{ why: 'compressed', files: ['log.1.gz', 'log.2.gz'] }]);
		assert.deepEqual(gone(['other.1.gz'], 0), [{ why: 'gone' }]);
	});
});
