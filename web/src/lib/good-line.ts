/** The part of the Network Information API that we use; Safari and Firefox do not have it. */
export interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether data may be fetched that the user has not asked for. An unknown line counts as good. */
export function isGoodLine({ saveData, effectiveType = '4g' }: Connection = {}): boolean {
  return !saveData && effectiveType === '4g';
}

export function getConnection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection;
}
