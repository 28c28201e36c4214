import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { nairaToKobo } from '#domain/money.ts'
import { cartTotals } from '#domain/orders/cart-totals.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { useBuyerFee } from './checkout/buyer-fee.ts'
import { checkoutAddress, toLineInput } from './checkout/checkout-address.ts'
import type { CurrentProduct } from './current-products.ts'
import type { CartItem } from './store.ts'

interface CartTotalsProps {
  lines: readonly { item: CartItem; product: CurrentProduct | undefined }[]
  /** Whether the products have been read: the fee is per shop, rounded once per order. */
  isRead: boolean
}

/** The cart's totals at its prices, equal to the kobo to those of the checkout, and the link to it. */
export function CartTotals({ lines, isRead }: CartTotalsProps) {
  const { i18n } = useLingui()
  const basisPoints = useBuyerFee()
  const goodsKobo = lines.reduce((all, { item }) => all + nairaToKobo(item.price) * BigInt(item.quantity), 0n)
  // Products no longer on sale cannot be ordered, so they cost nothing.
  const onSale = lines.flatMap(({ item: { price, quantity }, product }) =>
    product ? [{ priceKobo: nairaToKobo(price), quantity, vendorId: product.vendorId }] : [],
  )
  const totals = isRead ? cartTotals(onSale, basisPoints) : null
  const toCheckout = checkoutAddress(lines.map(({ item }) => toLineInput(item)))
  const toPay = totals ? kobo(totals.totalKobo) : '…'
  return (
    <>
      <section aria-labelledby="totals" className="h-fit rounded-card border border-grain bg-card p-5">
        <h2 id="totals" className="mb-2 text-22">
          {i18n.t('Total')}
        </h2>
        <DataList
          facts={[
            { label: i18n.t('Goods'), value: kobo(totals?.goodsKobo ?? goodsKobo) },
            {
              label: i18n.t('Fee {percent}%', { percent: basisPoints / 100 }),
              value: totals ? kobo(totals.feeKobo) : '…',
            },
            { label: i18n.t('To pay'), value: toPay, total: true },
          ]}
        />
        <LinkButton to={toCheckout} wide className="mt-4 max-md:hidden">
          {i18n.t('Go to checkout')}
        </LinkButton>
        <p className="mt-3 text-14 text-soft">
          {i18n.t('We check prices again at checkout, and you see any change before you pay.')}{' '}
          {i18n.t('Each shop’s goods are a separate order. You pay for all of them at once.')}
        </p>
        <p className="mt-3">
          <Link to="/group-buys" className="text-link">
            {i18n.t('Cheaper together? See the group buys')}
          </Link>
        </p>
      </section>
      {/* On a phone the primary action stays within thumb's reach. */}
      <div className="contents md:hidden">
        <ActionBar
          price={
            <p className="text-14 text-soft">
              {i18n.t('To pay')}
              <strong className="block text-18 text-ink tabular-nums">{toPay}</strong>
            </p>
          }
          action={<LinkButton to={toCheckout}>{i18n.t('Go to checkout')}</LinkButton>}
        />
      </div>
    </>
  )
}
