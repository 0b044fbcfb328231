// Creates a small container image as an OCI folder: one layer, configuration, manifest.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createFolder } from './server.ts';

interface Blob {
  readonly digest: string;
  readonly size: number;
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Creates the image `latest` in a new folder; `label` makes its content unique (OCI image layout 1.0). */
export function createImage(label: string): string {
  const folder = createFolder('image');
  const blobs = join(folder, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const put = (bytes: Buffer): Blob => {
    const digest = digestOf(bytes);
    writeFileSync(join(blobs, digest.slice('sha256:'.length)), bytes);
    return { digest, size: bytes.length };
  };
  const json = (value: unknown): Blob => put(Buffer.from(JSON.stringify(value)));
  // Two empty blocks are a complete, empty archive.
  const archive = Buffer.alloc(1024);
  const layer = put(gzipSync(archive));
  const config = json({
    architecture: 'amd64',
    os: 'linux',
    config: { Labels: { label } },
    rootfs: { type: 'layers', diff_ids: [digestOf(archive)] },
  });
  const manifest = json({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', ...layer }],
  });
  const entry = {
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    ...manifest,
    annotations: { 'org.opencontainers.image.ref.name': 'latest' },
  };
  writeFileSync(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [entry] }));
  return `oci:${folder}:latest`;
}
