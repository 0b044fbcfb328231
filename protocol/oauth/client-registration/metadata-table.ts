// Metadata members that correspond to one client attribute, taken from the table of client attributes.
import { CLIENT_ATTRIBUTES } from '#protocol/contract/settings/client.ts';
import type { AttributeRow } from '#protocol/contract/settings/setting-row.ts';

export interface MetadataRow {
  /** Name of the metadata member. */
  readonly field: string;
  readonly attribute: string;
  readonly type: AttributeRow['type'];
}

/** RFC 7591 §2, OIDC Registration §2, and the logout, PAR, DPoP, mTLS and CIBA specifications. */
export const METADATA_ROWS: readonly MetadataRow[] = Object.entries(CLIENT_ATTRIBUTES).flatMap(
  ([attribute, { registration: field, type }]) => (field === undefined ? [] : [{ field, attribute, type }]),
);
