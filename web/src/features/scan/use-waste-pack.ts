import type { WastePack } from '@lop-xanh/contract/scan';
import { useQuery } from '@tanstack/react-query';
import { defaultPack, packQuery } from './scan.api.ts';

/** How the user's school sorts waste, or else the default. */
export const useWastePack = (): WastePack => useQuery(packQuery).data ?? defaultPack;
