import { mirrored, viewPx } from '@lop-xanh/contract/rules/waste-view';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** A view in, the probability of each label out. */
export type Net = (view: Uint8Array) => Promise<number[]>;

/** Loads a model for one thread. Running it holds up the thread it is called on. */
export async function openNet(modelFile: string): Promise<Net> {
  const session = await InferenceSession.create(modelFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const judge = async (view: Uint8Array) => {
    const image = new Tensor('uint8', view, [1, viewPx, viewPx, 3]);
    const { probabilities } = await session.run({ image });
    return (probabilities as Tensor).data as Float32Array;
  };
  return async (view) => {
    const seen = await judge(view);
    const turned = await judge(mirrored(view));
    return Array.from(seen, (probability, label) => (probability + (turned[label] ?? 0)) / 2);
  };
}
