import { useLingui } from '@lingui/react'
import { data, type MetaFunction } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { PAGE_UNAVAILABLE } from '#domain/texts/screens.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { Wordmark } from '#web/layouts/bar/wordmark.tsx'
import { RequestNumber } from '#web/layouts/request-number.tsx'
import type { PageHandle } from '#web/shell.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'

/**
 * Rendered once and shown instead of any page, so it cannot depend on the viewer or the URL: no navigation bar, no
 * scripts.
 */
export const handle: PageHandle = { scripts: false }

export function loader() {
  return data(null, { status: 503 })
}

/** Shown while the database is unreachable or requests are rejected under overload. */
export default function NotNow() {
  const { i18n } = useLingui()
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh w-full max-w-page flex-col items-start gap-8 px-4 py-6"
    >
      <Wordmark />
      <div className="flex flex-col items-start gap-8 md:flex-row md:items-center md:gap-14">
        <img src="/hero/empty-stall.svg" alt="" width={320} height={240} className="w-full max-w-80 rounded-card" />
        <div>
          <PageHeading lead={i18n.t(PAGE_UNAVAILABLE.lead)}>{i18n.t(PAGE_UNAVAILABLE.title)}</PageHeading>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the requested page */}
          <a href="" className={buttonClass({})}>
            {i18n.t('Try again')}
          </a>
          <RequestNumber />
        </div>
      </div>
    </main>
  )
}

export const meta: MetaFunction = ({ matches }) => [
  { title: `${i18nFromMatches(matches).t(PAGE_UNAVAILABLE.title)} · ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]
