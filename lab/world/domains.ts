import { bank } from './domains/bank.ts';
import { company } from './domains/company.ts';
import { hospital } from './domains/hospital.ts';
import { network } from './domains/network.ts';
import { records } from './domains/records.ts';
import { moreBank } from './more/bank.ts';
import { moreCompany } from './more/company.ts';
import { moreHospital } from './more/hospital.ts';
import { moreNetwork } from './more/network.ts';
import { moreRecords } from './more/records.ts';
import { widened } from './more/more-forms.ts';
import type { Attribute, Domain, DomainId } from './domain.ts';

/** The whole world, by domain. */
export const domains: Readonly<Record<DomainId, Domain>> = {
	hospital: widened(hospital, moreHospital),
	bank: widened(bank, moreBank),
	network: widened(network, moreNetwork),
	company: widened(company, moreCompany),
	records: widened(records, moreRecords),
};

/** The domains whose documents are prose; records are kept apart, because they hold personal data. */
export const proseDomains: readonly Domain[] = [domains.hospital, domains.bank, domains.network, domains.company];

/** Every attribute by its noun; nouns are unique in the world. */
export const attributeByNoun: ReadonlyMap<string, Attribute> = new Map(
	Object.values(domains).flatMap((d) => d.attributes.map((a) => [a.noun, a] as const)),
);
