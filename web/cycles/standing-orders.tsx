import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { STANDING_ORDERS_PATH } from '#domain/texts/paths.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Route } from './+types/standing-orders.ts'
import { listStandingOrders, type OwnStandingOrder } from './queries.ts'
import { LastRound, nextText, standingText } from './standing-texts.tsx'
import { changeByForm, StandingTools } from './standing-tools.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const isSaved = choiceParam(url.searchParams, 'done', ['saved']) !== ''
  return { isSaved, orders: await listStandingOrders(context.get(apiContext)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeByForm(context.get(apiContext), await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A buyer's standing orders: what, when next, what became of the last round, and skipping, pausing, ending. */
export default function StandingOrders({ loaderData: { isSaved, orders }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const result = actionData ?? (isSaved ? { ok: true as const, text: SAVED } : null)
  return (
    <>
      <PageHeading lead={i18n.t('The same in every round of a group buy. Nothing is ever paid without you.')}>
        {i18n.t('Standing orders')}
      </PageHeading>
      <OutcomeNotice outcome={result} />
      {orders.length === 0 ? (
        <EmptyState
          title={i18n.t('No standing orders yet.')}
          action={<LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>}
        >
          {i18n.t('Some group buys are repeated each week or month. Their pages have "Order the same each time".')}
        </EmptyState>
      ) : (
        <ul className="max-w-measure divide-y divide-grain border-y border-grain">
          {orders.map((order) => (
            <li key={order.id} className="grid gap-2 py-4">
              <StandingOrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const SAVED = /*i18n*/ 'Saved. It is for the rounds that open from now on.'

function StandingOrderCard({ order }: { order: OwnStandingOrder }) {
  const { i18n } = useLingui()
  return (
    <>
      <h2 className="text-18 break-words">
        <Link to={`${STANDING_ORDERS_PATH}/${order.cycle_id}`} className="text-link">
          {order.product_name}
        </Link>
      </h2>
      <p className="text-14 break-words text-soft">{order.shop}</p>
      <p>{standingText(i18n, order)}</p>
      <p className="font-semibold">{nextText(i18n, order)}</p>
      <LastRound order={order} />
      <StandingTools order={order} />
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Standing orders'), i18n.t('The same in every round of a group buy.'))
}
