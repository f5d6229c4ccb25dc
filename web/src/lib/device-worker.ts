import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

/** A tensor with the name that the model gives it. */
export type ModelInput = { name: string; dims: number[] } & (
  | { type: 'uint8'; data: Uint8Array }
  | { type: 'float32'; data: Float32Array }
);
/** All outputs of our models are floats. */
export type ModelOutputs = Record<string, Float32Array>;

export interface WorkerRequest {
  modelUrl: string;
  runtimeUrl: string;
  input: ModelInput;
}
export type WorkerResponse = { outputs: ModelOutputs } | { error: string };

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  runModel(data).then(
    (outputs) => postMessage({ outputs } satisfies WorkerResponse),
    (error: unknown) => postMessage({ error: String(error) } satisfies WorkerResponse),
  );
});

/** A worker runs one model. */
let session: Promise<InferenceSession> | undefined;

async function runModel({ modelUrl, runtimeUrl, input }: WorkerRequest): Promise<ModelOutputs> {
  // More threads need shared memory, which requires headers that our pages do not send.
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm: runtimeUrl };
  session ??= InferenceSession.create(modelUrl);
  const results = await (await session).run({ [input.name]: toTensor(input) });
  return Object.fromEntries(
    Object.entries(results).map(([name, { data }]) => [name, data as Float32Array]),
  );
}

function toTensor({ dims, ...input }: ModelInput): Tensor {
  return input.type === 'uint8'
    ? new Tensor('uint8', input.data, dims)
    : new Tensor('float32', input.data, dims);
}
