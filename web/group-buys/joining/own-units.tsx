import { useLingui } from '@lingui/react'
import { payBy } from '#domain/orders/pay-by.ts'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import { PayLink } from '#web/ui/controls/pay-link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { focusResult } from './focus-result.ts'
import { JoinedNotice } from './joined-notice.tsx'
import type { Joining } from './use-join.ts'

interface OwnUnitsProps {
  buy: { unit: string; payment_due_at: string | null }
  join: Joining
  now: string
}

/**
 * On a card, in the place of the Join form: what the viewer has in the buy, and the next act, which is paying. Taking
 * more is on the buy's own page.
 */
export function OwnUnits({ buy, join, now }: OwnUnitsProps) {
  const { i18n } = useLingui()
  const { mine, unpaid, refusal } = join
  if (join.joined) return <JoinedNotice buy={buy} join={join} now={now} />
  return (
    <div className="grid justify-items-start gap-2">
      {refusal && (
        <div ref={focusResult} tabIndex={-1}>
          <Notice tone="info">{translate(i18n, refusal)}</Notice>
        </div>
      )}
      <p className="text-14 font-semibold text-leaf">
        {i18n.t('You have {units} in this group buy.', { units: countUnits(mine, buy.unit) })}
      </p>
      {unpaid && (
        <PayLink
          order={unpaid}
          until={payBy({ hold_expires_at: unpaid.hold_expires_at, group_buy: buy })}
          now={now}
          className="relative z-10"
        />
      )}
    </div>
  )
}
