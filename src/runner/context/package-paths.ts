import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { hasCode } from '../../errors.ts';

/** A version that a package does not tell. */
const unknown = 'unknown';

/** What the runner finds in its own package, whether it runs bundled from `dist/` or from `src/`. */
export interface PackagePaths {
	readonly root: string;
	readonly version: string;
	/** Version of the ONNX Runtime that is installed for the model process. */
	readonly runtime: string;
	/** Folder of its native files for this platform; `undefined` where it is not installed. */
	readonly runtimeFolder: string | undefined;
	/** Program of the model process. */
	readonly modelProcess: string;
	/** Program of a thread that fits one detector. */
	readonly calibrationWorker: string;
	/** Program of a thread that fits the embedder `lexical`. */
	readonly lexicalWorker: string;
	/** Folder of the bundled model. */
	readonly demoModel: string;
	/** The bundled model's profile; need not exist. */
	readonly demoProfile: string;
}

/** `program`: the file that Node was started with (`process.argv[1]`); a link to it serves as well. */
export function packagePaths(program: string): PackagePaths {
	const real = realpathSync(program);
	const root = findRoot(dirname(real));
	const fromSource = /^(src|test)[\\/]/.test(relative(root, real));
	const runtime = runtimePackage(real);
	return {
		root,
		version: versionIn(join(root, 'package.json')),
		runtime: runtime === undefined ? unknown : versionIn(runtime),
		runtimeFolder: runtime === undefined ? undefined : join(dirname(runtime), 'bin', 'napi-v6', process.platform, process.arch),
		modelProcess: fromSource ? join(root, 'src', 'model-process', 'main.ts') : join(root, 'dist', 'model-process.cjs'),
		calibrationWorker: fromSource
			? join(root, 'src', 'runner', 'calibration', 'fit-worker.ts')
			: join(root, 'dist', 'calibration-worker.cjs'),
		lexicalWorker: fromSource ? join(root, 'src', 'runner', 'models', 'lexical-worker.ts') : join(root, 'dist', 'lexical-worker.cjs'),
		demoModel: join(root, 'models', 'demo'),
		demoProfile: join(root, 'models', 'demo', 'demo.assay-profile.json'),
	};
}

/** As Node finds its manifest from the programs, which lie beside each other. `undefined` where it is not installed: then no model runs either. */
function runtimePackage(program: string): string | undefined {
	try {
		return createRequire(program).resolve('onnxruntime-node/package.json');
	} catch (error) {
		if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
		throw error;
	}
}

function versionIn(manifestFile: string): string {
	const manifest: unknown = JSON.parse(readFileSync(manifestFile, 'utf8'));
	return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : unknown;
}

function findRoot(folder: string): string {
	if (existsSync(join(folder, 'package.json'))) return folder;
	const parent = dirname(folder);
	if (parent === folder) throw new Error('the program does not lie in its package');
	return findRoot(parent);
}
