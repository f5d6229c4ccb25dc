import { cropPx, mirrorCrop } from '@lop-xanh/contract/rules/waste-crop';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

interface WorkerRequest {
  crop: Uint8Array;
  modelUrl: string;
  runtimeUrl: string;
}
export type WorkerResponse = { probabilities: number[] } | { error: string };

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  classify(data).then(
    (probabilities) => postMessage({ probabilities } satisfies WorkerResponse),
    (error: unknown) => postMessage({ error: String(error) } satisfies WorkerResponse),
  );
});

/** Averages the probabilities of the photo and of its mirror image. */
async function classify({ crop, modelUrl, runtimeUrl }: WorkerRequest): Promise<number[]> {
  // More threads need shared memory, which requires headers that our pages do not send.
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm: runtimeUrl };
  const session = await InferenceSession.create(modelUrl);
  const original = await runModel(session, crop);
  const flipped = await runModel(session, mirrorCrop(crop));
  return Array.from(original, (probability, label) => (probability + (flipped[label] ?? 0)) / 2);
}

async function runModel(session: InferenceSession, crop: Uint8Array): Promise<Float32Array> {
  const image = new Tensor('uint8', crop, [1, cropPx, cropPx, 3]);
  const { probabilities } = await session.run({ image });
  return (probabilities as Tensor).data as Float32Array;
}
