/**
 * The Node that the product's own processes run on. The tests need a Node that strips types; the product runs on older ones too, and
 * `RAG_ASSAY_TEST_NODE` is the path of such a one.
 */
export const productNode = process.env['RAG_ASSAY_TEST_NODE'] ?? process.execPath;
