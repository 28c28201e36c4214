import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { count, kobo, peps, plural } from '#web/ui/format.ts'
import type { PersonParts } from './person-queries.ts'

/** Sums of the orders that the viewer oversees. */
export function PersonMoney({ money, area }: { money: PersonParts['money']; area: string }) {
  if (!money) return null
  const { coming_back_kobo: coming, stuck_refunds: stuck, peps_kobo: pepsKobo } = money
  return (
    <RecordSection id="money" title="Money">
      <DataList
        facts={[
          { label: 'Paid orders under way', value: count(money.live_orders) },
          { label: 'Orders to pay', value: count(money.unpaid_orders) },
          { label: 'Held for their orders', value: kobo(money.held_kobo) },
          {
            label: 'On its way back to them',
            value: stuck > 0 ? `${kobo(coming)}, ${plural(stuck, 'refund')} stuck` : kobo(coming),
          },
          { label: 'Disputed by their bank', value: plural(money.open_disputes, 'payment') },
          ...(pepsKobo === null
            ? []
            : [
                {
                  label: 'PEPS',
                  value: peps(Number(pepsKobo) / 100),
                  ...(area === '/chief' && { to: '/chief/ledger/accounts' }),
                },
              ]),
        ]}
      />
    </RecordSection>
  )
}
