import { useLingui } from '@lingui/react'
import { data, Link } from 'react-router'
import { circlePath } from '#domain/texts/paths.ts'
import { apiContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import type { Route } from './+types/sheet.ts'
import { circleStates } from './circle-texts.ts'
import { NO_AJO } from './no-ajo.ts'
import { readSheet } from './queries.ts'
import { Sums } from './sums.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await readSheet(context.get(apiContext), params.id)
  if (!found) throw data(NO_AJO.title, { status: 404 })
  return { sheet: found.sheet, months: found.months, readAt: new Date().toISOString() }
}

/** The sheet of a circle, as that of a group buy: where every kobo is, from the books. */
export default function CircleSheetPage({ loaderData: { sheet, months, readAt } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading
        lead={i18n.t('Where the money of this circle is, from our books.')}
        action={<Badge tone={circleStates[sheet.status].tone}>{i18n.t(circleStates[sheet.status].label)}</Badge>}
      >
        {i18n.t('Sheet of the circle')}
      </PageHeading>
      <p className="mb-6 text-18">
        <Link to={circlePath(sheet.id)} className="text-link">
          {sheet.name}
        </Link>
      </p>
      <div className="grid max-w-measure gap-8">
        <Sums sheet={sheet} months={months} />
        <p className="text-14 text-soft">{i18n.t('As of {moment}.', { moment: datedMoment(readAt) })}</p>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Sheet of the circle'), i18n.t('Where the money of a circle of ajo is.'))
}

export const ErrorBoundary = notFoundBoundary(NO_AJO)
