import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseDatabaseUrl } from './database/database-url.ts';
import { OperatorError } from './operator-error.ts';

/** Host names, IP addresses and networks to which the server may talk without TLS. */
export const insecureHosts = z
  .string()
  .transform((text) => text.split(',').flatMap((host) => host.trim().toLowerCase() || []))
  .pipe(
    z.array(
      z
        .string()
        .refine(
          (host) => /^[a-z0-9._:-]+$/.test(host) || ipaddr.isValidCIDR(host),
          'give host names, IP addresses or networks such as 10.0.0.0/8, separated by commas',
        ),
    ),
  );

interface Settings {
  DATABASE_URL?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  BACKUP_S3_ENDPOINT?: string | undefined;
  INSECURE_HOSTS: readonly string[];
}

/** Names and photos of children, and the keys to them, leave this machine encrypted, or where the operator said so. */
export function assertEncrypted({ INSECURE_HOSTS: accepted, ...settings }: Settings): void {
  const { DATABASE_URL, ...endpoints } = settings;
  const refuse = (name: string, hosts: string[], advice: string) => {
    const refused = hosts.find((host) => !isLocal(host) && !isListed(host, accepted));
    if (refused === undefined) return;
    throw new OperatorError(
      `${name} leads to ${refused} without TLS that is verified: ${advice}, or name the host in INSECURE_HOSTS if nobody else can reach the network between.`,
    );
  };
  if (DATABASE_URL !== undefined && !isDatabaseEncrypted(DATABASE_URL)) {
    refuse('DATABASE_URL', listDatabaseHosts(DATABASE_URL), 'add ?sslmode=verify-full');
  }
  for (const name of ['S3_ENDPOINT', 'BACKUP_S3_ENDPOINT'] as const) {
    const url = endpoints[name] === undefined ? undefined : new URL(endpoints[name]);
    if (url?.protocol === 'http:')
      refuse(name, [url.hostname.replace(/^\[|\]$/g, '')], 'use https');
  }
}

/** `pg` never falls back to a connection without TLS. */
function isDatabaseEncrypted(url: string): boolean {
  const { ssl } = parseDatabaseUrl(url);
  return typeof ssl === 'object' ? ssl.rejectUnauthorized !== false : ssl === true;
}

function listDatabaseHosts(url: string): string[] {
  const { host, hosts } = parseDatabaseUrl(url);
  return hosts ? hosts.all.map((each) => each.host) : [host || 'localhost'];
}

/** This machine; a host that begins with a slash is the folder of a socket. */
function isLocal(host: string): boolean {
  if (host.startsWith('/') || /^(.+\.)?localhost$/i.test(host)) return true;
  return ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback';
}

function isListed(host: string, accepted: readonly string[]): boolean {
  return accepted.some((entry) => entry === host.toLowerCase() || isInNetwork(host, entry));
}

function isInNetwork(host: string, network: string): boolean {
  if (!ipaddr.isValid(host) || !ipaddr.isValidCIDR(network)) return false;
  const address = ipaddr.parse(host);
  const range = ipaddr.parseCIDR(network);
  return address.kind() === range[0].kind() && address.match(range);
}
