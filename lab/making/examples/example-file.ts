import type { LabeledAnswer } from '../../datasets/labeled-answer.ts';
import { answerOne, notStated, textOf } from '../../world/answers.ts';
import type { DomainId } from '../../world/domain.ts';
import type { Situation } from '../../world/situation.ts';
import type { Wanted } from './wanted.ts';

const contextNames: Readonly<Record<DomainId, string>> = {
	hospital: 'note',
	bank: 'case',
	network: 'site-log',
	company: 'profile',
	records: 'record',
};

/** The tour's folders carry their domain's name; there an id is the file's own name. */
const inTour = (file: string, domain: DomainId): boolean => file.startsWith(`${domain}/`);

/** File names under examples/traces/ and their texts: one file, or the two of a pair. */
export function exampleFiles(
	{ file, domain, form }: Wanted,
	{ situation, temperature, seed, text }: LabeledAnswer,
): Record<string, string> {
	const asked: (readonly [string, string])[] = [
		['System', situation.system],
		['Query', situation.query],
		...situation.passages.map((passage, i) => [`Context ${contextNames[domain]}-${i + 1}`, passage.text] as const),
	];
	const written = (sections: readonly (readonly [string, string])[]): string =>
		`${sections.map(([title, content]) => `## ${title}\n\n${content}`).join('\n\n')}\n`;
	// The front matter of a .prompt.md belongs to other tools too, and a pair has no place for a reference.
	if (form === 'pair') {
		return {
			[`${file}.prompt.md`]: written(asked),
			[`${file}.response.md`]: `${head({ model: 'demo', ...(temperature === 0 ? {} : { tags: list(howMade(temperature, seed)) }) })}${text}\n`,
		};
	}
	const expected = reference(situation);
	const id = inTour(file, domain) ? file.slice(domain.length + 1) : file.replace('/', '-');
	const members =
		form === 'unanswered' ? { id, tags: list([domain]) } : { id, model: 'demo', tags: list([domain, ...howMade(temperature, seed)]) };
	return {
		[`${file}.rag.md`]:
			head(members) +
			written([
				...asked,
				...(form === 'unanswered' ? [] : [['Response', text] as const]),
				...(expected === '' ? [] : [['Reference', expected] as const]),
			]),
	};
}

/** `greedy`, or what is needed to sample it again. */
function howMade(temperature: number, seed: number): string[] {
	return temperature === 0 ? ['greedy'] : [`temperature-${temperature.toFixed(1)}`, `seed-${seed}`];
}

function list(tags: readonly string[]): string {
	return `[${tags.join(', ')}]`;
}

function head(members: Readonly<Record<string, string>>): string {
	return `---\n${Object.entries(members)
		.map(([name, value]) => `${name}: ${value}\n`)
		.join('')}---\n\n`;
}

/** What an answer should have said: the stated values, and of the others that they are not stated. Of a similar case there is no one answer. */
function reference({ entity, asked, passages }: Situation): string {
	const stated = passages.filter((p) => p.entity.name === entity.name).flatMap((p) => p.stated);
	return asked
		.map((a) => textOf(answerOne(() => 0, entity.name, a, stated.includes(a) ? (entity.facts.get(a.id) ?? notStated) : notStated)))
		.join(' ');
}
