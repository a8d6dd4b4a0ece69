"""Turns a BERT sentence encoder with mean pooling from safetensors into ONNX.

Usage: minilm_to_onnx.py FOLDER OUTPUT

FOLDER holds config.json and model.safetensors. The graph takes input_ids, attention_mask and token_type_ids
(int64, batch x sequence) and gives sentence_embedding (float, batch x width, of length 1).
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

OPSET = 20
IR_VERSION = 10


def read_weights(path):
    """The tensors of a safetensors file by name: eight bytes of header length, a JSON header, raw numbers."""
    raw = path.read_bytes()
    (header_length,) = struct.unpack("<Q", raw[:8])
    start = 8 + header_length
    header = json.loads(raw[8:start])
    weights = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        begin, end = entry["data_offsets"]
        weights[name] = np.frombuffer(raw[start + begin : start + end], "<f4").reshape(entry["shape"])
    return weights


class Graph:
    """Collects nodes and constants; every method returns the name of what it added."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.constants = []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def integers(self, name, *values):
        return self.constant(name, np.array(values, np.int64))

    def weight(self, name):
        return self.constant(name, self.weights[name])

    def node(self, operator, inputs, name, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [name], name=name, **attributes))
        return name

    def linear(self, x, prefix, name):
        weight = self.constant(f"{prefix}.weight", self.weights[f"{prefix}.weight"].T)
        product = self.node("MatMul", [x, weight], f"{name}.product")
        return self.node("Add", [product, self.weight(f"{prefix}.bias")], name)

    def layer_norm(self, x, prefix, name, epsilon):
        inputs = [x, self.weight(f"{prefix}.weight"), self.weight(f"{prefix}.bias")]
        return self.node("LayerNormalization", inputs, name, axis=-1, epsilon=epsilon)


def add_embeddings(graph, epsilon):
    """Word, type and position embeddings of the input, summed and normalised."""
    word = graph.node("Gather", [graph.weight("embeddings.word_embeddings.weight"), "input_ids"], "words")
    kind = graph.node("Gather", [graph.weight("embeddings.token_type_embeddings.weight"), "token_type_ids"], "types")
    shape = graph.node("Shape", ["input_ids"], "shape")
    length = graph.node("Gather", [shape, graph.integers("one", 1)], "length", axis=0)
    table = graph.weight("embeddings.position_embeddings.weight")
    zero = graph.integers("zero", 0)
    position = graph.node("Slice", [table, zero, length, zero], "positions")
    typed = graph.node("Add", [word, kind], "typed_words")
    placed = graph.node("Add", [typed, position], "placed_words")
    return graph.layer_norm(placed, "embeddings.LayerNorm", "embedded", epsilon)


def add_mask_bias(graph, mask):
    """A large negative number where the mask is 0, to be added to attention scores."""
    wide = graph.node("Unsqueeze", [mask, graph.integers("axes_1_2", 1, 2)], "mask_wide")
    padding = graph.node("Sub", [graph.constant("one_float", np.float32(1)), wide], "padding")
    return graph.node("Mul", [padding, graph.constant("minus_large", np.float32(-1e9))], "mask_bias")


def add_layer(graph, x, index, config, mask_bias):
    """One layer of the encoder: attention over all words, then the feed-forward part."""
    source = f"encoder.layer.{index}"
    name = f"layer{index}"
    head_width = config["hidden_size"] // config["num_attention_heads"]
    epsilon = config["layer_norm_eps"]

    def heads(part, order):
        values = graph.linear(x, f"{source}.attention.self.{part}", f"{name}.{part}")
        split = graph.node("Reshape", [values, "head_shape"], f"{name}.{part}.split")
        return graph.node("Transpose", [split], f"{name}.{part}.heads", perm=order)

    query = heads("query", [0, 2, 1, 3])
    key = heads("key", [0, 2, 3, 1])
    value = heads("value", [0, 2, 1, 3])
    product = graph.node("MatMul", [query, key], f"{name}.scores")
    scale = graph.constant(f"{name}.scale", np.float32(head_width**-0.5))
    scaled = graph.node("Mul", [product, scale], f"{name}.scores.scaled")
    masked = graph.node("Add", [scaled, mask_bias], f"{name}.scores.masked")
    shares = graph.node("Softmax", [masked], f"{name}.shares", axis=-1)
    attended = graph.node("MatMul", [shares, value], f"{name}.attended")
    by_word = graph.node("Transpose", [attended], f"{name}.attended.by_word", perm=[0, 2, 1, 3])
    joined = graph.node("Reshape", [by_word, "flat_shape"], f"{name}.attended.joined")

    attention = graph.linear(joined, f"{source}.attention.output.dense", f"{name}.attention")
    added = graph.node("Add", [attention, x], f"{name}.attention.added")
    x = graph.layer_norm(added, f"{source}.attention.output.LayerNorm", f"{name}.attention.normed", epsilon)

    wide = graph.linear(x, f"{source}.intermediate.dense", f"{name}.wide")
    active = graph.node("Gelu", [wide], f"{name}.active")
    narrow = graph.linear(active, f"{source}.output.dense", f"{name}.narrow")
    added = graph.node("Add", [narrow, x], f"{name}.added")
    return graph.layer_norm(added, f"{source}.output.LayerNorm", f"{name}.normed", epsilon)


def add_pooling(graph, x, mask):
    """The mean over the words that are not padding, brought to length 1."""
    column = graph.node("Unsqueeze", [mask, graph.integers("axis_last", -1)], "mask_column")
    axis = graph.integers("axis_1", 1)
    total = graph.node("ReduceSum", [graph.node("Mul", [x, column], "kept"), axis], "total", keepdims=0)
    count = graph.node("ReduceSum", [column, axis], "count", keepdims=0)
    mean = graph.node("Div", [total, count], "mean")
    return graph.node("LpNormalization", [mean], "sentence_embedding", axis=-1, p=2)


def build_model(config, weights):
    if config["model_type"] != "bert" or config["hidden_act"] != "gelu":
        raise SystemExit(f"Only BERT with gelu is known, this is {config['model_type']} with {config['hidden_act']}.")
    graph = Graph(weights)
    head_width = config["hidden_size"] // config["num_attention_heads"]
    graph.integers("head_shape", 0, 0, config["num_attention_heads"], head_width)
    graph.integers("flat_shape", 0, 0, config["hidden_size"])
    mask = graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    mask_bias = add_mask_bias(graph, mask)
    x = add_embeddings(graph, config["layer_norm_eps"])
    for index in range(config["num_hidden_layers"]):
        x = add_layer(graph, x, index, config, mask_bias)
    output = add_pooling(graph, x, mask)

    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    return helper.make_model(
        helper.make_graph(
            graph.nodes,
            "sentence_encoder",
            [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"]) for name in inputs],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", config["hidden_size"]])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="lectern",
    )


def main():
    folder, output = Path(sys.argv[1]), sys.argv[2]
    config = json.loads((folder / "config.json").read_text())
    model = build_model(config, read_weights(folder / "model.safetensors"))
    checker.check_model(model, full_check=True)
    save(model, output)


if __name__ == "__main__":
    main()
