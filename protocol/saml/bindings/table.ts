// The table of bindings, in the order in which a request is looked at.
import { type ArtifactBindingDeps, createArtifactBinding } from './artifact.ts';
import type { BindingName, SamlBinding } from './binding.ts';
import { createPostBinding } from './post.ts';
import { createRedirectBinding } from './redirect.ts';
import { createSoapBinding } from './soap.ts';

/** What the bindings work with. */
export type BindingDeps = ArtifactBindingDeps & Parameters<typeof createRedirectBinding>[0];

/** The bindings of a server. */
export type SamlBindings = readonly SamlBinding[];

/** Makes every binding. */
export function createBindings(deps: BindingDeps): SamlBindings {
  return [createArtifactBinding(deps), createRedirectBinding(deps), createPostBinding(), createSoapBinding()];
}

/** The binding of a name. @throws {TypeError} when the table has no such row. */
export function bindingOf(bindings: SamlBindings, name: BindingName): SamlBinding {
  const binding = bindings.find((row) => row.name === name);
  if (binding === undefined) throw new TypeError(`no SAML binding ${name}`);
  return binding;
}
