import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { orderPath } from '#domain/texts/paths.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { CirclePerson, Contribution, listOwnOrders } from './queries.ts'

interface OwnMoneyProps {
  own: CirclePerson
  orders: Awaited<ReturnType<typeof listOwnOrders>>
  contributions: readonly Contribution[]
}

/** The viewer's money in the circle, and their orders. */
export function OwnMoney({ own, orders, contributions }: OwnMoneyProps) {
  const { i18n } = useLingui()
  const paidKobo = contributions
    .filter(({ member_id, paid_at }) => member_id === own.id && paid_at !== null)
    .reduce((all, { amount_kobo }) => all + amount_kobo, 0)
  return (
    <section aria-labelledby="money" className="grid gap-4">
      <SectionHeading id="money">{i18n.t('Your money')}</SectionHeading>
      <DataList
        facts={[
          { label: i18n.t('You have paid in'), value: kobo(paidKobo) },
          ...orders.map(({ month, order }) => ({
            label: i18n.t('Month {month}: {product}', { month, product: order.group_buy?.product_name ?? '' }),
            value: (
              <Link to={orderPath(order.id)} className="text-link">
                {i18n.t('{naira}, order {number}', { naira: kobo(order.charged_kobo), number: order.order_no })}
              </Link>
            ),
          })),
          { label: i18n.t('Yours in the circle now'), value: kobo(own.balance_kobo ?? 0), total: true },
        ]}
      />
    </section>
  )
}
