import type { Bank, LayoutKind, RowLayout, TableLayout } from './banks/bank.ts';
import type { Attribute } from './domain.ts';
import { valueOf, type Entity } from './entity.ts';
import { fill } from './passage.ts';
import { pick, shuffled, type Random } from '../../src/statistics/random.ts';

/** A document in a bank's layout, and whom it tells what of. */
export interface LaidOut {
	readonly text: string;
	readonly layout: string;
	readonly kind: LayoutKind;
	readonly told: readonly { readonly entity: Entity; readonly stated: readonly Attribute[] }[];
}

export const rowLayoutsOf = (bank: Bank): RowLayout[] => bank.layouts.filter((layout) => layout.kind !== 'entity-table');
export const tableLayoutsOf = (bank: Bank): TableLayout[] => bank.layouts.filter((layout) => layout.kind === 'entity-table');

/** An entity's facts, a row each in random order; mostly in the rows' own variety, now and then all in the same form. */
export function layRows(random: Random, layout: RowLayout, entity: Entity, attributes: readonly Attribute[]): LaidOut {
	const same = random() < sameRowShare ? pick(random, layout.rows) : undefined;
	const texts = shuffled(random, attributes).map((attribute) => filled(same ?? pick(random, layout.rows), entity, attribute));
	const text = joined(layout, [filled(pick(random, layout.heads), entity), texts.join(layout.joint), pick(random, layout.feet)]);
	return { text, layout: layout.id, kind: layout.kind, told: [{ entity, stated: attributes }] };
}

/**
 * A row for each entity and a column for each attribute, in random order. A cell is left blank with the chance `blank`; what is blank is not
 * stated. `must` is never blank.
 */
export function layTable(
	random: Random,
	layout: TableLayout,
	entities: readonly Entity[],
	attributes: readonly Attribute[],
	{ blank, must }: { readonly blank: number; readonly must?: (entity: Entity, attribute: Attribute) => boolean },
): LaidOut {
	const columns = shuffled(random, attributes);
	const head = random() < sameRowShare ? pick(random, layout.columnHead) : undefined;
	const heads = columns.map((a) => fill(head ?? pick(random, layout.columnHead), { noun: a.noun, Noun: capitalized(a.noun) }));
	const name = pick(random, layout.rowName);
	const empty = pick(random, blanks);
	const told = entities.map((entity) => ({ entity, stated: columns.filter((a) => must?.(entity, a) === true || random() >= blank) }));
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rows = told.map(({ entity, stated }) =>
		line([fill(name, { E: entity.name }), ...columns.map((a) => (stated.includes(a) ? valueOf(entity, a) : empty))]),
	);
	const table = [line([pick(random, corners), ...heads]), line(['---', ...heads.map(() => '---')]), ...rows].join('\n');
	const caption = pick(random, layout.heads).trim();
	const text = joined(layout, [caption === '' ? '' : `${caption}\n`, table, pick(random, layout.feet)]);
	return { text, layout: layout.id, kind: layout.kind, told };
}

const sameRowShare = 0.3;
/** What stands where nothing is known, and above the names. */
const blanks = ['', '-', '—', 'n/a', '?'];
const corners = ['Name', '', 'Record', 'Entry', 'File', 'Who or what'];

function filled(form: string, entity: Entity, attribute?: Attribute): string {
	if (!attribute) return fill(form, { E: entity.name });
	return fill(form, { E: entity.name, v: valueOf(entity, attribute), noun: attribute.noun, Noun: capitalized(attribute.noun) });
}

/** Head, rows and foot. Where no white space of that sort stands at the edge, they are parted as rows are: by a space, or a new line. */
function joined({ joint }: RowLayout | TableLayout, parts: readonly string[]): string {
	const [between, edge] = joint === ' ' ? [' ', /\s/] : ['\n', /\n/];
	return parts
		.filter((part) => part.trim() !== '')
		.reduce((text, part) => (text === '' || edge.test(text.at(-1)!) || edge.test(part[0]!) ? text + part : text + between + part), '')
		.trim();
}

function capitalized(text: string): string {
	return text[0]!.toUpperCase() + text.slice(1);
}
