// Putting the signature into a message that was written in two parts.
import { signElement, type XmlSigner } from '#protocol/crypto/xml-signature.ts';
import type { RenderedMessage } from './messages/response.ts';
import { NAMESPACES } from './xml-names.ts';

/** The message as it is sent; with a signer its signature stands right after the issuer. SAML Core §5.4. */
export async function signMessage(
  { head, rest }: RenderedMessage,
  id: string,
  signer: XmlSigner | undefined,
): Promise<string> {
  if (signer === undefined) return head + rest.wire;
  const canonical = head + rest.canonical;
  const signature = await signElement(signer, { id, canonical, inScope: { samlp: NAMESPACES.protocol } });
  return head + signature + rest.wire;
}
