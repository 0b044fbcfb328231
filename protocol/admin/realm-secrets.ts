// The secrets of a realm's identity providers: masked where a realm is shown, kept where the mask comes back.

/** What stands in place of a secret; sent back, it keeps the stored value. */
export const MASK = '**********';

/** The member of a provider's `config` with which the realm signs in there. */
const SECRET = 'clientSecret';

interface Provider {
  readonly alias?: unknown;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A member as realm files have it; what is shaped otherwise is no provider, and has no secret. */
function isProvider(value: unknown): value is Provider {
  if (typeof value !== 'object' || value === null || !('config' in value)) return false;
  return typeof value.config === 'object' && value.config !== null;
}

function withSecret(provider: Provider, secret: unknown): Provider {
  return { ...provider, config: { ...provider.config, [SECRET]: secret } };
}

function hasSecret(value: unknown): value is Provider {
  return isProvider(value) && Object.hasOwn(value.config, SECRET);
}

/** The realm's member `identityProviders` with every secret masked; anything that is no list stays as it is. */
export function maskProviders(providers: unknown): unknown {
  if (!Array.isArray(providers)) return providers;
  return providers.map((each: unknown) => (hasSecret(each) ? withSecret(each, MASK) : each));
}

/** What is given for `identityProviders`, where a masked secret is the stored one of the provider with the same alias. */
export function keepProviderSecrets(stored: unknown, given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  const known: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return given.map((each: unknown) => {
    if (!hasSecret(each) || each.config[SECRET] !== MASK) return each;
    const before = known.find((one): one is Provider => hasSecret(one) && one.alias === each.alias);
    if (before !== undefined) return withSecret(each, before.config[SECRET]);
    const { [SECRET]: _mask, ...config } = each.config;
    return { ...each, config };
  });
}
