/** Files of sentence-transformers beside a model, that of its pooling by the name that it usually has. */
export const encoderFiles = {
	modules: 'modules.json',
	sentenceBert: 'sentence_bert_config.json',
	prompts: 'config_sentence_transformers.json',
	pooling: '1_Pooling/config.json',
} as const;
