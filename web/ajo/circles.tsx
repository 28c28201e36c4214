import { useLingui } from '@lingui/react'
import { data, Link, redirect } from 'react-router'
import { checkCircle } from '#domain/ajo/circle.ts'
import { circlePath } from '#domain/texts/paths.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import type { Route } from './+types/circles.ts'
import { CircleForm } from './circle-form.tsx'
import { circleKinds, circleStates } from './circle-texts.ts'
import { NO_AJO } from './no-ajo.ts'
import { listOwnCircles, readAjoSettings } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [settings, circles] = await Promise.all([
    readAjoSettings(api),
    listOwnCircles(api, context.get(viewerContext).userId ?? ''),
  ])
  if (!settings.isOn && circles.length === 0) throw data(NO_AJO.title, { status: 404 })
  return { ...settings, circles, key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const checked = checkCircle(form.values)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const created = await context.get(apiContext).command('create-ajo-circle', checked.value, form.key)
  return created.ok ? redirect(circlePath(created.value.circle_id)) : rejectCommand(form, created)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Circles({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { isOn, offersTurns, leastNaira, mostNaira, circles, key } = loaderData
  return (
    <>
      <PageHeading
        lead={i18n.t(
          'A circle of people who each put in the same sum a month and buy food together. We hold the money.',
        )}
      >
        {i18n.t('Ajo')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-measure gap-10">
        {circles.length > 0 && (
          <section aria-labelledby="circles">
            <SectionHeading id="circles">{i18n.t('Your circles')}</SectionHeading>
            <ul className="divide-y divide-grain border-y border-grain">
              {circles.map(({ circle }) => (
                <li key={circle.id} className="relative grid gap-1 py-3">
                  <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                    <Link to={circlePath(circle.id)} className="deal-link min-w-0 font-bold break-words">
                      {circle.name}
                    </Link>
                    <Badge tone={circleStates[circle.status].tone}>{i18n.t(circleStates[circle.status].label)}</Badge>
                  </p>
                  <p className="text-14 text-soft">
                    {i18n.t(circleKinds[circle.kind])}
                    {': '}
                    {i18n.t('{naira} a month for {months} months, {seats} members', {
                      naira: kobo(circle.monthly_kobo),
                      months: circle.months,
                      seats: circle.seats,
                    })}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        {isOn && <CircleForm limits={{ leastNaira, mostNaira, offersTurns }} sendKey={key} result={actionData} />}
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Ajo'), i18n.t('Circles of people who buy food together.'))
}

export const ErrorBoundary = notFoundBoundary(NO_AJO)
