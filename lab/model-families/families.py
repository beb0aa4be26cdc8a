"""The families of the table in docs/models.md: for each a tiny configuration with random weights. Needs transformers; a family that this
version does not know is left out and said to be.

`SAME` are sizes that all have in common. What matters is how layers are built, so each family keeps what is its own: windows, caps,
multipliers, experts, branches without attention. Sizes are multiples of what exporters ask for (heads of 16 numbers, blocks of 32)."""
from dataclasses import dataclass, field

import transformers as T

V, D = 320, 64
SAME = dict(vocab_size=V, hidden_size=D, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, intermediate_size=96,
            max_position_embeddings=256, bos_token_id=0, eos_token_id=1, pad_token_id=2)
GPT2_LIKE = dict(vocab_size=V, n_embd=D, n_layer=2, n_head=4, n_positions=256, n_inner=96, bos_token_id=0, eos_token_id=1)
FULL, SLIDE = 'full_attention', 'sliding_attention'
# The builder cannot read Gemma 3's two bases of rotation as transformers 5 writes them.
TWO_BASES = '''
from builders import gemma
plain = gemma.Gemma3Model.__init__
def init(self, config, *rest):
    two = config.rope_parameters
    config.rope_local_base_freq, config.rope_parameters = two['sliding_attention']['rope_theta'], two['full_attention']
    plain(self, config, *rest)
gemma.Gemma3Model.__init__ = init
'''


@dataclass
class Family:
    """`parallel`: attention and feed-forward block read the same state. `offset_norm`: norms store their weight less one."""
    title: str
    config: str
    own: dict = field(default_factory=dict)
    base: dict = field(default_factory=lambda: SAME)
    model: str = ''
    parallel: bool = False
    offset_norm: bool = False
    hybrid: bool = False
    # The class around it that the onnxruntime-genai builder wants, and its --extra_options.
    published: str = ''
    builder: tuple = ()
    # Python that runs ahead of the builder, where version 0.18 and transformers 5 do not agree.
    mended: str = ''
    # Tied models whose embedding is multiplied: a small table and a large final norm, or the token itself always wins.
    boost: tuple = ()

    def make(self, **sizes):
        return getattr(T, self.config)(**{**self.base, **self.own, **sizes})

    def known(self):
        return hasattr(T, self.config)


def without(*keys):
    return {k: v for k, v in SAME.items() if k not in keys}


FAMILIES = {
    'llama': Family('Llama 2, 3', 'LlamaConfig', dict(num_hidden_layers=3)),
    'mistral': Family('Mistral (sliding window)', 'MistralConfig', dict(sliding_window=9, head_dim=16)),
    'ministral': Family('Ministral (alternating windows)', 'MinistralConfig', dict(sliding_window=9, head_dim=16, layer_types=[SLIDE, FULL])),
    'mixtral': Family('Mixtral', 'MixtralConfig', dict(num_local_experts=4, num_experts_per_tok=2)),
    'qwen2': Family('Qwen 2, 2.5', 'Qwen2Config', dict(tie_word_embeddings=True)),
    'qwen3': Family('Qwen 3', 'Qwen3Config', dict(head_dim=32, tie_word_embeddings=True)),
    'qwen3_moe': Family('Qwen 3 MoE', 'Qwen3MoeConfig', dict(head_dim=32, num_experts=4, num_experts_per_tok=2, moe_intermediate_size=32)),
    'qwen3_next': Family('Qwen3-Next', 'Qwen3NextConfig', dict(num_hidden_layers=4, head_dim=32, linear_key_head_dim=16, linear_value_head_dim=16, linear_num_key_heads=2, linear_num_value_heads=4,
        num_experts=4, num_experts_per_tok=2, moe_intermediate_size=32, shared_expert_intermediate_size=32), hybrid=True, offset_norm=True),
    'qwen3_5': Family('Qwen 3.5', 'Qwen3_5TextConfig', dict(num_hidden_layers=4, head_dim=32, linear_key_head_dim=16, linear_value_head_dim=16, linear_num_key_heads=2, linear_num_value_heads=4,
        tie_word_embeddings=True, rope_parameters=dict(rope_type='default', rope_theta=10000.0, partial_rotary_factor=0.25, mrope_section=[2, 1, 1], mrope_interleaved=True)), model='Qwen3_5ForCausalLM', hybrid=True, offset_norm=True, published='Qwen3_5ForConditionalGeneration'),
    'qwen3_5_moe': Family('Qwen 3.5 MoE', 'Qwen3_5MoeTextConfig', dict(num_hidden_layers=4, head_dim=32, linear_key_head_dim=16, linear_value_head_dim=16, linear_num_key_heads=2, linear_num_value_heads=4,
        num_experts=4, num_experts_per_tok=2, moe_intermediate_size=32, shared_expert_intermediate_size=32, rope_parameters=dict(rope_type='default', rope_theta=10000.0, partial_rotary_factor=0.25, mrope_section=[2, 1, 1], mrope_interleaved=True)), model='Qwen3_5MoeForCausalLM', hybrid=True, offset_norm=True, published='Qwen3_5MoeForConditionalGeneration'),
    'phi': Family('Phi 1, 1.5, 2', 'PhiConfig', dict(layer_norm_eps=1e-6, partial_rotary_factor=0.5, num_attention_heads=2, num_key_value_heads=2), parallel=True),
    'phi3': Family('Phi 3, 3.5, 4', 'Phi3Config', dict(tie_word_embeddings=False, original_max_position_embeddings=256)),
    'phimoe': Family('Phi 3.5 MoE', 'PhimoeConfig', dict(num_local_experts=4, num_experts_per_tok=2, sliding_window=None)),
    'gemma': Family('Gemma 1', 'GemmaConfig', dict(head_dim=16), offset_norm=True, boost=(0.10, 2.6)),
    'gemma2': Family('Gemma 2', 'Gemma2Config', dict(head_dim=16, query_pre_attn_scalar=24, sliding_window=9, attn_logit_softcapping=4.0, final_logit_softcapping=12.0), offset_norm=True, boost=(0.12, 3.0)),
    'gemma3': Family('Gemma 3', 'Gemma3TextConfig', dict(head_dim=16, query_pre_attn_scalar=24, sliding_window=9, layer_types=[SLIDE, FULL]), offset_norm=True, boost=(0.10, 2.6), mended=TWO_BASES),
    'gemma4': Family('Gemma 4', 'Gemma4TextConfig', dict(num_hidden_layers=4, head_dim=16, global_head_dim=32, sliding_window=9, layer_types=[SLIDE, FULL, SLIDE, FULL], vocab_size_per_layer_input=V, hidden_size_per_layer_input=16, final_logit_softcapping=12.0,
        num_kv_shared_layers=0), model='Gemma4ForCausalLM', published='Gemma4ForConditionalGeneration', boost=(0.10, 2.6)),
    'gemma4_shared': Family('Gemma 4, shared keys and values', 'Gemma4TextConfig', dict(num_hidden_layers=4, head_dim=16, global_head_dim=32, sliding_window=9, layer_types=[SLIDE, FULL, SLIDE, FULL], vocab_size_per_layer_input=V, hidden_size_per_layer_input=16, final_logit_softcapping=12.0,
        num_kv_shared_layers=2), model='Gemma4ForCausalLM', published='Gemma4ForConditionalGeneration', boost=(0.10, 2.6)),
    'smollm3': Family('SmolLM 3', 'SmolLM3Config', dict(num_hidden_layers=3, no_rope_layer_interval=2, tie_word_embeddings=True)),
    'olmo': Family('OLMo 1', 'OlmoConfig', dict(clip_qkv=None, tie_word_embeddings=False)),
    'olmo2': Family('OLMo 2', 'Olmo2Config', dict(tie_word_embeddings=False)),
    'olmo3': Family('OLMo 3', 'Olmo3Config', dict(tie_word_embeddings=False, sliding_window=9, layer_types=[SLIDE, FULL])),
    'olmoe': Family('OLMoE', 'OlmoeConfig', dict(num_experts=4, num_experts_per_tok=2)),
    'gpt2': Family('GPT-2', 'GPT2Config', base=GPT2_LIKE),
    'gpt_neox': Family('GPT-NeoX, Pythia', 'GPTNeoXConfig', dict(rotary_pct=0.5, use_parallel_residual=True, tie_word_embeddings=False), base=without('num_key_value_heads'), parallel=True),
    'gptj': Family('GPT-J', 'GPTJConfig', dict(rotary_dim=8), base=GPT2_LIKE, parallel=True),
    'falcon': Family('Falcon', 'FalconConfig', dict(new_decoder_architecture=False, multi_query=True, parallel_attn=True, bias=False, alibi=False, ffn_hidden_size=96), base=without('num_key_value_heads', 'intermediate_size'), parallel=True),
    'bloom': Family('BLOOM (ALiBi)', 'BloomConfig', dict(vocab_size=V, hidden_size=D, n_layer=2, n_head=4, bos_token_id=0, eos_token_id=1, pad_token_id=2), base={}),
    'mpt': Family('MPT (ALiBi)', 'MptConfig', dict(vocab_size=V, d_model=D, n_layers=2, n_heads=4, expansion_ratio=2, max_seq_len=256, bos_token_id=0, eos_token_id=1), base={}),
    'opt': Family('OPT', 'OPTConfig', dict(ffn_dim=96, word_embed_proj_dim=D, dropout=0.0), base=without('num_key_value_heads', 'intermediate_size')),
    'stablelm': Family('StableLM 2', 'StableLmConfig', dict(partial_rotary_factor=0.5, use_qkv_bias=True)),
    'cohere': Family('Command R', 'CohereConfig', dict(logit_scale=0.25), parallel=True, boost=(0.22, 7.0)),
    'cohere2': Family('Command R7B, A', 'Cohere2Config', dict(logit_scale=0.25, sliding_window=9, layer_types=[SLIDE, FULL]), parallel=True, boost=(0.22, 7.0)),
    'granite': Family('Granite 3', 'GraniteConfig', dict(embedding_multiplier=2.0, residual_multiplier=0.6, attention_multiplier=0.12, logits_scaling=2.0, tie_word_embeddings=True), boost=(0.14, 5.0)),
    'granitemoe': Family('Granite 3 MoE', 'GraniteMoeConfig', dict(embedding_multiplier=2.0, residual_multiplier=0.6, attention_multiplier=0.12, logits_scaling=2.0, tie_word_embeddings=True, num_local_experts=4, num_experts_per_tok=2), boost=(0.14, 5.0)),
    'granite4_h': Family('Granite 4 H', 'GraniteMoeHybridConfig', dict(num_hidden_layers=4, layer_types=['mamba', 'mamba', 'attention', 'mamba'], mamba_n_heads=8, mamba_d_head=16, mamba_d_state=16, mamba_chunk_size=16, mamba_expand=2,
        shared_intermediate_size=64, num_local_experts=0, embedding_multiplier=2.0, residual_multiplier=0.6, attention_multiplier=0.12, logits_scaling=2.0, tie_word_embeddings=True), hybrid=True, boost=(0.14, 5.0)),
    'falcon_h1': Family('Falcon-H1', 'FalconH1Config', dict(mamba_d_ssm=128, mamba_n_heads=8, mamba_d_head=16, mamba_d_state=16, mamba_chunk_size=16, attention_out_multiplier=0.8, ssm_out_multiplier=0.7, embedding_multiplier=2.0, lm_head_multiplier=0.5), hybrid=True),
    'nemotron_h': Family('Nemotron-H, Nemotron 3 Nano', 'NemotronHConfig', dict(layers_block_type=['mamba', 'mlp', 'mamba', 'attention', 'mlp'], head_dim=16, ssm_state_size=16, mamba_num_heads=8, mamba_head_dim=16, n_groups=2, chunk_size=16), base=without('num_hidden_layers'), hybrid=True),
    'lfm2': Family('LFM2', 'Lfm2Config', dict(num_hidden_layers=4, layer_types=['conv', 'conv', FULL, 'conv'], block_auto_adjust_ff_dim=False, tie_word_embeddings=True), hybrid=True),
    'deepseek_v2': Family('DeepSeek V2', 'DeepseekV2Config', dict(q_lora_rank=None, kv_lora_rank=16, qk_rope_head_dim=16, qk_nope_head_dim=16, v_head_dim=16, num_key_value_heads=4, n_routed_experts=4, n_shared_experts=1, num_experts_per_tok=2, moe_intermediate_size=32, first_k_dense_replace=1, n_group=1, topk_group=1)),
    'deepseek_v3': Family('DeepSeek V3, R1', 'DeepseekV3Config', dict(q_lora_rank=16, kv_lora_rank=16, qk_rope_head_dim=16, qk_nope_head_dim=16, v_head_dim=16, num_key_value_heads=4, n_routed_experts=4, n_shared_experts=1, num_experts_per_tok=2, moe_intermediate_size=32, first_k_dense_replace=1, n_group=1, topk_group=1)),
    'gpt_oss': Family('gpt-oss (attention sinks)', 'GptOssConfig', dict(head_dim=16, num_local_experts=4, num_experts_per_tok=2, intermediate_size=32, sliding_window=9, layer_types=[SLIDE, FULL])),
    'nemotron': Family('Nemotron 4, Minitron', 'NemotronConfig', dict(norm_eps=1e-6, partial_rotary_factor=0.5, head_dim=32), offset_norm=True),
    'exaone4': Family('EXAONE 4', 'Exaone4Config', dict(head_dim=16, sliding_window=9, sliding_window_pattern=2, layer_types=[SLIDE, FULL])),
    'glm4': Family('GLM 4', 'Glm4Config', dict(head_dim=16, partial_rotary_factor=0.5, attention_bias=True)),
    'starcoder2': Family('StarCoder 2', 'Starcoder2Config', dict(tie_word_embeddings=True, sliding_window=None)),
}

# What lies in test/fixtures/spad-graphs beside the older ones: smaller still, so that it may be committed. Name -> (family, exporter, sizes, what is in it).
FIXTURES = {
    'lfm2-genai-convolution': ('lfm2', 'genai', dict(num_hidden_layers=3, layer_types=['conv', FULL, 'conv'], intermediate_size=64),
        'CausalConvWithState before and behind the only attention, its states beside the key/value cache'),
    'qwen35-genai-delta-net': ('qwen3_5', 'genai', dict(num_hidden_layers=2, layer_types=['linear_attention', FULL], intermediate_size=64),
        'LinearAttention with its states beside the key/value cache; position_ids [3, batch, sequence] into MRotaryEmbedding; attention gated before its projection'),
    'falconh1-torch-parallel-mamba': ('falcon_h1', 'torch', dict(mamba_d_ssm=64, mamba_n_heads=4, intermediate_size=64),
        'attention and Mamba2 read the same state in each layer, and are added before the feed-forward block; Mamba2 in plain operators, by chunks of 16; no cache'),
}
