import { domains } from '../domains.ts';
import type { Attribute, Domain } from '../domain.ts';

/** Documents that share facts: everybody with the same key (a diagnosis, a complaint) has the same medication, ward and doctor. */
export interface SharedKind {
	readonly id: SharedKindId;
	/** The domain's documents with the personal data of the records: a chart with the patient's phone number. */
	readonly domain: Domain;
	readonly key: Attribute;
	readonly shared: readonly Attribute[];
	/** What belongs to one person alone and tells of them, besides the personal data. */
	readonly own: readonly Attribute[];
	readonly personal: readonly Attribute[];
	/** How a question names the key's value. */
	readonly named: (key: string) => string;
}
export type SharedKindId = 'medical' | 'financial' | 'records' | 'alarms';

const personal = domains.records.attributes.filter((a) => a.personal === true);

function withPersonal(domain: Domain): Domain {
	const own = domain.attributes.filter((a) => !personal.includes(a));
	return { ...domain, attributes: [...own, ...personal], ...(domains.records.heads && { heads: domains.records.heads }) };
}

interface Nouns {
	readonly key: string;
	readonly shared: readonly string[];
	readonly own: readonly string[];
}

function kind(id: SharedKindId, domain: Domain, nouns: Nouns, named: SharedKind['named'] = (key) => key): SharedKind {
	const of = (noun: string): Attribute => {
		const found = domain.attributes.find((a) => a.noun === noun);
		if (!found) throw new RangeError(`${domain.id} has no ${noun}`);
		return found;
	};
	return {
		id,
		domain,
		key: of(nouns.key),
		shared: nouns.shared.map(of),
		own: nouns.own.map(of),
		personal: domain.attributes.filter((a) => a.personal === true),
		named,
	};
}

/** LeakRAG has medical and financial ones; the others are there to be trained on. */
export const sharedKinds: Readonly<Record<SharedKindId, SharedKind>> = {
	medical: kind('medical', withPersonal(domains.hospital), {
		key: 'diagnosis',
		shared: ['medication', 'ward', 'doctor'],
		own: ['visit date', 'next appointment'],
	}),
	financial: kind('financial', withPersonal(domains.bank), {
		key: 'complaint',
		shared: ['case outcome', 'preferred contact channel', 'branch'],
		own: ['case number', 'case opening date'],
	}),
	records: kind('records', domains.records, { key: 'reported problem', shared: ['settlement'], own: [] }),
	alarms: kind(
		'alarms',
		domains.network,
		{ key: 'last alarm', shared: ['repair', 'technician', 'vendor'], own: ['outage start'] },
		(key) => `${key} alarm`,
	),
};
