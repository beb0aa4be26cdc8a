import { bank } from './domains/bank.ts';
import { company } from './domains/company.ts';
import { hospital } from './domains/hospital.ts';
import { network } from './domains/network.ts';
import { records } from './domains/records.ts';
import type { Attribute, Domain, DomainId } from './domain.ts';

/** The whole world, by domain. */
export const domains: Readonly<Record<DomainId, Domain>> = { hospital, bank, network, company, records };

/** The domains whose documents are prose; records are kept apart, because they hold personal data. */
export const proseDomains: readonly Domain[] = [hospital, bank, network, company];

/** Every attribute by its noun; nouns are unique in the world. */
export const attributeByNoun: ReadonlyMap<string, Attribute> = new Map(Object.values(domains).flatMap((d) => d.attributes.map((a) => [a.noun, a] as const)));
