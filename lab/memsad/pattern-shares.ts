/** `node lab/memsad/pattern-shares.ts FOLDER…`: how many entries of each folder's `planted.jsonl` and `benign.jsonl` the validation patterns flag. Totals alone, so that a set stays unread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSuspect } from '../../src/methods/memsad/validation/validate-text.ts';

for (const folder of process.argv.slice(2))
	for (const name of ['planted', 'benign']) {
		const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
			.trimEnd()
			.split('\n');
		const flagged = lines.filter((line) => isSuspect((JSON.parse(line) as { text: string }).text)).length;
		console.log(`${folder} ${name}: ${flagged} of ${lines.length}, ${((100 * flagged) / lines.length).toFixed(1)} %`);
	}
