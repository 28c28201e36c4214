import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { data, Link } from 'react-router'
import { scanAddress } from '#domain/hand-overs/code-text.ts'
import { GIVE_CODE_ONLY } from '#domain/hand-overs/hand-over-texts.ts'
import { qrPath } from '#domain/qr-path.ts'
import { apiContext, i18nContext, siteContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import keepScript from '#web/offline/cache-codes.js?url&no-inline'
import { cacheCodesPage } from '#web/offline/cached-codes.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/codes.ts'
import { CachedCopy } from './cached-copy.tsx'
import { listPlaces } from './queries.ts'
import { VisitCard } from './visit/visit-card.tsx'
import { groupVisits } from './visit/visits.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext)
  const api = context.get(apiContext)
  const [read, places] = await Promise.all([api.command('read-codes', {}), listPlaces(api)])
  if (!read.ok) return data({ codes: [], places, readAt: null, failure: read.refusal.message })
  const codes = groupVisits(read.value.codes).map((visit) => ({
    ...visit,
    qr: qrPath(scanAddress(origin, { orderNo: visit.orders[0].order_no, code: visit.code, token: visit.token })),
    nomineeQr:
      visit.nominee &&
      qrPath(
        scanAddress(origin, {
          orderNo: visit.orders[0].order_no,
          code: visit.nominee.code,
          token: visit.nominee.token,
        }),
      ),
  }))
  return data(
    { codes, places, readAt: new Date().toISOString(), failure: null },
    { headers: { 'cache-control': 'no-store' } },
  )
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const hand_over_id = form.field('hand_over_id')
  const intent = form.field('intent')
  if (intent === 'renew') {
    const renewed = await api.command('renew-code', { hand_over_id })
    return commandResult(form, renewed, /*i18n*/ 'Here is your new code. The old one no longer works.')
  }
  const name = intent === 'send' ? form.field('name') : null
  const done = await api.command('name-nominee', { hand_over_id, name })
  if (name === null) return commandResult(form, done, /*i18n*/ 'That code no longer works.')
  const i18n = context.get(i18nContext)
  return commandResult(form, done, i18n.t('{name} has a code now. Send it to them.', { name }))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The codes of everything the viewer has to collect, one for each visit. Available offline once viewed. */
export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { codes, places, readAt, failure } = loaderData
  useEffect(() => {
    if (readAt) cacheCodesPage(readAt)
  }, [readAt])
  return (
    <>
      <PageHeading lead={i18n.t(GIVE_CODE_ONLY)}>{i18n.t('To collect')}</PageHeading>
      <CachedCopy readAt={readAt} />
      {failure && <ErrorState message={failure} reload={i18n.t('Your order is safe.')} />}
      <OutcomeNotice namesFault outcome={actionData} />
      {codes.length === 0 && !failure && (
        <EmptyState
          title={i18n.t('Nothing to collect now')}
          action={<LinkButton to="/account/orders">{i18n.t('Your orders')}</LinkButton>}
        >
          {i18n.t('When your food is ready, you find its code here, and the place where you collect it.')}
        </EmptyState>
      )}
      <ul className="grid gap-8 xl:grid-cols-2">
        {codes.map((visit) => (
          <li key={visit.orders[0].hand_over_id} className="min-w-0">
            <VisitCard visit={visit} now={readAt ?? ''} />
          </li>
        ))}
      </ul>
      {/* Below the codes, which are needed at the counter. */}
      {places.length > 0 && (
        <p className="mt-5">
          <Link to="/handover" className="text-link">
            {i18n.t('Hand over at {places}', { places: places.map(({ name }) => name).join(', ') })}
          </Link>
        </p>
      )}
      {codes.some(({ orders }) => orders.some(({ kind }) => kind === 'stockpile')) && (
        <p className="mt-5">
          <Link to="/account/stockpile" className="inline-flex min-h-11 items-center text-link">
            {i18n.t('See what we keep for you and how long it is free')}
          </Link>
        </p>
      )}
      {readAt && <script src={keepScript} defer />}
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('To collect'), i18n.t('Your codes for the food that is ready.'))
}
