const elementwise = new Set([
	'Add', 'Sub', 'Mul', 'Div', 'Sum', 'Neg', 'Abs', 'Pow', 'Sqrt', 'Rsqrt', 'Reciprocal', 'Exp', 'Log', 'Erf', 'Tanh', 'Sigmoid', 'HardSigmoid', 'Softplus', 'Softsign', 'Cos', 'Sin', 'Mod',
	'Relu', 'LeakyRelu', 'Elu', 'Selu', 'Gelu', 'FastGelu', 'QuickGelu', 'BiasGelu', 'Swish', 'HardSwish', 'Mish', 'ThresholdedRelu', 'Clip', 'Min', 'Max', 'Where',
	'Equal', 'Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual', 'And', 'Or', 'Not', 'IsNaN', 'IsInf', 'Sign', 'Floor', 'Round', 'Ceil',
	'Cast', 'CastLike', 'Identity', 'Dropout',
	// of com.microsoft: a + b * gate, the gate one number a token or as many as the others.
	'GatedAdd',
]);
const products = new Set(['MatMul', 'FusedMatMul', 'Gemm', 'MatMulInteger', 'MatMulIntegerToFloat', 'DynamicQuantizeMatMul', 'FusedGemm', 'GemmFastGelu', 'FusedMatMulActivation', 'MatMulNBits']);
const reductions = new Set(['ReduceMean', 'ReduceSum', 'ReduceMax', 'ReduceL2', 'ReduceSumSquare', 'ArgMax']);

/** Operators that make each number from those at its own place, with broadcasting. */
export const isElementwise = (type: string): boolean => elementwise.has(type);
/** Products, whose right factor (input 1) may be constant weights. */
export const isProduct = (type: string): boolean => products.has(type);
/** Operators that make one number of those along some axes. */
export const isReduction = (type: string): boolean => reductions.has(type);
