// The claims in which two previews differ.
import { isDeepStrictEqual } from 'node:util';
import type {
  PreviewClaimWire,
  PreviewDifferenceWire,
  PreviewedSignInWire,
} from '#protocol/contract/token-preview.ts';

const DOCUMENTS: readonly PreviewDifferenceWire['document'][] = [
  'accessToken',
  'idToken',
  'userInfo',
  'assertion',
];

/** In the order of the documents and claims; what is different each time is no difference. */
export function comparePreviews(
  before: PreviewedSignInWire,
  after: PreviewedSignInWire,
): PreviewDifferenceWire[] {
  return DOCUMENTS.flatMap((document) =>
    compareClaims(before[document]?.claims ?? [], after[document]?.claims ?? []).map((difference) => ({
      document,
      ...difference,
    })),
  );
}

function compareClaims(
  before: readonly PreviewClaimWire[],
  after: readonly PreviewClaimWire[],
): Omit<PreviewDifferenceWire, 'document'>[] {
  const byPath = new Map(before.map((claim) => [JSON.stringify(claim.path), claim]));
  const changed = after.flatMap((claim): Omit<PreviewDifferenceWire, 'document'>[] => {
    const { path, value, isVolatile } = claim;
    const old = byPath.get(JSON.stringify(path));
    byPath.delete(JSON.stringify(path));
    if (old === undefined) return [{ path, kind: 'added', after: value }];
    if ((isVolatile === true && old.isVolatile === true) || isDeepStrictEqual(old.value, value)) return [];
    return [{ path, kind: 'changed', before: old.value, after: value }];
  });
  const removed = [...byPath.values()].map(({ path, value }) => ({
    path,
    kind: 'removed' as const,
    before: value,
  }));
  return [...changed, ...removed];
}
