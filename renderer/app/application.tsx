// The application: server state, the chosen realm, messages, and the router over the screens.
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createHashRouter, Navigate, RouterProvider } from 'react-router';
import { ApiProvider } from '../api/api-context.tsx';
import { type Api, ApiError } from '../api/http.ts';
import { NoSuchScreen } from './not-here.tsx';
import { SCREENS } from './routes.tsx';
import { Shell } from './shell.tsx';

/** Only a server that did not answer is worth asking again; a refusal stays one. */
function shouldRetry(count: number, error: Error): boolean {
  return count < 2 && error instanceof ApiError && error.status === 0;
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The server is on this machine more often than not: a browser that has lost its network may still reach it.
      queries: { retry: shouldRetry, staleTime: 2000, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

function createRouter(): ReturnType<typeof createHashRouter> {
  return createHashRouter([
    {
      element: <Shell />,
      children: [
        { index: true, element: <Navigate to="/overview" replace /> },
        ...SCREENS.map(({ pattern, element }) => ({ path: pattern, element })),
        { path: '*', element: <NoSuchScreen /> },
      ],
    },
  ]);
}

/** The console over one server. */
export function Application({ api }: { readonly api: Api }): ReactNode {
  const [queries] = useState(createQueries);
  const [router] = useState(createRouter);
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider api={api}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </ApiProvider>
    </QueryClientProvider>
  );
}
