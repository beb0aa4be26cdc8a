import type { LedgerRecord } from '../../formats/ledger-record.ts';
import { plural } from '../../wording/phrases.ts';
import { minus, nothing, type Amount } from './amounts.ts';
import { noHash, readLine, sha256Of } from './record-line.ts';
import { countsOf, leastOf, tornSeparator } from './torn-bytes.ts';

/** What stands in a ledger's file. */
export interface LedgerContent {
	/** Those that can be read, in order. */
	readonly records: readonly LedgerRecord[];
	/** Bytes behind the last line feed: of a record that was cut off. */
	readonly tail: Buffer;
	/** Lines that are no record, or that hold bytes which no record marks: what stood there cannot be told. */
	readonly unread: number;
	/** What such lines have spent at least, by the amounts that can be read in them; an entry for each line with an amount. */
	readonly legible: readonly Amount[];
	/** What is wrong with it, a sentence an entry. */
	readonly damage: readonly string[];
}

const lineFeed = 0x0a;
/** Lines of which it is said what is wrong; the others are counted. */
const maxSaid = 20;

/** Reads a ledger and checks it: each record by its own hash, its place by the hash before it, and what was cut off by the record that marks it. */
export function readLedger(bytes: Buffer): LedgerContent {
	const records: LedgerRecord[] = [];
	const damage: string[] = [];
	const legible: Amount[] = [];
	let [damaged, unread] = [0, 0];
	/** Entries that spend. */
	const spends = new Set<number>();
	/** Of the line before; `undefined` where that could not be read. */
	let before: string | undefined = noHash;
	let start = 0;
	let lines = 0;
	for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
		const line = bytes.subarray(start, end);
		start = end + 1;
		lines++;
		const separator = line.lastIndexOf(tornSeparator);
		const read = readLine(line.subarray(separator + 1));
		const wrong =
			typeof read === 'string'
				? read
				: wrongWith(read, { lines, before, spends, torn: separator < 0 ? undefined : line.subarray(0, separator) });
		if (wrong !== undefined && ++damaged <= maxSaid) damage.push(`Entry ${lines - 1} (line ${lines}) ${wrong}.`);
		before = typeof read === 'string' ? undefined : read.hash;
		if (typeof read === 'string' || (separator >= 0 && wrong !== undefined)) {
			unread++;
			const least = typeof read === 'string' ? leastOf(line) : unmarked(read, line.subarray(0, separator));
			if (least.microEpsilon > 0 || least.femtoDelta > 0) legible.push(least);
		}
		if (typeof read === 'string') continue;
		records.push(read);
		if (read.kind === 'spend') spends.add(read.entry);
	}
	if (damaged > maxSaid) damage.push(`So it is with ${plural(damaged - maxSaid, 'more entry', 'more entries')}.`);
	const tail = bytes.subarray(start);
	if (lines === 0) damage.push(tail.length === 0 ? 'The file is empty.' : 'Its first record is cut off.');
	return { records, tail, unread, legible, damage };
}

interface LinePlace {
	/** Number of the record's line, from 1. */
	readonly lines: number;
	readonly before: string | undefined;
	readonly spends: ReadonlySet<number>;
	/** What stands before the record in its line. */
	readonly torn: Buffer | undefined;
}

/** A clause that says why a sound record does not belong where it stands. */
function wrongWith(record: LedgerRecord, { lines, before, spends, torn }: LinePlace): string | undefined {
	if (record.entry !== lines - 1) return `is numbered ${record.entry}`;
	if (before !== undefined && record.before !== before) return 'does not follow on the one before it';
	if ((record.kind === 'begin') !== (lines === 1)) return lines === 1 ? 'is no beginning of a ledger' : 'begins a ledger within another';
	if ((record.kind === 'torn') !== (torn !== undefined))
		return torn === undefined ? 'marks what is not there' : 'begins with what nobody has marked';
	if (record.kind === 'torn' && torn !== undefined && !marks(record, torn)) return 'begins with other bytes than it says';
	if (record.kind === 'release' && !spends.has(record.spend)) return `settles entry ${record.spend}, which spends nothing`;
	return undefined;
}

/** What bytes have spent at least, beyond what the record behind them says that they count for. */
function unmarked(record: LedgerRecord, torn: Buffer): Amount {
	return minus(leastOf(torn), record.kind === 'torn' && record.counts !== null ? record.counts : nothing);
}

function marks(record: Extract<LedgerRecord, { kind: 'torn' }>, torn: Buffer): boolean {
	const counts = countsOf(torn);
	const isSame =
		counts === null || record.counts === null
			? counts === record.counts
			: counts.microEpsilon === record.counts.microEpsilon && counts.femtoDelta === record.counts.femtoDelta;
	return isSame && record.bytes === torn.length && record.bytesSha256 === sha256Of(torn);
}
