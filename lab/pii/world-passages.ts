import { sample, seededRandom, type Random } from '../../src/statistics/random.ts';
import type { PiiType } from '../../src/text/pii/pii-types.ts';
import type { HeldOutForms } from '../world/domain.ts';
import { domains } from '../world/domains.ts';
import { freshEntity, knownAttributes, valueOf, type Entity } from '../world/entity.ts';
import { writePassage } from '../world/passage.ts';
import type { MarkedText, MarkedValue } from './marked-text.ts';

/**
 * Which attributes of the world are personal values, and of which kind: those that it calls personal, and of people's cases the visits, the numbers and
 * the persons named. A bank's branch and a case's dates say nothing of where or when somebody is.
 */
const types: Readonly<Record<string, PiiType>> = {
	'records.birth': 'dob',
	'records.phone': 'phone',
	'records.mail': 'email',
	'records.home': 'address',
	'records.account': 'account-number',
	'hospital.visit': 'visit-time',
	'hospital.appointment': 'visit-time',
	'hospital.doctor': 'name',
	'bank.case-number': 'record-number',
	'bank.agent': 'name',
	'network.technician': 'name',
};

/** Passages of the invented world with the personal values that it knows them to state: records, patients and bank clients in turn, and radio sites, which have technicians alone. */
export function worldPassages(seed: number, count: number, forms: HeldOutForms): MarkedText[] {
	const random = seededRandom(seed);
	const kinds = [domains.records, domains.records, domains.hospital, domains.bank, domains.network];
	return Array.from({ length: count }, (_, i) => passage(random, freshEntity(random, kinds[i % kinds.length]!, 'test'), forms));
}

function passage(random: Random, entity: Entity, forms: HeldOutForms): MarkedText {
	const known = knownAttributes(entity);
	const { text, stated } = writePassage(random, entity, sample(random, known, Math.min(4, known.length)), forms);
	const values: MarkedValue[] = entity.domain.person ? everywhere(text, entity.name, 'name') : [];
	for (const attribute of stated) {
		const type = types[attribute.id];
		if (type !== undefined) values.push(...markedValue(text, valueOf(entity, attribute), type));
	}
	return { text, values: withoutNested(values) };
}

/** A title is none of the name, and a city none of the street. */
function markedValue(text: string, value: string, type: PiiType): MarkedValue[] {
	const [street = value, city] = type === 'address' ? value.split(', ') : [value];
	const bare = street.replace(/^Dr /u, '');
	return [
		...everywhere(text, value, type).map(({ start }) => ({ start: start + street.length - bare.length, end: start + street.length, type })),
		...(city === undefined
			? []
			: everywhere(text, value, type).map(({ end }) => ({ start: end - city.length, end, type: 'city' as const }))),
	];
}

function everywhere(text: string, value: string, type: PiiType): MarkedValue[] {
	const found: MarkedValue[] = [];
	for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
		found.push({ start: at, end: at + value.length, type });
	return found;
}

function withoutNested(values: readonly MarkedValue[]): MarkedValue[] {
	return values
		.filter(
			(one) =>
				!values.some(
					(other) => other !== one && other.start <= one.start && other.end >= one.end && other.end - other.start > one.end - one.start,
				),
		)
		.toSorted((a, b) => a.start - b.start);
}
