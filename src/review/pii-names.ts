import type { PiiType } from '../formats/review.ts';

/** How kinds of personal values are called. */
export const piiNames: Readonly<Record<PiiType, string>> = {
	name: 'name',
	dob: 'date of birth',
	age: 'age',
	sex: 'sex',
	email: 'e-mail address',
	phone: 'phone number',
	address: 'address',
	'record-number': 'record number',
	'insurance-number': 'insurance number',
	'account-number': 'account number',
	organization: 'organization',
	'visit-time': 'time of a visit',
	city: 'city',
	state: 'state',
	other: 'personal value',
};
