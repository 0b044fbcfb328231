// What a guide is: instructions with the values of a realm and a client, complete to copy.
import { type PlainKey, text } from '../texts/text.ts';

/** A SAML client's settings. */
export interface SamlValues {
  readonly metadataUrl: string;
  /** URL for both SSO and logout. */
  readonly serviceUrl: string;
  /** URN of the name identifier format. */
  readonly nameIdFormat: string;
  readonly signsRequests: boolean;
  readonly wantsSignedAssertions: boolean;
  readonly wantsSignedMessages: boolean;
  readonly wantsEncryption: boolean;
  /** Whether the keys of encrypted assertions are wrapped in a way that few libraries know. */
  readonly hasRareEncryption: boolean;
  /** The client's key pairs as PEM, where the realm has the private key. */
  readonly signing: KeyPair | undefined;
  readonly encryption: KeyPair | undefined;
}

/** PEM texts. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

/** Values in a guide. */
export interface GuideValues {
  /** Base URL of the server, without trailing slash. */
  readonly baseUrl: string;
  readonly realm: string;
  /** Also the entity ID of the SAML identity provider. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly secret: string | undefined;
  /** Redirect URI or assertion consumer service of the application. */
  readonly redirectUri: string;
  /** The application's origin, such as `http://localhost:3000`. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /** Path of `redirectUri`. */
  readonly path: string;
  /** Someone who can sign in. */
  readonly user: { readonly username: string; readonly password: string | undefined } | undefined;
  readonly grants: readonly Grant[];
  readonly saml: SamlValues;
}

/** Grants without a redirect. */
export type Grant = 'client_credentials' | 'device' | 'ciba' | 'password';

/** A file to create in the application's folder. */
export interface GuideFile {
  /** Path in the folder. */
  readonly name: string;
  readonly text: string;
}

/** A guide with values. */
export interface GuideText {
  /** Shell lines that install what the application needs; absent if it needs nothing. */
  readonly install?: string;
  readonly files: readonly GuideFile[];
  /** The command that starts it. */
  readonly command: string;
  /** What happens then: a sentence or two. */
  readonly expect: string;
  /** What else must be known about this client; a sentence each. */
  readonly notes?: readonly string[];
}

/** The kind of client that a guide is for; the rules are in `offered-guides.ts`. */
export type ClientKind = 'web' | 'browser' | 'redirect' | 'api' | 'terminal' | 'any' | 'saml';

/** Where the application receives the response. */
export interface Callback {
  readonly path: string;
  /** Whether the framework allows no other path. */
  readonly isFixed?: boolean;
}

/** Instructions for a framework or library. */
export interface Guide {
  readonly id: string;
  readonly title: string;
  /** What it uses, as a sentence. */
  readonly summary: PlainKey;
  /** What must be on the machine. */
  readonly runtime: PlainKey;
  readonly kind: ClientKind;
  /** Absent if the application receives no response. */
  readonly callback?: Callback;
  readonly write: (values: GuideValues) => GuideText;
}

/** Lines, without those that are undefined, with a newline at the end. */
export function lines(...parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n')}\n`;
}

/** "Open … and sign in …": what to do once the application is running. */
export function openAndSignIn({ origin, user }: GuideValues, then: PlainKey): string {
  return `${describeSignIn(origin, user)} ${text(then)}`;
}

function describeSignIn(origin: string, user: GuideValues['user']): string {
  if (user === undefined) return text('guides:open.anyone', { origin });
  const { username, password } = user;
  return password === undefined
    ? text('guides:open.user', { origin, user: username })
    : text('guides:open.password', { origin, user: username, password });
}
