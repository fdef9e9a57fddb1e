"""Names that contain a telling word, and why leaving one of them unread is no cause for a warning.

Source the configuration classes of transformers 5.24 and the bundled files; each name's meaning was looked
        up there
"""

# Sizes of another part of the model, switches of the library, attention details that leave sizes alone.
_NEVER_THE_CACHE = """
    adapter_rank a_low_rank_dim cache_implementation
    decay_low_rank_dim expert_head_dim final_state_norm
    gate_low_rank_dim gated_norm_rank hc_lowrank head_type index_n_heads index_share_for_mtp_iteration
     initial_state_std kv_bias laurel_rank latent_moe_use_norm lm_head_bias
    lm_head_multiplier loop_gate_rank lora_rank low_rank_dim mamba_dt_rank moe_latent_size
    moe_num_shared_experts moe_shared_expert_intermediate_size moe_shared_expert_overlap moe_shared_experts
    moe_latent_dim mtp_hidden_states_first mtp_share_head n_shared_experts num_codebook_heads num_mtp_heads
    num_shared_expert num_shared_experts o_lora_rank output_hidden_states pruned_heads q_lora_rank
    qk_head_dim qkv_bias share_expert_dim share_expert_dims share_q_dim shared_expert_combination_strategy
    shared_expert_gate shared_expert_intermediate_size shared_expert_sink shared_experts_intermediate_size
    shared_head shared_intermediate_size shared_moe_mode sparse_num_index_heads swa_num_attention_heads
     swiglu_limits_shared time_step_rank use_cache use_full_rank_gate use_qkv_bias
    use_shared_attention_adapter use_shared_attention_lora use_shared_block_lora use_sliding_window_rope
    v_low_rank_dim norm_head output_head_bias chunk_size_head use_head_bias attn_head_scale
    prefix_dense_sliding_window_pattern shared_expert_num share_rank
      num_states_per_layer moe_shared_expert_type moe_shared_expert_dim
    mlp_only_shared layernorm_rank rotary_head_fraction
"""
NEVER_THE_CACHE = frozenset(_NEVER_THE_CACHE.split())

# Sizes of the cache that a family reads when it means them, and that stand idle in files of other families.
_READ_WHERE_MEANT = """
    attention_head_dim attention_window_size conv_L_cache global_head_dim head_dim head_dims
    hidden_size_per_head index_head_dim kv_channels kv_lora_rank kv_n_heads linear_head_dim
    linear_key_head_dim linear_num_heads linear_num_key_heads linear_num_value_heads linear_value_head_dim
    mamba_d_head mamba_d_state mamba_head_dim mamba_headdim mamba_n_heads mamba_num_heads
    mamba_ssm_cache_dtype max_window_layers n_head n_head_kv n_heads n_mamba_heads num_attention_heads
    num_attention_heads_per_layer num_global_key_value_heads num_heads num_key_value_heads
    num_key_value_heads_per_layer num_kv_heads num_kv_shared_layers num_query_heads qk_nope_head_dim
    qk_rope_head_dim sliding_window sliding_window_pattern _sliding_window_pattern sliding_window_size
    ssm_state_size state_size swa_head_dim swa_num_key_value_heads swa_v_head_dim use_sliding_window
    v_head_dim window_size cla_share_factor
"""
READ_WHERE_MEANT = frozenset(_READ_WHERE_MEANT.split())
EXACT = NEVER_THE_CACHE | READ_WHERE_MEANT

# Fields of an attention that no rule here understands: one of these stops the reading.
OF_AN_ATTENTION = (
    "swa_",
    "indexer_",
    "index_",
    "compress_",
    "kv_",
    "cla_",
    "global_attn_",
    "recurrent_kv_",
    "cross_attention_layers",
    "dense_attention_every",
    "blocksparse",
    "prefix_dense_sliding",
    "local_attention_window",
    "sparse_",
    "attention_other_",
    "num_global_",
    "hyena",
)
_ALSO_FINE = """
    index_n_heads index_share_for_mtp_iteration indexer_rope_interleave index_local_blocks index_block_size
    index_topk compress_rope_theta index_head_dim index_topk_freq index_skip_topk_offset index_topk_pattern
    indexer_types index_topk_blocks indexer_rope_dim swa_rope_theta swa_num_attention_heads swa_rope_scaling
    swa_rope_parameters swa_attention_sink_bias swa_head_dim swa_num_key_value_heads swa_v_head_dim
    kv_lora_rank kv_channels kv_n_heads kv_bias cla_share_factor num_global_key_value_heads compress_ratios
    compress_rates sparse_attention_config kv_cache_scheme attention_other_setting sparse_init_block
    sparse_local_block sparse_score_type sparse_num_index_heads sparse_disable_index_value
    attn_layer_indices attn_layer_period attn_layer_offset attn_layer_idx attn_type_list attention_types
    attention_layers full_attn_idxs full_attention_interval global_attn_every_n_layers
    prefix_dense_sliding_window_pattern sliding_window_pattern attn_layernorm layernorm_full_attention_alpha
    layernorm_full_attention_beta layernorm_linear_attention_alpha layernorm_linear_attention_beta
"""
ALSO_FINE = frozenset(_ALSO_FINE.split())

# Names that say which layers attend how, by their parts: one of each group.
SAYS_ATTENTION = ("attn", "attention")
SAYS_WHERE = ("layer", "idx", "pattern", "types", "freq", "interval", "every", "period", "indices")

# Openings of names that give a word for each layer and mean the feed-forward part, draft layers or labels.
OF_OTHER_PARTS = ("mlp", "moe", "ffn", "mtp", "activation", "hidden_act", "architectures", "expert", "nextn")

# Objects that describe something other than the cache.
BESIDE = (
    "rope",
    "vision",
    "audio",
    "quantization",
    "id2label",
    "label2id",
    "task_specific",
    "auto_map",
    "generation",
)
