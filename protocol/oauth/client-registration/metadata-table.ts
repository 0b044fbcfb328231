// Client metadata that is a client attribute and nothing more: the rows of the settings that name a member of the metadata.
import { CLIENT_ATTRIBUTES } from '#protocol/contract/settings/client.ts';
import type { AttributeRow } from '#protocol/contract/settings/setting-row.ts';

/** One member of the metadata. */
export interface MetadataRow {
  /** Its name on the wire. */
  readonly field: string;
  /** The client attribute. */
  readonly attribute: string;
  readonly type: AttributeRow['type'];
}

/** RFC 7591 §2, OIDC Registration §2, and the registration sections of the logout, PAR, DPoP, mTLS and CIBA specifications. */
export const METADATA_ROWS: readonly MetadataRow[] = Object.entries(CLIENT_ATTRIBUTES).flatMap(
  ([attribute, { registration: field, type }]) => (field === undefined ? [] : [{ field, attribute, type }]),
);
