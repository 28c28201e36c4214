import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from 'react-router'
import type { Shell } from '#web/shell.ts'

interface StaticPageFacts {
  i18n: I18n
  /** The facts that cards and pictures read with `useShell`. */
  shell: Pick<Shell, 'area' | 'savesData'>
}

/** Renders a part of a page to HTML for which browsers load no script. Its links are ordinary links. */
export function staticMarkup(part: ReactNode, { i18n, shell }: StaticPageFacts): string {
  const route = { id: 'root', path: '/', element: part }
  const context: StaticHandlerContext = {
    basename: '/',
    location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
    matches: [{ params: {}, pathname: '/', pathnameBase: '/', route }],
    loaderData: { root: shell },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  }
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <StaticRouterProvider router={createStaticRouter([route], context)} context={context} hydrate={false} />
    </I18nProvider>,
  )
}
