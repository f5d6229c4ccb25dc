"""Writes weights/faces.onnx: MediaPipe's full-range face detector for any photo size.

The detector comes as a TFLite file for squares of 192 pixels. It is fully convolutional, so the same weights
work for every size that is a multiple of 32. Needs Debian's python3-onnx and python3-flatbuffers:

    npm pack @mediapipe/face_detection@0.4.1657300184
    tar xzf mediapipe-face_detection-*.tgz package/face_detection_full_range.tflite
    python3 convert_faces.py package/face_detection_full_range.tflite

Input `photo`: 1 x 3 x height x width, from -1 to 1. Outputs for each 4 x 4 pixels: `scores` before the sigmoid,
and `boxes`, of which the first four channels are the centre's distance from the cell's, the width and the height.
"""

import sys
from pathlib import Path

import numpy as np
from flatbuffers import encode
from flatbuffers import number_types as types
from flatbuffers.table import Table
from onnx import TensorProto, checker, helper, numpy_helper, save

# Operators of TFLite's schema.
ADD, CONV, DEPTHWISE_CONV, DEQUANTIZE, MAX_POOL, RELU, RESHAPE, RESIZE, PAD = 0, 3, 4, 6, 17, 19, 22, 23, 34
SAME_PADDING = 0


class Record:
    """A table of a flatbuffer, whose fields are numbered in the order of the schema."""

    def __init__(self, table):
        self.table = table

    def offset(self, field):
        return self.table.Offset(4 + 2 * field)

    def number(self, field, flags=types.Int32Flags, default=0):
        offset = self.offset(field)
        return self.table.Get(flags, offset + self.table.Pos) if offset else default

    def record(self, field):
        offset = self.offset(field)
        return Record(Table(self.table.Bytes, self.table.Indirect(offset + self.table.Pos)))

    def records(self, field):
        start, count = self.table.Vector(self.offset(field)), self.table.VectorLen(self.offset(field))
        return [Record(Table(self.table.Bytes, self.table.Indirect(start + 4 * i))) for i in range(count)]

    def array(self, field, dtype):
        offset = self.offset(field)
        if not offset:
            return np.array([], dtype)
        length = self.table.VectorLen(offset)
        return np.frombuffer(self.table.Bytes, dtype, length, self.table.Vector(offset))


class Converter:
    def __init__(self, content):
        root = Record(Table(content, encode.Get(types.UOffsetTFlags.packer_type, content, 0)))
        self.buffers = root.records(4)
        self.codes = [code.number(0, types.Int8Flags) for code in root.records(1)]
        graph = root.records(2)[0]
        self.tensors = graph.records(0)
        self.operators = graph.records(3)
        self.input = graph.array(1, np.int32)[0]
        self.nodes, self.initializers = [], []
        # The name in the new graph of each tensor that is computed, and the values of the constant ones.
        self.names = {self.input: "photo"}
        self.constants = {}

    def shape(self, tensor):
        return self.tensors[tensor].array(0, np.int32)

    def constant(self, tensor):
        if tensor in self.constants:
            return self.constants[tensor]
        dtype = {0: np.float32, 1: np.float16, 2: np.int32}[self.tensors[tensor].number(1, types.Int8Flags)]
        buffer = self.buffers[self.tensors[tensor].number(2, types.Uint32Flags)]
        return np.frombuffer(buffer.array(0, np.uint8).tobytes(), dtype).reshape(self.shape(tensor))

    def weight(self, values):
        """Stored in half the bytes, as in the original; the runtime widens it once when it loads."""
        name = f"w{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(values.astype(np.float16), name))
        self.nodes.append(helper.make_node("Cast", [name], [f"{name}_float"], to=TensorProto.FLOAT))
        return f"{name}_float"

    def emit(self, kind, inputs, output, **attributes):
        name = f"t{output}"
        self.names[output] = name
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))

    def convert(self):
        for operator in self.operators:
            self.convert_operator(operator)
        # The last two convolutions, before the reshapes to a list.
        heads = {self.shape(tensor)[-1]: name for tensor, name in self.heads}
        outputs = [("boxes", heads[16], 16), ("scores", heads[1], 1)]
        for name, tensor, _ in outputs:
            self.nodes.append(helper.make_node("Identity", [tensor], [name]))
        make = helper.make_tensor_value_info
        graph = helper.make_graph(
            self.nodes,
            "faces",
            [make("photo", TensorProto.FLOAT, [1, 3, "height", "width"])],
            [make(name, TensorProto.FLOAT, [1, depth, "rows", "columns"]) for name, _, depth in outputs],
            self.initializers,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="")
        model.ir_version = 7
        checker.check_model(model)
        return model

    heads = ()

    def convert_operator(self, operator):
        code = self.codes[operator.number(0, types.Uint32Flags)]
        inputs, [output] = operator.array(1, np.int32), operator.array(2, np.int32)
        if code == DEQUANTIZE:
            self.constants[output] = self.constant(inputs[0]).astype(np.float32)
            return
        if code == RESHAPE:
            self.heads = [*self.heads, (inputs[0], self.names[inputs[0]])]
            return
        first = self.names[inputs[0]]
        if code == RELU:
            self.emit("Relu", [first], output)
        elif code == ADD:
            assert operator.record(4).number(0, types.Int8Flags) == 0
            self.emit("Add", [first, self.names[inputs[1]]], output)
        elif code in (CONV, DEPTHWISE_CONV):
            self.convert_convolution(code, operator.record(4), inputs, output)
        elif code == MAX_POOL:
            options = operator.record(4)
            stride = [options.number(2), options.number(1)]
            size = [options.number(4), options.number(3)]
            assert self.shape(inputs[0])[1] == 2 * self.shape(output)[1] and stride == size == [2, 2]
            self.emit("MaxPool", [first], output, kernel_shape=size, strides=stride)
        elif code == PAD:
            before, after = self.constant(inputs[1]).T
            order = [0, 3, 1, 2]
            pads = np.concatenate([before[order], after[order]]).astype(np.int64)
            name = f"pads{output}"
            self.initializers.append(numpy_helper.from_array(pads, name))
            self.emit("Pad", [first, name], output)
        elif code == RESIZE:
            options = operator.record(4)
            align = options.number(2, types.BoolFlags, False)
            centers = options.number(3, types.BoolFlags, False)
            assert (self.shape(output)[1:3] == 2 * self.shape(inputs[0])[1:3]).all() and not align
            name = f"scales{output}"
            self.initializers.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), name))
            mode = "half_pixel" if centers else "asymmetric"
            self.emit("Resize", [first, "", name], output, mode="linear", coordinate_transformation_mode=mode)
        else:
            raise NotImplementedError(code)

    def convert_convolution(self, code, options, inputs, output):
        strides = [options.number(2), options.number(1)]
        activation = options.number(3 if code == CONV else 4, types.Int8Flags)
        assert activation == 0
        weights = self.constants[inputs[1]]
        is_point = weights.shape[1:3] == (1, 1)
        assert is_point or options.number(0, types.Int8Flags) == SAME_PADDING
        if code == CONV:
            weights, group = weights.transpose(0, 3, 1, 2), 1
        else:
            weights, group = weights.transpose(3, 0, 1, 2), weights.shape[3]
        parts = [self.names[inputs[0]], self.weight(weights), self.weight(self.constants[inputs[2]])]
        self.emit("Conv", parts, output, strides=strides, group=group, auto_pad="SAME_UPPER",
                  kernel_shape=list(weights.shape[2:]))


if __name__ == "__main__":
    target = Path(__file__).parent / "weights" / "faces.onnx"
    save(Converter(bytearray(Path(sys.argv[1]).read_bytes())).convert(), target)
    print(f"{target.name}: {target.stat().st_size} bytes")
