import { cropPx, mirrorCrop } from '@lop-xanh/contract/rules/waste-crop';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Takes the pixels of a crop and returns the probability of each label. */
export type WasteModel = (crop: Uint8Array) => Promise<number[]>;

/** Loads a model for one thread. Running it blocks the calling thread. */
export async function loadModel(modelFile: string): Promise<WasteModel> {
  const session = await InferenceSession.create(modelFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const predict = async (crop: Uint8Array) => {
    const image = new Tensor('uint8', crop, [1, cropPx, cropPx, 3]);
    const { probabilities } = await session.run({ image });
    return (probabilities as Tensor).data as Float32Array;
  };
  return async (crop) => {
    const original = await predict(crop);
    const mirror = await predict(mirrorCrop(crop));
    return Array.from(original, (probability, label) => (probability + (mirror[label] ?? 0)) / 2);
  };
}
