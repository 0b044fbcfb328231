// What the steps of the authorization endpoint find out, and how a step is declared.
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { ResolvedScopes } from '#protocol/realm/view/scopes.ts';
import type { ClaimsRequest, Store } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import type { PushedRequests } from './requests/pushed-requests.ts';
import type { RequestObjectDeps } from './requests/request-objects.ts';
import type { ResponseModeName } from './response-modes/response-mode.ts';
import type { RequestedResponseType, ResponseTypeName } from './response-types.ts';

/** A PKCE challenge (RFC 7636 §4.3). */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 'plain' | 'S256';
}

/** What the request asks of the sign-in (OIDC Core §3.1.2.1). */
export interface Interaction {
  /** `prompt=none` */
  readonly passive: boolean;
  /** `prompt=login` */
  readonly forceLogin: boolean;
  /** `prompt=consent` */
  readonly forceConsent: boolean;
  /** `prompt=select_account` */
  readonly forceAccountChoice: boolean;
  readonly maxAgeSeconds: number | undefined;
}

/** Authentication contexts that are asked for, the most wanted first (OIDC Core §5.5.1.1). */
interface RequestedAcr {
  readonly values: readonly string[];
  /** Nothing less will do. */
  readonly essential: boolean;
}

/** Where the client is called back. */
interface RedirectTarget {
  /** Absolute. */
  readonly uri: string;
  /** As it was sent, for the token request to repeat; undefined when it was left out. */
  readonly sent: string | undefined;
}

/** Facts by name; each is given by one step. */
export interface AuthorizationFacts {
  /** As they came. */
  readonly sent: Parameters;
  readonly client: Client;
  /** With what stood in a request object or was pushed before. */
  readonly parameters: Parameters;
  readonly pushed: boolean;
  readonly redirect: RedirectTarget;
  readonly requestedType: RequestedResponseType;
  readonly responseMode: ResponseModeName;
  readonly responseType: ResponseTypeName;
  readonly scopes: ResolvedScopes;
  readonly nonce: string | undefined;
  readonly codeChallenge: CodeChallenge | undefined;
  /** Thumbprint of the key that the code is bound to. */
  readonly dpopJkt: string | undefined;
  readonly interaction: Interaction;
  readonly claimsRequest: ClaimsRequest | undefined;
  readonly acr: RequestedAcr | undefined;
  /** The one user who will do. */
  readonly requiredUserId: string | undefined;
}

/** Name of a fact. */
export type FactName = keyof AuthorizationFacts;

/** Endpoints that walk the table of steps; each row says to which it applies. */
export type StepEndpoint = 'authorization' | 'pushed';

/** What steps may use beside the request and the facts. */
export interface StepDeps extends RequestObjectDeps {
  /** Which endpoint walks the table. */
  readonly endpoint: StepEndpoint;
  readonly pushed: PushedRequests;
  readonly store: Store;
  readonly verifier: TokenVerifier;
}

/** What a step found out, at once or after asking somebody. */
type Found<Gives extends FactName> =
  | Pick<AuthorizationFacts, Gives>
  | Promise<Pick<AuthorizationFacts, Gives>>;

/** A check of one thing. It throws an `OAuthError` or returns what it found out; it never answers. */
export interface Step<Needs extends FactName = FactName, Gives extends FactName = FactName> {
  /** Activity shows it by this name. */
  readonly name: string;
  readonly section: string;
  readonly needs: readonly Needs[];
  readonly gives: readonly Gives[];
  /** @throws {OAuthError} */
  run(exchange: RealmExchange, facts: Pick<AuthorizationFacts, Needs>, deps: StepDeps): Found<Gives>;
  /** What was found, in plain words for Activity. */
  describe(facts: Pick<AuthorizationFacts, Needs | Gives>): string;
}

/** Declares a step; the types of its functions follow from what it needs and gives. */
export function defineStep<const Needs extends FactName, const Gives extends FactName>(
  step: Step<Needs, Gives>,
): Step {
  // A row of the table is run with all facts so far, of which a test proves that they hold what the step needs.
  return step as unknown as Step;
}
