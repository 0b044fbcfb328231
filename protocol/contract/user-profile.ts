// The user profile on the wire of the admin API and the account API.
import type { JsonRecord } from './settings/kept.ts';

/** An attribute as forms need it. Compat: `UserProfileAttributeMetadata`. */
export interface AttributeMetadataWire extends JsonRecord {
  readonly name: string;
  readonly displayName: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly annotations?: JsonRecord;
  /** Settings by validator. */
  readonly validators: JsonRecord;
  readonly group?: string;
  readonly multivalued: boolean;
  readonly defaultValue?: string;
}

/** Compat: `UserProfileMetadata`. Groups are as configured, so they may contain anything. */
export interface UserProfileMetadataWire {
  readonly attributes: readonly AttributeMetadataWire[];
  readonly groups: readonly unknown[];
}

/** The configuration of the user profile. Compat: `UPConfig`. */
export interface UserProfileConfigWire extends JsonRecord {
  readonly attributes?: unknown;
  readonly groups?: unknown;
  /** `ENABLED`, `ADMIN_VIEW` or `ADMIN_EDIT`; absent: attributes that are not defined are not allowed. */
  readonly unmanagedAttributePolicy?: unknown;
}
