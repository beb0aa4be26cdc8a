import type { Attribute, Domain } from '../domain.ts';

/** `more` for a domain's forms; its attributes by their ids. */
export interface MoreForms {
	readonly asides: readonly string[];
	readonly heads?: readonly string[];
	readonly attributes: Readonly<
		Record<
			string,
			{
				readonly statements: readonly string[];
				readonly questions: readonly string[];
				readonly lookups?: readonly string[];
				readonly fragments?: readonly string[];
			}
		>
	>;
}

/** The domain with more forms to train on. */
export function widened(domain: Domain, { asides, heads, attributes }: MoreForms): Domain {
	return {
		...domain,
		asides: { ...domain.asides, more: asides },
		...(domain.heads && heads && { heads: { ...domain.heads, more: heads } }),
		attributes: domain.attributes.map((attribute) => withMore(attribute, attributes[attribute.id])),
	};
}

function withMore(attribute: Attribute, more: MoreForms['attributes'][string] | undefined): Attribute {
	if (more === undefined) throw new RangeError(`no more forms for ${attribute.id}`);
	const { statements, questions, lookups, fragments } = attribute;
	return {
		...attribute,
		statements: { ...statements, more: more.statements },
		questions: { ...questions, more: more.questions },
		...(lookups && { lookups: { ...lookups, more: more.lookups ?? [] } }),
		...(fragments && { fragments: { ...fragments, more: more.fragments ?? [] } }),
	};
}
