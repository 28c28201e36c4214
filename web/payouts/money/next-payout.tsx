import { Link } from 'react-router'
import { isMoneyPart, moneyPartHints, moneyPartTexts, WAITING_PARTS } from '#domain/payouts/money-parts.ts'
import { type PayoutOutlook, planNextPayout } from '#domain/payouts/next-payout.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo, moment, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { PayoutAccount } from '../queries.ts'
import type { WaitingMoney } from './queries.ts'

interface Props {
  account: PayoutAccount | null
  balance: { releasable_kobo: number }
  waiting: readonly WaitingMoney[]
  outlook: PayoutOutlook
}

/** When the next payout is, how much and to which bank; and what is not in it yet, by reason. */
export function NextPayout({ account, balance, waiting, outlook }: Props) {
  const { day, whenText, obstacle } = planNextPayout(outlook)
  const obstacleText = obstacle && formatInEnglish(obstacle)
  const readyKobo = balance.releasable_kobo
  const byThenKobo = day ? waiting.reduce((sum, { by_pay_day_kobo: kobo }) => sum + kobo, 0) : 0
  const rows = WAITING_PARTS.flatMap((part) => waiting.filter((one) => one.part === part)).filter(
    ({ part }) => part !== 'ready' || obstacle,
  )
  return (
    <div className="mb-10 grid gap-10 lg:grid-cols-2">
      <section aria-labelledby="next">
        <SectionHeading id="next">Next payout</SectionHeading>
        <DataList
          facts={[
            { label: 'When', value: whenText },
            ...(account ? [{ label: 'To', value: `${account.bank_name}, ending in ${account.last_four}` }] : []),
            { label: 'How much, as it stands now', value: kobo(obstacle ? 0 : readyKobo), total: true },
            ...(byThenKobo > 0 ? [{ label: 'More by then, if there is no claim', value: kobo(byThenKobo) }] : []),
          ]}
        />
        {obstacleText && <p className="mt-3">{obstacleText}</p>}
      </section>
      <section aria-labelledby="not-yet">
        <SectionHeading id="not-yet">Not in it yet</SectionHeading>
        {rows.length === 0 && <p className="text-soft">Nothing waits.</p>}
        <ul className="divide-y divide-grain">
          {rows.map((row) => (
            <WaitingRow key={row.part} row={row} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function WaitingRow({ row }: { row: WaitingMoney }) {
  const { part, orders, amount_kobo: amountKobo, last_at: last } = row
  if (!isMoneyPart(part)) return null
  const until = part === 'claim_time' && last ? `Until ${moment(last)} at the latest. ` : ''
  return (
    <li className="py-3">
      <p className="flex justify-between gap-4">
        <span>{moneyPartTexts[part]}</span>
        <strong className="tabular-nums">{kobo(amountKobo)}</strong>
      </p>
      <p className="text-14 text-soft">
        {until}
        {moneyPartHints[part]}
      </p>
      <Link to={`/vendor/payouts/orders?part=${part}`} className="inline-flex min-h-11 items-center text-link">
        {plural(orders, 'order')}
      </Link>
    </li>
  )
}
