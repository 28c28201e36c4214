import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/payouts.ts'
import { listPayouts, listStuckPayouts, readPayoutAddress, sumPayouts } from './payout-list.ts'
import { PayoutTable } from './payout-table.tsx'
import { listShopsWithMoney } from './queries.ts'
import { ShopsWithMoney } from './shops-with-money.tsx'
import { StuckPayouts } from './stuck-payouts.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const show = choiceParam(url.searchParams, 'show', ['stuck', 'shops'])
  const stuck = await listStuckPayouts(api)
  if (show === 'shops') return { show, stuck, shops: await listShopsWithMoney(api), table: null }
  if (show === 'stuck') return { show, stuck, shops: null, table: null }
  const today = lagosDate(new Date())
  const address = await readPayoutAddress(api, url.searchParams, today)
  const [list, sums] = await Promise.all([listPayouts(api, address, url.searchParams), sumPayouts(api, address)])
  return {
    show,
    stuck,
    shops: null,
    table: { query: address.query, days: address.days, hasMoreShops: address.isCut, list, sums, today },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const api = context.get(apiContext)
  if (field('payout_id')) {
    const asked = await api.command('check-payout', { payout_id: field('payout_id') })
    return commandResult(form, asked, 'The gateway is being asked. The answer is here within a minute.')
  }
  const held = field('held') === 'yes'
  const hold = { vendor_id: field('vendor_id'), held, reason: field('reason') }
  const done = await api.command('hold-payouts', hold)
  return commandResult(form, done, held ? 'Payouts to this shop are stopped.' : 'Payouts to this shop are released.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Payouts to shops: all of them, those that are stuck, and the shops' balances. */
export default function StaffPayouts({ loaderData: { show, stuck, shops, table }, actionData }: Route.ComponentProps) {
  const failure = stuck.failure ?? shops?.failure
  return (
    <>
      <PageHeading lead="Payouts to shops. Stuck payouts are checked automatically until their outcome is known.">
        Payouts
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      <div className="mb-6">
        <Tabs
          label="Payouts"
          tabs={[
            {
              to: '?show=stuck',
              label: 'Needs attention',
              current: show === 'stuck',
              amount: stuck.stuck.length + stuck.back.length,
            },
            { to: '?', label: 'All payouts', current: show === '' },
            { to: '?show=shops', label: 'Shops with money', current: show === 'shops' },
          ]}
        />
      </div>
      {show === 'stuck' && <StuckPayouts stuck={stuck.stuck} back={stuck.back} />}
      {shops && <ShopsWithMoney shops={shops.rows} />}
      {table && <PayoutTable {...table} />}
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Payouts', 'Payouts to vendors.')
