// Client metadata that is a client attribute and nothing more: one row each, read in both directions.

/** What a value must be. `urls`, `redirects` (`urls` without fragment) and `texts` are lists; algorithms are checked against what the server can do. */
export type MetadataKind =
  | 'text'
  | 'url'
  | 'flag'
  | 'urls'
  | 'redirects'
  | 'texts'
  | 'signature'
  | 'signature-or-none'
  | 'key-encryption'
  | 'content-encryption'
  | 'key-pair-signature'
  | 'delivery-mode';

/** One member of the metadata. */
export interface MetadataRow {
  /** Its name on the wire. */
  readonly field: string;
  /** The client attribute; lists are separated by `##` in it. */
  readonly attribute: string;
  readonly kind: MetadataKind;
}

function encryption(field: string, attribute: string): readonly MetadataRow[] {
  return [
    { field: `${field}_alg`, attribute: `${attribute}.alg`, kind: 'key-encryption' },
    { field: `${field}_enc`, attribute: `${attribute}.enc`, kind: 'content-encryption' },
  ];
}

/** RFC 7591 §2, OIDC Registration §2, and the registration sections of the logout, PAR, DPoP, mTLS and CIBA specifications. */
export const METADATA_ROWS: readonly MetadataRow[] = [
  { field: 'logo_uri', attribute: 'logoUri', kind: 'url' },
  { field: 'policy_uri', attribute: 'policyUri', kind: 'url' },
  { field: 'tos_uri', attribute: 'tosUri', kind: 'url' },
  { field: 'contacts', attribute: 'contacts', kind: 'texts' },
  { field: 'application_type', attribute: 'application.type', kind: 'text' },
  { field: 'initiate_login_uri', attribute: 'initiate.login.uri', kind: 'url' },
  { field: 'default_acr_values', attribute: 'default.acr.values', kind: 'texts' },
  { field: 'post_logout_redirect_uris', attribute: 'post.logout.redirect.uris', kind: 'redirects' },
  { field: 'request_uris', attribute: 'request.uris', kind: 'urls' },
  { field: 'backchannel_logout_uri', attribute: 'backchannel.logout.url', kind: 'url' },
  {
    field: 'backchannel_logout_session_required',
    attribute: 'backchannel.logout.session.required',
    kind: 'flag',
  },
  {
    field: 'backchannel_logout_revoke_offline_tokens',
    attribute: 'backchannel.logout.revoke.offline.tokens',
    kind: 'flag',
  },
  { field: 'frontchannel_logout_uri', attribute: 'frontchannel.logout.url', kind: 'url' },
  {
    field: 'frontchannel_logout_session_required',
    attribute: 'frontchannel.logout.session.required',
    kind: 'flag',
  },
  {
    field: 'id_token_signed_response_alg',
    attribute: 'id.token.signed.response.alg',
    kind: 'signature',
  },
  ...encryption('id_token_encrypted_response', 'id.token.encrypted.response'),
  {
    field: 'userinfo_signed_response_alg',
    attribute: 'user.info.response.signature.alg',
    kind: 'signature-or-none',
  },
  ...encryption('userinfo_encrypted_response', 'user.info.encrypted.response'),
  {
    field: 'authorization_signed_response_alg',
    attribute: 'authorization.signed.response.alg',
    kind: 'signature',
  },
  ...encryption('authorization_encrypted_response', 'authorization.encrypted.response'),
  {
    field: 'request_object_signing_alg',
    attribute: 'request.object.signature.alg',
    kind: 'signature-or-none',
  },
  ...encryption('request_object_encryption', 'request.object.encryption'),
  {
    field: 'token_endpoint_auth_signing_alg',
    attribute: 'token.endpoint.auth.signing.alg',
    kind: 'signature',
  },
  { field: 'tls_client_auth_subject_dn', attribute: 'x509.subjectdn', kind: 'text' },
  {
    field: 'tls_client_certificate_bound_access_tokens',
    attribute: 'tls.client.certificate.bound.access.tokens',
    kind: 'flag',
  },
  { field: 'dpop_bound_access_tokens', attribute: 'dpop.bound.access.tokens', kind: 'flag' },
  {
    field: 'require_pushed_authorization_requests',
    attribute: 'require.pushed.authorization.requests',
    kind: 'flag',
  },
  {
    field: 'backchannel_token_delivery_mode',
    attribute: 'ciba.backchannel.token.delivery.mode',
    kind: 'delivery-mode',
  },
  {
    field: 'backchannel_client_notification_endpoint',
    attribute: 'ciba.backchannel.client.notification.endpoint',
    kind: 'url',
  },
  {
    field: 'backchannel_authentication_request_signing_alg',
    attribute: 'ciba.backchannel.auth.request.signing.alg',
    kind: 'key-pair-signature',
  },
];
