"""The prototype's byte-level BPE as a Hugging Face tokenizer.json."""
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers

# Words with an optional leading space, digits in pairs, everything else by the character.
PRE_TOKENS = r" ?[A-Za-z]+| ?[0-9]{1,2}| ?[^A-Za-z0-9\s]|\s"


def byte_alphabet() -> list[str]:
    """One printable character a byte, in which byte-level BPE vocabularies are written (GPT-2's table)."""
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = iter(range(256, 512))
    return [chr(byte) if byte in printable else chr(next(others)) for byte in range(256)]


def digit_tokens() -> list[bytes]:
    """The atomic digit tokens in the order of their ids; a lone digit without a space is a byte already."""
    texts = [prefix + str(number).zfill(width) for prefix in ("", " ") for width in (1, 2) for number in range(10**width)]
    return [text.encode() for text in texts if len(text) > 1]


def convert(source: dict) -> Tokenizer:
    """`source` is the prototype's tokenizer file: `special`, `merges` as pairs of ids, `vocab`. Keeps every id."""
    special, alphabet = source["special"], byte_alphabet()

    def written(raw: bytes) -> str:
        return "".join(alphabet[byte] for byte in raw)

    pieces = [b""] * len(special) + [bytes([byte]) for byte in range(256)] + digit_tokens()
    merges = []
    for left, right in source["merges"]:
        merges.append((written(pieces[left]), written(pieces[right])))
        pieces.append(pieces[left] + pieces[right])
    if len(pieces) != len(source["vocab"]):
        raise ValueError(f"{len(pieces)} tokens were rebuilt, the file names {len(source['vocab'])}")
    vocabulary = {text: id for id, text in enumerate(special)}
    vocabulary |= {written(raw): id for id, raw in enumerate(pieces) if id >= len(special)}
    if len(vocabulary) != len(pieces):
        raise ValueError("two tokens are written the same")

    # ignore_merges: a pre-token that stands in the vocabulary is one token. That is what keeps pairs of digits whole: no merge makes them.
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges, ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PRE_TOKENS), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in special])
    return tokenizer
