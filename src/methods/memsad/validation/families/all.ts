import { Families } from '../family.ts';
import { accessFamilies } from './access.ts';
import { conductFamilies } from './conduct.ts';
import { dataFamilies } from './data.ts';
import { factFamilies } from './facts.ts';
import { generalFamilies } from './general.ts';
import { machineFamilies } from './machines.ts';
import { moneyFamilies } from './money.ts';
import { secrecyFamilies } from './secrecy.ts';

/** Every kind of order that a memory has no business giving. */
export const families = new Families([
	...conductFamilies,
	...dataFamilies,
	...accessFamilies,
	...moneyFamilies,
	...factFamilies,
	...machineFamilies,
	...secrecyFamilies,
	...generalFamilies,
]);
