import { useLingui } from '@lingui/react'
import { data, Link, redirect } from 'react-router'
import { readPaymentWay } from '#domain/payments/ways.ts'
import { circlePath } from '#domain/texts/paths.ts'
import { apiContext, siteContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { redirectToPayment, rejectPayment } from '#web/forms/pay-with-peps.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import type { Route } from './+types/circle.ts'
import { Rules } from './circle-rules.tsx'
import { circleStates } from './circle-texts.ts'
import { FormingCircle } from './forming-circle.tsx'
import { Leave } from './leave.tsx'
import { Members } from './members.tsx'
import { NO_AJO } from './no-ajo.ts'
import { OwnMoney } from './own-money.tsx'
import { OwnTurn } from './own-turn.tsx'
import { PayMonth } from './pay-month.tsx'
import {
  listChoices,
  listCirclePeople,
  listContributions,
  listOwnOrders,
  listVotes,
  readInvitationCode,
  readSheet,
} from './queries.ts'
import { VoteForm } from './vote-form.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const found = await readSheet(api, params.id)
  const people = found ? await listCirclePeople(api, params.id) : []
  const own = people.find(({ is_own }) => is_own)
  if (!found || !own) throw data(NO_AJO.title, { status: 404 })
  const { sheet, months } = found
  const open = sheet.status === 'running' ? (months.find(({ closed_at }) => closed_at === null) ?? null) : null
  const [contributions, orders, votes, choices, code] = await Promise.all([
    listContributions(api, sheet.id),
    listOwnOrders(api, sheet.id),
    open ? listVotes(api, sheet.id, open.month) : [],
    open ? listChoices(api, open.closes_at) : [],
    sheet.status === 'forming' ? readInvitationCode(api, sheet.id) : null,
  ])
  const { origin } = context.get(siteContext)
  const link = code && `${origin}/account/ajo/join/${code}`
  return { sheet, months, open, people, own, contributions, orders, votes, choices, link, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const circle_id = params.id
  switch (form.field('intent')) {
    case 'start':
      return commandResult(
        form,
        await api.command('start-ajo-circle', { circle_id }, form.key),
        /*i18n*/ 'The circle has started, and its members have been told.',
      )
    case 'vote':
      return commandResult(
        form,
        await api.command('vote-in-ajo-circle', { circle_id, group_buy_id: form.field('group_buy_id') }),
        /*i18n*/ 'Your vote is saved. You can change it until the circle buys.',
      )
    case 'leave': {
      const left = await api.command('leave-ajo-circle', {
        circle_id,
        expected_kobo: Number(form.field('expected_kobo')),
      })
      if (left.ok && form.field('was') === 'forming') return redirect('/account/ajo')
      return commandResult(form, left, /*i18n*/ 'You have left the circle.')
    }
    default: {
      const payment = {
        contribution_id: form.field('contribution_id'),
        expected_kobo: Number(form.field('expected_kobo')),
        way: readPaymentWay(form.field('way')),
      }
      const paid = await api.command('pay-ajo-contribution', payment, form.key)
      return paid.ok ? redirectToPayment(paid.value) : rejectPayment(form, paid)
    }
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A circle for its members: what to pay, the vote, their own money, who has paid, and the rules. */
export default function Circle({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { sheet, months, open, people, own, contributions, orders, votes, choices, link, key } = loaderData
  const isActive = own.status === 'active'
  const turn = months.find(({ month }) => month === own.turn)
  const hasHadTurn = turn !== undefined && turn.closed_at !== null
  return (
    <>
      <PageHeading
        lead={i18n.t(sheet.kind === 'turns' ? LEAD_OF_TURNS : LEAD)}
        action={<Badge tone={circleStates[sheet.status].tone}>{i18n.t(circleStates[sheet.status].label)}</Badge>}
      >
        {sheet.name}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-measure gap-10">
        {turn && <OwnTurn own={own} turn={turn} />}
        {sheet.status === 'forming' && <FormingCircle sheet={sheet} own={own} link={link} />}
        {open && isActive && (
          <>
            <PayMonth
              open={open}
              contribution={contributions.find(
                ({ member_id, month, paid_at }) => member_id === own.id && month === open.month && paid_at === null,
              )}
              turn={own.turn}
              sendKey={key}
            />
            <VoteForm open={open} choices={choices} votes={votes} ownId={own.id} />
          </>
        )}
        {sheet.status !== 'forming' && <OwnMoney own={own} orders={orders} contributions={contributions} />}
        <Members people={people} contributions={contributions} open={open} />
        {sheet.status !== 'forming' && (
          <p>
            <Link to={`${circlePath(sheet.id)}/sheet`} className="inline-flex min-h-11 items-center text-link">
              {i18n.t('The sheet of the circle: every month, and where the money is')}
            </Link>
          </p>
        )}
        <Rules circle={sheet} isFolded={sheet.status !== 'forming'} />
        {(sheet.status === 'forming' || (isActive && !hasHadTurn)) && <Leave sheet={sheet} own={own} />}
      </div>
    </>
  )
}

const LEAD = /*i18n*/ 'A circle of ajo. Each member’s money is their own, and we hold it.'
const LEAD_OF_TURNS =
  /*i18n*/ 'A circle of ajo that takes turns. Each month the sums of all are one member’s, and we hold them.'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(loaderData?.sheet.name ?? i18n.t(NO_AJO.title), i18n.t('A circle of ajo.'))
}

export const ErrorBoundary = notFoundBoundary(NO_AJO)
