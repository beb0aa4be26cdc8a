"""The exporters of the table: each writes a model folder, or fails with its reason."""
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import torch

from families import FAMILIES, V

WORK = os.environ.get('FAMILIES_WORK') or tempfile.mkdtemp()
TEXT = ' '.join(f'word{k} value {k * 37 % 101}' for k in range(400))
TEMPLATE = "{% for message in messages %}<s>{{ message['role'] }}\n{{ message['content'] }}</s>\n{% endfor %}{% if add_generation_prompt %}<s>assistant\n{% endif %}"


def write_tokenizer(folder):
    """Any text does: what is tested is the graph."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    t.decoder = decoders.ByteLevel()
    t.train_from_iterator([TEXT], trainers.BpeTrainer(vocab_size=V, special_tokens=['<s>', '</s>', '<pad>'], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    PreTrainedTokenizerFast(tokenizer_object=t, bos_token='<s>', eos_token='</s>', pad_token='<pad>', chat_template=TEMPLATE).save_pretrained(folder)
    # The product reads the template where transformers 4 wrote it, too.
    if os.path.exists(f'{folder}/chat_template.jinja'):
        import json
        path = f'{folder}/tokenizer_config.json'
        config = json.load(open(path))
        config['chat_template'] = TEMPLATE
        json.dump(config, open(path, 'w'), indent=1)
        os.remove(f'{folder}/chat_template.jinja')


def model_folder(name, model):
    """The model as a folder that exporters read."""
    folder = f'{WORK}/models/{name}-{type(model).__name__}'
    if not os.path.exists(f'{folder}/config.json'):
        model.save_pretrained(folder)
        write_tokenizer(folder)
    return folder


def plain(line):
    """Without this machine's paths and the addresses of objects."""
    line = re.sub(re.escape(WORK) + r'/models/([A-Za-z0-9_]+)-\w+', r'\1', line.strip())
    return re.sub(r' at 0x[0-9a-f]+', '', re.sub(r'(/[\w.-]+)+/([\w.-]+)', r'\2', line))


def last_line(text):
    lines = [plain(line) for line in text.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if 'Error' in line or 'Exception' in line), lines[-1] if lines else 'no output')


EXAMPLE = 37


class Refused(Exception):
    """The exporter does not take this model; the message is its reason."""


def run_python(args, out):
    r = subprocess.run([sys.executable, *args], capture_output=True, text=True, env=dict(os.environ, HF_HUB_OFFLINE='1', OMP_NUM_THREADS='1'))
    if not os.path.exists(f'{out}/model.onnx'):
        raise Refused(last_line(r.stdout + r.stderr))


def as_published(name, model):
    """Some models are published with towers for pictures and sound around them: the builder takes those alone."""
    import transformers as T
    published = FAMILIES[name].published
    if published == '':
        return model
    kind = published.removesuffix('ForConditionalGeneration')
    tower = dict(vision_config=dict(depth=1, hidden_size=32, intermediate_size=32, num_heads=2, out_hidden_size=64, num_position_embeddings=16))
    parts = tower if kind.startswith('Qwen') else dict(vision_config=None, audio_config=None)
    text = model.config.to_dict()
    whole = getattr(T, published)(getattr(T, f'{kind}Config')(text_config=text, tie_word_embeddings=model.config.tie_word_embeddings, **parts)).eval().float()
    whole.model.language_model.load_state_dict(model.model.state_dict())
    whole.lm_head.load_state_dict(model.lm_head.state_dict())
    return whole


AHEAD = 'import os, sys, runpy, onnxruntime_genai.models as models\nsys.path.insert(0, os.path.dirname(models.__file__))\n'
BUILDER = "runpy.run_module('onnxruntime_genai.models.builder', run_name='__main__')\n"


def genai(name, model, out, options=()):
    """python -m onnxruntime_genai.models.builder -p fp32 -e cpu"""
    options = [*FAMILIES[name].builder, *options]
    start = ['-m', 'onnxruntime_genai.models.builder'] if FAMILIES[name].mended == '' else ['-c', AHEAD + FAMILIES[name].mended + BUILDER]
    run_python([*start, '-i', model_folder(name, as_published(name, model)), '-o', out, '-p', 'fp32', '-e', 'cpu', '-c', f'{WORK}/cache', *(['--extra_options', *options] if options else [])], out)


def optimum(name, model, out):
    """optimum-cli export onnx --task text-generation-with-past"""
    run_python(['-m', 'optimum.commands.optimum_cli', 'export', 'onnx', '--model', model_folder(name, model), '--task', 'text-generation-with-past', '--no-post-process', out], out)


def reduced(error):
    """The first line of an error that says something."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and not line.startswith(('#', 'Failed to export', '- '))]
    return plain(f'{type(error).__name__}: {(lines or [""])[0]}')[:300]


def strip(out):
    """The exporter's stack traces are half of so small a file."""
    g = onnx.load(f'{out}/model.onnx')
    for n in [x for f in (g.graph, *g.functions) for x in f.node]:
        del n.metadata_props[:]
    for v in g.graph.value_info:
        del v.metadata_props[:]
    for f in os.listdir(out):
        if f.startswith('model.onnx'):
            os.remove(f'{out}/{f}')
    onnx.save(g, f'{out}/model.onnx')


def by_expert(model):
    """Each token's experts in one product each. What transformers does by default is to sort the tokens by expert, and back."""
    if hasattr(model, 'set_experts_implementation'):
        try:
            model.set_experts_implementation('batched_mm')
        except ValueError:
            pass                                               # a model without experts


class Whole(torch.nn.Module):
    def __init__(self, m):
        super().__init__()
        self.m = m

    def forward(self, input_ids, attention_mask, position_ids):
        return self.m(input_ids=input_ids, attention_mask=attention_mask, position_ids=position_ids, use_cache=False).logits


class WholeWithoutPositions(Whole):
    def forward(self, input_ids, attention_mask):
        return self.m(input_ids=input_ids, attention_mask=attention_mask, use_cache=False).logits


def torch_whole(name, model, out, opset=18):
    """torch.onnx.export(dynamo=True) of a plain forward pass: no cache"""
    import inspect
    os.makedirs(out, exist_ok=True)
    model.set_attn_implementation('eager')
    by_expert(model)
    d = torch.export.Dim.DYNAMIC
    positions = 'position_ids' in inspect.signature(model.forward).parameters
    ids, mask, places = torch.randint(3, V, (1, 9)), torch.ones(1, 9, dtype=torch.long), torch.arange(9)[None]
    wrapped, inputs = (Whole(model), (ids, mask, places)) if positions else (WholeWithoutPositions(model), (ids, mask))
    try:
        torch.onnx.export(wrapped.eval(), inputs, f'{out}/model.onnx', input_names=['input_ids', 'attention_mask', 'position_ids'][:len(inputs)], output_names=['logits'], opset_version=opset,
                          dynamo=True, external_data=False, verbose=False, dynamic_shapes=tuple({1: d} for _ in inputs))
    except Exception as error:
        raise Refused(reduced(error.__cause__ or error)) from error
    strip(out)


def transformers_onnx(name, model, out):
    """transformers' own OnnxExporter, with the model's own cache"""
    from transformers.exporters import OnnxConfig, OnnxExporter
    try:
        model.set_attn_implementation('sdpa')
    except ValueError:
        model.set_attn_implementation('eager')                 # all that some models have
    by_expert(model)
    try:
        with torch.no_grad():
            past = model(input_ids=torch.randint(3, V, (1, 3)), use_cache=True).past_key_values
        # Longer than a chunk of a recurrence: what is traced over one chunk takes no longer text.
        n = EXAMPLE if FAMILIES[name].hybrid else 5
        x = dict(input_ids=torch.randint(3, V, (1, n)), attention_mask=torch.ones(1, 3 + n, dtype=torch.long), position_ids=torch.arange(3, 3 + n)[None], past_key_values=past, use_cache=True)
        OnnxExporter().export(model, x, OnnxConfig(dynamic=True)).save_pretrained(out)
    except Exception as error:
        raise Refused(reduced(error.__cause__ or error)) from error
    if not os.path.exists(f'{out}/model.onnx'):
        raise Refused(f'it wrote {", ".join(sorted(os.listdir(out)))} and no model.onnx')
    strip(out)


EXPORTERS = {'genai': genai, 'transformers': transformers_onnx, 'torch': torch_whole, 'optimum': optimum}
