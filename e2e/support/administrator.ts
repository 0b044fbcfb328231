// Signs the administrator of a server in.

/** An access token of the master realm's administrator. */
export async function administratorToken(url: string, password = 'admin'): Promise<string> {
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin',
      password,
    }),
  });
  if (!response.ok) throw new Error(`no administrator token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
