import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

const isSource = import.meta.url.endsWith('.ts');

type Options = Omit<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'filename' | 'workerData'
>;

/**
 * A pool of threads that run the default export of a `.ts` file. Idle threads do not keep the process
 * alive, and the error of an idle thread goes to `onError`: unhandled, it would end the process.
 */
export function openWorkerPool(
  file: URL,
  options: Options,
  onError: (error: unknown) => void,
): Piscina {
  return createPool(file, options).on('error', onError);
}

function createPool(file: URL, options: Options): Piscina {
  if (!isSource) {
    return new Piscina({ ...options, filename: fileURLToPath(file).replace(/\.ts$/, '.js') });
  }
  const loader = fileURLToPath(new URL('./worker-from-source.mjs', import.meta.url));
  // Flags of this process may import TypeScript before the loader is ready, so they are not inherited.
  const execArgv = ['--conditions=source'];
  return new Piscina({ ...options, execArgv, filename: loader, workerData: { file: file.href } });
}
