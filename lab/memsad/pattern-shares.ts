/** `node lab/memsad/pattern-shares.ts FOLDER…`: how many entries of each folder's `planted.jsonl` and `benign.jsonl` the validation patterns flag. Totals alone, so that a set stays unread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isSuspect } from '../../src/methods/memsad/validation/validate-text.ts';

const entry = z.object({ text: z.string() });

for (const folder of process.argv.slice(2))
	for (const name of ['planted', 'benign']) {
		const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
			.trimEnd()
			.split('\n');
		const flagged = lines.filter((line) => isSuspect(entry.parse(JSON.parse(line)).text)).length;
		process.stdout.write(`${folder} ${name}: ${flagged} of ${lines.length}, ${((100 * flagged) / lines.length).toFixed(1)} %\n`);
	}
