import { normalizeFeatures } from '@lop-xanh/contract/rules/taught-head';
import { cropPx, type WasteViews } from '@lop-xanh/contract/rules/waste-crop';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export interface ModelOutput {
  /** Of each label. */
  probabilities: number[];
  /** What the net sees, for a school's head; of length one. */
  features: Float32Array;
}

export type WasteModel = (views: WasteViews) => Promise<ModelOutput>;

/** Loads a model for one thread. Running it blocks the calling thread. */
export async function loadModel(modelFile: string): Promise<WasteModel> {
  const session = await InferenceSession.create(modelFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const predict = async (view: Uint8Array) => {
    const image = new Tensor('uint8', view, [1, cropPx, cropPx, 3]);
    const { probabilities, features } = await session.run({ image });
    return {
      probabilities: (probabilities as Tensor).data as Float32Array,
      features: (features as Tensor).data as Float32Array,
    };
  };
  const average = (a: Float32Array, b: Float32Array) =>
    a.map((value, index) => (value + (b[index] ?? 0)) / 2);
  return async (views) => {
    const crop = await predict(views.crop);
    const whole = await predict(views.whole);
    return {
      probabilities: Array.from(
        crop.probabilities,
        (probability, label) => (probability + (whole.probabilities[label] ?? 0)) / 2,
      ),
      features: normalizeFeatures(average(crop.features, whole.features)),
    };
  };
}
