import { normalizeFeatures } from '@lop-xanh/contract/rules/taught-head';
import { cropPx, mirrorCrop } from '@lop-xanh/contract/rules/waste-crop';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export interface ModelOutput {
  /** Of each label. */
  probabilities: number[];
  /** What the net sees, for a school's head; of length one. */
  features: Float32Array;
}

/** Takes the pixels of a crop. */
export type WasteModel = (crop: Uint8Array) => Promise<ModelOutput>;

/** Loads a model for one thread. Running it blocks the calling thread. */
export async function loadModel(modelFile: string): Promise<WasteModel> {
  const session = await InferenceSession.create(modelFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const predict = async (crop: Uint8Array) => {
    const image = new Tensor('uint8', crop, [1, cropPx, cropPx, 3]);
    const { probabilities, features } = await session.run({ image });
    return {
      probabilities: (probabilities as Tensor).data as Float32Array,
      features: (features as Tensor).data as Float32Array,
    };
  };
  const average = (a: Float32Array, b: Float32Array) =>
    a.map((value, index) => (value + (b[index] ?? 0)) / 2);
  return async (crop) => {
    const original = await predict(crop);
    const mirror = await predict(mirrorCrop(crop));
    return {
      probabilities: Array.from(
        original.probabilities,
        (probability, label) => (probability + (mirror.probabilities[label] ?? 0)) / 2,
      ),
      features: normalizeFeatures(average(original.features, mirror.features)),
    };
  };
}
