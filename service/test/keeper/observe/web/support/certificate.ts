// A certificate that signs itself, as DER by hand: Node has no function for it.
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** SHA-256 of the DER, hex. */
  readonly fingerprint: string;
}

const OIDS = {
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
  alternativeName: [0x55, 0x1d, 0x11],
  basicConstraints: [0x55, 0x1d, 0x13],
} as const;

/** Valid for the names until 2049. */
export function createCertificate(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('ecdsaWithSha256'));
  const name = sequence(der(0x31, sequence(oid('commonName'), der(0x0c, Buffer.from('test')))));
  const alternatives = sequence(...names.map((each) => der(0x82, Buffer.from(each))));
  const extensions = sequence(
    sequence(oid('alternativeName'), der(0x04, alternatives)),
    // It is its own authority.
    sequence(oid('basicConstraints'), der(0x04, sequence(der(0x01, Buffer.of(0xff))))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)]));
  const certificate = new X509Certificate(sequence(content, algorithm, signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: certificate.toString(),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts));
const oid = (name: keyof typeof OIDS) => der(0x06, Buffer.from(OIDS[name]));

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}
