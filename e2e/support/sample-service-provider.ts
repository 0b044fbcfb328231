// Starts the sample service provider like "Try it".
import { callAdmin } from './server.ts';

const PATH = '/emulator/v1/realms/demo/applications/service-provider';

/** Starts it in the demo realm and returns its URL. */
export async function startSampleServiceProvider(serverUrl: string): Promise<string> {
  const answer = await callAdmin(serverUrl, 'POST', PATH);
  const { url, error } = (await answer.json()) as { url?: string; error?: string };
  if (url === undefined) throw new Error(`the service provider does not run: ${answer.status} ${error}`);
  return url;
}

export async function stopSampleServiceProvider(serverUrl: string): Promise<void> {
  const answer = await callAdmin(serverUrl, 'DELETE', PATH);
  if (!answer.ok) throw new Error(`the service provider was not ended: ${answer.status}`);
}
