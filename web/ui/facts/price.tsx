import { cx } from '../cx.ts'
import { kobo, naira } from '../format.ts'

type Amount = { kobo: number | bigint; naira?: never } | { naira: number | string; kobo?: never }

/** "₦68,000" from either unit. */
function amountText(amount: Amount): string {
  return amount.kobo === undefined ? naira(amount.naira) : kobo(amount.kobo)
}

type PriceProps = Amount & { className?: string; strong?: boolean }

/** An amount of money in tabular figures. Pass kobo for ledger amounts, naira for catalogue values. */
export function Price({ className, strong, ...amount }: PriceProps) {
  return (
    <span className={cx('whitespace-nowrap tabular-nums', strong && 'font-bold', className)}>{amountText(amount)}</span>
  )
}
