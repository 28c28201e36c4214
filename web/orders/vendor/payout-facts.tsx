import { Link } from 'react-router'
import { isMoneyPart, type MoneyPart, moneyPartTexts } from '#domain/payouts/money-parts.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import type { ShopOrder } from './order-queries.ts'

type PayoutPart = ShopOrder['payoutParts'][number]

/** In which payout the order's money is or was; or why it is in none, and when it will be. One fact a part. */
export function payoutFacts(parts: readonly PayoutPart[]): Fact[] {
  const labels = new Map<string, number>()
  return parts.flatMap((one) => {
    const { part } = one
    if (!isMoneyPart(part)) return []
    const number = (labels.get(part) ?? 0) + 1
    labels.set(part, number)
    const label = number > 1 ? `${LABELS[part]} (${number})` : LABELS[part]
    return { label, value: payoutLine(one, part) }
  })
}

const LABELS: Readonly<Record<MoneyPart, string>> = {
  not_handed_over: 'Not in a payout yet',
  claim_time: 'Waits for claims',
  claim_open: 'Held by a claim',
  disputed: 'Held by a dispute',
  ready: 'In your next payout',
  on_its_way: 'In a payout on its way',
  paid_out: 'Paid out',
  returned: 'In a payout that came back',
}

function payoutLine(
  { amount_kobo: amountKobo, at, payout_id: payout, last_four: lastFour }: PayoutPart,
  part: MoneyPart,
) {
  const [amount, when] = [kobo(amountKobo), at ? moment(at) : '']
  if (payout) {
    return (
      <Link to={`/vendor/payouts/orders?payout=${payout}`} className="text-link">
        {amount}, {when}, account ending in {lastFour}
      </Link>
    )
  }
  if (part === 'not_handed_over') return `${amount}, ${NOT_YET}`
  if (part === 'claim_time') return `${amount}, yours from ${when} if there is no claim; then in your next payout`
  if (part === 'ready') return amount
  return `${amount}: ${moneyPartTexts[part].toLowerCase()}`
}

const NOT_YET = 'because it is not handed over. It is yours once that is done and the time for claims has passed'
