import { slowFileSystem } from '../../files/slow-file-system.ts';

/** A process of its own that pays for answers, one after the other, on a slow file system: FILE WITNESSES TIMES. Prints the hash of each entry that counts as paid. */
const [file = '', witnesses = '', times = ''] = process.argv.slice(2);
slowFileSystem(3);
slowFileSystem(60, ['rename']);
const { spend } = await import('../../../../src/stores/ledger/ledger.ts');
for (let i = 0; i < Number(times); i++) {
	const { hash } = await spend(
		file,
		{
			release: `${process.pid}-${i}`,
			epsilon: 0.001,
			delta: 1e-12,
			decoder: 'sentence-vote',
			documents: 8,
			who: 'Dana',
			querySha256: 'a'.repeat(64),
			settingsSha256: 'b'.repeat(64),
		},
		{ now: new Date('2026-11-23T12:00:00Z'), witnesses },
	);
	process.stdout.write(`${hash}\n`);
}
