// What the authentication device tells and takes: the wire types below `/emulator/v1/realms/{realm}/device`.

/** A person's answer to a prompt, or a rule's. `approve` becomes SUCCEED, `deny` UNAUTHORIZED, `cancel` CANCELLED. */
export type PromptAnswer = 'approve' | 'deny' | 'cancel';

/** Where a prompt is. `failed`: it was answered, and the server did not take the answer. */
export type PromptState = 'pending' | 'approved' | 'denied' | 'cancelled' | 'expired' | 'failed';

/** A scope that the person is asked to consent to. */
export interface PromptScopeWire {
  readonly name: string;
  /** Consent text, or the name. */
  readonly text: string;
}

/** One prompt, as a phone would show it (service description §4.2). Instants are milliseconds on the realm's clock. */
export interface PromptWire {
  /** The `jti` of the delegation's token. */
  readonly id: string;
  readonly realm: string;
  /** Activity's flow; absent when it is forgotten. */
  readonly flow?: string;
  readonly clientId: string;
  readonly clientName: string;
  /** The delegation's `login_hint`. */
  readonly username: string;
  /** First and last name where the user has them, else the user name. */
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
  /** Why the answer was not taken (`failed`). */
  readonly problem?: string;
  /** The rule that answers it, and when. */
  readonly automatic?: { readonly answer: PromptAnswer; readonly at: number };
}

/** Answers prompts without a person. The first rule that fits counts; `never` leaves the prompt to the person. */
export interface AutoAnswerRuleWire {
  /** Fits this user alone; absent: everybody. */
  readonly username?: string;
  /** Fits this client alone; absent: every client. */
  readonly clientId?: string;
  readonly answer: PromptAnswer | 'never';
  /** Seconds on the realm's clock, 0 to 86400. */
  readonly afterSeconds: number;
}

/** A device-grant code that waits for its person (RFC 8628 §3.3). */
export interface DeviceCodeWire {
  /** As it is shown: `XXXX-XXXX`. */
  readonly userCode: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly PromptScopeWire[];
  readonly expiresAt: number;
  /** The complete verification URI (RFC 8628 §3.3.1). */
  readonly verificationUri: string;
  readonly flow: string;
}

/** `GET /emulator/v1/realms/{realm}/device`. */
export interface DeviceWire {
  /** The realm's time in milliseconds. */
  readonly now: number;
  /** Oldest first. */
  readonly pending: readonly PromptWire[];
  /** Newest answer first; expired ones, too. At most 100. */
  readonly answered: readonly PromptWire[];
  readonly codes: readonly DeviceCodeWire[];
  readonly rules: readonly AutoAnswerRuleWire[];
  /** For conformance tools: `{auth_req_id}` and `{action}` (allow or deny) stand in it. */
  readonly answerUrl: string;
  /** The foreign authentication entity that is asked instead of this device, when one is configured. */
  readonly authenticationEntity?: string;
}
