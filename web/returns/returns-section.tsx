import { useLingui } from '@lingui/react'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import type { readReturns } from './queries.ts'
import { comingText, returnedFacts } from './returned-money.ts'

interface ReturnsProps extends Awaited<ReturnType<typeof readReturns>> {
  now: string
}

/** Money that came back to the user so far, and each order whose money is on its way. */
export function ReturnsSection({ totals, coming, now }: ReturnsProps) {
  const { i18n } = useLingui()
  const facts = returnedFacts(i18n, totals, now)
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="returns" className="mb-8 max-w-measure">
      <h2 id="returns" className="mb-2 text-22">
        {i18n.t('Money back')}
      </h2>
      <DataList facts={facts} />
      {coming.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-18">{i18n.t('Still to come')}</h3>
          <DataList
            facts={coming.map((part) => {
              const number = part.order_no
              const from = !number
                ? i18n.t('A payment for no order')
                : part.what
                  ? i18n.t('{product}, order {number}', { product: part.what, number })
                  : i18n.t('Order {number}', { number })
              return {
                label: `${from}. ${comingText(i18n, part, now)}`,
                value: kobo(part.coming_kobo ?? 0),
                to: part.order_id ? `/account/orders/${part.order_id}` : `/account/payments/${part.payment_id}`,
              }
            })}
          />
        </>
      )}
    </section>
  )
}
