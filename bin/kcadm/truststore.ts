// The certificates that HTTPS servers are checked with, from a file in PEM format.
import { readFileSync } from 'node:fs';
import type { Arguments } from './arguments.ts';
import { CommandError } from './command-error.ts';
import type { Host } from './host.ts';
import type { TlsSettings } from './http-client.ts';
import type { JsonObject } from './json.ts';
import { readText } from './session.ts';

const JKS = Buffer.from('feedfeed', 'hex');
const DER_SEQUENCE = 0x30;

function describeForm(content: Buffer): string {
  if (content.subarray(0, JKS.length).equals(JKS)) return 'a Java keystore (JKS)';
  return content[0] === DER_SEQUENCE
    ? 'a PKCS #12 keystore or a certificate in binary format'
    : 'not in PEM format';
}

/** @throws {CommandError} when the file cannot be read or is not in PEM format; the remedy converts it. */
function readCertificates(path: string, program: string): string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw new CommandError(`Truststore file not found: ${path} (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  const text = content.toString('latin1');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new CommandError(
    `The truststore ${path} is ${describeForm(content)}; this command reads certificates in PEM format. Convert it with: keytool -list -rfc -keystore ${path} > truststore.pem; then: ${program} config truststore truststore.pem`,
  );
}

/** How HTTPS servers are checked: --truststore, else the truststore of the configuration, else as Node does. */
export function readTlsSettings(host: Host, args: Arguments, config: JsonObject): TlsSettings {
  const insecure = args.flag('insecure');
  const path = args.text('truststore') ?? readText(config, 'truststore');
  if (path !== undefined) return { insecure, certificates: readCertificates(path, host.program) };
  if (insecure) {
    host.report('The server is configured to use TLS but there is no truststore specified.');
    host.report(
      'The tool will skip certificate validation. This is highly discouraged for production use cases',
    );
  }
  return { insecure };
}
