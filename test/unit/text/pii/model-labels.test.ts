import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfLabel } from '../../../../src/text/pii/model-labels.ts';
import { modelFindings, unknownLabels } from '../../../../src/text/pii/model-findings.ts';

test('labels of common models, however they are written, are the kinds that they mean', () => {
	// CoNLL-2003, OntoNotes 5, i2b2 2014, and the lists of labels in the cards of models of personal values.
	for (const [kind, labels] of Object.entries({
		name: ['PER', 'PERSON', 'GIVENNAME', 'GIVENNAME1', 'first_name', 'SURNAME', 'private_person', 'PATIENT', 'HCW'],
		city: ['LOC', 'GPE', 'CITY', 'location'],
		organization: ['ORG', 'COMPANYNAME', 'HOSPITAL', 'PATORG'],
		email: ['EMAIL', 'E-MAIL', 'private_email', 'email_address'],
		phone: ['TELEPHONENUM', 'PHONE', 'PHONE_NUMBER', 'fax_number'],
		dob: ['DATEOFBIRTH', 'DOB', 'date_of_birth'],
		address: ['STREET', 'BUILDINGNUM', 'ZIPCODE', 'street_address', 'private_address'],
		'account-number': ['ACCOUNTNUM', 'IBAN', 'CREDITCARDNUMBER', 'account_number'],
		'insurance-number': ['SSN', 'SOCIALNUM'],
		'record-number': ['IDCARDNUM', 'DRIVERLICENSENUM', 'medical_record_number', 'ID'],
		age: ['AGE'],
		sex: ['GENDER'],
		state: ['STATE'],
		other: ['USERNAME', 'PASSWORD', 'IPV4', 'secret', 'DATE'],
		none: ['MISC', 'MONEY', 'WORK_OF_ART', 'CURRENCYSYMBOL'],
	}))
		for (const label of labels) assert.equal(kindOfLabel(label), kind, label);
	assert.deepEqual(unknownLabels(['PER', 'LABEL_1', 'LOCKER', 'MISC']), ['LABEL_1', 'LOCKER']);
	assert.equal(kindOfLabel('constructor'), undefined);
});

test('given name and surname are one name, two people beside each other are two, and what is none is left out', () => {
	const text = 'Maria Okafor John Lee 14 Elm Road MISC $5 A12 …';
	const spans = [
		['GIVENNAME', 'Maria'],
		['SURNAME', 'Okafor'],
		['GIVENNAME', 'John'],
		['SURNAME', 'Lee'],
		['BUILDINGNUM', '14'],
		['STREET', 'Elm Road'],
		['MISC', 'MISC'],
		['MONEY', '$5'],
		['LOCKER', 'A12'],
		['PER', '…'],
	].map(([label = '', value = '']) => ({ label, start: text.indexOf(value), end: text.indexOf(value) + value.length }));
	assert.deepEqual(
		modelFindings(text, { model: 'ner', spans }).map(({ type, start, end }) => [type, text.slice(start, end)]),
		[
			['name', 'Maria Okafor'],
			['name', 'John Lee'],
			['address', '14 Elm Road'],
			['other', 'A12'],
		],
	);
});
