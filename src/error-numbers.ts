/** Subjects of errors. The first is for numbers RA1xx, the second for RA2xx, and so on. `docs/errors.md` has a section for each. */
const rooms = ['files', 'models', 'downloads', 'scoring', 'runner', 'profiles', 'arguments', 'editor', 'private answers'] as const;
export type ErrorRoom = (typeof rooms)[number];

/** Returns the subject of an error by its number (`RA101`: files), or `undefined` if the text is not an error number. */
export function errorRoom(code: string): ErrorRoom | undefined {
	const hundreds = /^RA(\d)\d\d$/.exec(code)?.[1];
	return hundreds === undefined ? undefined : rooms[Number(hundreds) - 1];
}

/**
 * Numbers of the errors that users see, by name. Each subject has its own range. `docs/errors.md` says what each number means and what to
 * do.
 * A number never changes, because people search for it. A number that is no longer used is never used again.
 */
export const errorNumbers = {
	// 1xx: files (src/formats)
	emptyFile: 'RA101',
	noQuery: 'RA102',
	duplicateSection: 'RA103',
	duplicateContextId: 'RA104',
	malformedFrontMatter: 'RA105',
	textBeforeSections: 'RA106',
	noResponse: 'RA107',
	promptWithoutResponseFile: 'RA108',
	responseWithoutPromptFile: 'RA109',
	responseInPromptFile: 'RA110',
	malformedSidecar: 'RA111',
	unknownFormat: 'RA112',
	noTraceInFile: 'RA113',
	nearHead: 'RA114',
	malformedJsonLine: 'RA115',
	unexpectedJsonLine: 'RA116',
	missingDataSetFile: 'RA117',
	responseWithoutSource: 'RA118',
	duplicateDataSetId: 'RA119',
	impossibleLabelSpan: 'RA120',
	labelTextDiffers: 'RA121',
	generationIntoDataSet: 'RA122',
	reservedContextId: 'RA123',
	tooManySections: 'RA124',
	unknownMember: 'RA125',
	doubtfulHead: 'RA126',
	longMemoryLine: 'RA141',
	repeatedMember: 'RA142',
	notUtf8: 'RA143',
	malformedAgentFile: 'RA144',
	malformedApproval: 'RA145',
	noQueryInHistory: 'RA146',
	unreadableMemory: 'RA147',
	tooManyMemoryFiles: 'RA148',
	unknownMemory: 'RA149',
	pickledMemory: 'RA150',
	memoryCursorDiffers: 'RA151',
	longMemoryEntry: 'RA152',
	notANumber: 'RA161',
	malformedCsv: 'RA162',
	noAnswerInFile: 'RA163',
	doubtfulReading: 'RA164',
	incompleteTrace: 'RA165',
	malformedMappings: 'RA166',
	cannotBeWatched: 'RA167',
	notByLines: 'RA168',

	// 2xx: model folders and devices (src/lm)
	noModelFolder: 'RA201',
	missingModelFile: 'RA202',
	noOnnxFile: 'RA203',
	unreadableModelFile: 'RA204',
	malformedModelJson: 'RA205',
	malformedOnnx: 'RA206',
	truncatedOnnx: 'RA207',
	forbiddenWeightsLocation: 'RA208',
	missingWeightsFile: 'RA209',
	impossibleWeightsRange: 'RA210',
	linkOutOfModelFolder: 'RA211',
	compiledProgramsInModel: 'RA212',
	gitLfsPointer: 'RA213',
	unusableDevice: 'RA221',
	noCudaForMachine: 'RA231',

	// 3xx: downloads, the model store (src/lm/store, src/lm/devices/cuda) and databases of memory (src/stores/memory)
	invalidModelId: 'RA301',
	modelNotInStore: 'RA302',
	hubTokenNotAccepted: 'RA303',
	hubAccessDenied: 'RA304',
	notFoundOnHub: 'RA305',
	downloadServerFailed: 'RA306',
	downloadInterrupted: 'RA307',
	downloadSizeDiffers: 'RA308',
	downloadHashDiffers: 'RA309',
	damagedStoredModel: 'RA310',
	unwritableStore: 'RA312',
	unencryptedConnection: 'RA313',
	cudaInstallationOffline: 'RA331',
	cudaInstallationInUntrustedWorkspace: 'RA332',
	unusablePackageIndex: 'RA333',
	damagedCudaPackage: 'RA334',
	noRoomForCuda: 'RA335',
	unannouncedDownload: 'RA336',
	noPackageIndex: 'RA337',
	unreadableDatabase: 'RA340',
	unreadableDatabaseEntry: 'RA341',
	storeServerUnreachable: 'RA342',
	storeServerRefused: 'RA343',
	noSuchCollection: 'RA344',
	noTextInStore: 'RA345',
	noLanceDb: 'RA346',
	invalidStoreAddress: 'RA347',
	storeServerFailed: 'RA348',
	memoryStoreChanged: 'RA349',

	// 4xx: scoring, generating and attributing (src/lm, src/onnx)
	runtimeCannotOpenModel: 'RA401',
	notADecoder: 'RA402',
	unreadableTokenizer: 'RA403',
	chatTemplateFailed: 'RA404',
	emptyResponse: 'RA405',
	chatTemplateChangesText: 'RA406',
	promptFillsContextWindow: 'RA407',
	outputIsNoDistribution: 'RA408',
	runtimeFailed: 'RA409',
	tokenOutsideVocabulary: 'RA411',
	inconsistentModelOutput: 'RA412',
	longTextFailedWithoutCache: 'RA413',
	allocationLimitExceeded: 'RA415',
	graphNotUnderstood: 'RA431',
	weightsInOtherFolders: 'RA432',
	sourcesDoNotAddUp: 'RA433',
	attributionSelfCheckFailed: 'RA434',
	noSourcesOfAnyTrace: 'RA435',
	notATokenClassifier: 'RA441',
	unknownLabels: 'RA442',
	malformedLexical: 'RA451',
	notAnEncoder: 'RA452',
	unknownPooling: 'RA453',

	// 5xx: runner and jobs (src/runner, src/model-process)
	defect: 'RA500',
	modelProcessEnded: 'RA501',
	memoryLimitExceeded: 'RA502',
	modelProcessNotStarted: 'RA503',
	modelFilesChanged: 'RA504',
	unwritableSidecar: 'RA505',
	unreadableFile: 'RA506',
	unwritableFile: 'RA507',
	alreadyAnswered: 'RA508',
	emptyAnswer: 'RA509',
	noTraceToAnswer: 'RA510',
	generationInUntrustedWorkspace: 'RA511',
	labelQueueGone: 'RA512',
	linkOutOfWorkspace: 'RA513',
	modelProcessSilent: 'RA514',
	traceFileChanged: 'RA515',
	labeledSince: 'RA516',
	runnerNotStarted: 'RA590',
	runnerEnded: 'RA591',
	modelNotLoaded: 'RA592',

	// 6xx: profiles and calibration (src/formats, src/analysis, src/runner/calibration)
	malformedProfile: 'RA601',
	profileOfAnotherModel: 'RA602',
	profileOfAnotherLayout: 'RA603',
	unreadableProfile: 'RA604',
	malformedClassifier: 'RA605',
	unreadableClassifier: 'RA606',
	classifierHashDiffers: 'RA607',
	classifierOfOtherFeatures: 'RA608',
	profileOfAnotherEmbedder: 'RA609',
	profileOfUnknownMethods: 'RA610',
	unusableShard: 'RA650',
	nothingToCalibrateWith: 'RA651',
	methodCannotBeFitted: 'RA652',
	tooFewCleanAnswers: 'RA653',
	unknownMethod: 'RA654',
	modelReadNoTrace: 'RA655',
	noCalibrationResult: 'RA656',
	misnamedProfileFile: 'RA657',
	nothingCanBeFitted: 'RA658',
	anotherCalibrationGoesOn: 'RA659',
	invalidMethodOption: 'RA660',
	noEncoder: 'RA661',
	notApprovable: 'RA670',
	noSuchEntry: 'RA671',
	memoryChanged: 'RA672',
	storeKeepsItsEntries: 'RA673',
	malformedQuarantine: 'RA674',
	unwritableMemory: 'RA675',
	entryHasNoPlace: 'RA676',
	malformedSignatures: 'RA677',
	emptyHistory: 'RA678',
	unusableReference: 'RA679',

	tooSmallToAttack: 'RA680',
	tooFewQueriesToAttack: 'RA681',
	tooFewBenignQueries: 'RA682',
	tooFewDocuments: 'RA683',
	unusableMoments: 'RA684',
	storeDoesNotSearch: 'RA685',
	noSuchQuery: 'RA686',
	logCannotBeFollowed: 'RA687',
	alteredQuarantine: 'RA688',
	memoryGone: 'RA689',
	endpointRefused: 'RA690',
	endpointFailed: 'RA691',
	tooFewToHoldOut: 'RA692',
	pipelineAnswersNothing: 'RA695',

	// 7xx: arguments (src/cli)
	pathNotFound: 'RA701',
	noTraceInFolder: 'RA702',
	outputFolderNotFound: 'RA703',
	refusedOutputFile: 'RA704',
	screenOutOfRange: 'RA705',
	screenWithoutSources: 'RA706',
	optionDecidedByShards: 'RA707',
	optionGivenTwice: 'RA708',
	tooFewDocumentsNamed: 'RA709',
	forceWithoutMethods: 'RA710',
	optionWithoutModel: 'RA711',
	nothingToCheck: 'RA712',
	optionWithoutEffect: 'RA713',

	// 8xx: editor (src/extension)
	runnerGone: 'RA801',
	unusableRunnerProgram: 'RA802',
	unwritableExport: 'RA803',
	unsavedMemory: 'RA821',
	queryMoved: 'RA831',

	// 9xx: private answers (src/privacy, src/stores/ledger, src/methods/pearl, src/review)
	privacyBudgetSpent: 'RA901',
	damagedLedger: 'RA902',
	unwritableLedger: 'RA903',
	unreadableLedger: 'RA904',
	noCorpusFolder: 'RA905',
	budgetNeverRenews: 'RA906',
	soundLedger: 'RA907',
	noLedger: 'RA908',
	noPrivateDocuments: 'RA911',
	noPublicList: 'RA912',
	fillerRefused: 'RA913',
	fillerFailed: 'RA914',
	noDocumentInFile: 'RA915',
	privacyBudgetTooSmall: 'RA916',
	unusableList: 'RA917',
	ownFileAsDocument: 'RA918',
	hopelessPrivateRun: 'RA919',
	reviewUndecided: 'RA921',
	malformedReview: 'RA922',
	malformedRelease: 'RA923',
	reviewNotOpen: 'RA924',
	unwritableReview: 'RA925',
	documentCount: 'RA926',
	unusableDocument: 'RA927',
	reviewOfAnotherText: 'RA928',
	nothingToReview: 'RA929',
} as const satisfies Readonly<Record<string, `RA${number}`>>;

type ErrorName = keyof typeof errorNumbers;

/** The number of an error that users see. */
export type ErrorNumber = (typeof errorNumbers)[ErrorName];

/** The numbers of the named errors, for a value that can have no other number. */
export type ErrorNumberOf<Name extends ErrorName> = (typeof errorNumbers)[Name];

const all: ReadonlySet<string> = new Set(Object.values(errorNumbers));

/** Returns whether a text is an error number of this version. */
export function isErrorNumber(code: string): code is ErrorNumber {
	return all.has(code);
}

/** Rooms whose errors are the fault of the input or the arguments. */
const inputRooms: ReadonlySet<ErrorRoom | undefined> = new Set<ErrorRoom>(['files', 'profiles', 'arguments']);

/** Errors of other rooms that are the input's fault: texts that cannot be used, budgets that are spent, reviews that are not done. */
const inputFaults: ReadonlySet<string> = new Set([
	errorNumbers.emptyResponse,
	errorNumbers.promptFillsContextWindow,
	errorNumbers.unreadableFile,
	errorNumbers.alreadyAnswered,
	errorNumbers.traceFileChanged,
	errorNumbers.noTraceToAnswer,
	errorNumbers.privacyBudgetSpent,
	errorNumbers.damagedLedger,
	errorNumbers.noCorpusFolder,
	errorNumbers.budgetNeverRenews,
	errorNumbers.soundLedger,
	errorNumbers.noLedger,
	errorNumbers.noPrivateDocuments,
	errorNumbers.noPublicList,
	errorNumbers.fillerRefused,
	errorNumbers.noDocumentInFile,
	errorNumbers.ownFileAsDocument,
	errorNumbers.privacyBudgetTooSmall,
	errorNumbers.unusableList,
	errorNumbers.reviewUndecided,
	errorNumbers.malformedReview,
	errorNumbers.malformedRelease,
	errorNumbers.reviewOfAnotherText,
	errorNumbers.nothingToReview,
]);

/** Errors of the input's rooms that are not its fault: a server or a model did not answer. */
const engineFaults: ReadonlySet<string> = new Set([errorNumbers.endpointFailed, errorNumbers.pipelineAnswersNothing]);

/** Returns whether an error is the fault of the input or the arguments. All others are the engine's. */
export function isInputFault(code: string): boolean {
	if (engineFaults.has(code)) return false;
	return inputFaults.has(code) || inputRooms.has(errorRoom(code));
}
