"""A GGUF file of SmolLM2 as a transformers model with its tokenizer."""
from pathlib import Path

import torch
from gguf import GGUFReader
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast
from transformers.utils import logging

CONTROL = 3
"""GGUF's kind of tokens that stand for markers and not for text."""


class Fields:
    """The header of a GGUF file, by name."""

    def __init__(self, file: Path) -> None:
        self.fields = GGUFReader(file).fields

    def text(self, name: str) -> str:
        return bytes(self.fields[name].parts[-1]).decode()

    def number(self, name: str) -> int:
        return self.fields[name].parts[-1][0].item()

    def texts(self, name: str) -> list[str]:
        field = self.fields[name]
        return [bytes(field.parts[index]).decode() for index in field.data]

    def numbers(self, name: str) -> list[int]:
        field = self.fields[name]
        return [int(field.parts[index][0]) for index in field.data]


def tokenizer(file: Path) -> PreTrainedTokenizerFast:
    """The file has the vocabulary and the merges, but only the name of how text is split before: 'smollm', digits one by one and then as GPT-2 splits."""
    header = Fields(file)
    kind = (header.text("tokenizer.ggml.model"), header.text("tokenizer.ggml.pre"))
    if kind != ("gpt2", "smollm"):
        raise ValueError(f"{file} has a tokenizer of the kind {kind}; only ('gpt2', 'smollm') is known here")
    pieces = header.texts("tokenizer.ggml.tokens")
    merges = [tuple(merge.split(" ")) for merge in header.texts("tokenizer.ggml.merges")]
    made = Tokenizer(models.BPE({piece: id for id, piece in enumerate(pieces)}, merges))
    made.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Digits(individual_digits=True),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
    ])
    made.decoder = decoders.ByteLevel()
    kinds = header.numbers("tokenizer.ggml.token_type")
    made.add_special_tokens([AddedToken(piece, special=True, normalized=False) for piece, kind in zip(pieces, kinds) if kind == CONTROL])
    end = pieces[header.number("tokenizer.ggml.eos_token_id")]
    return PreTrainedTokenizerFast(
        tokenizer_object=made, bos_token=pieces[header.number("tokenizer.ggml.bos_token_id")], eos_token=end, pad_token=end,
        unk_token="<|endoftext|>", chat_template=header.text("tokenizer.chat_template"),
        model_max_length=header.number("llama.context_length"), clean_up_tokenization_spaces=False,
    )


def model(file: Path) -> torch.nn.Module:
    """In float32, with the tokenizer's end of a message as the end of an answer."""
    logging.disable_progress_bar()
    loaded = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32).eval()
    end = Fields(file).number("tokenizer.ggml.eos_token_id")
    for settings in (loaded.config, loaded.generation_config):
        settings.eos_token_id = settings.pad_token_id = end
    return loaded
