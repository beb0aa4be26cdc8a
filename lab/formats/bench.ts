import { UserError } from '../../src/errors.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { namedData } from '../real-text/read-sets.ts';
import { publicFiles, readPublicFile, type PublicFile } from './public-files.ts';
import { outcomes, whatBecame, type Became } from './what-became.ts';

/** What files become that other people published. */
export const publicFilesBench: Bench = {
	name: 'public-files',
	summary: 'what public files of other tools become when a person opens them; --data DIR of git clones (docs/results/public-files.md)',
	takesData: true,
	async run({ data, log }) {
		const folder = namedData(data, 'public-files.md');
		const files: { listed: PublicFile; became: Became }[] = [];
		for (const listed of publicFiles()) {
			// oxlint-disable-next-line no-await-in-loop -- one large file at a time
			const text = await readPublicFile(folder, listed);
			if (text === undefined) {
				log(`Not measured: ${listed.repository} has no ${listed.path} in the folder.`);
				continue;
			}
			const became = whatBecame(text);
			if (became.words !== listed.becomes) log(`${listed.repository} ${listed.path}: ${became.words}. Listed: ${listed.becomes}.`);
			files.push({ listed, became });
		}
		if (files.length === 0)
			throw new UserError('RA658', 'None of the public files is in this folder.', {
				place: { file: folder },
				hint: 'Clone the repositories of lab/formats/public-files.jsonl into it, each as OWNER/NAME.',
			});
		const count = (name: string, of: (file: (typeof files)[number]) => boolean): Figure => {
			const n = files.length;
			return { name, value: files.filter(of).length, low: null, high: null, n, unit: 'files', target: null };
		};
		return {
			data: { files: files.length, repositories: new Set(files.map(({ listed }) => listed.repository)).size },
			figures: [
				...outcomes.map((outcome) => count(outcome, ({ became }) => became.outcome === outcome)),
				count('right, as people judged', ({ listed }) => listed.right),
				count('other than listed', ({ listed, became }) => became.words !== listed.becomes),
			],
		};
	},
};
