import { mirrored, viewPx } from '@lop-xanh/contract/rules/waste-view';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

interface Task {
  view: Uint8Array;
  modelUrl: string;
  runtimeUrl: string;
}
export type Judged = { probabilities: number[] } | { fault: string };

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  judge(data).then(
    (probabilities) => postMessage({ probabilities } satisfies Judged),
    (error: unknown) => postMessage({ fault: String(error) } satisfies Judged),
  );
});

async function judge({ view, modelUrl, runtimeUrl }: Task): Promise<number[]> {
  // More threads would need shared memory, which our pages do not ask for.
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm: runtimeUrl };
  const session = await InferenceSession.create(modelUrl);
  const seen = await probabilitiesOf(session, view);
  const turned = await probabilitiesOf(session, mirrored(view));
  return Array.from(seen, (probability, label) => (probability + (turned[label] ?? 0)) / 2);
}

async function probabilitiesOf(session: InferenceSession, view: Uint8Array): Promise<Float32Array> {
  const image = new Tensor('uint8', view, [1, viewPx, viewPx, 3]);
  const { probabilities } = await session.run({ image });
  return (probabilities as Tensor).data as Float32Array;
}
