// Reads a store to its end, in a process of its own whose memory can be measured: node read-all.ts STORE [BATCH]. Prints what it took as JSON.
import { openMemoryStore } from '../../../../src/stores/memory/open-store.ts';

const store = await openMemoryStore(process.argv[2]!);
let [entries, batches, problems, cursor] = [0, 0, 0, ''];
const begun = performance.now();
for await (const batch of store.read({ batch: Number(process.argv[3] ?? 1000), signal: new AbortController().signal })) {
	entries += batch.entries.length;
	problems += batch.problems.length;
	batches++;
	cursor = batch.cursor;
}
const seconds = (performance.now() - begun) / 1000;
await store.close();
console.log(
	JSON.stringify({ kind: store.kind, entries, batches, problems, cursor, seconds, rssMiB: process.resourceUsage().maxRSS / 1024 }),
);
