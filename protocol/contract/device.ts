// Wire types of the authentication device, below `/emulator/v1/realms/{realm}/device`.

/** An answer of a user or a rule. `approve` becomes SUCCEED, `deny` UNAUTHORIZED, `cancel` CANCELLED. */
export type PromptAnswer = 'approve' | 'deny' | 'cancel';

/** Body of `POST /emulator/v1/realms/{realm}/device/prompts/{prompt}`. */
export interface PromptAnswerWire {
  readonly answer: PromptAnswer;
}

/** State of a prompt. `failed`: it was answered, but the server rejected the answer. */
export type PromptState = 'pending' | 'approved' | 'denied' | 'cancelled' | 'expired' | 'failed';

/** A scope that the user is asked to consent to. */
export interface PromptScopeWire {
  readonly name: string;
  /** Consent text, or the scope's name. */
  readonly text: string;
}

/** One prompt, as on a phone (service description §4.2). Instants are milliseconds of the realm's clock. */
export interface PromptWire {
  /** The `jti` of the delegation's token. */
  readonly id: string;
  readonly realm: string;
  /** Activity's flow; absent once it is no longer stored. */
  readonly flow?: string;
  readonly clientId: string;
  readonly clientName: string;
  /** The delegation's `login_hint`. */
  readonly username: string;
  /** First and last name if the user has them, else the username. */
  readonly name: string;
  readonly bindingMessage?: string;
  readonly acrValues?: string;
  readonly consentRequired: boolean;
  readonly scopes: readonly PromptScopeWire[];
  /** Further members of the delegation. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly receivedAt: number;
  readonly expiresAt: number;
  readonly state: PromptState;
  readonly answeredAt?: number;
  readonly answeredBy?: 'person' | 'rule' | 'link';
  /** Why the answer was rejected (`failed`). */
  readonly problem?: string;
  /** The rule's answer, and when it is given. */
  readonly automatic?: { readonly answer: PromptAnswer; readonly at: number };
  /** It was answered with `never`: rules do not answer it, and `device/wait` does not find it. */
  readonly leftAlone?: true;
}

/** Answers prompts automatically. The first matching rule is used; `never` leaves the prompt to the user. */
export interface AutoAnswerRuleWire {
  /** Matches only this user; absent: every user. */
  readonly username?: string;
  /** Matches only this client; absent: every client. */
  readonly clientId?: string;
  readonly answer: PromptAnswer | 'never';
  /** Seconds on the realm's clock, 0 to 86400. */
  readonly afterSeconds: number;
}

/** A pending device-grant code (RFC 8628 §3.3). */
export interface DeviceCodeWire {
  /** As displayed: `XXXX-XXXX`. */
  readonly userCode: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly PromptScopeWire[];
  readonly expiresAt: number;
  /** The complete verification URI (RFC 8628 §3.3.1). */
  readonly verificationUri: string;
  readonly flow: string;
}

/** Body of `POST /emulator/v1/realms/{realm}/device/wait`: which prompt or code, and what to answer. */
export interface DeviceWaitWire {
  /** `prompt`: of CIBA, the default. `code`: of the device grant. */
  readonly kind?: 'prompt' | 'code';
  /** Username or e-mail address. Of a prompt: whose it is. Of a code: who answers it. */
  readonly user?: string;
  /** Client ID. */
  readonly client?: string;
  /** Only this code of the device grant; `kind` need not be given. */
  readonly userCode?: string;
  /** Only the prompt with this binding message. */
  readonly bindingMessage?: string;
  /**
   * Absent: nothing is answered. `never` keeps a prompt pending, whatever the rules say. Codes: `approve`, which needs
   * `user`, or `deny`.
   */
  readonly answer?: PromptAnswer | 'never';
  /** How long to wait for it, 0 to 30000 milliseconds; default 0. */
  readonly wait?: number;
}

/** Response of `POST /emulator/v1/realms/{realm}/device/wait`. */
export interface DeviceWaitedWire {
  /** Nothing that matches was pending within `wait`, and nothing was answered. */
  readonly timedOut: boolean;
  /** The newest that matched, as it is after the answer. */
  readonly prompt?: PromptWire;
  /** The newest that matched; as it was before the answer. */
  readonly code?: DeviceCodeWire;
  /** The session that was created to approve the code. */
  readonly sessionId?: string;
}

/** `GET /emulator/v1/realms/{realm}/device`. */
export interface DeviceWire {
  /** The realm's time in milliseconds. */
  readonly now: number;
  /** Whether the realm's time stands still. */
  readonly frozen: boolean;
  /** Oldest first. */
  readonly pending: readonly PromptWire[];
  /** Newest answer first, including expired prompts; at most 100. */
  readonly answered: readonly PromptWire[];
  readonly codes: readonly DeviceCodeWire[];
  readonly rules: readonly AutoAnswerRuleWire[];
  /** For conformance tools, with the placeholders `{auth_req_id}` and `{action}` (allow or deny). */
  readonly answerUrl: string;
  /** URL of the external authentication entity that is used instead of this device, if one is configured. */
  readonly authenticationEntity?: string;
}

/** What an authentication entity is sent (service description §4.2). Other members are parameters of the request. */
export interface DelegationWire {
  readonly [parameter: string]: string | boolean;
  /** The user, as the client named them. */
  readonly login_hint: string;
  /** Scopes, separated by blanks. */
  readonly scope: string;
  readonly is_consent_required: boolean;
}
