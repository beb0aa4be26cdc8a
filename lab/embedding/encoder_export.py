"""A sentence-transformers folder as ONNX, as the product reads it: fp32 and int8 beside the model's own settings."""
import shutil
import warnings
from pathlib import Path

warnings.filterwarnings('ignore')

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

# What decides an embedding beside the weights; those that a model has.
SETTINGS = ('config.json', 'tokenizer.json', 'tokenizer_config.json', 'special_tokens_map.json', 'modules.json', 'sentence_bert_config.json',
            'config_sentence_transformers.json', '1_Pooling/config.json')


class HiddenStates(torch.nn.Module):
    """What the last layer says of each token."""

    def __init__(self, model, inputs):
        super().__init__()
        self.model, self.inputs = model, inputs

    def forward(self, *values):
        return self.model(**dict(zip(self.inputs, values)), return_dict=False)[0]


def copy_settings(source, out):
    for name in SETTINGS:
        if (Path(source) / name).exists():
            (Path(out) / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(source) / name, Path(out) / name)


def write_graph(model, inputs, file):
    """`model`: a transformers encoder with eager attention; `inputs`: names of what it takes."""
    ids = torch.randint(5, model.config.vocab_size, (2, 16))
    mask = torch.ones_like(ids)
    mask[1, 10:] = 0
    values = {'input_ids': ids, 'attention_mask': mask, 'token_type_ids': torch.zeros_like(ids)}
    axes = {name: {0: 'batch_size', 1: 'sequence_length'} for name in (*inputs, 'last_hidden_state')}
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    with torch.no_grad():
        torch.onnx.export(HiddenStates(model.eval(), inputs), tuple(values[name] for name in inputs), str(file), input_names=list(inputs),
                          output_names=['last_hidden_state'], dynamic_axes=axes, opset_version=17, do_constant_folding=True, dynamo=False)
    onnx.checker.check_model(str(file))


def quantize(file, to):
    quantize_dynamic(str(file), str(to), weight_type=QuantType.QInt8, per_channel=True, extra_options={'EnableSubgraph': False})
