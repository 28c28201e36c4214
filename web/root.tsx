import { useLingui } from '@lingui/react'
import { type ReactNode, use, useEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import type { Api } from '#api/api.ts'
import { brand } from '#domain/brand/brand.ts'
import type { Route } from './+types/root.ts'
import { readBanner } from './banners/read-banner.ts'
import { readCartTotals } from './cart/sync/cart-totals.ts'
import { apiContext, areaContext, siteContext, viewerContext } from './context.ts'
import { i18nFromMatches } from './languages/i18n.ts'
import { LANGUAGES, languageFromCookie } from './languages/languages.ts'
import { readLanguage } from './languages/read-language.ts'
import { readDuties } from './layouts/duties.ts'
import { ErrorPage } from './layouts/error-page.tsx'
import { StaleNotice } from './layouts/stale-notice.tsx'
import { redirectToLastPage } from './lists/list-end.ts'
import { withoutEmptyParams } from './lists/without-empty-params.ts'
import { countUnread } from './notices/queries.ts'
import { clearCodesOfOtherUsers } from './offline/cached-codes.ts'
import { registerWorker } from './offline/register-worker.ts'
import { showStaleWhenOffline, useRememberLoaderData } from './offline/stale-when-offline.ts'
import { WorkerTexts } from './offline/worker-texts.ts'
import { wasUnreached } from './offline.ts'
import { readArea } from './places/area/own-area.ts'
import { FailedReadsNotice } from './rendering/failed-reads-notice.tsx'
import quietScript from './rendering/hydrate-on-interaction.js?url&no-inline'
import { Nonce } from './rendering/nonce.ts'
import { announceHydrated, useHasPreviewImage, useScriptLoading } from './rendering/script-loading.ts'
import { Structured } from './rendering/structured-data.ts'
import { canonicalUrl } from './routing/canonical-url.ts'
import { hasLateScripts } from './routing/page-facts.ts'
import { storeReferral } from './session/referral.ts'
import { SessionKeeper } from './session/session-keeper.tsx'
import type { Shell } from './shell.ts'
import { useShell } from './shell.ts'
import lowDataScript from './theme/low-data.js?url&no-inline'
import { savesData } from './theme/low-data.ts'
import { themeFromCookies } from './theme/preference.ts'
import displayFace from './theme/sign.woff2?url&no-inline'
import './theme/theme.css'

export const middleware: Route.MiddlewareFunction[] = [
  readLanguage,
  readArea,
  storeReferral,
  withoutEmptyParams,
  redirectToLastPage,
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [showStaleWhenOffline]

export async function loader({ request, url, context }: Route.LoaderArgs): Promise<Shell> {
  const { publishableKey, origin, languages } = context.get(siteContext)
  const viewer = context.get(viewerContext)
  const [{ unread, duties }, area] = await Promise.all([
    viewer.userId === null ? { unread: 0, duties: [] } : readOwn(context.get(apiContext)),
    context.get(areaContext)(),
  ])
  const language = languageFromCookie(request.headers, languages)
  return {
    viewer,
    area,
    unread,
    duties,
    cart: readCartTotals(request.headers.get('cookie'), viewer.userId),
    theme: themeFromCookies(request.headers.get('cookie')),
    savesData: savesData(request.headers),
    language,
    languages,
    now: new Date().toISOString(),
    publishableKey,
    origin,
    banner: readBanner(context, { role: viewer.role, duties, state: area?.state ?? null, language }),
    lateScripts: hasLateScripts(url.pathname),
  }
}

/**
 * Only for signed-in users: the "not now" page is rendered without a database, so an anonymous shell must not query
 * one.
 */
async function readOwn(api: Api): Promise<Pick<Shell, 'unread' | 'duties'>> {
  const [unread, duties] = await Promise.all([countUnread(api), readDuties(api)])
  return { unread, duties }
}

/**
 * The viewer can change through a form's action or an explicit reload (even one that redirects, as on sign-out), but
 * not by opening another page or filtering a list.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = args
  if (wasUnreached(args.actionResult)) return false
  if (formMethod !== undefined && formMethod !== 'GET') return true
  const isOtherSearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return args.defaultShouldRevalidate && !isOtherSearch
}

export default function Root() {
  const { viewer } = useShell()
  const { pathname } = useLocation()
  useRememberLoaderData()
  useEffect(() => clearCodesOfOtherUsers(viewer.userId), [viewer.userId])
  useEffect(() => void registerWorker(), [])
  return (
    <>
      {/* Makes the router load this page's route early: loading it during an offline revalidation would fail. */}
      <form hidden data-discover="true" action={pathname} />
      <SessionKeeper viewer={viewer} />
      <StaleNotice />
      <FailedReadsNotice />
      <Outlet />
    </>
  )
}

/** The error page sets its own title (layouts/error-page.tsx). */
export const meta: Route.MetaFunction = ({ error, matches }) =>
  error ? [] : [{ title: brand.name }, { name: 'description', content: i18nFromMatches(matches).t(brand.tagline) }]

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const nonce = use(Nonce)
  const { viewer, theme, savesData: isLight, language, publishableKey, origin, banner } = useShell()
  const scripts = useScriptLoading()
  const hasPreviewImage = useHasPreviewImage()
  const address = canonicalUrl(origin, useLocation())
  const structured = use(Structured)
  const words = use(WorkerTexts)
  useEffect(announceHydrated, [])
  const withNonce = nonce ? { nonce } : {}
  return (
    <html
      lang={LANGUAGES[language].tag}
      data-theme={theme === 'system' ? undefined : theme}
      data-low={isLight || undefined}
      data-reader={viewer.userId ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1f1c17" />
        <meta name="publishable-key" content={publishableKey} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Meta />
        {address && <link rel="canonical" href={address} />}
        {address && <meta property="og:url" content={address} />}
        <meta property="og:site_name" content={brand.name} />
        {!hasPreviewImage && <SitePreviewImage origin={origin} />}
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Discovered only in the style sheet, even a cached font would arrive after the first paint. Low priority, so
            that it delays nothing. */}
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={displayFace}
          crossOrigin="anonymous"
          fetchPriority="low"
        />
        {/* Styles come from our own origin; a nonce on them would only cause a hydration mismatch. */}
        <Links nonce="" />
        {isLight && <script src={lowDataScript} defer {...withNonce} suppressHydrationWarning />}
        {scripts !== 'now' && <script src={quietScript} defer {...withNonce} suppressHydrationWarning />}
        {/* Last in the head: it is rendered only on the server, and hydration tolerates foreign elements only at the
            end. */}
        {structured && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by structuredText.
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structured }} />
        )}
        {words && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by inertJson.
          <script type="application/json" id="worker-words" dangerouslySetInnerHTML={{ __html: words }} />
        )}
      </head>
      <body>
        {/* First in the tab order, even before notices about the session. */}
        <a href="#main" className="skip-link">
          {i18n.t('Skip to the page')}
        </a>
        {/* In an offline copy, web/offline/worker/pages.js unhides it and adds the copy's age. */}
        <p
          id="saved-copy"
          hidden
          role="status"
          className="bg-oil px-4 py-2 text-center font-semibold text-on-oil"
          suppressHydrationWarning
        >
          {i18n.t('A saved copy.')}
        </p>
        {/* Escaped by bannerHtml. As HTML it costs shoppers no component. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above. */}
        {banner && <div dangerouslySetInnerHTML={{ __html: banner }} />}
        {children}
        {scripts !== 'none' && <ScrollRestoration {...withNonce} />}
        {scripts !== 'none' && <Scripts {...withNonce} />}
      </body>
    </html>
  )
}

/** The preview image of pages that have none of their own. */
function SitePreviewImage({ origin }: { origin: string }) {
  return (
    <>
      <meta property="og:image" content={`${origin}/og/site.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${brand.name}: ${useLingui().i18n.t(brand.tagline)}`} />
    </>
  )
}
