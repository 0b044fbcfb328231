// For tests of the authentication device: real prompts from CIBA requests of the client till for ann.
import type { PromptWire } from '#protocol/contract/device.ts';
import type { AdminTestServer } from './server.ts';

/** A prompt and its request. */
export interface TestPrompt {
  readonly prompt: PromptWire;
  readonly authReqId: string;
}

/** Enables CIBA for the client till. Returns a function that sends a request and resolves to its prompt. */
export async function enablePrompts(server: AdminTestServer): Promise<() => Promise<TestPrompt>> {
  const till = `/admin/realms/shop/clients/${server.clientUuid('till')}`;
  await server.call('PUT', till, { body: { attributes: { 'oidc.ciba.grant.enabled': 'true' } } });
  return async () => {
    const form = {
      client_id: 'till',
      client_secret: 'till-secret',
      scope: 'openid',
      login_hint: 'ann',
      binding_message: 'W4SCT',
    };
    const response = await fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/ext/ciba/auth`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { auth_req_id: authReqId } = (await response.json()) as { readonly auth_req_id?: string };
    const shop = server.store.realms.find('shop')?.id ?? '';
    const id = await server.device.control.findByRequest(shop, authReqId ?? '', server.clocks('shop').now());
    const { pending } = await server.device.control.list(shop);
    const prompt = pending.find((one) => one.id === id);
    if (authReqId === undefined || prompt === undefined) throw new TypeError(`no prompt: ${response.status}`);
    return { prompt, authReqId };
  };
}
