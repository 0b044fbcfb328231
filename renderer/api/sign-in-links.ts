// "Sign in as": links that sign a browser in as a user, and where the application of a client starts.
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { SampleApplicationWire } from '#protocol/contract/admin-api.ts';
import type { ClientStartWire, NewSignInLinkWire, SignInLinkWire } from '#protocol/contract/sign-in-links.ts';
import { text } from '../texts/text.ts';
import { useApi, useRealm } from './api-context.tsx';
import { ApiError, remedyOf } from './api-error.ts';
import { emulatorRealmPath } from './roles.ts';

/** Where the application of a client starts. Not loaded without a client. */
export function useClientStart(clientId: string | undefined): UseQueryResult<ClientStartWire> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams({ client: clientId ?? '' });
  return useQuery({
    queryKey: ['client-start', realm, clientId],
    enabled: clientId !== undefined,
    queryFn: ({ signal }) =>
      api.get<ClientStartWire>(`${emulatorRealmPath(realm)}/sign-in-links/start?${query}`, signal),
  });
}

/** A link to create, and the sample application that has to be started before. */
export interface SignInAs extends NewSignInLinkWire {
  readonly application?: string;
}

/** The error with how to fix it, which a dialog shows as one text. */
function withRemedy(error: unknown): unknown {
  const remedy = remedyOf(error);
  if (!(error instanceof ApiError) || remedy === undefined) return error;
  return new ApiError(error.status, `${error.message} ${remedy}`, {
    answer: error.answer,
    cause: error,
    isServerText: true,
  });
}

/** Creates a link. It works once, for a minute, so it should be opened immediately. */
export function useSignInLink(): UseMutationResult<SignInLinkWire, Error, SignInAs> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({
    mutationFn: async ({ application, ...link }) => {
      const base = emulatorRealmPath(realm);
      if (application !== undefined) {
        const path = `${base}/applications/${encodeURIComponent(application)}`;
        const { state, error } = await api.call<SampleApplicationWire>('POST', path);
        if (state !== 'running')
          throw new Error(
            error === undefined ? text('api:application.silent') : text('api:application.failed', { error }),
          );
      }
      try {
        return await api.call<SignInLinkWire>('POST', `${base}/sign-in-links`, link);
      } catch (error) {
        throw withRemedy(error);
      }
    },
  });
}
