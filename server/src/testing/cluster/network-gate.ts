import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The network of one machine: everything to and from it passes here, and waits while it is cut off. */
export class NetworkGate {
  readonly #listeners: Server[] = [];
  readonly #pairs = new Set<[Socket, Socket]>();
  /** Those who called while the machine was cut off. */
  readonly #waiting = new Map<Socket, number>();
  #isCut = false;

  /** Returns the port through which others reach this one. */
  async lead(port: number): Promise<number> {
    const listener = createServer({ pauseOnConnect: true }, (caller) => {
      caller.on('error', () => caller.destroy()).on('close', () => this.#waiting.delete(caller));
      if (this.#isCut) this.#waiting.set(caller, port);
      else this.#join(caller, port);
    });
    this.#listeners.push(listener.listen(0, '127.0.0.1'));
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  }

  #join(caller: Socket, port: number): void {
    const target = connect(port, '127.0.0.1');
    const pair: [Socket, Socket] = [caller, target];
    this.#pairs.add(pair);
    target.on('error', () => caller.destroy()).on('close', () => caller.destroy());
    caller.on('close', () => {
      target.destroy();
      this.#pairs.delete(pair);
    });
    caller.on('data', (chunk) => target.write(chunk)).on('end', () => target.end());
    target.on('data', (chunk) => caller.write(chunk)).on('end', () => caller.end());
    caller.resume();
  }

  /** Connections stay open and silent, as if the cable was pulled. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** Delivers what has waited. */
  restore(): void {
    this.#isCut = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
    for (const [caller, port] of this.#waiting) this.#join(caller, port);
    this.#waiting.clear();
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    for (const caller of this.#waiting.keys()) caller.destroy();
  }
}
