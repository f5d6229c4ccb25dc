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
  /** Without it the model is only loaded. */
  input?: ModelInput;
}
export type WorkerResponse = { outputs: ModelOutputs } | { error: string };

addEventListener('message', ({ data: { input, ...model } }: MessageEvent<WorkerRequest>) => {
  const session = loadModel(model);
  // If it fails, the first input is answered with the error.
  session.catch(() => undefined);
  if (!input) return;
  runModel(session, input).then(
    (outputs) => postMessage({ outputs } satisfies WorkerResponse),
    (error: unknown) => postMessage({ error: String(error) } satisfies WorkerResponse),
  );
});

/** A worker runs one model. */
let loading: Promise<InferenceSession> | undefined;

function loadModel({ modelUrl, runtimeUrl }: WorkerRequest): Promise<InferenceSession> {
  // More threads need shared memory, which requires headers that our pages do not send.
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm: runtimeUrl };
  loading ??= InferenceSession.create(modelUrl);
  return loading;
}

async function runModel(
  session: Promise<InferenceSession>,
  input: ModelInput,
): Promise<ModelOutputs> {
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
