import { type S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';

/** Lists the bucket, and says in one sentence what is wrong if that fails. */
export async function checkBucket(bucket: S3mini, config: S3Config): Promise<void> {
  const reason = await findFault(bucket, config.region);
  if (!reason) return;
  throw new OperatorError(
    `The bucket ${config.bucket} at ${config.endpoint} (S3_ENDPOINT) cannot be used: ${reason}.`,
  );
}

async function findFault(bucket: S3mini, region: string): Promise<string | undefined> {
  const query = { 'list-type': '2', 'max-keys': '1' };
  try {
    // The client's own list takes any page for an empty bucket.
    const response = await bucket.getObjectRaw('', true, 0, undefined, query);
    const isList = (await response.text()).includes('<ListBucketResult');
    return isList ? undefined : 'it is not an S3 server: it responds with something else';
  } catch (error) {
    if (error instanceof S3ServiceError) return explainResponse(error, region);
    return `it does not respond (${getNetworkCode(error)})`;
  }
}

function explainResponse({ status, body = '' }: S3ServiceError, region: string): string {
  const code = readElement(body, 'Code');
  if (!code) return `it is not an S3 server: it responds with status ${status}`;
  const expected = readElement(body, 'Region') ?? /expecting '([^']+)'/.exec(body)?.[1];
  if (expected || code === 'AuthorizationHeaderMalformed') {
    return `S3_REGION is wrong: it is ${region}, and the server expects ${expected ?? 'another one'}`;
  }
  if (code === 'NoSuchBucket') return 'it does not exist';
  if (code === 'RequestTimeTooSkewed') return "this machine's clock and the server's differ";
  if (status === 403) {
    return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY were rejected (${code})`;
  }
  return `it responds with status ${status} (${code})`;
}

/** The client reads the code only from responses of one exact type. */
export function readElement(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
}

function getNetworkCode(error: unknown): string {
  const { code, cause, message } = error as Error & { code?: string };
  return code ?? (cause as { code?: string } | undefined)?.code ?? message;
}
