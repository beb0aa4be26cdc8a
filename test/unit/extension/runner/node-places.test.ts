import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodePlaces } from '../../../../src/extension/runner/node-places.ts';

const folders: Readonly<Record<string, readonly string[]>> = {
	'/home/u/.nvm/versions/node': ['v18.20.1', 'v22.3.0', 'v20.11.0', '.cache'],
	'/home/u/.local/share/fnm/node-versions': ['v20.9.0', 'v21.0.0'],
	'/home/u/.volta/tools/image/node': ['9.11.2', '22.10.1', '22.9.0'],
	'/opt/homebrew/opt': ['node', 'node@20', 'node@22', 'wget'],
	'C:\\Users\\u\\AppData\\Roaming\\nvm': ['v20.1.0', 'v22.0.0', 'settings.txt'],
};
const list = (folder: string): readonly string[] => folders[folder] ?? [];

test("PATH first, then the managers' newest versions, then Homebrew and the system", () => {
	assert.deepEqual(
		nodePlaces({
			platform: 'linux',
			home: '/home/u',
			list,
			environment: { PATH: '/usr/local/bin:/usr/bin:/home/u/.nvm/versions/node/v20.11.0/bin' },
		}),
		[
			'/usr/local/bin/node',
			'/usr/bin/node',
			'/home/u/.nvm/versions/node/v20.11.0/bin/node',
			'/home/u/.nvm/versions/node/v22.3.0/bin/node',
			'/home/u/.nvm/versions/node/v18.20.1/bin/node',
			'/home/u/.local/share/fnm/node-versions/v21.0.0/installation/bin/node',
			'/home/u/.local/share/fnm/node-versions/v20.9.0/installation/bin/node',
			'/home/u/.volta/tools/image/node/22.10.1/bin/node',
			'/home/u/.volta/tools/image/node/22.9.0/bin/node',
			'/home/u/.volta/tools/image/node/9.11.2/bin/node',
			'/opt/homebrew/bin/node',
			'/opt/homebrew/opt/node@22/bin/node',
			'/opt/homebrew/opt/node@20/bin/node',
			'/home/linuxbrew/.linuxbrew/bin/node',
		],
	);
});

test('an entry of PATH that counts from the present folder is not used', () => {
	const places = nodePlaces({
		platform: 'linux',
		home: '/home/u',
		list: () => [],
		environment: { PATH: ':.:node_modules/.bin:../x:/abs' },
	});
	assert.ok(
		places.every((place) => place.startsWith('/')),
		places.join(' '),
	);
	assert.equal(places[0], '/abs/node');
});

test("the managers' own variables", () => {
	const asked: string[] = [];
	nodePlaces({
		platform: 'darwin',
		home: '/Users/u',
		list: (folder) => {
			asked.push(folder);
			return [];
		},
		environment: { NVM_DIR: '/n', FNM_DIR: '/f', VOLTA_HOME: '/v', HOMEBREW_PREFIX: '/b' },
	});
	for (const folder of [
		'/n/versions/node',
		'/f/node-versions',
		'/v/tools/image/node',
		'/b/opt',
		'/Users/u/Library/Application Support/fnm/node-versions',
	])
		assert.ok(asked.includes(folder), folder);
});

test('a folder of XDG that is empty or relative counts as unset, so that no place is relative', () => {
	const places = (environment: Readonly<Record<string, string>>): { folders: string[]; found: string[] } => {
		const asked: string[] = [];
		const found = nodePlaces({
			platform: 'linux',
			home: '/home/u',
			list: (folder) => {
				asked.push(folder);
				return ['v22.3.0'];
			},
			environment,
		});
		return { folders: asked, found };
	};
	const unset = places({});
	for (const folder of ['', '.', 'share', '../share'])
		assert.deepEqual(places({ XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }), unset, JSON.stringify(folder));
	assert.ok(unset.found.every((place) => place.startsWith('/')));
	const { folders: named } = places({ XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' });
	assert.ok(named.includes('/c/nvm/versions/node') && named.includes('/d/fnm/node-versions'));
});

test('Windows: Path in any spelling, nvm-windows, fnm, volta, the installer', () => {
	assert.deepEqual(
		nodePlaces({ platform: 'win32', home: 'C:\\Users\\u', list, environment: { Path: 'C:\\x;bin', ProgramFiles: 'D:\\Programs' } }),
		[
			'C:\\x\\node.exe',
			'C:\\Users\\u\\AppData\\Roaming\\nvm\\v22.0.0\\node.exe',
			'C:\\Users\\u\\AppData\\Roaming\\nvm\\v20.1.0\\node.exe',
			'D:\\Programs\\nodejs\\node.exe',
			'C:\\Program Files\\nodejs\\node.exe',
			'C:\\Users\\u\\AppData\\Local\\Programs\\nodejs\\node.exe',
		],
	);
});
