import { type CallAs, callsTo } from './calls.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { type PoorNetwork, startPoorNetwork } from './poor-network.ts';

/** A server of a test's own at the end of a poor network, and a way to call it past that network. */
export interface FarServer {
  readonly server: OwnServer;
  readonly network: PoorNetwork;
  readonly as: CallAs;
  remove: () => Promise<void>;
}

export async function startFarServer(): Promise<FarServer> {
  const server = await startOwnServer();
  const network = await startPoorNetwork(server.address);
  const remove = async () => {
    await network.close();
    await server.remove();
  };
  return { server, network, as: callsTo(server.address), remove };
}
