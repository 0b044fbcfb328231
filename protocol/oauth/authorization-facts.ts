// The facts that the authorization steps establish, and how a step is declared.
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import type { RequiredUser } from '#protocol/login/required-user.ts';
import type { InitiatedAction } from '#protocol/login/sign-in.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { ResolvedScopes } from '#protocol/realm/view/scopes.ts';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import type { Store } from '#protocol/store/store.ts';
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

/** How the request constrains the sign-in (OIDC Core §3.1.2.1). */
export interface Interaction {
  /** `prompt=create`, or the request is sent to the address for registrations. */
  readonly registers: boolean;
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

/** Requested authentication contexts, in order of preference (OIDC Core §5.5.1.1). */
interface RequestedAcr {
  readonly values: readonly string[];
  /** Whether the sign-in must reach one of them. */
  readonly essential: boolean;
}

/** The required action that the request starts. */
interface RequestedAction extends InitiatedAction {
  /** Maximum age of the user's authentication, in seconds; undefined: any age. */
  readonly maxAgeSeconds: number | undefined;
}

interface RedirectTarget {
  /** Absolute URI. */
  readonly uri: string;
  /** As sent, for comparison with the token request; undefined when omitted. */
  readonly sent: string | undefined;
}

/** Facts by name; each is established by one step. */
export interface AuthorizationFacts {
  /** The parameters as sent. */
  readonly sent: Parameters;
  readonly client: Client;
  /** The effective parameters, including those from a request object or a pushed request. */
  readonly parameters: Parameters;
  readonly pushed: boolean;
  readonly redirect: RedirectTarget;
  readonly requestedType: RequestedResponseType;
  readonly responseMode: ResponseModeName;
  readonly responseType: ResponseTypeName;
  readonly scopes: ResolvedScopes;
  readonly nonce: string | undefined;
  readonly codeChallenge: CodeChallenge | undefined;
  /** Thumbprint of the DPoP key that the code is bound to. */
  readonly dpopJkt: string | undefined;
  readonly interaction: Interaction;
  readonly claimsRequest: ClaimsRequest | undefined;
  readonly acr: RequestedAcr | undefined;
  /** `kc_action` */
  readonly action: RequestedAction | undefined;
  /** The only user who may sign in. */
  readonly requiredUser: RequiredUser | undefined;
}

export type FactName = keyof AuthorizationFacts;

/** Endpoints that run the table of steps; each row lists the endpoints it applies to. */
export type StepEndpoint = 'authorization' | 'registration' | 'pushed';

/** What steps may use besides the request and the facts. */
export interface StepDeps extends RequestObjectDeps {
  /** The endpoint that runs the table. */
  readonly endpoint: StepEndpoint;
  readonly pushed: PushedRequests;
  readonly store: Store;
  readonly verifier: TokenVerifier;
}

/** Asynchronous for steps that fetch or verify something. */
type Found<Gives extends FactName> =
  | Pick<AuthorizationFacts, Gives>
  | Promise<Pick<AuthorizationFacts, Gives>>;

/** Checks one thing: returns facts or throws an `OAuthError`, and never writes the response. */
export interface Step<Needs extends FactName = FactName, Gives extends FactName = FactName> {
  /** The name that Activity shows. */
  readonly name: string;
  readonly section: string;
  readonly needs: readonly Needs[];
  readonly gives: readonly Gives[];
  /** @throws {OAuthError} */
  run(exchange: RealmExchange, facts: Pick<AuthorizationFacts, Needs>, deps: StepDeps): Found<Gives>;
  /** The result in plain words, for Activity. */
  describe(facts: Pick<AuthorizationFacts, Needs | Gives>): string;
}

/** Declares a step; the parameter types of its functions follow from `needs` and `gives`. */
export function defineStep<const Needs extends FactName, const Gives extends FactName>(
  step: Step<Needs, Gives>,
): Step {
  // Rows run with all facts so far; a test proves that these include what each step needs.
  return step as unknown as Step;
}
