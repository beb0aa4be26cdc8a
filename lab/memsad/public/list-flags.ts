/**
 * `node lab/memsad/public/list-flags.ts DIR`: each error and warning on an honest text of half B, with the verdict of `honest-flags.jsonl`, or `null`. DIR is the folder of clones of the bench
 * `memsad-public`. For a reader who judges the flags (docs/results/memsad-public.md): whoever changes rules does not read them.
 */
import { isAgainst } from '../../../src/methods/memsad/validation/pattern-match.ts';
import { validateText } from '../../../src/methods/memsad/validation/validate-text.ts';
import { judgedFlags } from './honest-flags.ts';
import { readPublicSets } from './public-sets.ts';

const [folder = '.'] = process.argv.slice(2);
const judged = judgedFlags();
const { sets, missing } = await readPublicSets(folder);
for (const repository of missing) process.stderr.write(`Not read: https://github.com/${repository} is not in the folder.\n`);
for (const { name, isHonest, texts } of sets) {
	if (!isHonest) continue;
	for (const text of texts) {
		if (text.half !== 'B') continue;
		for (const piece of text.pieces)
			for (const { severity, rule, start, end } of validateText(piece, text.kind).filter(isAgainst)) {
				const quoted = piece.slice(start, end);
				const verdict = judged.find((one) => one.text === text.name && one.rule === rule && one.quoted === quoted)?.verdict ?? null;
				process.stdout.write(`${JSON.stringify({ set: name, text: text.name, severity, rule, quoted, verdict })}\n`);
			}
	}
}
