import { useLingui } from '@lingui/react'
import { cx } from '../cx.ts'

/** A placeholder as tall as the content. */
function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton', className)} />
}

interface SkeletonsProps {
  /** How many. */
  amount?: number
  label?: string
}

/** Placeholder of product cards. */
export function ProductCardSkeletons({ amount = 12, label }: SkeletonsProps) {
  const { i18n } = useLingui()
  return <CardSkeletons amount={amount} label={label ?? i18n.t('Loading products')} pool={false} />
}

/** Placeholder of group-buy cards. */
export function BuyCardSkeletons({ amount = 12, label }: SkeletonsProps) {
  const { i18n } = useLingui()
  return <CardSkeletons amount={amount} label={label ?? i18n.t('Loading group buys')} pool />
}

/** Placeholder of rows in a table or list. */
export function RowSkeletons({ amount = 6, label }: SkeletonsProps) {
  const { i18n } = useLingui()
  return (
    <div role="status" aria-label={label ?? i18n.t('Loading')} className="grid gap-2">
      {numbers(amount).map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  )
}

function CardSkeletons({ amount, label, pool }: { amount: number; label: string; pool: boolean }) {
  return (
    <div role="status" aria-label={label} className="deal-grid">
      {numbers(amount).map((card) => (
        <div key={card} className="deal-card">
          <Skeleton className="deal-picture" />
          <div className="deal-head grid content-start gap-2">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-10 w-32" />
          </div>
          <div className="deal-rest">
            {pool && <Skeleton className="h-30" />}
            {pool && <Skeleton className="h-5 w-24" />}
            {pool && <Skeleton className="h-17 w-40" />}
            <Skeleton className="h-11" />
          </div>
        </div>
      ))}
    </div>
  )
}

const numbers = (amount: number) => Array.from({ length: amount }, (_, index) => index)
