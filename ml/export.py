"""Exports a trained net as an int8 ONNX file that takes the bytes of an image and returns probabilities and features.

python export.py --net resnet50 --weights large.pt --photos photos --out weights/large.onnx

`add_features` gives the second output to a file that was exported with the first one only.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn

from nets import build
from photos import INPUT_SIZE, LABELS, crop_image, open_upright, read_manifest

CALIBRATION_PHOTOS = 160
# The first layers lose most by rounding and are tiny; so is the head, which stays float in both.
FLOAT_CONVOLUTIONS = {"resnet50": 1, "mobilenet": 3}
# Older x64 servers overflow with eight-bit weights; WebAssembly in browsers does not.
SEVEN_BIT_WEIGHTS = {"resnet50": True, "mobilenet": False}


class Classifier(nn.Module):
    """Bytes in, probabilities and features out: all preprocessing is exported with the weights."""

    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net

    def forward(self, image):
        features = self.net.features(image.permute(0, 3, 1, 2).float())
        return self.net.head(features).softmax(1), features


def add_features(path: Path):
    model = onnx.load(path)
    head = next(node for node in model.graph.node if node.op_type == "Gemm")
    pool = next(node for node in model.graph.node if head.input[0] in node.output)
    weight = next(tensor for tensor in model.graph.initializer if tensor.name == head.input[1])
    head.input[0] = pool.output[0] = "features"
    model.graph.output.append(onnx.helper.make_tensor_value_info("features", onnx.TensorProto.FLOAT, [1, max(weight.dims)]))
    onnx.save(model, path)


class CalibrationPhotos(CalibrationDataReader):
    def __init__(self, folder: Path):
        photos = [photo for photo in read_manifest(folder) if photo.split == "train"]
        picked = np.random.default_rng(1).choice(len(photos), CALIBRATION_PHOTOS, replace=False)
        self.crops = iter(crop_image(open_upright(photos[i].path)) for i in picked)

    def get_next(self):
        crop = next(self.crops, None)
        return None if crop is None else {"image": crop[None]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--net", choices=["resnet50", "mobilenet"], required=True)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    net = build(args.net, len(LABELS))
    net.load_state_dict(torch.load(args.weights, map_location="cpu", weights_only=True))
    classifier = Classifier(net).eval()
    image = torch.zeros(1, INPUT_SIZE, INPUT_SIZE, 3, dtype=torch.uint8)
    with tempfile.TemporaryDirectory() as folder:
        plain, prepared = f"{folder}/plain.onnx", f"{folder}/prepared.onnx"
        torch.onnx.export(
            classifier,
            (image,),
            plain,
            input_names=["image"],
            output_names=["probabilities", "features"],
            opset_version=17,
            dynamo=False,
        )
        quant_pre_process(plain, prepared)
        convolutions = [node.name for node in onnx.load(prepared).graph.node if node.op_type == "Conv"]
        args.out.parent.mkdir(exist_ok=True)
        quantize_static(
            prepared,
            args.out,
            CalibrationPhotos(args.photos),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Add", "Relu", "Clip", "MaxPool"],
            nodes_to_exclude=convolutions[: FLOAT_CONVOLUTIONS[args.net]],
            per_channel=True,
            reduce_range=SEVEN_BIT_WEIGHTS[args.net],
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            extra_options={"CalibMovingAverage": True},
        )
    print(f"{args.out} {args.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
