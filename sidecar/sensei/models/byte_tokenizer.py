"""The byte-level tokenizer of the models made from a configuration.

One token a UTF-8 byte, a padding token and an end token; nothing is unknown, nothing normalised.
It is an ordinary fast tokenizer of transformers: it saves and loads with any checkpoint.
"""

from __future__ import annotations

from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from transformers import PreTrainedTokenizerFast

PAD, EOS = "<|pad|>", "<|end|>"
VOCABULARY_SIZE = 258


def byte_tokenizer() -> PreTrainedTokenizerFast:
    """Makes the tokenizer: ids 0 padding, 1 end, 2 … 257 the bytes in a fixed order.

    The text of a special token inside a goal is read as bytes, never as the token.
    """
    vocabulary = {PAD: 0, EOS: 1}
    for symbol in sorted(pre_tokenizers.ByteLevel.alphabet()):
        vocabulary[symbol] = len(vocabulary)
    tokenizer = Tokenizer(BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token=PAD,
        eos_token=EOS,
        split_special_tokens=True,
        clean_up_tokenization_spaces=False,
        padding_side="left",
    )
