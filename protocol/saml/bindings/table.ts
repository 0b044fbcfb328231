// The table of bindings, in the order in which they are tried on a request.
import { type ArtifactBindingDeps, createArtifactBinding } from './artifact.ts';
import type { BindingName, SamlBinding } from './binding.ts';
import { postBinding } from './post.ts';
import { createRedirectBinding } from './redirect.ts';
import { soapBinding } from './soap.ts';

export type BindingDeps = ArtifactBindingDeps & Parameters<typeof createRedirectBinding>[0];

export type SamlBindings = readonly SamlBinding[];

export function createBindings(deps: BindingDeps): SamlBindings {
  return [createArtifactBinding(deps), createRedirectBinding(deps), postBinding, soapBinding];
}

/** The binding with a name. @throws {TypeError} if there is none. */
export function bindingOf(bindings: SamlBindings, name: BindingName): SamlBinding {
  const binding = bindings.find((row) => row.name === name);
  if (binding === undefined) throw new TypeError(`no SAML binding ${name}`);
  return binding;
}
