import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

const lagMs = 1_000;

/** Breaks something, and returns how it is repaired. */
type Fault = (cluster: Cluster, random: () => number) => Promise<() => Promise<void> | void>;

export const faults: Record<string, Fault> = {
  'the primary is killed': async (cluster) => {
    const primary = await cluster.findPrimary();
    await primary.kill();
    return () => primary.start();
  },
  // Commits wait for the standby when the primary dies. WAL that was sent still waits in the standby's socket.
  'the primary is killed while the standby lags': async (cluster) => {
    const [primary, standby] = [await cluster.findPrimary(), await cluster.findStandby()];
    standby.signal('SIGSTOP');
    await pause(lagMs);
    await primary.kill();
    standby.signal('SIGCONT');
    return () => primary.start();
  },
  'the primary hangs': async (cluster) => {
    const primary = await cluster.findPrimary();
    primary.signal('SIGSTOP');
    return () => primary.signal('SIGCONT');
  },
  'the primary is cut off': async (cluster) => {
    const primary = await cluster.findPrimary();
    primary.cutOff();
    return () => primary.reconnect();
  },
  // Writes wait for it until Patroni lets the primary go on alone.
  'the standby hangs': async (cluster) => {
    const standby = await cluster.findStandby();
    standby.signal('SIGSTOP');
    return () => standby.signal('SIGCONT');
  },
  'a server is killed': async (cluster, random) => {
    const server = random() < 0.5 ? 0 : 1;
    await cluster.killServer(server);
    return () => cluster.startServer(server);
  },
  "etcd's leader is killed": async ({ etcd }) => {
    const { member } = await etcd.findLeader();
    await etcd.kill(member);
    return () => etcd.startMember(member);
  },
};
