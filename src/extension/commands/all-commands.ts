import { analyzeFile, analyzeWorkspace, cancelAnalysis, openTokenInspector } from './analysis.ts';
import type { CommandName } from '../command-names.ts';
import { calibrate, compareProfile, useProfile } from './calibration.ts';
import type { Command } from './command.ts';
import { generateResponse } from './generate.ts';
import {
	chooseHeatmap,
	showHeatmapByConfidenceGap,
	showHeatmapByDivergence,
	showHeatmapBySurprise,
	showHeatmapBySuspicion,
	toggleHeatmap,
} from './heatmap.ts';
import { goBackFromOrigin, goToOrigin } from './origins.ts';
import { labelGrounded, labelNext, labelNotGrounded, noteOnLabel, removeLabel, skipLabel, undoLabel } from './labels.ts';
import { deviceReport, installCuda } from './devices.ts';
import {
	approveMemory,
	cancelMemoryScan,
	chooseMemoryHistory,
	compareMemory,
	filterMemory,
	markMemoryBenign,
	nameMemoryStores,
	quarantineMemory,
	restoreMemory,
	scanAllMemory,
	scanMemory,
	showMemoryEntry,
	signMemory,
	sortMemory,
} from './memory.ts';
import { chooseModel, loadModel, setHuggingFaceToken, unloadModel, clearCache, restartRunner } from './model.ts';
import { queryScreening, screenQueries, stopQueryScreening } from './queries.ts';
import { exportReview, reviewRedactions, reviewRelease } from './review.ts';
import { newTrace, openSampleWorkspace } from './begin.ts';
import { copyTrace, nextTrace, openLargeFile, openReadable, openTraceSource, previousTrace } from './readable.ts';
import { generatePrivate, privacyBudget } from './private-answer.ts';
import { listSentences, showWhy } from './sentences.ts';
import { filterTraces, nextFinding, previousFinding, showChangedTraces, sortTraces } from './traces.ts';

/** What runs for `ragAssay.<name>`. */
export const commands = {
	analyzeFile,
	analyzeWorkspace,
	cancelAnalysis,
	openReadable,
	openLargeFile,
	nextTrace,
	previousTrace,
	openTraceSource,
	copyTrace,
	showHeatmapByConfidenceGap,
	showHeatmapByDivergence,
	showHeatmapBySurprise,
	showHeatmapBySuspicion,
	toggleHeatmap,
	chooseHeatmap,
	goToOrigin,
	goBackFromOrigin,
	generateResponse,
	listSentences,
	showWhy,
	openTokenInspector,
	nextFinding,
	previousFinding,
	sortTraces,
	filterTraces,
	showChangedTraces,
	calibrate,
	useProfile,
	compareProfile,
	privacyBudget,
	generatePrivate,
	reviewRedactions,
	reviewRelease,
	exportReview,
	labelNext,
	labelGrounded,
	labelNotGrounded,
	removeLabel,
	noteOnLabel,
	skipLabel,
	undoLabel,
	scanMemory,
	scanAllMemory,
	cancelMemoryScan,
	chooseMemoryHistory,
	nameMemoryStores,
	showMemoryEntry,
	quarantineMemory,
	restoreMemory,
	markMemoryBenign,
	signMemory,
	approveMemory,
	compareMemory,
	filterMemory,
	sortMemory,
	queryScreening,
	screenQueries,
	stopQueryScreening,
	loadModel,
	chooseModel,
	unloadModel,
	setHuggingFaceToken,
	deviceReport,
	installCuda,
	clearCache,
	restartRunner,
	openSampleWorkspace,
	newTrace,
} satisfies Record<CommandName, Command>;
