import { InferenceSession, Tensor } from 'onnxruntime-node';
import { viewPx } from './view.ts';

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
    const mirrored = await judge(mirror(view));
    return Array.from(seen, (probability, label) => (probability + (mirrored[label] ?? 0)) / 2);
  };
}

/** A bottle is a bottle from either side, so the mean of both is the better guess. */
function mirror(view: Uint8Array): Uint8Array {
  const mirrored = new Uint8Array(view.length);
  for (let at = 0; at < view.length; at += 3) {
    const x = (at / 3) % viewPx;
    mirrored.set(view.subarray(at, at + 3), at + (viewPx - 1 - 2 * x) * 3);
  }
  return mirrored;
}
