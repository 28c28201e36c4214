import type { I18n } from '@lingui/core'
import type { DatedPart } from '#web/group-buys/queries.ts'
import { translate } from '#web/languages/translate.ts'
import { latenessOf } from '#web/orders/late-order.ts'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { LateActs } from '#web/ui/facts/late-acts.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface LatePartsProps {
  parts: readonly DatedPart[]
  buy: { share_date: string | null }
  now: string
  i18n: I18n
}

/** Which of the viewer's orders are late, and what they may do, as HTML without scripts; empty if none is. */
export function latePartsHtml({ parts, buy, now, i18n }: LatePartsProps): string {
  const late = parts.flatMap((part) => {
    const lateness = latenessOf({ ...part, group_buy: buy }, now)
    return lateness ? [{ part, lateness }] : []
  })
  if (late.length === 0) return ''
  const notices = late.map(({ part, lateness }) => (
    <Notice
      key={part.id}
      tone="warning"
      {...(late.length > 1 && { title: i18n.t('Order {number}', { number: part.order_no }) })}
    >
      <p className="mb-3">{translate(i18n, lateness.text)}</p>
      <LateActs orderId={part.id} lateness={lateness} />
    </Notice>
  ))
  return staticMarkup(notices, { i18n, shell: { area: null, savesData: false } })
}
