/**
 * The environment of the model process, from the runner's:
 * - `ORT_DISABLE_TELEMETRY`: ONNX Runtime (1.29 and newer, on Linux and macOS) otherwise tells its maker of each session: it has an uploader,
 *   an identifier of the device on disk and a cache of what is not sent yet. With it, none of them is made. It is read once, when the
 *   library starts, so it must be there before; and it is not the user's to switch on again.
 * - `ELECTRON_RUN_AS_NODE`: an editor's binary is then a Node.
 */
export function modelProcessEnvironment(environment: NodeJS.ProcessEnv, onElectron = 'electron' in process.versions): NodeJS.ProcessEnv {
	return { ...environment, ORT_DISABLE_TELEMETRY: '1', ...(onElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}) };
}
