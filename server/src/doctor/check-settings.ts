import type { Config } from '../config.ts';
import { type Finding, ok, warning } from './findings.ts';

/** For what starts but is probably not meant; `readConfig` rejects what cannot be used. */
export function checkSettings(config: Config): Finding[] {
  const { isDemo, publicUrl, host, trustedProxies, metrics } = config;
  const findings: Finding[] = [];
  const add = (text: string, advice: string) => findings.push(warning('Settings', text, advice));
  const isLocal = (name: string) => ['127.0.0.1', '::1', 'localhost'].includes(name);
  if (isDemo) {
    add('this is a demo, whose passwords are public', 'Set DEMO=0 for a real school.');
  }
  if (publicUrl?.protocol === 'http:') {
    add(
      'PUBLIC_URL is not https: browsers then allow neither the camera nor push messages',
      'Put a proxy with TLS in front, and set PUBLIC_URL to its https URL.',
    );
  }
  if (!publicUrl && !isLocal(host)) {
    add(
      `the server is open to the network without TLS (HOST=${host})`,
      'Set HOST=127.0.0.1, put a proxy with TLS in front, and set PUBLIC_URL.',
    );
  }
  if (publicUrl && trustedProxies === 0) {
    add(
      'TRUSTED_PROXIES=0: all users seem to come from the IP address of the proxy',
      'Remove TRUSTED_PROXIES, or set it to the number of your proxies.',
    );
  }
  if (metrics && !isLocal(metrics.host)) {
    add(
      `the metrics are open to the network (METRICS_HOST=${metrics.host})`,
      'Let a firewall admit only Prometheus to METRICS_PORT.',
    );
  }
  return findings.length > 0 ? findings : [ok('Settings', 'all can be used')];
}

export function checkNode(version = process.versions.node): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
  if (isSupported) return [ok('Node.js', version)];
  return [
    warning('Node.js', `${version} is not supported`, 'Install Node.js 20.19+, 22.12+ or 24+.'),
  ];
}
