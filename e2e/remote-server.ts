import { createRequestAs, type RequestAs } from './requests.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { startUnreliableNetwork, type UnreliableNetwork } from './unreliable-network.ts';

/** A test's own server behind an unreliable network; `requestAs` bypasses that network. */
export interface RemoteServer {
  readonly server: TestServer;
  readonly network: UnreliableNetwork;
  readonly requestAs: RequestAs;
  remove: () => Promise<void>;
}

export async function startRemoteServer(): Promise<RemoteServer> {
  const server = await startTestServer();
  const network = await startUnreliableNetwork(server.address);
  const remove = async () => {
    await network.close();
    await server.remove();
  };
  return { server, network, requestAs: createRequestAs(server.address), remove };
}
