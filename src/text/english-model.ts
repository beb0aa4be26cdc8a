/** wink with its language model of English: 3.9 MB, which every bundle leaves to a file of its own (`scripts/bundles.ts`). */
export { default as winkNLP } from 'wink-nlp';
export { default as model } from 'wink-eng-lite-web-model';
