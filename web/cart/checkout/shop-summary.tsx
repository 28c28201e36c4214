import { Trans, useLingui } from '@lingui/react'
import { countUnits } from '#domain/products/units.ts'
import { byWeightText } from '#domain/products/weights/weight-terms.ts'
import { translate } from '#web/languages/translate.ts'
import { FulfilmentFacts } from '#web/places/fulfilment-ways.tsx'
import { useShell } from '#web/shell.ts'
import { cx } from '#web/ui/cx.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { day, kobo } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import type { CheckoutLine, CheckoutShop } from './checkout-summary.ts'

/** The price of such a line falls with the weight that is found. */
export const isByWeight = ({ product }: CheckoutLine): boolean => product.most_kg_per_unit !== null

interface ShopSummaryProps {
  shop: CheckoutShop
  basisPoints: number
}

/** The part of a cart that becomes one shop's order. */
export function ShopSummary({ shop, basisPoints }: ShopSummaryProps) {
  const { i18n } = useLingui()
  const { area } = useShell()
  return (
    <section aria-labelledby={`shop-${shop.vendorId}`}>
      <h2 id={`shop-${shop.vendorId}`} className="mb-2 text-22 break-words">
        {shop.name}
      </h2>
      <ul className="mb-2 divide-y divide-grain border-y border-grain">
        {shop.lines.map((line) => (
          <Line key={line.productId} line={line} />
        ))}
      </ul>
      <div className="mb-4 text-14">
        <FulfilmentFacts ways={shop.ways} area={area} />
      </div>
      <DataList
        facts={[
          { label: i18n.t('Goods'), value: kobo(shop.goodsKobo) },
          { label: i18n.t('Fee {percent}%', { percent: basisPoints / 100 }), value: kobo(shop.feeKobo) },
          {
            label: shop.lines.some(isByWeight) ? i18n.t('You pay at most') : i18n.t('To pay for this order'),
            value: kobo(shop.totalKobo),
            total: true,
          },
        ]}
      />
    </section>
  )
}

function Line({ line: { product, quantity, seenKobo, priceKobo, problem } }: { line: CheckoutLine }) {
  const { i18n } = useLingui()
  const byWeight = byWeightText(product, { priceKobo: BigInt(priceKobo) })
  const price = (
    <>
      {seenKobo !== priceKobo && (
        <>
          <del>
            <span className="sr-only">{i18n.t('old price')} </span>
            {kobo(seenKobo)}
          </del>{' '}
          <span aria-hidden>→</span> <span className="sr-only">{i18n.t('new price')} </span>
        </>
      )}
      <strong className={cx(seenKobo !== priceKobo && 'text-ink')}>{kobo(priceKobo)}</strong>
    </>
  )
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-2 py-3">
      <Picture
        src={product.image_url}
        alt=""
        width={56}
        height={56}
        className="size-14 shrink-0 rounded-field bg-kraft"
      />
      <div className="min-w-0 flex-1">
        <h3 className="text-18 break-words">{product.name}</h3>
        <p className="text-14 text-soft">
          <Trans
            id="<units/> at <price/>"
            components={{ units: <span>{countUnits(quantity, product.unit)}</span>, price }}
          />
        </p>
        <p className="text-14 text-soft">
          {product.share_date
            ? i18n.t('Shared on {day}', { day: day(product.share_date) })
            : i18n.t('Sharing day not set yet')}
        </p>
        {problem && <p className="mt-1 text-14 font-semibold text-pepper">{translate(i18n, problem)}</p>}
      </div>
      <p className="font-bold tabular-nums">{kobo(priceKobo * quantity)}</p>
      {byWeight && <p className="w-full text-14">{translate(i18n, byWeight)}</p>}
    </li>
  )
}
